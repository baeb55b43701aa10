import { z } from 'zod';
import { encodedId, wholeNumber } from '../output.js';

/** An order as its shop sees it. */
export const orderReference = z.object({ order_id: wholeNumber, encoded_id: encodedId });
export type OrderReference = z.infer<typeof orderReference>;

/** An order whose payment its shop reported. */
export const paidOrder = orderReference.extend({
  state: z
    .enum(['paid', 'paid_after_cancelled', 'charged_twice'])
    .describe(
      '`paid_after_cancelled`: it was cancelled or deleted before, gets no card, and waits for its refund. `charged_twice`: it has another charge, and one of them is to be given back.',
    ),
});
export type PaidOrder = z.infer<typeof paidOrder>;

/** The gateway the shops take payments through now. */
export const activeGateway = z.object({ id: wholeNumber, gateway_name: z.string() });
