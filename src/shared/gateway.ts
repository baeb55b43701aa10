import { z } from 'zod';
import { orderId } from './input.js';

export type { GatewayEntry } from './answers/gateway.js';

export const setGateway = z.object({ gatewayId: orderId('Please select gateway.') });
export type SetGateway = z.infer<typeof setGateway>;
