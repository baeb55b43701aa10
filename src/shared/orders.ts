import { z } from 'zod';
import { isCalendarDate } from './dates.js';
import { looseBoolean, optionalText, orderId, requiredText } from './input.js';
import { bulkLimit, defaultPageSize } from './limits.js';
import { allStatuses, type MoveTarget, moveTargets, type OrderStatus } from './order-statuses.js';

/** A row of a list, with its wire names (api: Lists and one order). Times are ISO 8601 UTC, dates YYYY-MM-DD. */
export type OrderRow = {
  order_id: number;
  encoded_id: string;
  process_status: OrderStatus;
  processing_mode: string;
  full_name: string;
  contact_email_address: string;
  phone_code: string;
  phone_number: string;
  create_ts: string;
  doa: string;
  refund_date: string | null;
  processing_date: string;
  process_month: string;
  assign_to: string | null;
  version: number;
};

export type OrderList = { data: OrderRow[]; total: number; page: number; limit: number; next_cursor: string | null };

/** One order's own fields, with the wire names of the spec's section 3 (histories: desk.ts). */
export type OrderDetail = OrderRow & {
  passport_no: string;
  dob: string;
  nationality: string;
  nationality_name: string;
  sex: string;
  passport_expiry: string;
  confirm_contact_email_address: string;
  dod: string | null;
  flight_detail: string | null;
  mode_of_travel: string | null;
  last_port_embarkation: string | null;
  accommodation_of_Stay: string | null;
  address: string | null;
  state: string | null;
  post_code: string | null;
  city: string | null;
  signature_name: string | null;
  landing_domain: string;
  processed_by: string | null;
  processed_at: string | null;
  transaction_id: string | null;
  merchant_name: string | null;
  email: string;
  mailbox: string;
  external_ref: string;
  amount: string | null;
  currency: string | null;
  paid_at: string | null;
  gateway_name: string | null;
  statement_descriptor: string | null;
  card_brand: string | null;
  card_last4: string | null;
  disputed_at: string | null;
  allowed_moves: MoveTarget[];
};

/** One change in the life of an order, as the timeline and audit show it. */
export type ActivityEntry = {
  id: number;
  create_ts: string;
  actor: string;
  action: string;
  from: string | null;
  to: string | null;
  note: string | null;
};

const whole = (message: string, least: number, most: number) =>
  z.coerce.number({ error: message }).int(message).min(least, message).max(most, message);

export const sortKeys = [
  'order_id',
  'create_ts',
  'doa',
  'full_name',
  'contact_email_address',
  'refund_date',
  'processing_date',
] as const;
export type SortKey = (typeof sortKeys)[number];

const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Month must be YYYY-MM.')
  .optional();

/** The query of a list; `perPage` is the older spelling of `limit` (api: Lists). */
export const listQuery = z.object({
  page: whole('Page must be a whole number from 1.', 1, 10_000_000).default(1),
  limit: whole('Limit must be between 1 and 10000.', 1, 10_000).optional(),
  perPage: whole('Limit must be between 1 and 10000.', 1, 10_000).optional(),
  userName: optionalText(),
  month,
  sort: z.enum(sortKeys, { error: 'There is no such order of rows.' }).default('create_ts'),
  dir: z.enum(['asc', 'desc'], { error: 'Direction must be asc or desc.' }).default('desc'),
  cursor: z.string().max(500).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

/** The query of a queue's screen: the list's, and what the search box holds. */
export const screenQuery = z.object({
  page: listQuery.shape.page.catch(1),
  limit: listQuery.shape.limit.catch(defaultPageSize),
  sort: listQuery.shape.sort.catch('create_ts'),
  dir: listQuery.shape.dir.catch('desc'),
  month: month.catch(undefined),
  q: z.string().trim().max(200).optional().catch(undefined),
});
export type ScreenQuery = z.infer<typeof screenQuery>;

export const searchOrders = z
  .object({
    start: whole('Start must be a whole number from 0.', 0, 100_000_000).default(0),
    end: whole('End must be a whole number from 0.', 0, 100_010_000).optional(),
    searchVal: optionalText(200),
    folderName: requiredText('Please name the queue.', 50),
    userName: optionalText(),
    month,
  })
  .transform((input) => ({ ...input, end: input.end ?? input.start + defaultPageSize }))
  .refine(({ start, end }) => end >= start && end - start <= 10_000, {
    path: ['end'],
    error: 'End must be at most 10000 after start.',
  });
export type SearchOrders = z.infer<typeof searchOrders>;

/** One id, or an array of 1 to 500; doubles count once. */
const oneOrMany = z.union(
  [
    z
      .array(orderId(), { error: 'Please enter your order id.' })
      .min(1, 'Please enter your order id.')
      .max(bulkLimit, `At most ${bulkLimit} orders at once.`),
    orderId(),
  ],
  {
    error: 'Please enter your order id.',
  },
);

const version = z.number({ error: 'Version must be a whole number.' }).int().min(0).nullish();

function versionOfOneOnly(input: { orderId?: unknown; version?: number | null | undefined }): boolean {
  return !(Array.isArray(input.orderId) && input.version != null);
}
const versionOfMany = { path: ['version'], error: 'A version goes with one order.' };

export const assignOrders = z
  .object({ orderId: oneOrMany, assignto: optionalText(), version })
  .refine(versionOfOneOnly, versionOfMany);
export type AssignOrders = z.infer<typeof assignOrders>;

export const chooseOrders = z.object({ orderId: oneOrMany, version }).refine(versionOfOneOnly, versionOfMany);
export type ChooseOrders = z.infer<typeof chooseOrders>;

export const moveOrders = z
  .object({
    orderId: oneOrMany,
    updatingStatus: z.enum(moveTargets as [MoveTarget, ...MoveTarget[]], {
      error: 'There is no such status to move to.',
    }),
    permanentDeletedFlag: looseBoolean.refine((flag) => !flag, 'Permanent deletion is not available'),
    version,
  })
  .refine(versionOfOneOnly, versionOfMany);
export type MoveOrders = z.infer<typeof moveOrders>;

/** The selected orders with the status the member saw, or bare ids. */
export const markRefunded = z
  .object({
    orders: z
      .array(
        z.object({
          id: orderId(),
          status: z
            .enum(allStatuses as [OrderStatus, ...OrderStatus[]], { error: 'There is no such status.' })
            .optional(),
        }),
        { error: 'Please choose orders.' },
      )
      .min(1, 'Please choose orders.')
      .max(bulkLimit, `At most ${bulkLimit} orders at once.`)
      .optional(),
    orderId: oneOrMany.optional(),
    version,
  })
  .refine((input) => input.orders !== undefined || input.orderId !== undefined, {
    path: ['orders'],
    error: 'Please choose orders.',
  })
  .refine(versionOfOneOnly, versionOfMany);
export type MarkRefunded = z.infer<typeof markRefunded>;

export const oneOrder = z.object({ orderId: orderId(), version });
export type OneOrder = z.infer<typeof oneOrder>;

export const saveTransaction = z.object({
  orderId: orderId(),
  transactionId: requiredText('Please enter your Transaction Id', 200),
  merchantName: requiredText('Please enter your Merchant Name', 200),
  version,
});
export type SaveTransaction = z.infer<typeof saveTransaction>;

/** What a bulk call answers: which orders it changed and why it left the others (api: Common). */
export type BulkResult = { done: number[]; failed: { order_id: number; message: string }[] };

/** The way back from a take, give back, move or deletion: beside `data` in its answer, and in the flash of a page. */
export type UndoOffer = {
  /** What `PUT /api/admin/undo` takes, once, from the same member. */
  token: string;
  /** Until when it does, ISO 8601 UTC: `undoSeconds` after the change. */
  until: string;
};

export const undoChange = z.object({ token: z.guid({ error: 'There is nothing to undo.' }) });
export type UndoChange = z.infer<typeof undoChange>;

/** Asks for every order that a list shows with this search, for selecting beyond the page. */
export const matchingIds = z.object({
  folderName: requiredText('Please name the queue.', 50),
  searchVal: optionalText(200),
  month,
});
export type MatchingIds = z.infer<typeof matchingIds>;

/** What a selection needs of an order; the answer beside it has `total` and, where a search has more, `more: true`. */
export type MatchingOrder = Pick<OrderRow, 'order_id' | 'encoded_id' | 'process_status' | 'version'>;

/** Every wire count, as integers (spec §3, Dashboard counts object). */
export type { CountName } from './order-queues.js';

export const calendarDate = (message: string) => z.string({ error: message }).trim().refine(isCalendarDate, message);
