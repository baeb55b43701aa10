import type { Gateway } from '../database/gateway.entity.js';
import type { OrderReference, PaidOrder } from '../shared/answers/intake.js';
import { encodeOrderId } from '../shared/order-id.js';

export function toReference(id: number): OrderReference {
  return { order_id: id, encoded_id: encodeOrderId(id) };
}

/** @param marks what is to be seen of its money */
export function toPaid(id: number, marks: ('late' | 'twice')[]): PaidOrder {
  const state = marks.includes('late') ? 'paid_after_cancelled' : marks.includes('twice') ? 'charged_twice' : 'paid';
  return { ...toReference(id), state };
}

export function toActiveGateway({ id, gatewayName }: Gateway): { id: number; gateway_name: string } {
  return { id, gateway_name: gatewayName };
}
