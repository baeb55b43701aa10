import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import { recordOf } from '../database/last-change.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import { MailService } from '../mail/mail.service.js';
import { RefundsService } from '../orders/refunds.service.js';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import { kualaLumpurToday } from '../shared/dates.js';
import { enteringStatus } from '../shared/entering-status.js';
import type { PaidOrder } from '../shared/answers/intake.js';
import { inboxMarks } from '../shared/inbox-marks.js';
import type { IntakePayment } from '../shared/intake.js';
import { money } from '../shared/money.js';
import { encodeOrderId } from '../shared/order-id.js';
import type { OrderStatus } from '../shared/order-statuses.js';
import { routes } from '../shared/routes.js';
import { toActiveGateway, toPaid } from './intake.present.js';
import { IntakeQueries, type NewCharge } from './intake.queries.js';
import { cardFacts } from './new-order.js';
import { actorOf, type Shop } from './shop.js';

/** Receives payments from the shops (docs/http-api.md#shops-and-intake). */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly queries: IntakeQueries,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly mail: MailService,
    private readonly refunds: RefundsService,
    private readonly env: Env,
  ) {}

  /**
   * Records a payment of an order, whatever its status; a Pending one moves to the queue it enters today. Another transaction
   * id than that of a paid order is a further charge: the order is marked *Charged twice*. One that was cancelled comes back to
   * Refunds, where the money is given back, and the Admins are warned (docs/disputes.md#charges). A repeated payment changes
   * nothing.
   * @throws Refused 404 for a reference that is unknown or another shop's; 409 in another currency than what was given back of it
   */
  record(shop: Shop, externalRef: string, payment: IntakePayment): Promise<PaidOrder> {
    return this.transactions.run(async (manager) => {
      const order = await this.queries.lockOrder(shop, externalRef, manager);
      if (!order) throw new Refused('Order not found', 404);
      const isFirst = !(order.paidAt && order.transactionId);
      const isKnown =
        order.transactionId === payment.transactionId || (await this.queries.hasCharge(order.id, payment, manager));
      if (isFirst || !isKnown) await this.take(shop, order, payment, isFirst, manager);
      return toPaid(order.id, await this.queries.moneyMarks(order.id, manager));
    });
  }

  private async take(shop: Shop, order: Order, payment: IntakePayment, isFirst: boolean, manager: EntityManager) {
    if (isFirst) await this.refunds.refuseOtherThanGiven(order, payment.currency, manager);
    const actor = { id: null, name: actorOf(shop) };
    const { id: orderId, processStatus, wantsPriority, processingDate } = order;
    const entered = enteringStatus({ paid: true, wantsPriority, processingDate }, kualaLumpurToday());
    const isLate = isFirst ? processStatus === 'Deleted' && order.paidAt === null : isOut(processStatus);
    const moves = processStatus === 'Pending' || (isLate && processStatus === 'Deleted');
    const to: OrderStatus = isLate ? 'Refunds' : entered;
    const fields = {
      ...(isFirst && { ...paymentFacts(payment), ...timeOf(order, payment) }),
      ...(moves && { processStatus: to }),
      ...(isLate && { statusBeforeDelete: null }),
    };
    const written = { ...fields, ...recordOf(order, fields, actor.name) };
    await this.queries.change(orderId, written, manager);
    if (!isFirst) await this.queries.addCharge(chargeOf(order, payment), manager);

    const from = isFirst ? (order.transactionId ?? undefined) : undefined;
    const paid = [payment.transactionId, payment.merchantName].filter(Boolean).join(' · ');
    const note = isLate ? inboxMarks.late.label : undefined;
    const moved = { orderId, action: 'order.moved' as const, from: processStatus, to, note };
    const received = { orderId, action: 'payment.received' as const, from, to: paid, note: again(order, isFirst) };
    await this.activity.noteAll(actor, [received, ...(moves ? [moved] : [])], manager);
    if (isFirst) await this.refunds.closeIfGiven(actor, Object.assign(order, written), manager);
    if (isLate) await this.warn({ id: orderId, ...sumOf(order, payment) }, paid, manager);
  }

  /** Marks an order that was paid after it was cancelled, and mails every Admin; the sweep of mails sends them. */
  private async warn(
    order: Pick<Order, 'id' | 'amount' | 'currency'>,
    paid: string,
    manager: EntityManager,
  ): Promise<void> {
    await this.queries.markPaidLate(order.id, manager);
    const extra = {
      number: String(order.id),
      amount: money(order.amount, order.currency) ?? 'not known',
      how: paid,
      link: `${this.env.publicUrl}${routes.order(encodeOrderId(order.id))}`,
    };
    await this.mail.writeToMembers('disputes.refund-disputed', 'paid-after-cancel', extra, manager);
  }

  /** The active gateway. */
  async activeGateway(): Promise<{ id: number; gateway_name: string }> {
    return toActiveGateway(await this.queries.activeGateway());
  }
}

/** Whether an order gets no card. */
function isOut(status: OrderStatus): boolean {
  return status === 'Deleted' || status === 'Refunds';
}

/** The fields that a payment sets. The order keeps its value of each that the payment leaves out. */
function paymentFacts({ transactionId, merchantName, amount, currency, ...card }: IntakePayment): Partial<Order> {
  const facts = { transactionId, merchantName, amount, currency, ...cardFacts(card) };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function timeOf(order: Order, { paid_at: toldAt }: IntakePayment): Pick<Order, 'paidAt' | 'paidTimeTold'> {
  if (order.paidAt) return { paidAt: order.paidAt, paidTimeTold: order.paidTimeTold };
  return { paidAt: toldAt ?? new Date(), paidTimeTold: toldAt !== undefined };
}

/** How much was paid: without an amount that of the order. */
function sumOf({ amount, currency }: Order, payment: IntakePayment): Pick<Order, 'amount' | 'currency'> {
  return { amount: payment.amount ?? amount, currency: payment.currency ?? currency };
}

/** A further charge of an order. */
function chargeOf(order: Order, payment: IntakePayment): NewCharge {
  return {
    orderId: order.id,
    transactionId: payment.transactionId,
    merchantName: payment.merchantName,
    ...sumOf(order, payment),
    paidAt: payment.paid_at ?? new Date(),
    paidTimeTold: payment.paid_at !== undefined,
    ...cardFacts(payment),
  };
}

/** What the timeline says of a further charge. */
function again({ transactionId }: Order, isFirst: boolean): string | undefined {
  return isFirst ? undefined : `${inboxMarks.twice.label}: ${transactionId} is on record`;
}
