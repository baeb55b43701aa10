import type { Document } from '../database/document.entity.js';
import type { Order } from '../database/order.entity.js';
import type { GivenBack } from '../shared/answers/refunds.js';
import type { ShopOrder } from '../shared/answers/shops.js';
import { encodeOrderId } from '../shared/order-id.js';
import { visitorState } from '../shared/order-statuses.js';

/** An order as its shop sees it. @param card the one that the customer may fetch now */
export function toShopOrder(order: Order, card: Document | null, given: GivenBack): ShopOrder {
  const { id, externalRef, refundDate } = order;
  return {
    order_id: id,
    encoded_id: encodeOrderId(id),
    external_ref: externalRef,
    state: stateOf(order, card !== null, given),
    refund_date: refundDate?.toISOString() ?? null,
    ...given,
  };
}

/** An order that is in Refunds is `refunded` once nothing is left to give back; until then it will get no card: `cancelled`. */
function stateOf({ processStatus, refundDate }: Order, isReady: boolean, given: GivenBack): ShopOrder['state'] {
  if (processStatus === 'Deleted') return 'cancelled';
  const state = visitorState(processStatus, isReady);
  const isWhole = refundDate !== null && Number(given.refundable_amount) === 0;
  return state === 'refunded' && !isWhole ? 'cancelled' : state;
}
