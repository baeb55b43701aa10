import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Dispute } from '../database/dispute.entity.js';
import type { Order } from '../database/order.entity.js';
import { HoldingService } from '../orders/holding.service.js';
import { Refused } from '../platform/reply.js';
import { type DisputeState, disputeStates } from '../shared/dispute-states.js';
import type { ChangeDispute, DisputeSource } from '../shared/disputes.js';
import { columnsOf, described, DisputesService, nameOf } from './disputes.service.js';
import { DisputesQueries } from './disputes.queries.js';

/** What a gateway says of a dispute now. */
type Followed = Omit<ChangeDispute, 'version'> & {
  case_id: string;
  /** The state it takes on; `ours` is the one it has here, undefined for a new one. */
  stateFrom: (ours: DisputeState | undefined) => DisputeState;
  /** Since when it is in the state that the gateway says. */
  at: Date;
};

/** Disputes that a gateway decides: they follow what it says, and keep what members wrote (docs/disputes.md#disputes-of-stripe). */
@Injectable()
export class FollowedService {
  constructor(
    private readonly queries: DisputesQueries,
    private readonly disputes: DisputesService,
    private readonly holding: HoldingService,
    private readonly activity: ActivityService,
  ) {}

  /**
   * Adds the gateway's dispute to its order, or brings it up to date. Nothing is written when nothing differs. A waiting
   * dispute without a case id, as a remark opens it, becomes the gateway's.
   * @param read what the gateway says, read under the order's lock
   * @throws Refused 404 for an unknown order, 409 when the case is another order's.
   */
  follow(
    actor: Actor,
    source: DisputeSource,
    orderId: number,
    read: (manager: EntityManager) => Promise<Followed>,
  ): Promise<Dispute> {
    return this.holding.locked(orderId, async (order, manager) => {
      const followed = await read(manager);
      const known = await this.knownOf(order, followed.case_id, manager);
      if (known) {
        await this.update(actor, known, { ...followed, reported: columnsOf(followed, order) }, manager);
        return known;
      }

      const state = followed.stateFrom(undefined);
      const columns = { ...columnsOf(followed, order), ...timesOf(actor, state, undefined, followed.at) };
      const dispute = await this.queries.add({ ...columns, orderId, state, source, changedBy: actor.name }, manager);
      if (!dispute) throw new Refused('This case id belongs to another order', 409);
      await this.disputes.opened(actor, order, dispute, manager);
      return dispute;
    });
  }

  private async knownOf({ id }: Order, caseId: string, manager: EntityManager): Promise<Dispute | null> {
    const known =
      (await this.queries.byCase(caseId, manager)) ??
      (await this.queries.ofOrder(id, manager)).find(
        (one) => one.source === 'remark' && one.caseId === null && disputeStates[one.state].waits,
      );
    if (known && known.orderId !== id) throw new Refused('This case id belongs to another order', 409);
    return known ? this.queries.lockDispute(known.id, manager) : null;
  }

  /** @param change with the columns that the gateway reported */
  private async update(
    actor: Actor,
    dispute: Dispute,
    { reported, stateFrom, at }: Followed & { reported: ReturnType<typeof columnsOf> },
    manager: EntityManager,
  ) {
    const { orderId, state: from } = dispute;
    const state = stateFrom(from);
    // a member's note, and what the gateway doesn't say, stay
    const details = Object.fromEntries(
      (['network', 'reasonCode', 'category', 'caseId', 'amount', 'currency', 'replyBy'] as const)
        .filter((name) => reported[name] !== null && !isSame(dispute[name], reported[name]))
        .map((name) => [name, reported[name]]),
    ) as Partial<Dispute>;
    // a remark did not tell when the bank opened it
    if (dispute.caseId === null) details.openedAt = reported.openedAt;
    const moved = state === from ? {} : { state, ...timesOf(actor, state, dispute, at) };
    if (Object.keys(details).length === 0 && state === from) return;

    await this.queries.change(dispute, { ...details, ...moved }, actor.name, manager);
    const note = nameOf(dispute);
    if (Object.keys(details).length > 0) {
      await this.activity.note(actor, { orderId, action: 'dispute.changed', to: described(dispute), note }, manager);
    }
    if (state !== from) {
      await this.activity.note(actor, { orderId, action: 'dispute.moved', from, to: state, note }, manager);
    }
  }
}

/** The times that go with a state: when it was submitted, when the bank decided. One that asks anew has neither. */
function timesOf(actor: Actor, state: DisputeState, dispute: Dispute | undefined, at: Date): Partial<Dispute> {
  if (disputeStates[state].over) return { outcomeAt: at };
  if (state === 'submitted') {
    return dispute?.submittedAt ? { outcomeAt: null } : { submittedAt: at, submittedBy: actor.name, outcomeAt: null };
  }
  return { submittedAt: null, submittedBy: null, submittedPackId: null, outcomeAt: null };
}

/** Compares a stored value with a new one; a stored amount has three decimals. */
function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (typeof one === 'string' && typeof other === 'string' && /^\d+(\.\d+)?$/.test(one)) {
    return Number(one) === Number(other);
  }
  return one === other;
}
