import { Injectable } from '@nestjs/common';
import { actorOf, type Shop } from '../intake/shop.js';
import { OrdersService } from '../orders/orders.service.js';
import { RefundsService } from '../orders/refunds.service.js';
import { Refused } from '../platform/reply.js';
import { disputeStates } from '../shared/dispute-states.js';
import type { IntakeDispute, IntakeRefund, IntakeRefundFailed } from '../shared/disputes.js';
import { encodeOrderId } from '../shared/order-id.js';
import { DisputesQueries } from './disputes.queries.js';
import { DisputesService } from './disputes.service.js';

/** What shops report of their own orders (docs/disputes.md#disputes). */
@Injectable()
export class ReportedService {
  constructor(
    private readonly queries: DisputesQueries,
    private readonly disputes: DisputesService,
    private readonly refunds: RefundsService,
    private readonly orders: OrdersService,
  ) {}

  /**
   * Records a dispute of an order of the shop; the same case id is the same dispute.
   * @throws Refused 404 for a reference that is unknown or another shop's, 409 for a case id of another order.
   */
  async disputed(shop: Shop, externalRef: string, input: IntakeDispute) {
    const orderId = await this.orderOf(shop, externalRef);
    const { dispute, isNew } = await this.disputes.receive(actor(shop), 'shop', orderId, input);
    return {
      order_id: orderId,
      encoded_id: encodeOrderId(orderId),
      dispute_id: dispute.id,
      case_id: input.case_id,
      state: dispute.state,
      isNew,
    };
  }

  /**
   * Records that money of an order was given back. The same reference again changes nothing.
   * @throws Refused 404 as `disputed`, and for a charge that the order has not; 422 for a time in the future, 409 for more than
   * is left, another currency, or another amount under the same reference.
   */
  async refunded(shop: Shop, externalRef: string, input: IntakeRefund) {
    const { refunded_at: toldAt, case_id: note, transaction_id: transactionId, ...told } = input;
    if (toldAt && toldAt > new Date()) throw Refused.input({ refunded_at: 'refunded_at must not be in the future.' });
    const orderId = await this.orderOf(shop, externalRef);
    await this.refunds.recordRefund(actor(shop), orderId, { ...told, transactionId, toldAt, note });
    return this.refundsOf(orderId);
  }

  /**
   * Records that a refund failed. A second time changes nothing.
   * @throws Refused 404 as `disputed`, and for a reference of no refund; 422 for a time in the future.
   */
  async refundFailed(shop: Shop, externalRef: string, { reference, reason, at }: IntakeRefundFailed) {
    if (at && at > new Date()) throw Refused.input({ at: 'at must not be in the future.' });
    const orderId = await this.orderOf(shop, externalRef);
    await this.refunds.recordFailure(actor(shop), orderId, { reference, reason, at });
    return this.refundsOf(orderId);
  }

  private async refundsOf(orderId: number) {
    const order = await this.orders.find(orderId);
    const [given, disputes] = await Promise.all([this.refunds.givenBack(order), this.queries.ofOrder(orderId)]);
    return {
      order_id: orderId,
      encoded_id: encodeOrderId(orderId),
      refund_date: order.refundDate?.toISOString() ?? null,
      ...given,
      open_disputes: disputes.filter(({ state }) => !disputeStates[state].over).length,
    };
  }

  private async orderOf({ id }: Shop, externalRef: string): Promise<number> {
    const orderId = await this.queries.orderOfShop(id, externalRef);
    if (orderId === undefined) throw new Refused('Order not found', 404);
    return orderId;
  }
}

function actor(shop: Shop) {
  return { id: null, name: actorOf(shop) };
}
