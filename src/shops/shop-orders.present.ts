import type { Document } from '../database/document.entity.js';
import type { Order } from '../database/order.entity.js';
import type { ShopOrder } from '../shared/answers/shops.js';
import { encodeOrderId } from '../shared/order-id.js';
import { visitorState } from '../shared/order-statuses.js';

/** An order as its shop sees it. @param card the one that the customer may fetch now */
export function toShopOrder(order: Order, card: Document | null): ShopOrder {
  const { id, externalRef, processStatus, refundDate } = order;
  return {
    order_id: id,
    encoded_id: encodeOrderId(id),
    external_ref: externalRef,
    state: processStatus === 'Deleted' ? 'cancelled' : visitorState(processStatus, card !== null),
    refund_date: refundDate?.toISOString() ?? null,
  };
}
