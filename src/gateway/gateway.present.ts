import type { Gateway } from '../database/gateway.entity.js';
import type { GatewayEntry } from '../shared/gateway.js';
import { encodeOrderId } from '../shared/order-id.js';

/** A gateway with its wire names; its id is encoded as an order's is (docs/screens.md#screens). */
export function toGateway(gateway: Gateway): GatewayEntry {
  return {
    id: gateway.id,
    encoded_id: encodeOrderId(gateway.id),
    gateway_name: gateway.gatewayName,
    is_active: gateway.isActive ? '1' : '0',
  };
}
