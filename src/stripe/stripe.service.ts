import { Injectable, Logger } from '@nestjs/common';
import type { Actor } from '../activity/actor.js';
import { FollowedService } from '../disputes/followed.service.js';
import { byTime, chargeIdsOf, detailsOf, nextState, stateOf, stripeDispute } from './stripe-dispute.js';
import { type NewEvent, StripeQueries } from './stripe.queries.js';

const stripe: Actor = { id: null, name: 'Stripe' };

/** For how many days a dispute without an order is looked for again, and how many at once. */
const [asideDays, mostAside] = [120, 200];

/** What became of an event: it changed or confirmed a dispute, it came again, or no order has its charge. */
export type Taken = 'taken' | 'again' | 'aside' | 'ignored';

/** Follows Stripe's reports of disputes (docs/product.md#disputes-of-stripe). */
@Injectable()
export class StripeService {
  private readonly log = new Logger('stripe');

  constructor(
    private readonly queries: StripeQueries,
    private readonly followed: FollowedService,
  ) {}

  /**
   * Keeps an event and brings its dispute up to date. Events may come twice and in any order: the dispute follows the one
   * that Stripe made last.
   */
  async take(event: { id: string; type: string; created: number; data: { object: unknown } }): Promise<Taken> {
    const { data: dispute } = stripeDispute.safeParse(event.data.object);
    if (!event.type.startsWith('charge.dispute.') || !dispute) return 'ignored';

    const kept: NewEvent = { eventId: event.id, type: event.type, at: new Date(event.created * 1000), dispute };
    const isNew = await this.queries.add(kept);
    const found = await this.bringUpToDate(dispute.id);
    if (!found) return 'aside';
    return isNew ? 'taken' : 'again';
  }

  /** Looks again for the orders of disputes that had none: their transaction id may have come since. */
  async sweep(): Promise<void> {
    for (const caseId of await this.queries.aside(asideDays, mostAside)) await this.bringUpToDate(caseId);
  }

  /** Whether the case has an order. All that Stripe said is read again under the order's lock, so the last one wins. */
  private async bringUpToDate(caseId: string): Promise<boolean> {
    const reports = byTime(await this.queries.reports(caseId));
    const orderId = (await this.queries.orderOfCase(caseId)) ?? (await this.orderOf(reports.at(-1)!.dispute));
    if (orderId === undefined) return false;

    const dispute = await this.followed.follow(stripe, 'stripe', orderId, async (manager) => {
      const sorted = byTime(await this.queries.reports(caseId, manager));
      const { dispute: newest } = sorted.at(-1)!;
      const state = stateOf(newest);
      return {
        ...detailsOf(newest),
        stateFrom: (ours) => nextState(ours, sorted),
        // since when it is in the newest state
        at: sorted.find((report) => stateOf(report.dispute) === state)!.at,
      };
    });
    await this.queries.tie(caseId, dispute.id);
    return true;
  }

  private async orderOf(dispute: Parameters<typeof chargeIdsOf>[0]): Promise<number | undefined> {
    const ids = chargeIdsOf(dispute);
    const [first, second] = ids.length > 0 ? await this.queries.ordersOf(ids) : [];
    if (first !== undefined && second === undefined) return first;

    const why = second === undefined ? 'no order has this charge' : 'more than one order has this charge';
    this.log.warn({ alarm: 'stripe-dispute-aside', dispute: dispute.id, charges: ids, why }, 'dispute kept aside');
    return undefined;
  }
}
