import { z } from 'zod';
import {
  decimalAmount,
  looseBoolean,
  oneOrManyOrders,
  optionalText,
  orderId,
  pageNumber,
  requiredText,
  rowId,
  seenMessage,
  seenVersion,
  trimmed,
  wholeBetween,
} from './input.js';
import { bulkLimit, defaultPageSize, searchLength } from './limits.js';
import { isOrderColumn } from './order-queues.js';
import { type FilterName, orderFilters } from './order-filters.js';
import { permissions } from './permissions.js';
import { allStatuses, type MoveTarget, moveTargets, type OrderStatus } from './order-statuses.js';

// The types of answers are in a file of their own, so that the browser loads no schema it doesn't need.
export type {
  ActivityEntry,
  BulkResult,
  MatchingOrder,
  OrderDetail,
  OrderList,
  OrderRow,
  UndoOffer,
} from './answers/orders.js';

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

/** Of Future Orders: a month, `later` for the time after the tiles' twelve months, or `all`. */
const month = trimmed(z.string().regex(/^(?:\d{4}-(?:0[1-9]|1[0-2])|later|all)$/, 'Month must be YYYY-MM.')).optional();

const oneOf = (name: FilterName) => {
  const { label, options = {}, see } = orderFilters[name];
  const schema = trimmed(
    z.enum(Object.keys(options), { error: `There is no such ${label.toLowerCase()}.` }),
  ).optional();
  return see ? schema.describe(`Only for ${permissions[see].join(' and ')}; others get 403.`) : schema;
};
const day = trimmed(z.iso.date('Please give a day as YYYY-MM-DD.')).optional();
/** The text of a filter whose values are no fixed list. */
const named = (pattern: RegExp, message: string) => trimmed(z.string().regex(pattern, message)).optional();

/** The filters of a list (order-filters.ts). */
const filters = {
  mode: oneOf('mode'),
  arrivalFrom: day,
  arrivalTo: day,
  nationality: named(/^[A-Za-z]{1,3}$/, 'A nationality has one to three letters.').transform((code) =>
    code?.toUpperCase(),
  ),
  holder: named(/^(?:me|nobody|anybody|[1-9]\d{0,8})$/, 'Holder must be me, nobody, anybody, or the id of a member.'),
  gateway: named(/^[1-9]\d{0,8}$/, 'Gateway must be the id of a gateway.'),
  brand: named(/^[a-z]{1,20}$/, 'There is no such brand.'),
  checks: oneOf('checks'),
  marked: oneOf('marked'),
  dispute: oneOf('dispute'),
  mail: oneOf('mail'),
  card: oneOf('card'),
  standing: oneOf('standing'),
} satisfies Record<FilterName, z.ZodType>;
/** On a screen, a filter with a value that it can't have counts as not set. */
const screenFilters = Object.fromEntries(
  Object.entries(filters).map(([name, schema]) => [name, schema.catch(undefined)]),
) as unknown as { [Name in FilterName]: z.ZodOptional<z.ZodString> };

/** The columns of a list's screen, separated by commas. */
const columns = trimmed(
  z.string().refine((text) => text.split(',').every(isOrderColumn), 'There is no such column.'),
).optional();

/** The query of a list; `perPage` is the older spelling of `limit` (docs/screens.md#lists-and-search). */
export const listQuery = z.object({
  page: pageNumber,
  limit: wholeBetween('Limit must be between 1 and 10000.', 1, 10_000).optional(),
  perPage: wholeBetween('Limit must be between 1 and 10000.', 1, 10_000).optional(),
  userName: optionalText(),
  month,
  ...filters,
  sort: trimmed(z.enum(sortKeys, { error: 'There is no such order of rows.' })).default('create_ts'),
  dir: trimmed(z.enum(['asc', 'desc'], { error: 'Direction must be asc or desc.' })).default('desc'),
  // long, because a cursor contains a name or an email address in any script
  cursor: z.string().trim().max(2_000).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

/** The query of a queue's screen: that of the list, and the text of the search box. */
export const screenQuery = z.object({
  page: pageNumber.catch(1),
  /** The member's own number of rows unless given. */
  limit: listQuery.shape.limit.catch(undefined),
  columns: columns.catch(undefined),
  /** The order of rows; the queue's own unless given (order-queues.ts). */
  sort: trimmed(z.enum(sortKeys)).optional().catch(undefined),
  dir: trimmed(z.enum(['asc', 'desc']))
    .optional()
    .catch(undefined),
  month: month.catch(undefined),
  ...screenFilters,
  after: listQuery.shape.cursor.catch(undefined),
  /** With 'All': how many rows to load. A screen that reloads asks for as many as it shows. */
  rows: listQuery.shape.limit.catch(undefined),
  /** Not limited here: for a text that is too long the screen shows a message and no rows. */
  q: z.string().trim().optional().catch(undefined),
});
export type ScreenQuery = z.infer<typeof screenQuery>;

/** The query of a list's CSV file. `form=yes` adds what the authority's form asks for. */
export const exportQuery = screenQuery.extend({
  form: z
    .literal('yes')
    .optional()
    .catch(undefined)
    .transform((chosen) => chosen === 'yes'),
});
export type ExportQuery = z.infer<typeof exportQuery>;

/** What a saved view keeps of a list's address. */
export const viewQuery = z.object({
  q: optionalText(searchLength),
  month,
  ...filters,
  columns,
  sort: trimmed(z.enum(sortKeys, { error: 'There is no such order of rows.' })).optional(),
  dir: trimmed(z.enum(['asc', 'desc'], { error: 'Direction must be asc or desc.' })).optional(),
});
export type ViewQuery = z.infer<typeof viewQuery>;

export const searchOrders = z
  .object({
    start: wholeBetween('Start must be a whole number from 0.', 0, 100_000_000).default(0),
    end: wholeBetween('End must be a whole number from 0.', 0, 100_010_000).optional(),
    searchVal: optionalText(searchLength),
    folderName: requiredText('Please name the queue.', 50),
    userName: optionalText(),
    month,
    ...filters,
  })
  .transform((input) => ({ ...input, end: input.end ?? input.start + defaultPageSize }))
  .refine(({ start, end }) => end >= start && end - start <= 10_000, {
    path: ['end'],
    error: 'End must be at most 10000 after start.',
  });
export type SearchOrders = z.infer<typeof searchOrders>;

/**
 * The undo token of the previous batch. A large action is sent in batches; each batch restarts the time limit of
 * all.
 */
const undo = trimmed(z.guid({ error: 'There is nothing to undo.' })).optional();

function versionOfOneOnly(input: { orderId?: unknown; version?: number | null | undefined }): boolean {
  return !(Array.isArray(input.orderId) && input.version != null);
}
const versionOfMany = { path: ['version'], error: 'A version goes with one order.' };

export const assignOrders = z
  .object({ orderId: oneOrManyOrders, assignto: optionalText(), version: seenVersion, undo })
  .refine(versionOfOneOnly, versionOfMany);
export type AssignOrders = z.infer<typeof assignOrders>;

export const chooseOrders = z
  .object({ orderId: oneOrManyOrders, version: seenVersion, undo })
  .refine(versionOfOneOnly, versionOfMany);
export type ChooseOrders = z.infer<typeof chooseOrders>;

export const moveOrders = z
  .object({
    orderId: oneOrManyOrders,
    updatingStatus: trimmed(
      z.enum(moveTargets as [MoveTarget, ...MoveTarget[]], { error: 'There is no such status to move to.' }),
    ),
    note: optionalText(500).describe('A sentence for the timeline, such as what to ask the customer.'),
    checkForm: looseBoolean.describe(
      '`true` refuses a move to AwaitingGovt of an order with a value that the authority’s form will refuse.',
    ),
    permanentDeletedFlag: looseBoolean.refine((flag) => !flag, 'Permanent deletion is not available'),
    seenMessage,
    version: seenVersion,
    undo,
  })
  .refine(versionOfOneOnly, versionOfMany);
export type MoveOrders = z.infer<typeof moveOrders>;

/** The selected orders, each with the status the member saw, or bare ids. */
export const markRefunded = z
  .object({
    orders: z
      .array(
        z.object({
          id: orderId(),
          status: trimmed(
            z.enum(allStatuses as [OrderStatus, ...OrderStatus[]], { error: 'There is no such status.' }),
          ).optional(),
        }),
        { error: 'Please choose orders.' },
      )
      .min(1, 'Please choose orders.')
      .max(bulkLimit, `At most ${bulkLimit} orders at once.`)
      .optional(),
    orderId: oneOrManyOrders.optional(),
    version: seenVersion,
    /** An Admin confirms: the bank has taken the money of these orders, and they are refunded anyway. */
    despiteDispute: looseBoolean,
    refundAmount: decimalAmount('refundAmount'),
    refundReference: optionalText(200),
    transactionId: optionalText(200).describe('The charge that it is of, where the order has several.'),
    refundIsAll: looseBoolean.describe('`true`: nothing more will be given back, so the order is closed by a part.'),
    seenMessage,
  })
  .refine((input) => input.orders !== undefined || input.orderId !== undefined, {
    path: ['orders'],
    error: 'Please choose orders.',
  })
  .refine(
    ({ refundAmount, refundReference, transactionId, ...chosen }) =>
      !(refundAmount || refundReference || transactionId) || isOne(chosen),
    { path: ['orders'], error: 'Amount, reference and charge are those of one order.' },
  )
  .refine(versionOfOneOnly, versionOfMany);
export type MarkRefunded = z.infer<typeof markRefunded>;

function isOne({ orders, orderId: ids }: { orders?: unknown[] | undefined; orderId?: unknown }): boolean {
  return orders ? orders.length === 1 : ![ids].flat()[1];
}

/** A refund that failed, as the row on the order's page says it. */
export const failRefund = z.object({
  orderId: orderId(),
  refundId: rowId('Please choose a refund.'),
  reason: optionalText(300),
  version: seenVersion,
});
export type FailRefund = z.infer<typeof failRefund>;

/** The answer to whether what was given back was all of it. */
export const sayRefundedAll = z.object({
  orderId: orderId(),
  isAll: z.boolean({ error: 'Please say whether it was all.' }),
  version: seenVersion,
});
export type SayRefundedAll = z.infer<typeof sayRefundedAll>;

export const oneOrder = z.object({ orderId: orderId(), version: seenVersion });
export type OneOrder = z.infer<typeof oneOrder>;

export const saveTransaction = z.object({
  orderId: orderId(),
  transactionId: requiredText('Please enter your Transaction Id', 200),
  merchantName: requiredText('Please enter your Merchant Name', 200),
  version: seenVersion,
});
export type SaveTransaction = z.infer<typeof saveTransaction>;

export const undoChange = z.object({ token: trimmed(z.guid({ error: 'There is nothing to undo.' })) });
export type UndoChange = z.infer<typeof undoChange>;

/** Asks for all orders that match a list's search, for a selection beyond the page. */
export const matchingIds = z.object({
  folderName: requiredText('Please name the queue.', 50),
  searchVal: optionalText(searchLength),
  month,
  ...filters,
});
export type MatchingIds = z.infer<typeof matchingIds>;
