import type { ChargeView } from '../database/charge-view.entity.js';
import type { OrderRequest } from '../database/order-request.entity.js';
import type { ChargeViewEntry, RequestEntry, WaitingRequest } from '../shared/answers/order-requests.js';
import { encodeOrderId } from '../shared/order-id.js';
import type { WaitingRow } from './requests.queries.js';

/** A request with its wire names. */
export function toRequest(request: OrderRequest): RequestEntry {
  return {
    id: request.id,
    order_id: request.orderId,
    create_ts: request.createTs.toISOString(),
    kind: request.kind,
    text: request.text,
    ip: request.ip,
    location: request.location,
    handled_at: request.handledAt?.toISOString() ?? null,
    handled_by: request.handledBy,
  };
}

/** A row of the list of open requests. */
export function toWaiting({ id, orderId, createTs, kind, text, ...order }: WaitingRow): WaitingRequest {
  return {
    id,
    order_id: orderId,
    encoded_id: encodeOrderId(orderId),
    create_ts: createTs.toISOString(),
    kind,
    text,
    full_name: order.fullName,
    process_status: order.processStatus,
    assign_to: order.holder,
  };
}

/** A look at the charge's page with its wire names. */
export function toChargeView({ id, createTs, ip, location }: ChargeView): ChargeViewEntry {
  return { id, create_ts: createTs.toISOString(), ip, location };
}
