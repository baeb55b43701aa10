import { z } from 'zod';
import { orderId } from './input.js';

export type GatewayEntry = { id: number; encoded_id: string; gateway_name: string; is_active: '1' | '0' };

export const setGateway = z.object({ gatewayId: orderId('Please select gateway.') });
export type SetGateway = z.infer<typeof setGateway>;
