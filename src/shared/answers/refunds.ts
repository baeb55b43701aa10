import { z } from 'zod';
import { refundStates } from '../refunds.js';
import { utcMoment, wholeNumber } from '../output.js';

/** A refund as the order's page has it. */
export const refundEntry = z.object({
  id: wholeNumber,
  charge_id: wholeNumber.nullable().describe('The further charge that it is of; null: the first.'),
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

const charge = {
  transaction_id: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  at: utcMoment.describe('When it was taken, as told; else when it was reported.'),
};

/** A charge as the order's page has it. */
export const chargeEntry = z.object({
  ...charge,
  id: wholeNumber.nullable().describe('Null: the first.'),
  left: z.string().nullable().describe('How much of it was not given back; null when its amount is not known.'),
  open: z.boolean().describe('Whether it was not given back whole.'),
});
export type ChargeEntry = z.infer<typeof chargeEntry>;

/** What was charged and given back of an order, as its shop sees it. Amounts have the currency's own digits. */
export const givenBack = z.object({
  charges: z.array(z.object(charge)).describe('Every charge, the first first; none of an order that was not paid.'),
  refunds: z.array(
    z.object({
      transaction_id: z.string().nullable().describe('The charge that it is of; null when that has no id.'),
      reference: z.string().nullable(),
      amount: z.string().nullable().describe('Null where neither it nor the charge’s amount was told.'),
      currency: z.string().nullable(),
      at: utcMoment,
      state: z.enum(refundStates),
    }),
  ),
  refunded_amount: z
    .string()
    .nullable()
    .describe('The sum of what was given back, of all charges in the order’s currency; null where nobody told it.'),
  refundable_amount: z.string().nullable().describe('What is left of these charges; null when an amount is not known.'),
});
export type GivenBack = z.infer<typeof givenBack>;
