import { z } from 'zod';
import { type CountName, orderQueues, queueNames } from '../order-queues.js';
import { allStatuses, type MoveTarget, moveTargets, type OrderStatus } from '../order-statuses.js';
import { calendarDay, encodedId, utcMoment, wholeNumber } from '../output.js';

const processStatus = z.enum(allStatuses as [OrderStatus, ...OrderStatus[]]);

/** A row of a list, with its wire names (api: Lists and one order). Times are ISO 8601 UTC, dates YYYY-MM-DD. */
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
    assign_to: z.string().nullable().describe('The holder’s name.'),
    version: wholeNumber,
  })
  .meta({ id: 'OrderRow' });
export type OrderRow = z.infer<typeof orderRow>;

/** What a list has beside its rows. */
export const listPage = {
  total: wholeNumber,
  page: wholeNumber,
  limit: wholeNumber,
  next_cursor: z.string().nullable().describe('For `cursor`, to read on; null at the end.'),
};
export type OrderList = { data: OrderRow[]; total: number; page: number; limit: number; next_cursor: string | null };

/** What a search has beside its rows. */
export const howMany = {
  total: wholeNumber,
  more: z.literal(true).optional().describe('There are more than `total` says.'),
};

/** One order's own fields, with the wire names of the spec's section 3 (histories: desk.ts). */
export const orderDetail = z
  .object({
    ...orderRow.shape,
    passport_no: z.string(),
    dob: calendarDay,
    nationality: z.string(),
    nationality_name: z.string(),
    sex: z.string(),
    passport_expiry: calendarDay,
    confirm_contact_email_address: z.string(),
    dod: calendarDay.nullable(),
    flight_detail: z.string().nullable(),
    mode_of_travel: z.string().nullable(),
    last_port_embarkation: z.string().nullable(),
    accommodation_of_Stay: z.string().nullable(),
    address: z.string().nullable(),
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
    allowed_moves: z.array(z.enum(moveTargets as [MoveTarget, ...MoveTarget[]])),
  })
  .meta({ id: 'OrderDetail' });
export type OrderDetail = z.infer<typeof orderDetail>;

/** One change in the life of an order, as the timeline and audit show it. */
export const activityEntry = z
  .object({
    id: wholeNumber,
    create_ts: utcMoment,
    actor: z.string(),
    action: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = z.infer<typeof activityEntry>;

/** What a bulk call answers: which orders it changed and why it left the others (api: Common). */
export const bulkResult = z
  .object({
    done: z.array(wholeNumber),
    failed: z.array(
      z.object({ order_id: wholeNumber.describe('0 for an id that does not decode.'), message: z.string() }),
    ),
  })
  .meta({ id: 'BulkResult' });
export type BulkResult = z.infer<typeof bulkResult>;

/** The way back from a take, give back, move or deletion: beside `data` in its answer, and in the flash of a page. */
export const undoOffer = z
  .object({
    token: z.string().describe('What `PUT /api/admin/undo` takes, once, from the same member.'),
    until: utcMoment.describe('Until when it does.'),
  })
  .meta({ id: 'UndoOffer' });
export type UndoOffer = z.infer<typeof undoOffer>;

/** What a selection needs of an order; the answer beside it has `total` and, where a search has more, `more: true`. */
export const matchingOrder = z.object(orderRow.shape).pick({
  order_id: true,
  encoded_id: true,
  process_status: true,
  version: true,
});
export type MatchingOrder = z.infer<typeof matchingOrder>;

/** Every wire count, as integers (spec §3, Dashboard counts object). */
export const orderCounts = z
  .object(
    Object.fromEntries(queueNames.map((name) => [orderQueues[name].count, wholeNumber])) as Record<
      CountName,
      typeof wholeNumber
    >,
  )
  .meta({ id: 'Counts' });
