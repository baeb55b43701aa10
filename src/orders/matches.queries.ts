import { joined, type Sql, sql } from '../database/sql.js';
import { foldedLetters, spellings } from '../shared/find.js';
import { newestFirst } from '../shared/order-queues.js';
import { statusRows } from '../shared/order-statuses.js';
import {
  conditions,
  filtered,
  heldBy,
  isOpen,
  type Listing,
  newestOf,
  ordering,
  queued,
  tableOf,
  walk,
} from './listing.queries.js';

/** The condition that a column contains a text, ignoring case. */
type Match = (column: Sql, text: string) => Sql;

/** Can use the trigram index. `%`, `_` and `\` are escaped. */
const byIndex: Match = (column, text) => sql`${column} LIKE lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`;

/** For rows that are read anyway. The planner can't use the trigram index for `strpos`. */
const byRow: Match = (column, text) => sql`strpos(${column}, lower(${text})) > 0`;

/**
 * The ids of the orders of a list that contain its text, that it identifies, or that the filters let through, with the time
 * they came in. Of a list with `newest` only these orders are looked through, without the trigram index; older ones are
 * then found only if the full name equals the text.
 */
export function foundOf(listing: Listing): Sql {
  const { text, newest, filter } = listing;
  if (text === undefined) {
    const source = newest ? sql`(${newestOf(listing, newest)})` : tableOf(listing);
    return sql`SELECT o.id, o.create_ts FROM ${source} o WHERE ${conditions(listing)} AND ${filtered(listing)}`;
  }
  if ('heldByMe' in filter) {
    const held = sql`SELECT o.id FROM orders o WHERE ${conditions(listing)} AND ${filtered(listing)}`;
    return sql`${among(held)} AND ${contains(text, newest ? byRow : byIndex)}`;
  }
  const found = newest
    ? sql`${among(newestOf(listing, newest, sql`o.id`))} AND ${contains(text, byRow)} ${olderNamed(listing, newest)}`
    : sql`SELECT o.id, o.create_ts FROM order_search o WHERE ${searched(listing)} AND ${contains(text, byIndex)}`;
  if (!listing.chosen && !isFuture(listing)) return found;
  return sql`SELECT o.id, o.create_ts FROM orders o WHERE o.id = ANY(ARRAY(SELECT id FROM (${found}) found))
    AND ${conditions(listing)} AND ${filtered(listing)} AND ${inFields(listing)}`;
}

/** The orders that a member holds, read from `holds` alone. Null for every other list. */
export function heldNewest({ filter, memberId, text, chosen, ids }: Listing): Sql | null {
  const isPlain = 'heldByMe' in filter && text === undefined && !chosen && !ids;
  return isPlain ? sql`(SELECT h.order_id AS id, h.create_ts FROM ${heldBy(memberId)}) o WHERE true` : null;
}

/**
 * FROM and WHERE for the orders of a list that contain its text, to be read in the list's own order until a page is full.
 * For a text that is in too many orders to collect them, and for exports.
 */
export function scannedOf(listing: Listing): Sql {
  const { text, newest, filter } = listing;
  if (text === undefined) {
    const source = newest ? sql`(${newestOf(listing, newest)})` : tableOf(listing);
    return sql`${source} o WHERE ${conditions(listing)} AND ${filtered(listing)}`;
  }
  const isPlain = !listing.chosen && !isFuture(listing) && !('heldByMe' in filter);
  if (isPlain) return sql`order_search o WHERE ${searched(listing)} AND ${contains(text, byRow)}`;
  return sql`(SELECT o.*, s.search_text AS searched FROM ${tableOf(listing)} o JOIN order_search s USING (id)) o
    WHERE ${conditions(listing)} AND ${filtered(listing)} AND ${contains(text, byRow, sql`o.searched`)} AND ${inFields(listing)}`;
}

/** As an array the ids are read first; the rows of neighbouring ids lie in few pages. */
function among(ids: Sql): Sql {
  return sql`SELECT o.id, o.create_ts FROM order_search o WHERE o.id = ANY(ARRAY(${ids}))`;
}

/** The orders of the list before its newest whose full name equals the text. */
function olderNamed(listing: Listing, newest: number): Sql {
  if (walk(listing) !== newestFirst) return sql``;
  const isListed = conditions(listing);
  const last = sql`SELECT create_ts, id FROM ${tableOf(listing)} o WHERE ${isListed} ORDER BY ${ordering(newestFirst)} LIMIT 1 OFFSET ${newest - 1}`;
  // the names that a shop wrote with other letters or more blanks have an index of their own
  const respelled = sql`SELECT id FROM order_search s WHERE search_letters(s.full_name) = lower(${listing.text})
    AND search_letters(s.full_name) <> lower(s.full_name)`;
  const named = sql`SELECT o.id, o.create_ts FROM ${tableOf(listing)} o WHERE ${isListed}`;
  // by OFFSET 0 the list is not walked for the time when nothing has the name
  return sql`UNION ALL SELECT o.id, o.create_ts FROM (
      ${named} AND o.full_name = ${listing.text} UNION ALL ${named} AND o.id = ANY(ARRAY(${respelled})) OFFSET 0
    ) o WHERE (o.create_ts, o.id) < (${last})`;
}

/**
 * Those of a list's conditions that `order_search` has the columns for. It has the status of settled orders; which open queue
 * an order is in, `queued_orders` tells.
 */
function searched({ chosen: _chosen, ids: _ids, ...listing }: Listing): Sql {
  const { filter } = listing;
  if (!('status' in filter) || statusRows[filter.status].settled) return conditions(listing);
  return sql`${isOpen} AND o.id IN (SELECT o.id FROM ${queued} o WHERE ${conditions(listing)})`;
}

/** The condition that an order contains the text in its searched fields (docs/screens.md#lists-and-search). */
function contains(text: string, match: Match, column: Sql = sql`o.search_text`): Sql {
  const ways = spellings(text).map((one) => match(column, one));
  const whole = sql`(${joined(ways, ' OR ')})`;
  // A text that looks like a telephone number also matches by its digits alone.
  const digits = text.replace(/\D/g, '');
  const isPhone = digits.length >= 3 && digits !== text && /^[+\d\s().-]+$/.test(text);
  return isPhone ? sql`(${whole} OR ${match(column, digits)})` : whole;
}

function isFuture({ filter }: Listing): boolean {
  return 'status' in filter && filter.status === 'Future';
}

/** On Future Orders the text must be in one of three fields. */
function inFields(listing: Listing): Sql {
  if (!isFuture(listing)) return sql`true`;
  const name = sql`search_letters(o.full_name)`;
  const fields = sql`o.id::text || E'\\n' || ${name} || E'\\n' || search_letters(o.contact_email_address)`;
  return sql`(${byRow(fields, listing.text!)} OR ${byRow(sql`folded_letters(${name})`, foldedLetters(listing.text!))})`;
}
