import { z } from 'zod';
import { encodedId, wholeNumber } from '../output.js';

/** An order as its shop sees it. */
export const orderReference = z.object({ order_id: wholeNumber, encoded_id: encodedId });
export type OrderReference = z.infer<typeof orderReference>;

/** The gateway the shops take payments through now. */
export const activeGateway = z.object({ id: wholeNumber, gateway_name: z.string() });
