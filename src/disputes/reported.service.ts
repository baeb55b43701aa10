import { Injectable } from '@nestjs/common';
import { actorOf, type Shop } from '../intake/shop.js';
import { RefundsService } from '../orders/refunds.service.js';
import { Refused } from '../platform/reply.js';
import { disputeStates } from '../shared/dispute-states.js';
import type { IntakeDispute, IntakeRefund } from '../shared/disputes.js';
import { encodeOrderId } from '../shared/order-id.js';
import { DisputesQueries } from './disputes.queries.js';
import { DisputesService } from './disputes.service.js';

/** What shops report of their own orders (docs/product.md#disputes). */
@Injectable()
export class ReportedService {
  constructor(
    private readonly queries: DisputesQueries,
    private readonly disputes: DisputesService,
    private readonly refunds: RefundsService,
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
   * Records that the money of an order was given back. A second time changes nothing.
   * @throws Refused 404 as `disputed`, 422 for a time in the future, 409 for more than was paid or another currency.
   */
  async refunded(shop: Shop, externalRef: string, { refunded_at: toldAt, case_id: caseId, ...told }: IntakeRefund) {
    if (toldAt && toldAt > new Date()) throw Refused.input({ refunded_at: 'refunded_at must not be in the future.' });
    const orderId = await this.orderOf(shop, externalRef);
    const refundDate = await this.refunds.recordRefund(actor(shop), orderId, {
      ...told,
      toldAt,
      note: [caseId, told.reference].filter(Boolean).join(', ') || undefined,
    });
    const disputes = await this.queries.ofOrder(orderId);
    return {
      order_id: orderId,
      encoded_id: encodeOrderId(orderId),
      refund_date: refundDate.toISOString(),
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
