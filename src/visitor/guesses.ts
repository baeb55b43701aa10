import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Injectable, Logger } from '@nestjs/common';
import { Refused } from '../platform/reply.js';
import { Throttle } from '../platform/throttle.js';
import type { TrackOrder } from '../shared/visitor.js';

/** What is counted, in this order, and how many wrong pairs each is allowed within a quarter of an hour (api: Visitors). */
const most = { ip: 10, order: 10, email: 30 } as const;
const minutes = 15;

/** Where a try was counted, and what had too many wrong ones before it, if anything. */
export type CountedGuess = { keys: string[]; full?: { what: keyof typeof most; refusal: Refused } };

/**
 * Counts tries to track an order by the network they come from, by the order they are about and by the address they name, so
 * that many computers together get no further than one: not by guessing one order's address, nor one address's orders.
 * A try is counted before it is looked at and taken back when it was good, so parallel ones count exactly. What is refused for
 * its network counts no further: it has told nobody anything, and would only shut the order to its customer.
 */
@Injectable()
export class Guesses {
  private readonly log = new Logger('visitor');

  constructor(private readonly throttle: Throttle) {}

  /** Counts a try. An id no order can have is not counted: the typing errors of strangers would add up in it. */
  async count({ orderId, email }: TrackOrder, ip: string): Promise<CountedGuess> {
    const keys = {
      ip: `track:ip:${networkOf(ip)}`,
      ...(orderId > 0 && { order: `track:order:${orderId}` }),
      email: `track:email:${createHash('sha256').update(email).digest('base64url')}`,
    };
    const guess: CountedGuess = { keys: [] };
    for (const [what, key] of Object.entries(keys) as [keyof typeof most, string][]) {
      const refusal = await this.refusalOf(key, most[what]);
      if (!refusal) {
        guess.keys.push(key);
        continue;
      }

      if (!(await this.refusalOf(`${key}:alarm`, 1))) {
        this.log.warn({ alarm: 'guessing', what, ...(what === 'order' && { order: orderId }) }, 'too many wrong pairs');
      }
      return { ...guess, full: { what, refusal } };
    }
    return guess;
  }

  /** Takes a good try back. */
  async forgive({ keys }: CountedGuess): Promise<void> {
    await Promise.all(keys.map((key) => this.throttle.forgive(key)));
  }

  private async refusalOf(key: string, limit: number): Promise<Refused | undefined> {
    try {
      await this.throttle.count(key, limit, minutes);
      return undefined;
    } catch (error) {
      if (error instanceof Refused) return error;
      throw error;
    }
  }
}

/** What one customer has: an IPv4 address, or a network of 64 bits of IPv6 addresses. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;

  const [head = '', tail] = ip.toLowerCase().split('%')[0]!.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail?.split(':').filter(Boolean) ?? [];
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...gap, ...back]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}
