import { z } from 'zod';
import { encodedId, utcMoment, wholeNumber } from '../output.js';
import { visitorStates } from '../order-statuses.js';

/** An order as its shop sees it; never an internal status name (docs/product.md#shops-and-intake). */
export const shopOrder = z.object({
  order_id: wholeNumber,
  encoded_id: encodedId,
  external_ref: z.string(),
  state: z.enum([...visitorStates, 'cancelled']).describe('The customer’s word; `cancelled` for a deleted order.'),
  refund_date: utcMoment.nullable().describe('Null until the money was given back.'),
});
export type ShopOrder = z.infer<typeof shopOrder>;
