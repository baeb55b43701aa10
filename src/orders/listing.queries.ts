import { joined, literal, type Sql, sql } from '../database/sql.js';
import { searchDepth } from '../shared/limits.js';
import { newestFirst, type QueueFilter } from '../shared/order-queues.js';
import { settledStatuses } from '../shared/order-statuses.js';
import type { SortKey } from '../shared/orders.js';
import { allOf, type Chosen, conditionsOf, idsOf, isByArrival } from './filters.queries.js';

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
  /** How the text is searched: `collect` unless given (docs/architecture.md#a-list). */
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
 * The condition 'not settled'. The statuses are literals, so that the partial index on held orders can be used (migration
 * read-by-index-alone).
 */
export const isOpen = literal(`process_status NOT IN (${settledStatuses.map((status) => `'${status}'`).join(', ')})`);

/**
 * One page of a list: its ids, or other columns. After a row whose column may be NULL it consists of two index ranges and
 * returns up to `limit` rows of each.
 */
export function pageOf(listing: Listing, sorting: Sorting, { start, limit }: Page, selected: Sql = sql`o.id`): Sql {
  const isCollected = listing.ids !== undefined || (listing.text !== undefined && listing.plan !== 'scan');
  const source = isCollected ? collected(listing) : scanned(listing);
  // Literals, because PostgreSQL plans for a tenth of the list when it doesn't know how many rows are wanted.
  const skipped = 'offset' in start && start.offset > 0 ? literal(` OFFSET ${start.offset}`) : sql``;
  const ranges = 'after' in start ? rangesAfter(start.after, sorting) : [sql`true`];
  const pages = ranges.map(
    (range) =>
      sql`(SELECT ${selected} FROM ${source} AND ${range} ORDER BY ${ordering(sorting)} LIMIT ${literal(String(limit))}${skipped})`,
  );
  return joined(pages, ' UNION ALL ');
}

/**
 * FROM and WHERE for the orders of a list that contain its text, or that it identifies. Of a list with `newest` only these
 * are searched, without the trigram index. Older orders are then found only if the full name equals the text.
 */
export function matchesOf(listing: Listing): Sql {
  const { text, newest } = listing;
  const isListed = conditions(listing);
  if (!newest) return sql`orders o WHERE ${isListed} AND ${matches(listing, byIndex)}`;

  const first = sql`(${newestOf(listing, newest)}) o WHERE ${matches(listing, byRow)}`;
  if (text === undefined || walk(listing) !== newestFirst) return first;
  const last = sql`SELECT create_ts, id FROM orders o WHERE ${isListed} ORDER BY ${ordering(newestFirst)} LIMIT 1 OFFSET ${newest - 1}`;
  return sql`(SELECT o.* FROM ${first}
    UNION ALL SELECT o.* FROM orders o WHERE ${isListed} AND o.full_name = ${text} AND ${filtered(listing)}
      AND (o.create_ts, o.id) < (${last})
  ) o WHERE true`;
}

/** FROM and WHERE for the orders of a list that its filters are compared with, before they are compared. */
export function candidatesOf(listing: Listing): Sql {
  const ids = listing.chosen && idsOf(listing.chosen, searchDepth + 1);
  return ids ? sql`(${ids}) found` : sql`orders o WHERE ${conditions(listing)}`;
}

/** Whether an index has the ids of the orders that a list's filters let through. */
export function isNarrow({ chosen }: Listing): boolean {
  return chosen !== undefined && idsOf(chosen) !== undefined;
}

/** @param from the name that the rows have in the statement */
export function ordering({ sort, dir }: Sorting, from: Sql = sql`o`): Sql {
  const direction = dir === 'asc' ? sql`ASC` : sql`DESC`;
  const byId = sql`${from}.id ${direction}`;
  return sort === 'order_id' ? byId : sql`${from}.${literal(sort)} ${direction}, ${byId}`;
}

/**
 * Collects the matches before they are sorted. OFFSET 0 keeps the planner from reading the list in its order, which for a
 * rare text would read all of it.
 */
function collected(listing: Listing): Sql {
  return sql`(SELECT o.* FROM ${matchesOf(listing)} OFFSET 0) o WHERE true`;
}

/** Reads the list in its own order until the page is full; only its `newest` orders where that is set. */
function scanned(listing: Listing): Sql {
  const { newest } = listing;
  const orders = newest ? sql`(${newestOf(listing, newest)})` : sql`orders`;
  return sql`${orders} o WHERE ${conditions(listing)} AND ${matches(listing, byRow)}`;
}

/** The first `most` orders of a list, in the order in which it is looked through. */
function newestOf(listing: Listing, most: number): Sql {
  return sql`SELECT * FROM orders o WHERE ${conditions(listing)} ORDER BY ${ordering(walk(listing))} LIMIT ${most}`;
}

/** The order in which a list is looked through: the newest first; by arrival when the days of arrival are filtered. */
function walk({ chosen }: Listing): Sorting {
  if (!chosen || !isByArrival(chosen)) return newestFirst;
  return { sort: 'doa', dir: chosen.filters.arrivalFrom === undefined ? 'desc' : 'asc' };
}

/** A queue's filter, and what indexes have of the chosen filters; list, count and search all use it. */
function conditions({ filter, memberId, months, ids, chosen }: Listing): Sql {
  const all = [sql`true`];
  // A literal, so that the partial index of the status can be used.
  if ('status' in filter) all.push(literal(`o.process_status = '${filter.status}'`));
  if ('heldByMe' in filter) all.push(sql`o.held_by = ${memberId} AND ${isOpen}`);
  if (ids) all.push(sql`o.id = ANY(${ids})`);
  if (months) all.push(...monthsAre(months));
  if (chosen) all.push(...conditionsOf(chosen, 'indexed'));
  // As an array the ids are read first, whatever the planner expects of them.
  const found = chosen && !ids && idsOf(chosen);
  if (found) all.push(sql`o.id = ANY(ARRAY(${found}))`);
  return joined(all, ' AND ');
}

/** The condition that an order contains the list's text, and that the chosen filters let it through. */
function matches(listing: Listing, match: Match): Sql {
  const { text } = listing;
  return text === undefined ? filtered(listing) : sql`${contains(text, listing, match)} AND ${filtered(listing)}`;
}

function filtered({ chosen }: Listing): Sql {
  return chosen ? allOf(conditionsOf(chosen, 'all')) : sql`true`;
}

/** A single month is an equality condition, so that its index returns the rows already sorted. */
function monthsAre({ from, to }: NonNullable<Listing['months']>): Sql[] {
  if (from !== undefined && from === to) return [sql`o.process_month = ${from}`];
  return [...(from ? [sql`o.process_month >= ${from}`] : []), ...(to ? [sql`o.process_month <= ${to}`] : [])];
}

/**
 * The conditions for the rows after a row: one index range, or two for a column with NULLs, which PostgreSQL sorts as the
 * highest.
 */
function rangesAfter({ sorted, id }: Cursor, { sort, dir }: Sorting): Sql[] {
  const { column, type, nullable } = sortColumns[sort];
  const isRising = dir === 'asc';
  const further = isRising ? sql`>` : sql`<`;
  const idFurther = sql`o.id ${further} ${id}::int`;
  if (sort === 'order_id') return [idFurther];
  if (sorted === null) {
    const empty = sql`${column} IS NULL AND ${idFurther}`;
    return isRising ? [empty] : [empty, sql`${column} IS NOT NULL`];
  }
  const filled = sql`(${column}, o.id) ${further} (${sorted}::${type}, ${id}::int)`;
  return nullable && isRising ? [filled, sql`${column} IS NULL`] : [filled];
}

/**
 * The condition that an order contains the text in its searched fields; on Future Orders in three of them
 * (docs/product.md#lists-and-search).
 */
function contains(text: string, { filter }: Listing, match: Match): Sql {
  const whole = match(sql`o.search_text`, text);
  if ('status' in filter && filter.status === 'Future') return sql`${whole} AND ${match(futureText, text)}`;

  // A text that looks like a telephone number also matches by its digits alone.
  const digits = text.replace(/\D/g, '');
  const isPhone = digits.length >= 3 && digits !== text && /^[+\d\s().-]+$/.test(text);
  return isPhone ? sql`(${whole} OR ${match(sql`o.search_text`, digits)})` : whole;
}

const futureText = sql`lower(o.id::text || E'\\n' || o.full_name || E'\\n' || o.contact_email_address)`;

/** The condition that a column contains a text, ignoring case. */
type Match = (column: Sql, text: string) => Sql;

/** Can use the trigram index. `%`, `_` and `\` are escaped. */
const byIndex: Match = (column, text) => sql`${column} LIKE lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`;

/**
 * For rows that are read anyway. The planner can't use the trigram index for `strpos` and assumes that a third of the rows
 * match, so it reads the list in its own order.
 */
const byRow: Match = (column, text) => sql`strpos(${column}, lower(${text})) > 0`;
