import { z } from 'zod';
import { allStatuses } from '../order-statuses.js';
import { utcMoment, wholeNumber } from '../output.js';
import { requestKinds } from '../request-kinds.js';

/** A customer's request about an order (docs/visitors.md#requests). */
export const requestEntry = z
  .object({
    id: wholeNumber,
    order_id: wholeNumber,
    create_ts: utcMoment,
    kind: z.enum(requestKinds),
    text: z.string().describe('What the customer wrote; empty for a refund.'),
    ip: z.string(),
    location: z.string().describe('Country and city of the IP address; empty when unknown.'),
    handled_at: utcMoment.nullable(),
    handled_by: z.string().nullable(),
  })
  .meta({ id: 'RequestEntry' });
export type RequestEntry = z.infer<typeof requestEntry>;

/** A request that nobody has handled yet, as the list shows it. */
export const waitingRequest = requestEntry
  .pick({ id: true, order_id: true, create_ts: true, kind: true, text: true })
  .extend({
    encoded_id: z.string(),
    full_name: z.string(),
    process_status: z.enum(allStatuses),
    assign_to: z.string().nullable().describe('The holder’s name.'),
  })
  .meta({ id: 'WaitingRequest' });
export type WaitingRequest = z.infer<typeof waitingRequest>;

/** A customer's look at the page that says what the charge is for. */
export const chargeViewEntry = z
  .object({ id: wholeNumber, create_ts: utcMoment, ip: z.string(), location: z.string() })
  .meta({ id: 'ChargeViewEntry' });
export type ChargeViewEntry = z.infer<typeof chargeViewEntry>;
