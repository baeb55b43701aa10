import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import { recordOf } from '../database/last-change.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import { Refused } from '../platform/reply.js';
import { kualaLumpurToday } from '../shared/dates.js';
import { enteringStatus } from '../shared/entering-status.js';
import type { OrderReference } from '../shared/answers/intake.js';
import type { IntakePayment } from '../shared/intake.js';
import { toActiveGateway, toReference } from './intake.present.js';
import { IntakeQueries } from './intake.queries.js';
import { cardFacts } from './new-order.js';
import { actorOf, type Shop } from './shop.js';

/** Receives payments from the shops (docs/product.md#shops-and-intake). */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly queries: IntakeQueries,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
  ) {}

  /**
   * Records the payment of an order, whatever its status; a Pending one moves to the queue it enters today. A repeated
   * payment changes nothing.
   * @throws Refused 404 for a reference that is unknown or another shop's.
   */
  record(shop: Shop, externalRef: string, payment: IntakePayment): Promise<OrderReference> {
    return this.transactions.run(async (manager) => {
      const order = await this.queries.lockOrder(shop, externalRef, manager);
      if (!order) throw new Refused('Order not found', 404);
      if (order.paidAt && order.transactionId) return toReference(order.id);

      const actor = { id: null, name: actorOf(shop) };
      const { id: orderId, processStatus, wantsPriority, processingDate } = order;
      const entered = enteringStatus({ paid: true, wantsPriority, processingDate }, kualaLumpurToday());
      const moves = processStatus === 'Pending';
      const fields = {
        ...paymentFacts(payment),
        paidAt: order.paidAt ?? new Date(),
        paidTimeTold: order.paidAt ? order.paidTimeTold : false,
        ...(moves && { processStatus: entered }),
        // A deleted order is restored to where it belongs now that it is paid.
        ...(order.statusBeforeDelete === 'Pending' && { statusBeforeDelete: entered }),
      };
      await this.queries.change(orderId, { ...fields, ...recordOf(order, fields, actor.name) }, manager);

      const from = order.transactionId ?? undefined;
      const to = [payment.transactionId, payment.merchantName].filter(Boolean).join(' · ');
      const moved = { orderId, action: 'order.moved' as const, from: processStatus, to: entered };
      const entries = [{ orderId, action: 'payment.received' as const, from, to }, ...(moves ? [moved] : [])];
      await this.activity.noteAll(actor, entries, manager);
      return toReference(order.id);
    });
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
