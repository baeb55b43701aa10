import { z } from 'zod';
import { encodedId, utcMoment, wholeNumber } from '../output.js';

/** An order that a member holds on a lease (docs/orders.md#next-order). */
export const lease = z
  .object({
    order_id: wholeNumber,
    encoded_id: encodedId,
    until: utcMoment.describe('When it goes back to its queue, unless the holder works on it.'),
  })
  .meta({ id: 'Lease' });
export type Lease = z.infer<typeof lease>;

/** The order that *Next order* gave. */
export const taken = lease
  .extend({
    given_back: z
      .array(wholeNumber)
      .describe('The orders that went back to their queues, because the caller had not worked on them.'),
  })
  .meta({ id: 'TakenOrder' });
export type Taken = z.infer<typeof taken>;
