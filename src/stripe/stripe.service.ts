import { Injectable, Logger } from '@nestjs/common';
import type { Actor } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import { FollowedService } from '../disputes/followed.service.js';
import { HoldingService } from '../orders/holding.service.js';
import { RefundsService } from '../orders/refunds.service.js';
import { Refused } from '../platform/reply.js';
import type { CardholderClaim } from '../shared/stripe.js';
import {
  byTime,
  chargeIdsOf,
  detailsOf,
  earlyWarning,
  nextState,
  stateOf,
  stripeDispute,
  type StripeReport,
} from './stripe-dispute.js';
import { failureOf, hasFailed, refundEvents, stripeRefund } from './stripe-refund.js';
import { type NewEvent, StripeQueries } from './stripe.queries.js';

const stripe: Actor = { id: null, name: 'Stripe' };

/** For how many days a dispute without an order is looked for again, and how many at once. */
const [asideDays, mostAside] = [120, 200];

/**
 * What became of an event: it changed or confirmed a dispute or a refund, it came again, no order has its charge, or none has
 * its refund.
 */
export type Taken = 'taken' | 'again' | 'aside' | 'without order' | 'ignored';

/** An event as Stripe gives it. */
type GivenEvent = { id: string; type: string; created: number; data: { object: unknown } };

/** Follows Stripe's reports of disputes and of refunds that failed (docs/disputes.md#disputes-of-stripe). */
@Injectable()
export class StripeService {
  private readonly log = new Logger('stripe');

  constructor(
    private readonly queries: StripeQueries,
    private readonly followed: FollowedService,
    private readonly holding: HoldingService,
    private readonly activity: ActivityService,
    private readonly refunds: RefundsService,
  ) {}

  /**
   * Keeps an event and brings its dispute up to date. Events may come twice and in any order: the dispute follows the one
   * that Stripe made last. An early warning is noted on its order.
   * @param accountId the account at Stripe whose event it is
   */
  async take(event: GivenEvent, accountId: number): Promise<Taken> {
    if (event.type === 'radar.early_fraud_warning.created') return this.warned(event, accountId);
    if (refundEvents.includes(event.type)) return this.takeRefund(event);
    const { data: dispute } = stripeDispute.safeParse(event.data.object);
    if (!event.type.startsWith('charge.dispute.') || !dispute) return 'ignored';

    const isNew = await this.queries.add({ ...eventOf(event), accountId, dispute });
    const found = await this.bringUpToDate(dispute.id);
    if (!found) return 'aside';
    return isNew ? 'taken' : 'again';
  }

  /** What the cardholders of these disputes told their banks, where Stripe passed it on (docs/disputes.md#disputes-of-stripe). */
  async claimsOf(disputes: { id: number; case_id: string | null }[]): Promise<CardholderClaim[]> {
    const idOf = new Map(
      disputes.flatMap(({ id, case_id: caseId }) => (caseId === null ? [] : [[caseId, id] as const])),
    );
    return (await this.queries.claims([...idOf.keys()])).flatMap(({ caseId, claims }) =>
      claims.map(({ evidence_type: kind, text_evidence: text, file_evidence: files }) => ({
        dispute_id: idOf.get(caseId)!,
        kind: kind?.replaceAll('_', ' ') ?? null,
        text: text ?? null,
        files: files?.length ?? 0,
      })),
    );
  }

  /** Marks the refund that failed; one that nobody had reported is written with what was tried. */
  private async takeRefund(event: GivenEvent): Promise<Taken> {
    const { data: refund } = stripeRefund.safeParse(event.data.object);
    if (!refund || !hasFailed(refund)) return 'ignored';

    const orderId = (await this.refunds.orderOf(refund.id)) ?? (await this.orderOf(chargeIdsOf(refund))).orderId;
    if (orderId === undefined) {
      this.log.warn({ alarm: 'stripe-refund-without-order', refund: refund.id }, 'no single order has a failed refund');
      return 'without order';
    }
    await this.refunds.recordFailure(stripe, orderId, failureOf(refund, new Date(event.created * 1000)));
    return 'taken';
  }

  /** Looks again for the orders of cases that had none: their transaction id may have come since. */
  async sweep(): Promise<void> {
    for (const caseId of await this.queries.aside(asideDays, mostAside)) await this.bringUpToDate(caseId);
    for (const { caseId, charges } of await this.queries.warningsAside(asideDays, mostAside)) {
      const found = await this.orderOf(charges);
      if (found.orderId !== undefined) await this.warn(stripe, caseId, found.orderId);
    }
  }

  /**
   * Gives a case that fits no single order to the one that a member chose.
   * @throws Refused 404 no such order; 409 when the case is another order's by now
   */
  async place(staff: Actor, caseId: string, orderId: number): Promise<void> {
    if (await this.queries.warningAside(caseId)) {
      if (await this.warn(staff, caseId, orderId)) return;
      throw new Refused('This is not on the list any more.', 404);
    }
    await this.bringUpToDate(caseId, { orderId, by: staff });
  }

  /**
   * Whether the case has an order. All that Stripe said is read again under the order's lock, so the last one wins.
   * @param chosen the order that a member chose for it, which is noted with the change
   */
  private async bringUpToDate(caseId: string, chosen?: { orderId: number; by: Actor }): Promise<boolean> {
    const reports = byTime(await this.queries.reports(caseId));
    const orderId = chosen?.orderId ?? (await this.queries.orderOfCase(caseId)) ?? (await this.foundFor(reports));
    if (orderId === undefined) return false;

    const dispute = await this.followed.follow(stripe, 'stripe', orderId, async (manager) => {
      const sorted = byTime(await this.queries.reports(caseId, manager));
      if (chosen) {
        const placed = { orderId, action: 'unmatched.placed', to: 'dispute', note: caseId } as const;
        await this.activity.note(chosen.by, placed, manager);
      }
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
    await this.queries.takeOff(caseId);
    return true;
  }

  /** The single order of a dispute's charge. One that has none is listed, so that a member finds it. */
  private async foundFor(reports: StripeReport[]): Promise<number | undefined> {
    const { dispute } = reports.at(-1)!;
    const charges = chargeIdsOf(dispute);
    const { orderId, why } = await this.orderOf(charges);
    if (orderId !== undefined) return orderId;

    const { case_id: caseId, reply_by: dueAt, amount, currency, note: reason } = detailsOf(dispute);
    const state = nextState(undefined, reports);
    await this.queries.listAside({ kind: 'dispute', caseId, charges, why, dueAt, state, reason, amount, currency });
    this.log.warn({ alarm: 'stripe-dispute-aside', dispute: caseId, charges, why }, 'dispute kept aside');
    return undefined;
  }

  /**
   * An early warning: its order's timeline has it. One that fits no single order is listed. The event is kept with that, in one
   * transaction: Stripe sends it again after a failure, and it is a new one then.
   */
  private async warned(event: GivenEvent, accountId: number): Promise<Taken> {
    const { data: warning } = earlyWarning.safeParse(event.data.object);
    if (!warning) return 'ignored';

    const kept = { ...eventOf(event), accountId, dispute: warning };
    const charges = chargeIdsOf(warning);
    const { orderId, why } = await this.orderOf(charges);
    if (orderId !== undefined) return (await this.warn(stripe, warning.id, orderId, kept)) ? 'taken' : 'again';
    const reason = warning.fraud_type ?? undefined;
    const aside = { kind: 'warning', caseId: warning.id, charges, why, reason } as const;
    return (await this.queries.addAside(kept, aside)) ? 'aside' : 'again';
  }

  /**
   * Notes an early warning on its order: one that comes with its event, else one on the list, which it then leaves. False, and
   * nothing is noted, when the event came before, or somebody else took it off the list.
   * @throws Refused 404 when there is no such order
   */
  private warn(actor: Actor, caseId: string, orderId: number, event?: NewEvent): Promise<boolean> {
    return this.holding.locked(orderId, async (order, manager) => {
      const isFirst = event ? await this.queries.add(event, manager) : await this.queries.takeOff(caseId, manager);
      if (!isFirst) return false;
      await this.activity.note(stripe, { orderId: order.id, action: 'dispute.warned', note: caseId }, manager);
      if (actor !== stripe) {
        const placed = { orderId: order.id, action: 'unmatched.placed', to: 'warning', note: caseId } as const;
        await this.activity.note(actor, placed, manager);
      }
      return true;
    });
  }

  /** The single order with one of these ids; else why there is none. */
  private async orderOf(charges: string[]): Promise<{ orderId: number | undefined; why: string }> {
    const [first, second] = charges.length > 0 ? await this.queries.ordersOf(charges) : [];
    if (second !== undefined) return { orderId: undefined, why: 'More than one order has this charge.' };
    return { orderId: first, why: 'No order has this charge.' };
  }
}

function eventOf({ id, type, created }: GivenEvent): Omit<NewEvent, 'accountId' | 'dispute'> {
  return { eventId: id, type, at: new Date(created * 1000) };
}
