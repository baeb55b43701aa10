import { z } from 'zod';
import { calendarDay, utcMoment, wholeNumber } from '../output.js';
import { allStatuses, type OrderStatus } from '../order-statuses.js';

/** What an amendment did (docs/orders.md#amend-an-order). */
export const amended = z.object({
  changed: z.array(z.string()).describe('The wire names of the fields that changed; empty when nothing did.'),
  moved_to: z
    .enum(allStatuses as [OrderStatus, ...OrderStatus[]])
    .nullable()
    .describe('The status that the order went to; null when it stayed.'),
  opens: calendarDay.nullable().describe('In Future: the day on which the submission opens.'),
  submit_again: z.boolean().describe('Whether the order has to be submitted to the authority again.'),
  mails_to_old_address: z
    .array(z.object({ id: wholeNumber, kind: z.string(), create_ts: utcMoment, state: z.string() }))
    .describe('The mails to the address that the order had, newest first.'),
});
export type Amended = z.infer<typeof amended>;

/** What a customer's correction did (docs/visitors.md#correct-your-details). */
export const corrected = z.object({
  changed: z.array(z.string()).describe('The wire names of the fields that changed.'),
  asked: z.array(z.string()).describe('The wire names of the fields that are still asked for.'),
});
export type Corrected = z.infer<typeof corrected>;

/** Where a customer's correction came from. */
export const correctionEntry = z
  .object({
    id: wholeNumber,
    create_ts: utcMoment.describe('The same as of its `order.amended` in the activity.'),
    ip: z.string(),
    location: z.string().describe('Country and city of the IP address; empty when unknown.'),
  })
  .meta({ id: 'CorrectionEntry' });
export type CorrectionEntry = z.infer<typeof correctionEntry>;
