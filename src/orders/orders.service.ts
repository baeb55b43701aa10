import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import { formatUtcMinute, kualaLumpurToday, nextTwelveMonths } from '../shared/dates.js';
import { enteringStatus } from '../shared/entering-status.js';
import { defaultPageSize } from '../shared/limits.js';
import { type CountName, type QueueName, isQueueName, queueNames, queueRows } from '../shared/order-queues.js';
import {
  enteringStatuses,
  mayDelete,
  mayLeave,
  type MoveFacts,
  movesFrom,
  type MoveTarget,
  type OrderStatus,
} from '../shared/order-statuses.js';
import type {
  BulkResult,
  ListQuery,
  MarkRefunded,
  OrderDetail,
  OrderList,
  OrderRow,
  SearchOrders,
} from '../shared/orders.js';
import type { Counts, MonthTile } from '../shared/pages.js';
import { can, type Permission } from '../shared/permissions.js';
import { fromCursor, toCursor, toDetail, toRow } from './orders.present.js';
import { hasCursor, type Matching, OrdersQueries, type Place } from './orders.queries.js';

/** What must hold before a member changes an order, beside that nobody else holds it. */
export type ChangeRules = { version?: number | null; permission?: Permission };

@Injectable()
export class OrdersService {
  constructor(
    private readonly queries: OrdersQueries,
    private readonly activity: ActivityService,
    private readonly env: Env,
  ) {}

  /**
   * One page of a queue, with the queue's exact total and a cursor for reading on.
   * @throws Refused 404 for an unknown queue, 403 for one this role doesn't see, 422 for a cursor that is none.
   */
  async list(staff: Staff, name: string, query: ListQuery): Promise<OrderList> {
    const matching = await this.matching(staff, name, query);
    const { page, sort, dir } = query;
    const limit = query.limit ?? query.perPage ?? defaultPageSize;
    const place = query.cursor === undefined ? { offset: (page - 1) * limit } : fromCursor(query.cursor, sort, dir);
    if (!place) throw Refused.input({ cursor: 'There is no such place to read on from.' });

    const [rows, total] = await Promise.all([
      this.queries.inQueue(matching, { sort, dir }, place, limit),
      this.queries.countInQueue(matching),
    ]);
    const last = rows.at(-1);
    const next: Place | undefined =
      last && rows.length === limit
        ? hasCursor(sort)
          ? { after: { value: last.sorted ?? '', id: last.id } }
          : { offset: ('offset' in place ? place.offset : 0) + limit }
        : undefined;
    return { data: rows.map(toRow), total, page, limit, next_cursor: next ? toCursor(next, sort, dir) : null };
  }

  /**
   * The orders of a queue that hold the text, newest first or in the asked order. An empty text is the plain list.
   * @throws Refused as `list` does.
   */
  async search(
    staff: Staff,
    { folderName, searchVal, start, end, month, userName }: SearchOrders,
    { sort, dir }: Pick<ListQuery, 'sort' | 'dir'> = { sort: 'create_ts', dir: 'desc' },
  ): Promise<{ data: OrderRow[]; total: number; more: boolean }> {
    const matching = await this.matching(staff, folderName, { month, userName });
    const text = searchVal?.replace(/\s+/g, ' ');
    if (!text) {
      const [rows, total] = await Promise.all([
        this.queries.inQueue(matching, { sort, dir }, { offset: start }, end - start),
        this.queries.countInQueue(matching),
      ]);
      return { data: rows.map(toRow), total, more: false };
    }

    const found = await this.queries.search(matching, text, { sort, dir }, { offset: start, limit: end - start });
    return { ...found, data: found.rows.map(toRow) };
  }

  /** The thirteen counts; `userName` chooses whose orders are meant, for Admin and Manager alone (api: Common). */
  async counts(staff: Staff, userName?: string): Promise<Counts> {
    const byName = await this.queries.counts(await this.whose(staff, userName));
    const count = (name: OrderStatus | 'held') => byName.get(name) ?? 0;
    const everything = [...byName].reduce((sum, [name, n]) => (name === 'held' ? sum : sum + n), 0);

    const counts = queueNames.map((name): [CountName, number] => {
      const { filter, count: countName } = queueRows[name];
      if ('heldByMe' in filter) return [countName, count('held')];
      return [countName, 'everything' in filter ? everything : count(filter.status)];
    });
    return Object.fromEntries(counts) as Counts;
  }

  /** The twelve tiles of Future Orders: the next twelve months, in calendar order (decisions: Orders). */
  async months(): Promise<MonthTile[]> {
    const counts = await this.queries.countByMonth();
    return nextTwelveMonths().map((month) => ({ month, count: counts.get(month) ?? 0 }));
  }

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
   * Runs `change` on the locked order, in one transaction with whatever it writes.
   * @throws Refused 404 no such order; 403 by role; 409 somebody else holds it, or the version is stale.
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
   * Gives orders to a member, or back to their queues when `to` is empty. Of any number of takers one wins.
   * @throws Refused 422 for an unknown name, 403 for somebody else's name or hold where the role may not.
   */
  async assign(staff: Staff, ids: number[], to: string | undefined, version?: number | null): Promise<BulkResult> {
    const member = to === undefined ? null : await this.queries.memberByName(to);
    if (member === undefined) throw Refused.input({ assignto: 'There is no member of this name.' });
    if (member !== null && member !== staff.id && !can(staff.type, 'orders.override-holder'))
      throw Refused.notAllowed();

    return each(ids, (id) =>
      this.locked(id, async (order, inside) => {
        if (order.heldBy === member) return;
        await (member === null ? this.refuseGivingBack(staff, order) : this.refuseHeldByOther(staff, order, inside));
        refuseStale(order, version);

        const from = order.heldBy === null ? undefined : await this.queries.nameOf(order.heldBy, inside);
        await this.queries.change(order, { heldBy: member }, { name: staff.name, what: 'change' }, inside);
        const action = member === null ? 'order.released' : 'order.assigned';
        await this.activity.note(inside, staff, { orderId: id, action, from, to });
      }),
    );
  }

  /**
   * Moves orders to one of the seven statuses (spec §4).
   * @throws Refused 403 by role or by what the order is, 404, 409 held by somebody else, same status, or stale.
   */
  async move(staff: Staff, ids: number[], to: MoveTarget, version?: number | null): Promise<BulkResult> {
    if (to === 'Deleted' && !can(staff.type, 'orders.delete')) throw Refused.notAllowed();

    return each(ids, (id) =>
      this.locked(id, async (order, inside) => {
        const facts = factsOf(order);
        if (to === 'Deleted' && order.processStatus !== 'Deleted' && !mayDelete(staff.type, facts))
          throw Refused.notAllowed();
        if (to !== order.processStatus && !mayLeave(staff.type, facts)) throw Refused.notAllowed();
        await this.refuseHeldByOther(staff, order, inside);
        refuseStale(order, version);
        if (order.processStatus === to) throw new Refused(`Order is already in ${to}`, 409);

        await this.moveTo(staff, order, to, consequences(staff, order, to), inside);
      }),
    );
  }

  /** Marks orders in Refunds as refunded now. @throws Refused 409 for others, or when the status is not the order's. */
  async markRefunded(staff: Staff, { orders, orderId, version }: MarkRefunded): Promise<BulkResult> {
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

        await this.queries.change(order, { refundDate: new Date() }, { name: staff.name, what: 'change' }, inside);
        await this.activity.note(inside, staff, { orderId: id, action: 'order.refunded' });
      }),
    );
  }

  /** Sends an order back to the queue it would enter today (decisions: Orders). @throws Refused 409 where that makes no sense. */
  reopen(staff: Staff, orderId: number, version?: number | null): Promise<void> {
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
      },
      { version, permission: 'orders.reopen' },
    );
  }

  /** Takes a deleted order back to the status it had. @throws Refused 409 when it isn't deleted. */
  restore(staff: Staff, orderId: number, version?: number | null): Promise<void> {
    return this.changing(
      staff,
      orderId,
      async (order, inside) => {
        if (order.processStatus !== 'Deleted') throw new Refused('Order is not deleted', 409);
        const to = order.statusBeforeDelete ?? this.enters(order);
        await this.moveTo(staff, order, to, { statusBeforeDelete: null }, inside);
      },
      { version, permission: 'orders.restore' },
    );
  }

  /** Keeps what the payment was called; the old values stay in the activity (api: save-transaction-details). */
  saveTransaction(
    staff: Staff,
    orderId: number,
    { transactionId, merchantName }: { transactionId: string; merchantName: string },
    version?: number | null,
  ): Promise<void> {
    return this.changing(
      staff,
      orderId,
      async (order, inside) => {
        const from = describe(order.transactionId, order.merchantName);
        await this.queries.change(order, { transactionId, merchantName }, { name: staff.name, what: 'change' }, inside);
        const to = describe(transactionId, merchantName);
        await this.activity.note(inside, staff, { orderId, action: 'transaction.saved', from, to });
      },
      { version },
    );
  }

  /**
   * Promotes every Future order whose day has begun in Kuala Lumpur; done twice it does nothing the second time, and after a
   * pause it catches up (decisions: Orders).
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
      await this.moveTo({ id: null, name: 'System' }, order, this.enters(order), {}, inside, 'order.promoted');
      return true;
    });
  }

  private async moveTo(
    actor: { id: number | null; name: string },
    order: Order,
    to: OrderStatus,
    further: Partial<Order>,
    inside: EntityManager,
    action = 'order.moved',
  ): Promise<void> {
    const from = order.processStatus;
    await this.queries.change(
      order,
      { ...further, processStatus: to },
      { name: actor.name, what: `move:${to}` },
      inside,
    );
    await this.activity.note(inside, actor, { orderId: order.id, action, from, to });
  }

  private enters(order: Order): OrderStatus {
    return enteringStatus(
      { paid: order.paidAt !== null, wantsPriority: order.wantsPriority, processingDate: order.processingDate },
      kualaLumpurToday(),
    );
  }

  private locked<Result>(
    orderId: number,
    work: (order: Order, inside: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return this.queries.transaction(async (inside) => {
      const order = orderId > 0 ? await this.queries.lock(orderId, inside) : null;
      if (!order) throw new Refused('Order not found', 404);
      return work(order, inside);
    });
  }

  private async refuseHeldByOther(staff: Staff, order: Order, inside: EntityManager): Promise<void> {
    if (this.isOpenTo(staff, order)) return;
    throw new Refused(`Order is already held by ${await this.queries.nameOf(order.heldBy!, inside)}`, 409);
  }

  private async refuseGivingBack(staff: Staff, order: Order): Promise<void> {
    if (!this.isOpenTo(staff, order)) throw Refused.notAllowed();
  }

  private async matching(
    staff: Staff,
    name: string,
    { month, userName }: { month?: string; userName?: string },
  ): Promise<Matching & { name: QueueName }> {
    if (!isQueueName(name)) throw new Refused('There is no such queue.', 404);
    const { filter, see } = queueRows[name];
    if (!can(staff.type, see)) throw Refused.notAllowed();
    return {
      name,
      filter,
      memberId: await this.whose(staff, userName),
      month: name === 'futureOrder' ? month : undefined,
    };
  }

  /** Whose orders 'mine' are: one's own, unless a lead names another member; nobody's for a name that is none. */
  private async whose(staff: Staff, userName: string | undefined): Promise<number> {
    if (!userName || !can(staff.type, 'orders.view-as')) return staff.id;
    return (await this.queries.memberByName(userName)) ?? 0;
  }
}

function factsOf(order: Order): MoveFacts {
  return { status: order.processStatus, held: order.heldBy !== null, refunded: order.refundDate !== null };
}

/** What a move changes beside the status: completing notes who did it and gives the order up (api: Order actions). */
function consequences(staff: Staff, order: Order, to: MoveTarget): Partial<Order> {
  if (to === 'Completed') return { processedBy: staff.name, processedAt: new Date(), heldBy: null };
  if (to === 'Deleted') return { statusBeforeDelete: order.processStatus };
  return {};
}

function refuseStale(order: Order, version: number | null | undefined): void {
  if (version == null || version === order.version) return;

  const [what = '', to] = (order.lastChange ?? '').split(':');
  const did = what === 'move' ? `was moved to ${to}` : 'was changed';
  throw new Refused(
    `Order ${did} by ${order.changedBy ?? 'somebody else'} at ${formatUtcMinute(order.changedAt ?? order.createTs)}`,
    409,
  );
}

function describe(transactionId: string | null, merchantName: string | null): string | undefined {
  return [transactionId, merchantName].filter(Boolean).join(' · ') || undefined;
}

/**
 * Does one order after the other, each in a transaction of its own; doubles count once (api: Common, bulk calls).
 * @throws the first refusal when none was done.
 */
async function each(ids: number[], work: (id: number) => Promise<unknown>): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] };
  let first: Refused | undefined;
  for (const id of new Set(ids)) {
    try {
      await work(id);
      result.done.push(id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      first ??= error;
      result.failed.push({ order_id: id, message: error.message });
    }
  }
  if (result.done.length > 0 || !first) return result;

  const refused = new Refused(first.message, first.code);
  refused.data = result;
  throw refused;
}
