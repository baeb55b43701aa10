import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import { Refused } from '../platform/reply.js';
import { moneyTaken } from '../shared/dispute-states.js';
import { money } from '../shared/money.js';
import type { OrderStatus } from '../shared/order-statuses.js';
import type { MarkRefunded } from '../shared/orders.js';
import { can } from '../shared/permissions.js';
import { each, type Outcome } from './changes.js';
import { HoldingService } from './holding.service.js';
import { OrdersQueries } from './orders.queries.js';
import { OrdersService } from './orders.service.js';
import { UnreadService } from './unread.service.js';

/** Money that was given back (docs/product.md#refunds). */
@Injectable()
export class RefundsService {
  constructor(
    private readonly queries: OrdersQueries,
    private readonly holding: HoldingService,
    private readonly orders: OrdersService,
    private readonly activity: ActivityService,
    private readonly unread: UnreadService,
  ) {}

  /**
   * Marks orders in Refunds as refunded now. @throws Refused 409 for any other status, or when the status is not the one
   * the member saw; when the bank has taken the money in a dispute and no Admin confirms (docs/product.md#disputes); when
   * more is given back than was paid (docs/product.md#refunds); after a message of the customer that nobody has read
   * (docs/product.md#unread-messages).
   */
  async markRefunded(
    staff: Staff,
    { orders, orderId, version, seenMessage, ...refund }: MarkRefunded,
  ): Promise<Outcome> {
    const seen = new Map((orders ?? []).map(({ id, status }) => [id, status]));
    const ids = orders ? [...seen.keys()] : [orderId ?? []].flat();

    return each(ids, (id) =>
      this.holding.changing(staff, id, { version }, async (order, manager) => {
        await this.unread.refuse(staff, id, seenMessage, manager);
        await this.refund(staff, order, { ...refund, seen: seen.get(id) }, manager);
      }),
    );
  }

  /**
   * Records that the money of an order was given back, as its shop reports it: the order goes to Refunds, whatever its
   * status and holder. One that is refunded already stays as it is; a deleted one stays deleted.
   * @param refund `toldAt` is not in the future, now unless told; `note` is for the timeline
   * @returns when it was refunded
   * @throws Refused 404 when there is no such order; 409 when more is given back than was paid, or in another currency.
   */
  recordRefund(actor: Actor, orderId: number, { toldAt, note, ...told }: RecordedRefund): Promise<Date> {
    return this.holding.locked(orderId, async (order, manager) => {
      if (order.refundDate) return order.refundDate;

      refuseWrongRefund(order, told);
      const at = toldAt ?? (await this.queries.now(manager));
      const given = { refundDate: at, refundAmount: told.amount ?? null, refundReference: told.reference ?? null };
      const isDeleted = order.processStatus === 'Deleted';
      if (isDeleted || order.processStatus === 'Refunds') {
        const to = { ...given, ...(isDeleted && { statusBeforeDelete: 'Refunds' as const }) };
        await this.queries.change(order, to, actor.name, manager);
      } else await this.orders.moveTo(actor, order, { processStatus: 'Refunds', ...given }, manager);
      await this.activity.note(actor, { orderId, action: 'order.refunded', note }, manager);
      return at;
    });
  }

  private async refund(
    staff: Staff,
    order: Order,
    {
      seen,
      despiteDispute,
      refundAmount,
      refundReference,
    }: Pick<MarkRefunded, 'despiteDispute' | 'refundAmount' | 'refundReference'> & { seen: OrderStatus | undefined },
    manager: EntityManager,
  ): Promise<void> {
    const { processStatus } = order;
    if (seen && seen !== processStatus) throw new Refused(`Order is in ${processStatus}`, 409);
    if (processStatus !== 'Refunds') throw new Refused(`Order is in ${processStatus}, not in Refunds`, 409);
    if (order.refundDate) throw new Refused('Order is already refunded', 409);
    refuseWrongRefund(order, { amount: refundAmount });
    await this.refuseTakenMoney(staff, order, despiteDispute, manager);

    const to = {
      refundDate: await this.queries.now(manager),
      refundAmount: refundAmount ?? null,
      refundReference: refundReference ?? null,
    };
    await this.queries.change(order, to, staff.name, manager);
    const note = [money(to.refundAmount, order.currency), to.refundReference].filter(Boolean).join(', ');
    await this.activity.note(staff, { orderId: order.id, action: 'order.refunded', note: note || undefined }, manager);
  }

  /** A refund of money that the bank has taken would be paid twice: an Admin has to confirm it. */
  private async refuseTakenMoney(
    staff: Staff,
    order: Order,
    isConfirmed: boolean,
    manager: EntityManager,
  ): Promise<void> {
    if (!(await this.queries.isMoneyTaken(order.id, manager))) return;
    if (!can(staff.type, 'disputes.refund-disputed'))
      throw new Refused(`${moneyTaken}. Only an Admin can refund it.`, 409);
    if (!isConfirmed) throw new Refused(`${moneyTaken}. Confirm that it is to be refunded all the same.`, 409);
  }
}

/** A refund as its shop tells it; the amount is in `currency`, else in the order's. */
type RecordedRefund = {
  toldAt: Date | undefined;
  note?: string | undefined;
  amount?: string | undefined;
  currency?: string | undefined;
  reference?: string | undefined;
};

/** @throws Refused 409 when more is given back than was paid, in another currency, or of an amount that nobody knows. */
function refuseWrongRefund(order: Order, { amount, currency }: Pick<RecordedRefund, 'amount' | 'currency'>): void {
  if (amount === undefined) return;
  if (order.amount === null || order.currency === null) {
    throw new Refused('Order has no amount on record, so none can be given back', 409);
  }
  if ((currency && currency !== order.currency) || Number(amount) > Number(order.amount)) {
    throw new Refused(`Order was paid with ${money(order.amount, order.currency)}; no more can be given back`, 409);
  }
}
