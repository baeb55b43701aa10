import { Injectable } from '@nestjs/common';
import type { Staff } from '../auth/staff.js';
import { type Looking, lookEndsSeconds, type OrderLooks, streamsPerMember } from '../shared/live.js';
import { type Look, PresenceQueries } from './presence.queries.js';

/**
 * Who looks at which order (docs/screens.md#presence). Every web process hears of every look and keeps it in memory, until the
 * tab says that it is over or has said nothing for `lookEndsSeconds`.
 */
@Injectable()
export class PresenceService {
  /** By member and tab; the one that was told last is at the end. `until` is monotonic, so a clock change can't end it. */
  private readonly tabs = new Map<string, Look & { until: number }>();

  constructor(private readonly queries: PresenceQueries) {}

  /** Tells all web processes that a tab of this member looks at an order, or at none. */
  async look({ id: memberId, name }: Staff, look: Looking): Promise<void> {
    await this.queries.tell({ memberId, name, ...look });
  }

  /** Keeps a look that was told. @returns the orders at which somebody is new, gone, or writes now and did not before. */
  received(look: Look): number[] {
    const key = `${look.memberId} ${look.tab}`;
    const before = this.tabs.get(key);
    this.tabs.delete(key);
    if (look.orderId !== null) this.tabs.set(key, { ...look, until: performance.now() + lookEndsSeconds * 1_000 });
    if (before?.orderId === look.orderId && before?.writing === look.writing) return [];
    return [...ordersOf([look, ...(before ? [before] : []), ...this.forgetMore(look.memberId)])];
  }

  /** Forgets the tabs that have said nothing for too long. @returns the orders they looked at. */
  expire(): number[] {
    const over = [...this.tabs].filter(([, { until }]) => until <= performance.now());
    for (const [key] of over) this.tabs.delete(key);
    return [...ordersOf(over.map(([, look]) => look))];
  }

  /** Who looks at these orders; at all that somebody looks at unless given. Each member once. */
  at(orders: Iterable<number> = ordersOf(this.tabs.values())): OrderLooks[] {
    return [...orders].map((order_id) => {
      const who = new Map<number, OrderLooks['who'][number]>();
      for (const { orderId, memberId, name, writing } of this.tabs.values()) {
        if (orderId !== order_id) continue;
        who.set(memberId, { name, writing: writing || who.get(memberId)?.writing === true });
      }
      return { order_id, who: [...who.values()] };
    });
  }

  /** A member has no more tabs than streams: the ones that were told first are forgotten, and returned. */
  private forgetMore(member: number): Look[] {
    const own = [...this.tabs].filter(([, { memberId }]) => memberId === member);
    const over = own.slice(0, Math.max(0, own.length - streamsPerMember));
    for (const [key] of over) this.tabs.delete(key);
    return over.map(([, look]) => look);
  }
}

function ordersOf(looks: Iterable<Look>): Set<number> {
  return new Set([...looks].flatMap(({ orderId }) => orderId ?? []));
}
