import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { networkOf } from '../platform/network.js';
import { Refused } from '../platform/reply.js';
import { Throttle } from '../platform/throttle.js';
import { mailboxOf } from '../shared/mailbox.js';
import type { TrackOrder } from '../shared/visitor.js';

/** The counters, in this order, with the wrong pairs that each allows within 15 minutes (docs/visitors.md#visitors). */
const most = { ip: 10, order: 10, email: 30 } as const;
const minutes = 15;

/** The counters that a try was added to, and the counter that was full before it, if any. */
type CountedGuess = { keys: string[]; full?: { what: keyof typeof most; refusal: Refused } };

/**
 * Counts the tries to track an order, by network, by order and by email address. So many computers together can't guess
 * one order's address, nor one address's orders, faster than a single one. All spellings of a mailbox count as one address.
 * A try is counted before it is checked and taken back if it was right, so that parallel tries count exactly. A try
 * refused for its network is not counted further: it revealed nothing, and would only lock the customer out of the order.
 */
@Injectable()
export class Guesses {
  private readonly log = new Logger('visitor');

  constructor(private readonly throttle: Throttle) {}

  /** Counts a try. An id that no order can have is not counted as an order: strangers' typing errors would add up. */
  async count({ orderId, email }: TrackOrder, ip: string): Promise<CountedGuess> {
    const keys = {
      ip: `track:ip:${networkOf(ip)}`,
      ...(orderId > 0 && { order: `track:order:${orderId}` }),
      email: `track:email:${createHash('sha256').update(mailboxOf(email)).digest('base64url')}`,
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

  /** Takes a right try back. */
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
