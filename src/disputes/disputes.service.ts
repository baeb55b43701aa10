import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import type { Actor } from '../activity/actor.js';
import type { Staff } from '../auth/staff.js';
import type { Dispute } from '../database/dispute.entity.js';
import type { Order } from '../database/order.entity.js';
import { HoldingService } from '../orders/holding.service.js';
import { Refused } from '../platform/reply.js';
import { formatUtcMinute } from '../shared/dates.js';
import { disputeCategory, disputeNetworks, disputeReason, networkOfBrand } from '../shared/dispute-reasons.js';
import { type DisputeState, disputeStates, mayFollow, waitingStates } from '../shared/dispute-states.js';
import type { AddDispute, ChangeDispute, DisputeSource, MoveDispute } from '../shared/disputes.js';
import type { DisputeEntry } from '../shared/answers/disputes.js';
import { money } from '../shared/money.js';
import { changedSince } from '../shared/stale.js';
import { toDispute } from './disputes.present.js';
import { DisputesQueries } from './disputes.queries.js';
import { RefundAlarmService } from './refund-alarm.service.js';

/** The details of a dispute as a request gives them. */
type Details = Omit<ChangeDispute, 'version'>;

/** Disputes of an order's charge: how they come in, and how they go on (docs/disputes.md#disputes). */
@Injectable()
export class DisputesService {
  constructor(
    private readonly queries: DisputesQueries,
    private readonly holding: HoldingService,
    private readonly activity: ActivityService,
    private readonly alarm: RefundAlarmService,
  ) {}

  /** @throws Refused 404 when there is no such dispute. */
  async find(id: number, manager?: EntityManager): Promise<Dispute> {
    const dispute = await this.queries.disputeById(id, manager);
    if (!dispute) throw noSuchDispute();
    return dispute;
  }

  /** The disputes of an order, the oldest first. */
  async ofOrder(orderId: number): Promise<Dispute[]> {
    return this.queries.ofOrder(orderId);
  }

  /**
   * Adds a dispute to an order, whoever holds the order.
   * @throws Refused 404 for an unknown order, 409 when the case id is another dispute's.
   */
  async add(staff: Staff, { orderId, state, ...details }: AddDispute): Promise<DisputeEntry> {
    const added = await this.holding.locked(orderId, async (order, manager) => {
      const dispute = await this.queries.add(
        { ...columnsOf(details, order), orderId, state, source: 'member', changedBy: staff.name },
        manager,
      );
      if (!dispute) throw await this.caseTaken(details.case_id!, manager);
      await this.opened(staff, order, dispute, manager);
      return dispute;
    });
    return toDispute(added);
  }

  /**
   * Takes in a dispute that a shop, a file or a gateway reports; its case id makes it the same one when it comes again. A
   * waiting dispute of the order without a case id, as a remark opens it, gets these details instead of a second one.
   * @returns the dispute, and whether anything was written
   * @throws Refused 404 for an unknown order, 409 when the case id is of another order's dispute.
   */
  receive(
    actor: Actor,
    source: DisputeSource,
    orderId: number,
    { state, ...details }: Details & { case_id: string; state: 'inquiry' | 'open' },
  ): Promise<{ dispute: Dispute; isNew: boolean }> {
    return this.holding.locked(orderId, async (order, manager) => {
      const known = await this.queries.byCase(details.case_id, manager);
      if (known) return { dispute: ofThisOrder(known, orderId), isNew: false };

      const bare = (await this.queries.ofOrder(orderId, manager)).find(
        (one) => one.source === 'remark' && one.caseId === null && waitingStates.includes(one.state),
      );
      if (bare) {
        const locked = (await this.queries.lockDispute(bare.id, manager))!;
        // the time of this report is not when the bank opened it
        const openedAt = details.opened_at ?? locked.openedAt;
        await this.queries.change(locked, { ...columnsOf(details, order), openedAt, state }, actor.name, manager);
        await this.activity.note(actor, { orderId, action: 'dispute.changed', to: described(locked) }, manager);
        return { dispute: locked, isNew: true };
      }

      const dispute = await this.queries.add(
        { ...columnsOf(details, order), orderId, state, source, changedBy: actor.name },
        manager,
      );
      // Another request has added it since; it has committed, because the unique key made this one wait.
      if (!dispute) {
        const other = (await this.queries.byCase(details.case_id, manager))!;
        return { dispute: ofThisOrder(other, orderId), isNew: false };
      }
      await this.opened(actor, order, dispute, manager);
      return { dispute, isNew: true };
    });
  }

  /**
   * Opens a dispute without details for a remark ticked Chargeback, in the remark's transaction. Nothing is opened while
   * the order has a dispute that is not over.
   */
  async openBare(actor: Actor, order: Order, manager: EntityManager): Promise<void> {
    await this.queries.lockOrder(order.id, manager);
    const disputes = await this.queries.ofOrder(order.id, manager);
    if (disputes.some(({ state }) => !disputeStates[state].over)) return;

    const network = networkOfBrand(order.cardBrand);
    const dispute = await this.queries.add(
      { orderId: order.id, network, source: 'remark', changedBy: actor.name },
      manager,
    );
    await this.opened(actor, order, dispute!, manager);
  }

  /**
   * Replaces the details of a dispute. Nothing is written when nothing differs.
   * @throws Refused 404; 409 when it is stale, or the case id is another dispute's.
   */
  change(staff: Staff, id: number, { version, ...details }: ChangeDispute): Promise<DisputeEntry> {
    return this.changing(id, version, async (dispute, order, manager) => {
      const to = columnsOf(details, order);
      if (!details.opened_at) to.openedAt = dispute.openedAt;
      const changed = (Object.keys(to) as (keyof typeof to)[]).filter((name) => !same(name, dispute[name], to[name]));
      if (changed.length === 0) return;

      if (changed.includes('caseId') && to.caseId) {
        const other = await this.queries.byCase(to.caseId, manager);
        if (other) throw await this.caseTaken(to.caseId, manager);
      }
      const from = described(dispute);
      await this.queries.change(dispute, to, staff.name, manager);
      await this.activity.note(
        staff,
        {
          orderId: order.id,
          action: 'dispute.changed',
          from,
          to: described(dispute),
          note: `${nameOf(dispute)}: ${changed.map((name) => words[name]).join(', ')}`,
        },
        manager,
      );
    });
  }

  /**
   * Moves a dispute to another state, other than submitted. The outcome's time is `at`, or now. One that goes back to open was
   * not submitted: it is tied to no version any more.
   * @throws Refused 404; 409 when it is stale, the state can't follow, or a gateway gave the answer to the bank; 422 for an
   * outcome before the dispute or in future.
   */
  move(staff: Staff, id: number, { to, at, version }: MoveDispute): Promise<DisputeEntry> {
    return this.changing(id, version, async (dispute, order, manager) => {
      refuseWrongStep(dispute, to);
      const isOver = disputeStates[to].over;
      if (
        at &&
        isOver &&
        (at > new Date() || at.toISOString().slice(0, 10) < dispute.openedAt.toISOString().slice(0, 10))
      ) {
        throw Refused.input({ at: 'The decision is not before the dispute and not in the future.' });
      }
      const from = dispute.state;
      const isTakenBack = from === 'submitted' && to === 'open';
      if (isTakenBack && (await this.queries.isSent(id, manager)))
        throw new Refused('Stripe gave this answer to the bank. It can’t be taken back.', 409);
      const change = {
        state: to,
        ...(isOver && { outcomeAt: at ?? new Date() }),
        ...(isTakenBack && { submittedPackId: null, submittedAt: null, submittedBy: null }),
      };
      await this.queries.change(dispute, change, staff.name, manager);
      await this.activity.note(
        staff,
        {
          orderId: order.id,
          action: 'dispute.moved',
          from,
          to,
          note: nameOf(dispute),
        },
        manager,
      );
    });
  }

  private async changing(
    id: number,
    version: number,
    work: (dispute: Dispute, order: Order, manager: EntityManager) => Promise<void>,
  ): Promise<DisputeEntry> {
    const { orderId } = await this.find(id);
    return this.holding.locked(orderId, async (order, manager) => {
      const dispute = (await this.queries.lockDispute(id, manager))!;
      refuseStaleDispute(dispute, version);
      await work(dispute, order, manager);
      return toDispute(dispute);
    });
  }

  /** What every new dispute causes: the order's mark, a line in its timeline, and the alarm of a refunded order. */
  async opened(actor: Actor, order: Order, dispute: Dispute, manager: EntityManager): Promise<void> {
    await this.queries.markOrder(order.id, dispute.openedAt, manager);
    await this.activity.note(
      actor,
      {
        orderId: order.id,
        action: 'dispute.opened',
        to: dispute.state,
        note: `${nameOf(dispute)} ${described(dispute)}`.trim(),
      },
      manager,
    );
    await this.alarm.raise(order, dispute, nameOf(dispute), manager);
  }

  private async caseTaken(caseId: string, manager: EntityManager): Promise<Refused> {
    const other = await this.queries.byCase(caseId, manager);
    return new Refused(
      other ? `Case ${caseId} is already on record, on order ${other.orderId}` : 'This case id is already on record',
      409,
    );
  }
}

/** @throws Refused 409 naming who changed the dispute, when its version is not the one the member saw. */
export function refuseStaleDispute(dispute: Dispute, version: number): void {
  if (dispute.version === version) return;
  const { changedBy: by, changedAt } = dispute;
  throw new Refused(changedSince({ what: 'Dispute', did: 'was changed', by, at: formatUtcMinute(changedAt) }), 409);
}

/** @throws Refused 409 when the dispute can't go to that state. */
export function refuseWrongStep(dispute: Dispute, to: DisputeState): void {
  if (mayFollow(dispute.state, to)) return;
  const [is, wanted] = [disputeStates[dispute.state].label, disputeStates[to].label];
  throw new Refused(
    dispute.state === to ? `Dispute is already ${is}` : `Dispute is ${is} and can’t become ${wanted}`,
    409,
  );
}

/** How the timeline names a dispute: by its case id, else by its number. */
export function nameOf({ id, caseId }: Pick<Dispute, 'id' | 'caseId'>): string {
  return caseId ?? `no. ${id}`;
}

const words: Record<keyof ReturnType<typeof columnsOf>, string> = {
  network: 'network',
  reasonCode: 'reason code',
  category: 'category',
  caseId: 'case id',
  arn: 'ARN',
  amount: 'amount',
  currency: 'currency',
  openedAt: 'opened',
  replyBy: 'reply-by date',
  note: 'note',
};

/** The columns of the details. The network follows from the code, else from the order's card. */
export function columnsOf(details: Details, order: Pick<Order, 'cardBrand'>) {
  const reasonCode = details.reason_code ?? null;
  const network = details.network ?? disputeReason(null, reasonCode)?.network ?? networkOfBrand(order.cardBrand);
  return {
    network,
    reasonCode,
    category: disputeCategory(network, reasonCode),
    caseId: details.case_id ?? null,
    arn: details.arn ?? null,
    amount: details.amount ?? null,
    currency: details.currency ?? null,
    openedAt: details.opened_at ?? new Date(),
    replyBy: details.reply_by ?? null,
    note: details.note ?? null,
  };
}

/** Compares a stored value with a new one; a stored amount has three decimals. */
function same(name: keyof typeof words, one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (name === 'amount' && one !== null && other !== null) return Number(one) === Number(other);
  return one === other;
}

function ofThisOrder(dispute: Dispute, orderId: number): Dispute {
  if (dispute.orderId !== orderId) throw new Refused('This case id belongs to another order', 409);
  return dispute;
}

export function described({ network, reasonCode, amount, currency }: Dispute): string {
  const reason = [network && disputeNetworks[network].label, reasonCode].filter(Boolean).join(' ');
  return [reason, money(amount, currency)].filter(Boolean).join(', ');
}

function noSuchDispute(): Refused {
  return new Refused('Dispute not found', 404);
}
