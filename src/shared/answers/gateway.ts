import { z } from 'zod';
import { encodedId, wholeNumber } from '../output.js';

/** A payment gateway; exactly one is active (docs/people.md#roles). */
export const gatewayEntry = z
  .object({ id: wholeNumber, encoded_id: encodedId, gateway_name: z.string(), is_active: z.enum(['1', '0']) })
  .meta({ id: 'GatewayEntry' });
export type GatewayEntry = z.infer<typeof gatewayEntry>;
