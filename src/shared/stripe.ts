import { z } from 'zod';
import { disputeVersion } from './disputes.js';
import { optionalText, requiredText, rowId } from './input.js';
import { utcMoment, wholeNumber } from './output.js';
import { type StripeAnswerState, stripeAnswerStates } from './stripe-cases.js';

/** Stages the texts and the file of a stored version of a pack. */
export const stageAnswer = z.object({
  packId: rowId('Please choose a version.'),
  version: disputeVersion,
});
export type StageAnswer = z.infer<typeof stageAnswer>;

/** Submits an answer that was staged. */
export const submitAnswer = z.object({
  answerId: rowId('Please stage an answer first.'),
  version: disputeVersion,
});
export type SubmitAnswer = z.infer<typeof submitAnswer>;

/** The secrets of a gateway's account at Stripe, by the gateway's name. Without a key the one that is kept stays. */
export const keepStripeAccount = z.object({
  name: requiredText('Please enter the gateway’s name.', 60),
  webhookSecret: requiredText('Please enter the signing secret.', 200).regex(/^whsec_/, 'It begins with whsec_.'),
  secretKey: optionalText(300).refine((key) => !key || /^[sr]k_/.test(key), 'It begins with sk_ or rk_.'),
});
export type KeepStripeAccount = z.infer<typeof keepStripeAccount>;

/** An answer as members see it. */
export const stripeAnswer = z
  .object({
    id: wholeNumber,
    dispute_id: wholeNumber,
    pack_id: wholeNumber,
    state: z.enum(Object.keys(stripeAnswerStates) as [StripeAnswerState, ...StripeAnswerState[]]),
    in_doubt: z.boolean().describe('Whether a call had no answer; what Stripe has is read before the next one.'),
    failure: z.string().nullable().describe('What Stripe or the network said last.'),
    files: z.array(z.string()).describe('The fields of the evidence for which Stripe has a file.'),
    staged_by: z.string(),
    staged_at: utcMoment.nullable(),
    submitted_by: z.string().nullable(),
    submitted_at: utcMoment.nullable(),
  })
  .meta({ id: 'StripeAnswer' });
export type StripeAnswer = z.infer<typeof stripeAnswer>;

/** What a cardholder told the bank: its words, how many files the bank sent, and Stripe's name for the kind. */
export type CardholderClaim = { dispute_id: number; kind: string | null; text: string | null; files: number };
