import { z } from 'zod';
import { chargeEntry, refundEntry } from './refunds.js';
import { type CountName, orderQueues, queueNames } from '../order-queues.js';
import { allInboxMarks, type InboxMark } from '../inbox-marks.js';
import { cardDoubts } from '../card-verdicts.js';
import { type AmendName, amendNames } from '../amend-fields.js';
import { changedNames } from '../changed-fields.js';
import { checkIds } from '../order-checks.js';
import { formIds, type FormId } from '../form/controls.js';
import { allStatuses, type MoveTarget, moveTargets, type OrderStatus } from '../order-statuses.js';
import { type Standing, standingRows } from '../standing.js';
import { calendarDay, encodedId, utcMoment, wholeNumber } from '../output.js';

/** A control of the authority's form, by its name there. */
const formId = z.enum(formIds as [FormId, ...FormId[]]);
const processStatus = z.enum(allStatuses as [OrderStatus, ...OrderStatus[]]);

/** A row of a list, with its wire names (docs/screens.md#lists-and-search). Times are ISO 8601 UTC, dates YYYY-MM-DD. */
export const orderRow = z
  .object({
    order_id: wholeNumber,
    encoded_id: encodedId,
    process_status: processStatus,
    processing_mode: z.string(),
    full_name: z.string(),
    contact_email_address: z.string(),
    phone_code: z.string(),
    phone_number: z.string(),
    create_ts: utcMoment,
    doa: calendarDay,
    refund_date: utcMoment.nullable(),
    processing_date: calendarDay,
    process_month: z.string().regex(/^\d{4}-\d{2}$/),
    checks: z
      .array(z.enum(checkIds))
      .describe('Pre-submission checks that the order fails; refreshed at intake, on amendment and hourly.'),
    assign_to: z.string().nullable().describe('The holder’s name.'),
    held_since: utcMoment
      .nullable()
      .describe('Null when nobody holds it, and for a hold whose begin is not on record.'),
    version: wholeNumber,
    card_due: z.boolean().describe('The customer has no card yet, and no member said what became of it.'),
    submit_again: z.boolean().describe('Whether the order was amended after its card was submitted.'),
    has_request: z
      .boolean()
      .describe('The customer asked for something on the order’s page, and no member handled it yet.'),
    inbox_marks: z
      .array(z.enum(allInboxMarks as [InboxMark, ...InboxMark[]]))
      .describe('What waits in its mailbox: a card not sent yet, a mail to look at, an answer that it waits for.'),
    card_doubt: z
      .enum(cardDoubts)
      .nullable()
      .describe('What is wrong with its card: the current one, else one that came by mail. Null when nothing is.'),
    standing: z
      .enum(Object.keys(standingRows) as [Standing, ...Standing[]])
      .describe('Where the order is in time, at the moment of the answer.'),
  })
  .meta({ id: 'OrderRow' });
export type OrderRow = z.infer<typeof orderRow>;

/** The fields next to `data` in a search's answer. */
export const howMany = {
  total: wholeNumber,
  more: z.literal(true).optional().describe('There are more than `total` says.'),
  among: z
    .int()
    .optional()
    .describe(
      'Only so many orders were looked through: the text has less than three letters or digits in a row, or no index serves the filters.',
    ),
};

/** The fields next to `data` in a list's answer. */
export const listPage = {
  ...howMany,
  page: wholeNumber,
  limit: wholeNumber,
  next_cursor: z.string().nullable().describe('For `cursor`, to read on; null at the end.'),
};
export type OrderList = { data: OrderRow[]; total: number; page: number; limit: number; next_cursor: string | null };

/** A check of an order that its passport's zone answers. */
export const zoneValue = z
  .object({
    check: z.enum(checkIds),
    field: z.enum(amendNames as [AmendName, ...AmendName[]]),
    on_order: z.string(),
    in_passport: z.string(),
    value: z
      .string()
      .nullable()
      .describe('For `amend-order`; null for a passport number of which the member sees the end alone.'),
  })
  .meta({ id: 'ZoneValue' });
export type ZoneValue = z.infer<typeof zoneValue>;

/** One order's own fields, with their wire names (histories: desk.ts). */
export const orderDetail = z
  .object({
    ...z.object(orderRow.shape).omit({ has_request: true }).shape,
    refund_amount: z
      .string()
      .nullable()
      .describe(
        'How much was given back of the charge that pays for the order; null when nobody told. `refund_date` is set once all of every charge was.',
      ),
    refund_reference: z.string().nullable().describe('That of the newest refund.'),
    refundable_amount: z
      .string()
      .nullable()
      .describe('What is left of all charges in the order’s currency; null when an amount is not known.'),
    charges: z.array(chargeEntry).describe('Each charge, the first first.'),
    refunds: z.array(refundEntry).describe('Each refund, the first first.'),
    passport_no: z
      .string()
      .describe(
        'Its last characters alone for a Telecaller, who asks for it by `show-passport`; so in both forms below.',
      ),
    passport_hidden: z.boolean(),
    erased_at: utcMoment
      .nullable()
      .describe('When values of the order were erased; of the passport number the end is left.'),
    dob: calendarDay.nullable().describe('Null once it is erased.'),
    nationality: z.string(),
    nationality_name: z.string(),
    place_of_birth: z.string().nullable().describe('The country of birth as it was sent.'),
    place_of_birth_name: z.string().nullable().describe('The name of a country that was sent by its code.'),
    sex: z.string(),
    passport_expiry: calendarDay.nullable().describe('Null once it is erased.'),
    confirm_contact_email_address: z.string(),
    dod: calendarDay.nullable(),
    flight_detail: z.string().nullable(),
    mode_of_travel: z.string().nullable(),
    last_port_embarkation: z.string().nullable(),
    embarkation_country: z.string().nullable().describe('The country of the last port as it was sent.'),
    embarkation_country_name: z.string().nullable().describe('The name of a country that was sent by its code.'),
    accommodation_type: z.string().nullable().describe('The kind of stay as it was sent.'),
    accommodation_of_Stay: z.string().nullable(),
    address: z.string().nullable(),
    address2: z.string().nullable(),
    state: z.string().nullable(),
    post_code: z.string().nullable(),
    city: z.string().nullable(),
    signature_name: z.string().nullable(),
    landing_domain: z.string(),
    processed_by: z.string().nullable(),
    processed_at: utcMoment.nullable(),
    transaction_id: z.string().nullable(),
    merchant_name: z.string().nullable(),
    email: z.string(),
    mailbox: z.string(),
    external_ref: z.string(),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    paid_at: utcMoment.nullable(),
    gateway_name: z.string().nullable(),
    statement_descriptor: z.string().nullable(),
    card_brand: z.string().nullable(),
    card_last4: z.string().nullable(),
    disputed_at: utcMoment.nullable(),
    submitted: z
      .object({
        at: utcMoment,
        by: z.string(),
        fields: z.array(z.object({ id: formId, label: z.string(), value: z.string() })),
      })
      .nullable()
      .describe('What was submitted to the authority last, in the order of its form.'),
    address_since: utcMoment.nullable().describe('When the contact address was amended last.'),
    form_choices: z
      .partialRecord(z.enum(formIds), z.string())
      .describe(
        'The rows of the form’s lists that a member chose, by the name of the control: a choice ends when its text is amended.',
      ),
    authority_form: z
      .array(
        z.object({
          id: formId,
          label: z.string(),
          value: z.string().describe('What is typed, or the name of the row that is chosen.'),
          code: z.string().nullable().describe('The row’s value on the form.'),
          sent: z.string().nullable().describe('What the shop sent, where the form says it otherwise.'),
          fault: z.string().nullable().describe('Why the form will refuse it, or what has to be chosen.'),
          note: z.string().nullable().describe('What to look at, although the form will take it.'),
          choices: z.array(z.object({ code: z.string(), name: z.string() })).describe('The rows that may be meant.'),
          chosen: z.boolean().describe('A member chose the row.'),
        }),
      )
      .describe('The authority’s form in its order and spelling.'),
    zone_values: z
      .array(zoneValue)
      .describe('What the passport’s machine-readable zone has for the fields in which the order differs from it.'),
    allowed_moves: z.array(z.enum(moveTargets as [MoveTarget, ...MoveTarget[]])),
  })
  .meta({ id: 'OrderDetail' });
export type OrderDetail = z.infer<typeof orderDetail>;

/** A passport number that a member asked for: as it is stored, and in the spelling of the authority's form. */
export const shownPassport = z.object({ passport_no: z.string(), in_form: z.string() });
export type ShownPassport = z.infer<typeof shownPassport>;

/** One entry of an order's activity, as the timeline and the audit show it. */
export const activityEntry = z
  .object({
    id: wholeNumber,
    create_ts: utcMoment,
    actor: z.string(),
    action: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    note: z.string().nullable(),
    changes: z
      .partialRecord(z.enum(changedNames), z.object({ from: z.string().nullable(), to: z.string().nullable() }))
      .nullable()
      .describe(
        'What an amendment changed, by wire name, or the row of the form that was chosen, by control; null for every other action. Of a passport number the end alone.',
      ),
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = z.infer<typeof activityEntry>;

/** The result of a bulk call: which orders it changed, and why the others failed (docs/http-api.md#the-api). */
export const bulkResult = z
  .object({
    done: z.array(wholeNumber),
    failed: z.array(
      z.object({ order_id: wholeNumber.describe('0 for an id that does not decode.'), message: z.string() }),
    ),
  })
  .meta({ id: 'BulkResult' });
export type BulkResult = z.infer<typeof bulkResult>;

/** What a refused change answers. */
export const refusedResult = bulkResult
  .extend({ wrote: wholeNumber.optional().describe('The unread message that the refusal asks about.') })
  .meta({ id: 'RefusedResult' });

/** The offer to undo a take, give back, move or deletion: next to `data` in the answer, and in the flash of a page. */
export const undoOffer = z
  .object({
    token: z.string().describe('What `PUT /api/admin/undo` takes, once, from the same member.'),
    until: utcMoment.describe('Until when it does.'),
  })
  .meta({ id: 'UndoOffer' });
export type UndoOffer = z.infer<typeof undoOffer>;

/** Next to `data` when one order was changed: its new version. */
export const versionLeft = wholeNumber.describe('The version that the change left, where it changed one order.');

/**
 * The fields of an order that a selection needs. The answer also has `total` and, for too many matches, `more:
 * true`.
 */
export const matchingOrder = z.object(orderRow.shape).pick({
  order_id: true,
  encoded_id: true,
  process_status: true,
  version: true,
});
export type MatchingOrder = z.infer<typeof matchingOrder>;

/** All thirteen counts by their wire names, as integers (docs/http-api.md#the-api). */
export const orderCounts = z
  .object(
    Object.fromEntries(queueNames.map((name) => [orderQueues[name].count, wholeNumber])) as Record<
      CountName,
      typeof wholeNumber
    >,
  )
  .meta({ id: 'Counts' });
