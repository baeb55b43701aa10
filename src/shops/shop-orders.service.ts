import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Order } from '../database/order.entity.js';
import { DocumentsService } from '../documents/documents.service.js';
import { actorOf, type Shop } from '../intake/shop.js';
import { HoldingService } from '../orders/holding.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { RefundsService } from '../orders/refunds.service.js';
import { Refused } from '../platform/reply.js';
import type { ShopOrder } from '../shared/answers/shops.js';
import { statusRows } from '../shared/order-statuses.js';
import type { CancelOrder } from '../shared/shops.js';
import { toShopOrder } from './shop-orders.present.js';
import { ShopOrdersQueries } from './shop-orders.queries.js';

/** What shops ask of their own orders (docs/http-api.md#shops-and-intake). */
@Injectable()
export class ShopOrdersService {
  constructor(
    private readonly queries: ShopOrdersQueries,
    private readonly orders: OrdersService,
    private readonly holding: HoldingService,
    private readonly refunds: RefundsService,
    private readonly documents: DocumentsService,
  ) {}

  /** @throws Refused 404 for a reference that is unknown or another shop's. */
  async state(shop: Shop, externalRef: string): Promise<ShopOrder> {
    const order = await this.queries.ofShop(shop, externalRef);
    if (!order) throw new Refused('Order not found', 404);
    const [card, given] = await Promise.all([this.documents.ready(order), this.refunds.givenBack(order)]);
    return toShopOrder(order, card, given);
  }

  /**
   * Cancels an order, whoever holds it: a paid one moves to Refunds, where its money is given back; an unpaid one is
   * deleted. One that is in Refunds or deleted already stays as it is.
   * @throws Refused 404 as `state`; 409 when the card was submitted or made.
   */
  async cancel(shop: Shop, externalRef: string, { reason }: CancelOrder): Promise<ShopOrder> {
    const { order_id: orderId } = await this.state(shop, externalRef);
    await this.holding.locked(orderId, async (order, manager) => {
      const { processStatus } = order;
      if (processStatus === 'Refunds' || processStatus === 'Deleted') return;

      await this.refuseSubmitted(order, manager);
      const to =
        order.paidAt === null
          ? { processStatus: 'Deleted' as const, statusBeforeDelete: processStatus }
          : { processStatus: 'Refunds' as const };
      const note = ['Cancelled', reason].filter(Boolean).join(': ');
      await this.orders.moveTo({ id: null, name: actorOf(shop) }, order, { ...to, note }, manager);
    });
    return this.state(shop, externalRef);
  }

  /** @throws Refused 409 when there is nothing left to cancel: the authority has the form, or the card is there. */
  private async refuseSubmitted(order: Order, manager: EntityManager): Promise<void> {
    if (await this.queries.hasCard(order.id, manager)) throw new Refused('The card is made already', 409);
    if (order.submitted !== null || !statusRows[order.processStatus].unsubmitted)
      throw new Refused('The card is submitted to the authority already', 409);
  }
}
