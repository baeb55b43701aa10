import type { Document } from '../database/document.entity.js';
import type { Order } from '../database/order.entity.js';
import type { Refund } from '../database/refund.entity.js';
import { toGivenBack } from '../orders/refunds.present.js';
import type { ShopOrder } from '../shared/answers/shops.js';
import { encodeOrderId } from '../shared/order-id.js';
import { visitorState } from '../shared/order-statuses.js';
import { leftOf } from '../shared/refunds.js';

/** An order as its shop sees it. @param card the one that the customer may fetch now */
export function toShopOrder(order: Order, card: Document | null, refunds: Refund[]): ShopOrder {
  const { id, externalRef, refundDate } = order;
  return {
    order_id: id,
    encoded_id: encodeOrderId(id),
    external_ref: externalRef,
    state: stateOf(order, card !== null, refunds),
    refund_date: refundDate?.toISOString() ?? null,
    ...toGivenBack(order, refunds),
  };
}

/** An order that is in Refunds is `refunded` once nothing is left to give back; until then it will get no card: `cancelled`. */
function stateOf(
  { processStatus, refundDate, amount }: Order,
  isReady: boolean,
  refunds: Refund[],
): ShopOrder['state'] {
  if (processStatus === 'Deleted') return 'cancelled';
  const state = visitorState(processStatus, isReady);
  const isWhole = refundDate !== null && Number(leftOf(amount, refunds) ?? 0) === 0;
  return state === 'refunded' && !isWhole ? 'cancelled' : state;
}
