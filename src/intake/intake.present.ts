import type { Gateway } from '../database/gateway.entity.js';
import type { OrderReference } from '../shared/answers/intake.js';
import { encodeOrderId } from '../shared/order-id.js';

export function toReference(id: number): OrderReference {
  return { order_id: id, encoded_id: encodeOrderId(id) };
}

export function toActiveGateway({ id, gatewayName }: Gateway): { id: number; gateway_name: string } {
  return { id, gateway_name: gatewayName };
}
