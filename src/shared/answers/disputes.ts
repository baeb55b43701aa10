import { z } from 'zod';
import { givenBack } from './refunds.js';
import { allDisputeCategories, allDisputeNetworks } from '../dispute-reasons.js';
import { allDisputeStates } from '../dispute-states.js';
import { disputeSources } from '../disputes.js';
import { encodedId, sha256, utcMoment, wholeNumber } from '../output.js';

const known = z.string().nullable();

/** A dispute with its wire names (docs/disputes.md#disputes). */
export const disputeEntry = z
  .object({
    id: wholeNumber,
    order_id: wholeNumber,
    encoded_id: encodedId,
    network: z.enum(allDisputeNetworks).nullable(),
    reason_code: known.describe('As the bank writes it.'),
    reason_title: known.describe('The network’s name of the code; null for a code that is not listed.'),
    category: z.enum(allDisputeCategories),
    case_id: known,
    arn: known,
    amount: known,
    currency: known,
    opened_at: utcMoment,
    reply_by: utcMoment.nullable(),
    state: z.enum(allDisputeStates),
    source: z.enum(disputeSources),
    details_missing: z.array(z.string()).describe('Which details are not known, in words.'),
    submitted_pack_id: wholeNumber.nullable(),
    submitted_at: utcMoment.nullable(),
    submitted_by: known,
    outcome_at: utcMoment.nullable(),
    note: known,
    version: wholeNumber,
    changed_by: z.string(),
    changed_at: utcMoment,
  })
  .meta({ id: 'Dispute' });
export type DisputeEntry = z.infer<typeof disputeEntry>;

/** A row of the disputes' list: the dispute, whose order it is about, and what its answer lacks. */
export const disputeRow = z
  .object({
    ...disputeEntry.shape,
    full_name: z.string(),
    process_status: z.string(),
    refunded: z.boolean(),
    missing: z.array(z.string()).describe('What the bank asks to see and is not on record, in words.'),
  })
  .meta({ id: 'DisputeRow' });
export type DisputeRow = z.infer<typeof disputeRow>;

/** Something that an answer can show: whether it is on record, and the action that would add it. */
const disputeProof = z
  .object({
    proof: z.string(),
    label: z.string(),
    needed: z.boolean().describe('Whether the bank asks for it; else it only helps.'),
    found: z.boolean(),
    why: z.string().describe('What is on record, or what is missing.'),
    mend: known.describe('The action that would mend it; null when it can’t be mended.'),
    mend_at: known.describe('The path, or the part of the order’s page, where that is done.'),
  })
  .meta({ id: 'DisputeProof' });
export type DisputeProofEntry = z.infer<typeof disputeProof>;

/** A stored pack of an order. */
export const packVersion = z
  .object({
    id: wholeNumber,
    type: wholeNumber,
    dispute_id: wholeNumber.nullable(),
    made_by: z.string(),
    create_ts: utcMoment,
    sha256,
    size: wholeNumber,
    pages: wholeNumber,
    submitted_for: z.array(wholeNumber).describe('The disputes whose bank got this file.'),
  })
  .meta({ id: 'PackVersion' });
export type PackVersion = z.infer<typeof packVersion>;

/** Visa's rules for compelling evidence, over the earlier charges of the same card (docs/evidence.md#compelling-evidence). */
const compellingCharges = z.object({
  meets: z.boolean(),
  verdict: z.string().describe('Whether every rule is met, or why not, in one sentence.'),
  charges: z.array(
    z.object({
      order_id: wholeNumber,
      encoded_id: encodedId,
      at: utcMoment,
      days: z.number().int().describe('Whole days before the disputed charge.'),
      same: z.array(z.string()).describe('The elements that are equal in it and the disputed charge.'),
      fails: z.array(z.string()).describe('The rules that it fails, in words.'),
      counts: z.boolean().describe('Whether it is one of the two that meet every rule together.'),
    }),
  ),
});

/** A dispute with what the order's page shows with it. */
export const disputeCase = z
  .object({
    ...disputeEntry.shape,
    asks: z.string().describe('What the bank wants to know.'),
    proofs: z.array(disputeProof),
    compelling: compellingCharges.nullable().describe('Null for another reason than Visa 10.4.'),
    advice: z
      .object({
        fight: z.boolean().describe('Whether to answer the bank.'),
        sentence: z.string().describe('The verdict, in at most twelve words.'),
        reasons: z.array(z.string()).describe('What is on record for it and what is missing.'),
      })
      .describe('What the answer is worth by the records, without a probability.'),
    record: z
      .object({ won: wholeNumber, lost: wholeNumber })
      .nullable()
      .describe('How earlier disputes of this category ended; null below twenty.'),
  })
  .meta({ id: 'DisputeCase' });
export type DisputeCase = z.infer<typeof disputeCase>;

/** A dispute as its shop sees it. */
export const reportedDispute = z.object({
  order_id: wholeNumber,
  encoded_id: encodedId,
  dispute_id: wholeNumber,
  case_id: z.string(),
  state: z.enum(allDisputeStates),
});

/** A refund as its shop sees it. */
export const reportedRefund = z.object({
  order_id: wholeNumber,
  encoded_id: encodedId,
  refund_date: utcMoment.nullable().describe('Null until all of the money was given back.'),
  ...givenBack.shape,
  open_disputes: wholeNumber.describe(
    'Disputes of the order that are not over: the bank may have taken the money too.',
  ),
});
