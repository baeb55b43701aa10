import { endOfEarliestDay } from './dates.js';
import { z } from 'zod';
import { isCalendarDate } from './dates.js';
import { disputeFilters } from './dispute-states.js';
import { allDisputeNetworks, type DisputeNetwork } from './dispute-reasons.js';
import {
  decimalAmount,
  optionalText,
  orderId,
  pageLimit,
  pageNumber,
  requiredText,
  rowId,
  trimmed,
  unknownFields,
} from './input.js';

/** How a dispute came in. */
export const disputeSources = ['remark', 'member', 'shop', 'import', 'stripe'] as const;
export type DisputeSource = (typeof disputeSources)[number];

/** The fields a bank's letter fills in; a dispute that lacks one of them is marked `details missing`. */
const wanted = {
  network: 'network',
  reasonCode: 'reason code',
  caseId: 'case id',
  amount: 'amount',
  replyBy: 'reply-by date',
} as const;

/** Which details of a dispute are not known, in words. An empty list when none is missing. */
export function missingDetails(dispute: Record<keyof typeof wanted, unknown>): string[] {
  return (Object.keys(wanted) as (keyof typeof wanted)[]).filter((name) => !dispute[name]).map((name) => wanted[name]);
}

const networkMessage = `network must be one of ${allDisputeNetworks.join(', ')}.`;
const network = trimmed(
  z.union([z.literal(''), z.enum(allDisputeNetworks as [DisputeNetwork, ...DisputeNetwork[]])], {
    error: networkMessage,
  }),
)
  .nullish()
  .transform((value) => value || undefined);

const amount = decimalAmount('amount');

const currency = z
  .string({ error: 'currency must be three letters.' })
  .trim()
  .regex(/^(?:[A-Za-z]{3})?$/, 'currency must be three letters.')
  .nullish()
  .transform((value) => value?.toUpperCase() || undefined);

const timeMessage = 'Must be a date, YYYY-MM-DD, or a time, ISO 8601 with a zone.';

/**
 * A day or a moment. A day means its last second in UTC where a reply is due, else its first.
 * @param clock the time of a day without one
 */
function dayOrMoment(clock: string) {
  return trimmed(
    z.union(
      [
        z.literal(''),
        z.string().refine(isCalendarDate, timeMessage),
        z.iso.datetime({ offset: true, error: timeMessage }),
      ],
      { error: timeMessage },
    ),
  )
    .nullish()
    .transform((value) => (value ? new Date(value.length === 10 ? `${value}T${clock}Z` : value) : undefined));
}

/** The details of a dispute, as a bank, a gateway or a shop gives them. All may be absent. */
const details = {
  network,
  reason_code: optionalText(40),
  case_id: optionalText(100),
  arn: optionalText(40),
  amount,
  currency,
  opened_at: dayOrMoment('00:00:00'),
  reply_by: dayOrMoment(endOfEarliestDay),
  note: optionalText(4000),
};

const beginsIn = trimmed(z.enum(['inquiry', 'open'], { error: 'state must be inquiry or open.' })).default('open');
/** The version of a dispute as the member saw it. */
export const disputeVersion = z.coerce.number({ error: 'version must be a number.' }).int('version must be a number.');

/** Both or neither, since an amount without its currency says nothing. */
function together({ amount: sum, currency: unit }: { amount?: string | undefined; currency?: string | undefined }) {
  return (sum === undefined) === (unit === undefined);
}
const notTogether = { path: ['currency'], error: 'amount and currency go together.' };

/** A dispute that a member adds to an order. */
export const addDispute = z.object({ orderId: orderId(), state: beginsIn, ...details }).refine(together, notTogether);
export type AddDispute = z.infer<typeof addDispute>;

export const disputeId = rowId('There is no such dispute.');

/** All details, replaced; what is absent is emptied. */
export const changeDispute = z.object({ ...details, version: disputeVersion }).refine(together, notTogether);
export type ChangeDispute = z.infer<typeof changeDispute>;

/** A change of state other than submitting. `at` is when the bank decided, now when absent. */
export const moveDispute = z.object({
  to: trimmed(z.enum(['open', 'accepted', 'won', 'lost'], { error: 'to must be open, accepted, won or lost.' })),
  at: dayOrMoment('00:00:00'),
  version: disputeVersion,
});
export type MoveDispute = z.infer<typeof moveDispute>;

/** Ties exactly this stored pack to the dispute as the one that the bank got. */
export const submitDispute = z.object({
  packId: rowId('Please choose a version.'),
  version: disputeVersion,
});
export type SubmitDispute = z.infer<typeof submitDispute>;

/** A dispute as a shop reports it. */
export const intakeDispute = z
  .strictObject(
    {
      ...details,
      case_id: trimmed(
        z.string({ error: 'case_id is required' }).min(1, 'case_id is required').max(100, 'At most 100 characters.'),
      ).refine((value) => !value.includes('\0'), 'This text contains a character that is not allowed.'),
      state: beginsIn,
    },
    { error: unknownFields() },
  )
  .refine(together, notTogether);
export type IntakeDispute = z.infer<typeof intakeDispute>;

/** The query of the disputes' list. */
export const disputesQuery = z.object({
  state: trimmed(z.enum(disputeFilters, { error: 'There is no such state.' })).default('waiting'),
  page: pageNumber,
  limit: pageLimit,
});
export type DisputesQuery = z.infer<typeof disputesQuery>;

/** The same for the screen: what is wrong becomes the default. */
export const disputesScreenQuery = z.object({
  state: disputesQuery.shape.state.catch('waiting'),
  page: pageNumber.catch(1),
  limit: pageLimit.catch(25),
});

/** A refund that a shop reports: money has been given back. Without an amount it is what is left, of the charge that it names. */
export const intakeRefund = z
  .strictObject(
    {
      case_id: optionalText(100),
      refunded_at: dayOrMoment('00:00:00'),
      amount,
      currency,
      reference: optionalText(200),
      transaction_id: optionalText(200).describe('The charge that it is of, where the order has several.'),
    },
    { error: unknownFields() },
  )
  .refine(together, notTogether);
export type IntakeRefund = z.infer<typeof intakeRefund>;

/** A refund that failed, as a shop reports it: the bank returned the money. */
export const intakeRefundFailed = z.strictObject(
  {
    reference: requiredText('reference is required', 200),
    reason: optionalText(300),
    at: dayOrMoment('00:00:00'),
  },
  { error: unknownFields() },
);
export type IntakeRefundFailed = z.infer<typeof intakeRefundFailed>;
