import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import { type Actor, system } from '../activity/actor.js';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import { DraftsService } from '../drafts/drafts.service.js';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import { kualaLumpurToday } from '../shared/dates.js';
import { enteringStatus } from '../shared/entering-status.js';
import {
  enteringStatuses,
  mayDelete,
  mayLeave,
  type MoveFacts,
  movesFrom,
  type MoveTarget,
  type OrderStatus,
  statusRows,
} from '../shared/order-statuses.js';
import type { MarkRefunded, OrderDetail } from '../shared/orders.js';
import { can, type Permission } from '../shared/permissions.js';
import { type Change, each, HeldByOther, NotYoursToGiveBack, type Outcome, refuseStale, stateOf } from './changes.js';
import { toDetail } from './orders.present.js';
import { OrdersQueries } from './orders.queries.js';
import { UndosQueries } from './undos.queries.js';

/** Conditions for a member's change of an order: the version the member saw, and a permission. */
export type ChangeRules = { version?: number | null; permission?: Permission };

/** `version` is for a call with one order. `undo` is the token of the previous portion of the same action. */
export type BulkRules = { version?: number | null | undefined; undo?: string | undefined };

@Injectable()
export class OrdersService {
  constructor(
    private readonly queries: OrdersQueries,
    private readonly undos: UndosQueries,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly drafts: DraftsService,
    private readonly env: Env,
  ) {}

  /** @throws Refused 404 when there is no such order. */
  async find(orderId: number): Promise<Order> {
    const order = orderId > 0 ? await this.queries.byId(orderId) : null;
    if (!order) throw new Refused('Order not found', 404);
    return order;
  }

  /** An order's own fields as this member sees them. */
  async detail(staff: Staff, order: Order): Promise<OrderDetail> {
    const [holder, gateway] = await Promise.all([
      order.heldBy === null ? null : this.queries.nameOf(order.heldBy),
      this.queries.gatewayName(order.gatewayId),
    ]);
    return toDetail(order, {
      holder,
      gateway,
      mailDomain: this.env.APPLICATION_MAIL_DOMAIN,
      moves: this.isOpenTo(staff, order) ? movesFrom(staff.type, factsOf(order)) : [],
    });
  }

  /** Whether this member may change the order: nobody else holds it, or the member may override. */
  isOpenTo(staff: Staff, order: Order): boolean {
    return order.heldBy === null || order.heldBy === staff.id || can(staff.type, 'orders.override-holder');
  }

  /**
   * Runs `change` on the locked order; all its writes are in one transaction.
   * @throws Refused 404 no such order; 403 by role; 409 another member holds it, or the version is stale.
   */
  changing<Result>(
    staff: Staff,
    orderId: number,
    change: (order: Order, inside: EntityManager) => Promise<Result>,
    { version, permission }: ChangeRules = {},
  ): Promise<Result> {
    if (permission && !can(staff.type, permission)) throw Refused.notAllowed();

    return this.locked(orderId, async (order, inside) => {
      await this.refuseHeldByOther(staff, order, inside);
      refuseStale(order, version);
      return change(order, inside);
    });
  }

  /**
   * Runs `work` on the locked order, no matter who holds it; all its writes are in one transaction.
   * @throws Refused 404 when there is no such order.
   */
  locked<Result>(orderId: number, work: (order: Order, inside: EntityManager) => Promise<Result>): Promise<Result> {
    return this.transactions.run(async (inside) => {
      const order = orderId > 0 ? await this.queries.lock(orderId, inside) : null;
      if (!order) throw new Refused('Order not found', 404);
      return work(order, inside);
    });
  }

  /**
   * Gives orders to a member, or back to their queues when `to` is empty. When several members take an order at once, the
   * first wins.
   * @throws Refused 403 for another member's name or hold without the permission, 409 for a settled order
   * (docs/product.md#holds), 422 for an unknown name.
   */
  async assign(staff: Staff, ids: number[], to: string | undefined, rules: BulkRules = {}): Promise<Outcome> {
    const isOther = to !== undefined && to.toLowerCase() !== staff.name.toLowerCase();
    if (isOther && !can(staff.type, 'orders.override-holder')) throw Refused.notAllowed();
    const member = to === undefined ? null : isOther ? await this.queries.memberByName(to) : staff.id;
    if (member === undefined) throw noSuchMember();

    return this.undoable(staff, ids, rules, (order, inside) => this.hand(staff, order, member, inside, rules.version));
  }

  /**
   * Moves orders to one of the seven statuses (docs/product.md#statuses-and-moves).
   * @throws Refused 403 by role or by what the order is, 404, 409 held by somebody else, same status, or stale.
   */
  async move(staff: Staff, ids: number[], to: MoveTarget, rules: BulkRules = {}): Promise<Outcome> {
    if (to === 'Deleted' && !can(staff.type, 'orders.delete')) throw Refused.notAllowed();

    return this.undoable(staff, ids, rules, async (order, inside) => {
      const facts = factsOf(order);
      if (to === 'Deleted' && order.processStatus !== 'Deleted' && !mayDelete(staff.type, facts))
        throw Refused.notAllowed();
      if (to !== order.processStatus && !mayLeave(staff.type, facts)) throw Refused.notAllowed();
      await this.refuseHeldByOther(staff, order, inside);
      refuseStale(order, rules.version);
      if (order.processStatus === to) throw new Refused(`Order is already in ${to}`, 409);

      await this.moveTo(staff, order, to, consequences(staff, order, to), inside);
    });
  }

  /**
   * Marks orders in Refunds as refunded now. @throws Refused 409 for any other status, or when the status is not the one
   * the member saw.
   */
  async markRefunded(staff: Staff, { orders, orderId, version }: MarkRefunded): Promise<Outcome> {
    const seen = new Map((orders ?? []).map(({ id, status }) => [id, status]));
    const ids = orders ? [...seen.keys()] : [orderId ?? []].flat();

    return each(ids, (id) =>
      this.locked(id, async (order, inside) => {
        await this.refuseHeldByOther(staff, order, inside);
        refuseStale(order, version);
        const expected = seen.get(id);
        if (expected && expected !== order.processStatus) throw new Refused(`Order is in ${order.processStatus}`, 409);
        if (order.processStatus !== 'Refunds')
          throw new Refused(`Order is in ${order.processStatus}, not in Refunds`, 409);
        if (order.refundDate) throw new Refused('Order is already refunded', 409);

        await this.queries.change(order, { refundDate: new Date() }, staff.name, inside);
        await this.activity.note(inside, staff, { orderId: id, action: 'order.refunded' });
      }),
    );
  }

  /**
   * Sends an order back to the queue it would enter today (docs/product.md#submission-window). Returns its new version.
   * @throws Refused 409 when the order can't be reopened.
   */
  reopen(staff: Staff, orderId: number, version?: number | null): Promise<number> {
    return this.changing(
      staff,
      orderId,
      async (order, inside) => {
        const status: OrderStatus = order.processStatus;
        if (status === 'Deleted' || (enteringStatuses as readonly OrderStatus[]).includes(status)) {
          throw new Refused(`Order is in ${status} and can't be reopened`, 409);
        }
        if (order.refundDate) throw new Refused('Order is refunded and can’t be reopened', 409);
        await this.moveTo(staff, order, this.enters(order), {}, inside);
        return order.version;
      },
      { version, permission: 'orders.reopen' },
    );
  }

  /** Restores the status that a deleted order had. Returns its new version. @throws Refused 409 when it isn't deleted. */
  restore(staff: Staff, orderId: number, version?: number | null): Promise<number> {
    return this.changing(
      staff,
      orderId,
      async (order, inside) => {
        if (order.processStatus !== 'Deleted') throw new Refused('Order is not deleted', 409);
        const to = order.statusBeforeDelete ?? this.enters(order);
        await this.moveTo(staff, order, to, { statusBeforeDelete: null }, inside);
        return order.version;
      },
      { version, permission: 'orders.restore' },
    );
  }

  /** Saves transaction id and merchant name; the activity keeps the old values. Returns the order's new version. */
  saveTransaction(
    staff: Staff,
    orderId: number,
    { transactionId, merchantName }: { transactionId: string; merchantName: string },
    version?: number | null,
  ): Promise<number> {
    return this.changing(
      staff,
      orderId,
      async (order, inside) => {
        const from = describe(order.transactionId, order.merchantName);
        await this.queries.change(order, { transactionId, merchantName }, staff.name, inside);
        const to = describe(transactionId, merchantName);
        await this.activity.note(inside, staff, { orderId, action: 'transaction.saved', from, to });
        await this.drafts.spend(inside, staff, 'transaction', orderId, { transactionId, merchantName });
        return order.version;
      },
      { version },
    );
  }

  /**
   * Promotes every Future order whose processing date has begun in Kuala Lumpur. It is idempotent, and after a pause it
   * promotes all orders that became due meanwhile (docs/product.md#submission-window).
   */
  async promoteDue(): Promise<number> {
    const today = kualaLumpurToday();
    let promoted = 0;
    for (;;) {
      const ids = await this.queries.due(today, 500);
      for (const id of ids) promoted += (await this.promote(id, today)) ? 1 : 0;
      if (ids.length < 500) return promoted;
    }
  }

  foldTallies(): Promise<void> {
    return this.queries.foldTallies();
  }

  private promote(orderId: number, today: string): Promise<boolean> {
    return this.locked(orderId, async (order, inside) => {
      if (order.processStatus !== 'Future' || order.processingDate > today) return false;
      await this.moveTo(system, order, this.enters(order), {}, inside, 'order.promoted');
      return true;
    });
  }

  /** Changes the orders one after the other, and stores how to undo the changes. */
  private async undoable(
    staff: Staff,
    ids: number[],
    { undo: goingOn }: BulkRules,
    work: (order: Order, inside: EntityManager) => Promise<void>,
  ): Promise<Outcome> {
    const { changes, ...outcome } = await each(ids, (id) =>
      this.locked(id, async (order, inside): Promise<Change | undefined> => {
        const { version } = order;
        const before = stateOf(order);
        await work(order, inside);
        return order.version === version ? undefined : { id, version: order.version, before };
      }),
    );
    if (changes.length === 0) return outcome;

    const { token, until } = await this.undos.keep(staff.id, changes, goingOn);
    return { ...outcome, undo: { token, until: until.toISOString() } };
  }

  private async hand(
    staff: Staff,
    order: Order,
    member: number | null,
    inside: EntityManager,
    version: number | null | undefined,
  ): Promise<void> {
    if (order.heldBy === member) return;
    if (member === null && !this.isOpenTo(staff, order)) {
      throw new NotYoursToGiveBack(await this.queries.nameOf(order.heldBy!, inside));
    }
    await this.refuseHeldByOther(staff, order, inside);
    refuseStale(order, version);
    if (member !== null && statusRows[order.processStatus].settled) {
      throw new Refused(`Order is in ${order.processStatus} and can’t be assigned`, 409);
    }
    const to = member === null ? undefined : await this.queries.lockMember(member, inside);
    if (member !== null && to === undefined) throw noSuchMember();

    const from = order.heldBy === null ? undefined : await this.queries.nameOf(order.heldBy, inside);
    await this.queries.change(order, { heldBy: member }, staff.name, inside);
    const action = member === null ? 'order.released' : 'order.assigned';
    await this.activity.note(inside, staff, { orderId: order.id, action, from, to });
  }

  private async moveTo(
    actor: Actor,
    order: Order,
    to: OrderStatus,
    further: Partial<Order>,
    inside: EntityManager,
    action = 'order.moved',
  ): Promise<void> {
    const from = order.processStatus;
    await this.queries.change(order, { ...further, processStatus: to }, actor.name, inside);
    await this.activity.note(inside, actor, { orderId: order.id, action, from, to });
  }

  private enters(order: Order): OrderStatus {
    return enteringStatus(
      { paid: order.paidAt !== null, wantsPriority: order.wantsPriority, processingDate: order.processingDate },
      kualaLumpurToday(),
    );
  }

  private async refuseHeldByOther(staff: Staff, order: Order, inside: EntityManager): Promise<void> {
    if (this.isOpenTo(staff, order)) return;
    throw new HeldByOther(await this.queries.nameOf(order.heldBy!, inside));
  }
}

function noSuchMember(): Refused {
  return Refused.input({ assignto: 'There is no member of this name.' });
}

function factsOf(order: Order): MoveFacts {
  return { status: order.processStatus, held: order.heldBy !== null, refunded: order.refundDate !== null };
}

/**
 * The further fields that a move sets: Completed records who did it and ends the hold; Deleted keeps the status
 * (docs/product.md#statuses-and-moves).
 */
function consequences(staff: Staff, order: Order, to: MoveTarget): Partial<Order> {
  if (to === 'Completed') return { processedBy: staff.name, processedAt: new Date(), heldBy: null };
  if (to === 'Deleted') return { statusBeforeDelete: order.processStatus };
  return {};
}

function describe(transactionId: string | null, merchantName: string | null): string | undefined {
  return [transactionId, merchantName].filter(Boolean).join(' · ') || undefined;
}
