import { z } from 'zod';
import { refundStates } from '../refunds.js';
import { utcMoment, wholeNumber } from '../output.js';

/** A refund as the order's page has it. */
export const refundEntry = z.object({
  id: wholeNumber,
  reference: z.string().nullable().describe('The gateway’s name for it.'),
  amount: z.string().nullable().describe('Null where nobody told it: then it is all that was left.'),
  currency: z.string().nullable(),
  at: utcMoment.describe('When the money was given back.'),
  by: z.string(),
  state: z.enum(refundStates),
  reason: z.string().nullable().describe('Why it failed.'),
  failed_at: utcMoment.nullable(),
  is_whole: z.boolean().nullable().describe('Whether a member said that nothing more will be given back.'),
  create_ts: utcMoment,
});
export type RefundEntry = z.infer<typeof refundEntry>;

/** What was given back of an order, as its shop sees it. Amounts have the currency's own digits. */
export const givenBack = z.object({
  refunds: z.array(
    z.object({
      reference: z.string().nullable(),
      amount: z.string().nullable().describe('Null where neither it nor the charge’s amount was told.'),
      currency: z.string().nullable(),
      at: utcMoment,
      state: z.enum(refundStates),
    }),
  ),
  refunded_amount: z.string().nullable().describe('The sum of what was given back; null where nobody told it.'),
  refundable_amount: z.string().nullable().describe('What is left; null when the charge’s amount is not known.'),
});
export type GivenBack = z.infer<typeof givenBack>;
