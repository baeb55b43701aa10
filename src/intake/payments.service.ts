import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import { recordOf } from '../database/last-change.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import { MailService } from '../mail/mail.service.js';
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
import { IntakeQueries } from './intake.queries.js';
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
    private readonly env: Env,
  ) {}

  /**
   * Records the payment of an order, whatever its status; a Pending one moves to the queue it enters today. One that was
   * cancelled or deleted unpaid comes back to Refunds, where the money is given back, and the Admins are warned. A repeated
   * payment changes nothing.
   * @throws Refused 404 for a reference that is unknown or another shop's.
   */
  record(shop: Shop, externalRef: string, payment: IntakePayment): Promise<PaidOrder> {
    return this.transactions.run(async (manager) => {
      const order = await this.queries.lockOrder(shop, externalRef, manager);
      if (!order) throw new Refused('Order not found', 404);
      if (order.paidAt && order.transactionId) {
        return toPaid(order.id, await this.queries.isPaidLate(order.id, manager));
      }

      const actor = { id: null, name: actorOf(shop) };
      const { id: orderId, processStatus, wantsPriority, processingDate } = order;
      const entered = enteringStatus({ paid: true, wantsPriority, processingDate }, kualaLumpurToday());
      const isLate = processStatus === 'Deleted' && order.paidAt === null;
      const moves = processStatus === 'Pending' || isLate;
      const to: OrderStatus = isLate ? 'Refunds' : entered;
      const fields = {
        ...paymentFacts(payment),
        paidAt: order.paidAt ?? new Date(),
        paidTimeTold: order.paidAt ? order.paidTimeTold : false,
        ...(moves && { processStatus: to }),
        ...(isLate && { statusBeforeDelete: null }),
      };
      await this.queries.change(orderId, { ...fields, ...recordOf(order, fields, actor.name) }, manager);

      const from = order.transactionId ?? undefined;
      const paid = [payment.transactionId, payment.merchantName].filter(Boolean).join(' · ');
      const note = isLate ? inboxMarks.late.label : undefined;
      const moved = { orderId, action: 'order.moved' as const, from: processStatus, to, note };
      const entries = [{ orderId, action: 'payment.received' as const, from, to: paid }, ...(moves ? [moved] : [])];
      await this.activity.noteAll(actor, entries, manager);
      if (isLate) await this.warn(order, paid, manager);
      return toPaid(order.id, isLate);
    });
  }

  /** Marks an order that was paid after it was cancelled, and mails every Admin; the sweep of mails sends them. */
  private async warn(order: Order, paid: string, manager: EntityManager): Promise<void> {
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

/** The fields that a payment sets. The order keeps its value of each that the payment leaves out. */
function paymentFacts({ transactionId, merchantName, ...card }: IntakePayment): Partial<Order> {
  const facts = { transactionId, merchantName, ...cardFacts(card) };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
