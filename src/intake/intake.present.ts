import type { Gateway } from '../database/gateway.entity.js';
import type { OrderReference, PaidOrder } from '../shared/answers/intake.js';
import { encodeOrderId } from '../shared/order-id.js';

export function toReference(id: number): OrderReference {
  return { order_id: id, encoded_id: encodeOrderId(id) };
}

/** @param isLate whether it was paid after it was cancelled */
export function toPaid(id: number, isLate: boolean): PaidOrder {
  return { ...toReference(id), state: isLate ? 'paid_after_cancelled' : 'paid' };
}

export function toActiveGateway({ id, gatewayName }: Gateway): { id: number; gateway_name: string } {
  return { id, gateway_name: gatewayName };
}
