import { isSettled } from '../database/settled.js';
import { joined, literal, type Sql, sql } from '../database/sql.js';
import { searchDepth } from '../shared/limits.js';
import { newestFirst, type QueueFilter } from '../shared/order-queues.js';
import type { SortKey } from '../shared/orders.js';
import {
  allOf,
  type Chosen,
  conditionsOf,
  idsOf,
  indexedConditions,
  isByArrival,
  isOfIdsAlone,
} from './filters.queries.js';

/** Which orders a list contains. */
export type Listing = {
  filter: QueueFilter;
  /** The member whose orders the queue `myOrder` lists. */
  memberId: number;
  /** The range of months for Future Orders, `YYYY-MM`, both inclusive. */
  months?: { from?: string; to?: string };
  /** Text that an order's searched fields must contain, ignoring case. */
  text?: string;
  /** Search only this many of the newest orders for the text. */
  newest?: number;
  /** How a text, or the ids of a filter, are searched: `collect` unless given (docs/architecture.md#a-list). */
  plan?: 'collect' | 'scan';
  /** The chosen filters. */
  chosen?: Chosen | undefined;
  /** The orders that the text identifies exactly, for example by id. */
  ids?: number[];
};
export type Sorting = { sort: SortKey; dir: 'asc' | 'desc' };
/** The sorted value and the id of a row. The row itself need not be in the list any more. */
export type Cursor = { sorted: string | null; id: number };
/** Where a page begins: at an offset, or after a row that was read. */
export type Start = { offset: number } | { after: Cursor };
export type Page = { start: Start; limit: number };

export function isNewest({ sort, dir }: Sorting): boolean {
  return sort === newestFirst.sort && dir === newestFirst.dir;
}

export const sortColumns: Record<SortKey, { column: Sql; type: Sql; nullable?: true }> = {
  order_id: { column: sql`o.id`, type: sql`int` },
  create_ts: { column: sql`o.create_ts`, type: sql`timestamptz` },
  doa: { column: sql`o.doa`, type: sql`date` },
  full_name: { column: sql`o.full_name`, type: sql`text` },
  contact_email_address: { column: sql`o.contact_email_address`, type: sql`text` },
  refund_date: { column: sql`o.refund_date`, type: sql`timestamptz`, nullable: true },
  processing_date: { column: sql`o.processing_date`, type: sql`date` },
};

/**
 * The condition 'not settled'. The statuses are literals, so that the partial indexes on these orders can be used.
 */
export const isOpen = literal(`NOT ${isSettled('process_status')}`);

/** The orders of one status: what a list sorts and filters them by is in a narrow table that has the indexes. */
export const queued = literal('queued_orders');

/**
 * The table in which the orders of a list are looked for. Of all orders, too, the narrow one has the index of those that fail
 * a check; by their ids alone orders are found in their own table.
 */
export function tableOf({ filter, chosen, ids }: Listing): Sql {
  const isFailing = 'everything' in filter && chosen?.filters.checks !== undefined;
  const isFailingAlone = isFailing && !ids && idsOf(chosen) === undefined;
  return 'status' in filter || isFailingAlone ? queued : literal('orders');
}

/** FROM and WHERE for the orders of a list that its filters are compared with, before they are compared. */
export function candidatesOf(listing: Listing): Sql {
  const ids = listing.chosen && idsOf(listing.chosen, searchDepth + 1);
  return ids ? sql`(${ids}) found` : sql`${tableOf(listing)} o WHERE ${conditions(listing)}`;
}

/** FROM and WHERE for the open holds `h` of a member. */
export function heldBy(memberId: number | Sql): Sql {
  return sql`holds h WHERE h.member_id = ${memberId} AND h.is_open`;
}

/** Whether an index has the ids of the orders that a list's filters let through. */
export function isNarrow({ chosen }: Listing): boolean {
  return chosen !== undefined && idsOf(chosen) !== undefined;
}

/** Whether the ids that an index has for a filter fulfil all filters, so that no order is read to find that out. */
export function isOfIds({ chosen, text }: Listing): boolean {
  return chosen !== undefined && text === undefined && isOfIdsAlone(chosen);
}

/** @param from the name that the rows have in the statement */
export function ordering({ sort, dir }: Sorting, from: Sql = sql`o`): Sql {
  const direction = dir === 'asc' ? sql`ASC` : sql`DESC`;
  const byId = sql`${from}.id ${direction}`;
  return sort === 'order_id' ? byId : sql`${from}.${literal(sort)} ${direction}, ${byId}`;
}

/** The first `most` orders of a list, in the order in which it is looked through: all columns, or some. */
export function newestOf(listing: Listing, most: number, selected: Sql = sql`*`): Sql {
  return sql`SELECT ${selected} FROM ${tableOf(listing)} o WHERE ${conditions(listing)} ORDER BY ${ordering(walk(listing))} LIMIT ${most}`;
}

/** The order in which a list is looked through: the newest first; by arrival when the days of arrival are filtered. */
export function walk({ chosen }: Listing): Sorting {
  if (!chosen || !isByArrival(chosen)) return newestFirst;
  return { sort: 'doa', dir: chosen.filters.arrivalFrom === undefined ? 'desc' : 'asc' };
}

/** A queue's filter, and what indexes have of the chosen filters; list, count and search all use it. */
export function conditions({ filter, memberId, months, text, ids, chosen, plan }: Listing): Sql {
  const all = [sql`true`];
  // A literal, so that the partial index of the status can be used.
  if ('status' in filter) all.push(literal(`o.process_status = '${filter.status}'`));
  if ('heldByMe' in filter) all.push(sql`o.id = ANY(ARRAY(SELECT h.order_id FROM ${heldBy(memberId)}))`);
  if (ids) all.push(sql`o.id = ANY(${ids})`);
  if (months) all.push(...monthsAre(months));
  if (chosen) all.push(...indexedConditions(chosen));
  const found = chosen && !ids && idsOf(chosen);
  // As an array the ids are read first, whatever the planner expects of them. IS TRUE: they are looked up in a hash table.
  const isLookedUp = plan === 'scan' && text === undefined;
  if (found) all.push(isLookedUp ? sql`(o.id IN (${found})) IS TRUE` : sql`o.id = ANY(ARRAY(${found}))`);
  return joined(all, ' AND ');
}

/** The condition that the chosen filters let an order through. */
export function filtered({ chosen, ids }: Listing): Sql {
  return chosen ? allOf(conditionsOf(chosen, ids ? 'orders' : 'ids')) : sql`true`;
}

/** A single month is an equality condition, so that its index returns the rows already sorted. */
function monthsAre({ from, to }: NonNullable<Listing['months']>): Sql[] {
  if (from !== undefined && from === to) return [sql`o.process_month = ${from}`];
  return [...(from ? [sql`o.process_month >= ${from}`] : []), ...(to ? [sql`o.process_month <= ${to}`] : [])];
}
