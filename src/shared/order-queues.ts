import { type OrderStatus, statusRows } from './order-statuses.js';
import type { Permission } from './permissions.js';
import type { Role } from './roles.js';

/** A column of an order table: its heading and where its value comes from (docs/orders.md#queues). */
export const orderColumns = {
  order_id: { title: 'Order Id', sort: 'order_id' },
  full_name: { title: 'Name', sort: 'full_name' },
  doa: { title: 'Arrival Date', sort: 'doa' },
  deadline: { title: 'Deadline' },
  contact_email_address: { title: 'Email', sort: 'contact_email_address' },
  telephone: { title: 'Telephone' },
  create_ts: { title: 'Date & Time', note: 'UTC', sort: 'create_ts' },
  refund_date: { title: 'Refund Date', note: 'UTC', sort: 'refund_date' },
  processing_date: { title: 'Processing Date', sort: 'processing_date' },
  process_month: { title: 'Process Month' },
  process_status: { title: 'Status' },
} as const satisfies Record<string, { title: string; note?: string; sort?: string }>;

export type OrderColumn = keyof typeof orderColumns;

export function isOrderColumn(name: string): name is OrderColumn {
  return Object.hasOwn(orderColumns, name);
}

/** The chosen columns of a queue's screen in their fixed order; the queue's own when none is chosen. */
export function columnsOf(queue: QueueName, chosen: readonly string[] = []): readonly OrderColumn[] {
  const columns = (Object.keys(orderColumns) as OrderColumn[]).filter((column) => chosen.includes(column));
  return columns.length > 0 ? columns : queueRows[queue].columns;
}

export type CountName =
  | 'myOrdersCount'
  | 'newOrdersCount'
  | 'priorityOrdersCount'
  | 'pendingOrdersCount'
  | 'completedOrdersCount'
  | 'awaitingOrdersCount'
  | 'awaitingGovtCount'
  | 'contactCustomerOrdersCount'
  | 'customerCalledCount'
  | 'futureOrdersCount'
  | 'deletedOrdersCount'
  | 'allOrdersCount'
  | 'refundOrdersCount';

/** What can be done with many ticked orders at once (docs/orders.md#bulk-actions). */
export type BulkAction = 'assign' | 'release' | 'handOver' | 'move' | 'resend' | 'packs' | 'markRefunded' | 'delete';

/** The bulk actions of a list, each with the permission that it needs. */
export type BulkActions = Partial<Record<BulkAction, Permission>>;

/** Which orders a queue contains: the orders of one status, all orders, or the unsettled orders that the member holds. */
export type QueueFilter = { status: OrderStatus } | { everything: true } | { heldByMe: true };

/** The two texts of empty lists. */
export type EmptyText = 'No data available in table' | 'No records found';

type QueueRow = {
  path: string;
  title: string;
  menu: string;
  /** One line under the title: what the queue contains and what to do with it. */
  hint: string;
  count: CountName;
  see: Permission;
  filter: QueueFilter;
  columns: readonly OrderColumn[];
  /** The order of the rows on the queue's screen; newest first unless given. */
  sorted?: { sort: 'doa'; dir: 'asc' };
  /** Column headings that differ on this queue. */
  headings?: Partial<Record<OrderColumn, string>>;
  row: { view: Permission; delete?: Permission };
  bulk: BulkActions;
  /** The text of an empty queue. A search without matches always says 'No records found' (docs/orders.md#queues). */
  empty: EmptyText;
};

const standard = [
  'order_id',
  'full_name',
  'contact_email_address',
  'telephone',
  'create_ts',
  'process_status',
] as const;
/** In lists of orders that are worked: the owner's columns, and the deadline. */
const worklist = [
  'order_id',
  'full_name',
  'deadline',
  'contact_email_address',
  'telephone',
  'create_ts',
  'process_status',
] as const;
const worklistWithArrival = worklist.flatMap((column) => (column === 'deadline' ? (['doa', column] as const) : column));
const nearestFirst = { sort: 'doa', dir: 'asc' } as const;
const withoutTelephone = worklist.filter((column) => column !== 'telephone');
const refund = [
  'order_id',
  'contact_email_address',
  'telephone',
  'create_ts',
  'refund_date',
  'process_status',
] as const;
const future = [
  'order_id',
  'full_name',
  'doa',
  'deadline',
  'contact_email_address',
  'telephone',
  'create_ts',
  'processing_date',
  'process_month',
  'process_status',
] as const;

const noData = 'No data available in table';
const workRow = { view: 'orders.work', delete: 'orders.delete' } as const;
/** Bulk actions of three kinds of queue: open work; with resend where cards exist; with packs where packs exist. */
const worked = {
  assign: 'orders.work',
  handOver: 'orders.override-holder',
  move: 'orders.work',
  delete: 'orders.delete',
} as const;
const carded = { ...worked, resend: 'mail.send' } as const;
const packed = { ...carded, packs: 'packs.make' } as const;

/** Orders of any status, held by anybody. */
const mixed = {
  assign: 'orders.work',
  release: 'orders.work',
  handOver: 'orders.override-holder',
  move: 'orders.work',
  resend: 'mail.send',
} as const;

/** The bulk actions of the lists that are no queues. */
export const otherLists = {
  atRisk: mixed,
  withoutCard: mixed,
  requests: { ...mixed, packs: 'packs.make' },
} as const satisfies Record<string, BulkActions>;

/** The thirteen queues by their API name: filter, columns, actions, required permission (docs/orders.md#queues). */
export const orderQueues = {
  newOrder: {
    path: 'recent-order',
    title: 'New Order',
    menu: 'New Orders',
    count: 'newOrdersCount',
    see: 'orders.work',
    hint: 'Paid and inside the submission window: take one and submit it.',
    filter: { status: 'New' },
    columns: worklistWithArrival,
    sorted: nearestFirst,
    row: workRow,
    bulk: worked,
    empty: noData,
  },
  myOrder: {
    path: 'my-order',
    title: 'My Orders',
    menu: 'My Orders',
    count: 'myOrdersCount',
    see: 'orders.work',
    hint: 'What you hold and have not finished.',
    filter: { heldByMe: true },
    columns: worklist,
    row: { view: 'orders.work', delete: 'orders.delete-held' },
    bulk: {
      release: 'orders.work',
      handOver: 'orders.work',
      move: 'orders.work',
      resend: 'mail.send',
      packs: 'packs.make',
      delete: 'orders.delete-held',
    },
    empty: noData,
  },
  priorityOrder: {
    path: 'priority-order',
    title: 'Priority Order',
    menu: 'Priority Order',
    count: 'priorityOrdersCount',
    see: 'orders.work',
    hint: 'Paid for priority: these go first.',
    filter: { status: 'Priority' },
    columns: worklistWithArrival,
    sorted: nearestFirst,
    row: workRow,
    bulk: worked,
    empty: noData,
  },
  pendingOrder: {
    path: 'pending-order',
    title: 'Pending Orders',
    menu: 'Pending Orders',
    count: 'pendingOrdersCount',
    see: 'orders.work',
    hint: 'The payment is not confirmed yet.',
    filter: { status: 'Pending' },
    columns: worklist,
    row: workRow,
    bulk: worked,
    empty: noData,
  },
  completedOrder: {
    path: 'completed-order',
    title: 'Completed Orders',
    menu: 'Completed Orders',
    count: 'completedOrdersCount',
    see: 'orders.work',
    hint: 'The card is delivered.',
    filter: { status: 'Completed' },
    columns: standard,
    row: workRow,
    bulk: { move: 'orders.work', resend: 'mail.send', packs: 'packs.make', delete: 'orders.delete' },
    empty: noData,
  },
  awaitingOrder: {
    path: 'awaiting-response',
    title: 'Awaiting Response',
    menu: 'Awaiting Customer',
    count: 'awaitingOrdersCount',
    see: 'orders.work',
    hint: 'Waiting for the customer to answer.',
    filter: { status: 'Awaiting' },
    columns: worklist,
    row: workRow,
    bulk: carded,
    empty: noData,
  },
  awaitingGovtOrder: {
    path: 'awaiting-govt',
    title: 'Awaiting Govt',
    menu: 'Awaiting Govt',
    count: 'awaitingGovtCount',
    see: 'orders.work',
    hint: 'Submitted, waiting for the authority.',
    filter: { status: 'AwaitingGovt' },
    columns: worklist,
    row: workRow,
    bulk: carded,
    empty: noData,
  },
  contactCustomerOrder: {
    path: 'contact-customer',
    title: 'Contact Customer',
    menu: 'Contact Customer',
    count: 'contactCustomerOrdersCount',
    see: 'orders.work',
    hint: 'Somebody must get in touch with the customer.',
    filter: { status: 'Contact Customer' },
    columns: withoutTelephone,
    row: workRow,
    bulk: packed,
    empty: noData,
  },
  customerCalledOrder: {
    path: 'called',
    title: 'Customer Called',
    menu: 'Customer Called',
    count: 'customerCalledCount',
    see: 'orders.work',
    hint: 'The customer was reached by phone.',
    filter: { status: 'Customer Called' },
    columns: worklist,
    row: workRow,
    bulk: packed,
    empty: noData,
  },
  futureOrder: {
    path: 'future-order',
    title: 'Future Orders',
    menu: 'Future Orders',
    count: 'futureOrdersCount',
    see: 'orders.work',
    hint: 'Paid, but the submission window is not open yet.',
    filter: { status: 'Future' },
    columns: future,
    headings: { order_id: 'Order ID' },
    row: workRow,
    bulk: worked,
    empty: 'No records found',
  },
  deletedOrder: {
    path: 'deleted-order',
    title: 'Deleted Orders',
    menu: 'Deleted Orders',
    count: 'deletedOrdersCount',
    see: 'orders.work',
    hint: 'Deleted orders are kept, and can be restored by an Admin or Manager.',
    filter: { status: 'Deleted' },
    columns: standard,
    row: { view: 'orders.work' },
    bulk: { move: 'orders.restore' },
    empty: noData,
  },
  allOrder: {
    path: 'order-history',
    title: 'Order History',
    menu: 'Order History',
    count: 'allOrdersCount',
    see: 'orders.history',
    hint: 'Every order there ever was.',
    filter: { everything: true },
    columns: standard,
    row: { view: 'orders.work' },
    bulk: packed,
    empty: noData,
  },
  refundOrder: {
    path: 'refund-order',
    title: 'Refund Orders',
    menu: 'Refunds',
    count: 'refundOrdersCount',
    see: 'orders.work',
    hint: 'Refund wanted (no date yet) or given.',
    filter: { status: 'Refunds' },
    columns: refund,
    row: { view: 'orders.work' },
    bulk: { markRefunded: 'orders.work', move: 'orders.work', delete: 'orders.delete' },
    empty: noData,
  },
} as const satisfies Record<string, QueueRow>;

/**
 * The queues that *Next order* gives each role orders of: the nearest arrival first, and of equal arrivals the queue that is
 * named first (docs/orders.md#next-order).
 */
export const workedQueues: Readonly<Record<Role, readonly QueueName[]>> = {
  Admin: ['priorityOrder', 'newOrder'],
  Manager: ['priorityOrder', 'newOrder'],
  Team: ['priorityOrder', 'newOrder'],
  'Night Staff': ['priorityOrder', 'newOrder'],
  Telecaller: ['contactCustomerOrder'],
};

export type QueueName = keyof typeof orderQueues;

/** The same table with the full row type, for code that works on any queue. */
export const queueRows: Readonly<Record<QueueName, QueueRow>> = orderQueues;

export const queueNames = Object.keys(orderQueues) as QueueName[];

/** Whether the text names a queue. Only own keys count, because the text comes from the network. */
export function isQueueName(name: string): name is QueueName {
  return Object.hasOwn(orderQueues, name);
}

/** The queue whose screen is at `/admin/{path}`. */
export function queueAt(path: string): QueueName | undefined {
  return queueNames.find((name) => orderQueues[name].path === path);
}

/** The status whose orders *Next order* gives out for a queue; undefined for a queue of settled or of mixed orders. */
export function workedStatus(queue: QueueName): OrderStatus | undefined {
  const { filter } = queueRows[queue];
  return 'status' in filter && !statusRows[filter.status].settled ? filter.status : undefined;
}
/** The order of a queue's rows on its screen, where a part of it is not chosen (docs/screens.md#lists-and-search). */
export function sortingOf<Sort extends string>(
  queue: QueueName,
  chosen: { sort?: Sort | undefined; dir?: 'asc' | 'desc' | undefined } = {},
): { sort: Sort | 'create_ts' | 'doa'; dir: 'asc' | 'desc' } {
  const usual = queueRows[queue].sorted ?? newestFirst;
  const { sort = usual.sort, dir = sort === usual.sort ? usual.dir : newestFirst.dir } = chosen;
  return { sort, dir };
}

export const newestFirst = { sort: 'create_ts', dir: 'desc' } as const;
