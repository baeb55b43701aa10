import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Turns } from '../platform/turns.js';
import { exactTotalLimit } from '../shared/limits.js';
import type { QueueFilter } from '../shared/order-queues.js';
import { type OrderStatus, settledStatuses } from '../shared/order-statuses.js';
import type { SortKey } from '../shared/orders.js';

/** The columns of a list's row, as PostgreSQL returns them. Dates are text, because they belong to no time zone. */
export type RowFacts = {
  id: number;
  process_status: OrderStatus;
  processing_mode: string;
  full_name: string;
  contact_email_address: string;
  phone_code: string;
  phone_number: string;
  create_ts: Date;
  doa: string;
  refund_date: Date | null;
  processing_date: string;
  process_month: string;
  assign_to: string | null;
  version: number;
  /** The exact value of the sorted column, for the cursor. */
  sorted: string | null;
};

/** The columns that a selection needs. */
export type KeyFacts = Pick<RowFacts, 'id' | 'process_status' | 'version'>;

/** Which orders a list contains. */
export type Listing = {
  filter: QueueFilter;
  /** The member whose orders the queue `myOrder` lists. */
  memberId: number;
  /** The range of months for Future Orders, `YYYY-MM`, both inclusive. */
  months?: { from?: string; to?: string };
  /** Text that an order's searched fields must contain, ignoring case. */
  text?: string;
  /** True when too many orders contain the text to collect and sort them quickly. The list is then read in its own order. */
  many?: boolean;
  /** Search only this many of the newest orders for the text. */
  depth?: number;
  /** The orders that the text identifies exactly, for example by id. */
  ids?: number[];
};
export type Sorting = { sort: SortKey; dir: 'asc' | 'desc' };
/** Where a page begins: at an offset, or after a row that was read. The row itself need not be in the list any more. */
export type Place = { offset: number } | { after: Pick<RowFacts, 'sorted' | 'id'> };

/** How many table rows fit into one database page (8 kB); for cost estimates. */
const rowsAPage = 8;
/** A text that identifies more orders than this is searched as a substring instead. */
const mostWhole = 500;

/**
 * Whether the trigram index can find a text. pg_trgm builds a trigram from three letters or digits, or from two at the
 * beginning or the end of a word.
 */
export function hasTrigrams(text: string): boolean {
  return /[\p{Alpha}\p{N}]{3}|[\p{Alpha}\p{N}]{2}[^\p{Alpha}\p{M}\p{N}]|[^\p{Alpha}\p{M}\p{N}][\p{Alpha}\p{N}]{2}/u.test(
    text,
  );
}

/**
 * How many of the newest orders to read for a page of a frequent text; undefined when collecting all matches reads less.
 * @param end the number of matches that the page needs, counted from the newest
 * @param matches how many orders contain the text
 * @param standing how many orders the list has without the text
 */
export function walkFor(end: number, matches: number, standing: number): number | undefined {
  const expected = Math.ceil((standing / matches) * end);
  return expected / rowsAPage < matches ? 4 * expected : undefined;
}

/**
 * The condition 'not settled'. The statuses are literals, so that the partial index on held orders can be used (migration
 * read-by-index-alone).
 */
const isOpen = `process_status NOT IN (${settledStatuses.map((status) => `'${status}'`).join(', ')})`;

const columns: Record<SortKey, { sql: string; type: string; nullable?: true }> = {
  order_id: { sql: 'o.id', type: 'int' },
  create_ts: { sql: 'o.create_ts', type: 'timestamptz' },
  doa: { sql: 'o.doa', type: 'date' },
  full_name: { sql: 'o.full_name', type: 'text' },
  contact_email_address: { sql: 'o.contact_email_address', type: 'text' },
  refund_date: { sql: 'o.refund_date', type: 'timestamptz', nullable: true },
  processing_date: { sql: 'o.processing_date', type: 'date' },
};

/** The columns of a row, from the order `o` and its holder `m`. */
const rowColumns = `o.id, o.process_status, o.processing_mode, o.full_name, o.contact_email_address, o.phone_code,
  o.phone_number, o.create_ts, o.doa::text, o.refund_date, o.processing_date::text, o.process_month,
  m.name AS assign_to, o.version`;

/** Reads the queues. No query reads the whole table of orders (test/orders/lists.queries.test.ts). */
@Injectable()
export class ListsQueries {
  /** Limits the queries that read many rows to two at once. Other requests keep their connections and CPU time. */
  private readonly walks = new Turns(2);

  constructor(private readonly database: DataSource) {}

  /**
   * One page of a list. Without a text the ids come from an index alone, so that a deep page does not read the rows it
   * skips.
   */
  async rows(listing: Listing, sorting: Sorting, place: Place, limit: number): Promise<RowFacts[]> {
    const { page, parameters } = pageOf(listing, sorting, place, limit);
    const sql = `SELECT ${rowColumns}, ${columns[sorting.sort].sql}::text AS sorted
       FROM (${page}) page JOIN orders o USING (id) LEFT JOIN members m ON m.id = o.held_by
       ORDER BY ${ordering(sorting)} LIMIT $${parameters.push(limit)}`;
    return this.ask(listing, () => this.database.query<RowFacts[]>(sql, parameters));
  }

  /**
   * The first `most` orders without a card in these statuses, by date of arrival; arrivals in the past come first.
   * @param statuses every order without a card counts
   * @param cardless statuses in which most orders have a card: only arrivals from the day `from` (`YYYY-MM-DD`) on count
   */
  async soonest(statuses: OrderStatus[], cardless: OrderStatus[], from: string, most: number): Promise<RowFacts[]> {
    // A scalar subquery: with NOT EXISTS the planner would read the whole table of documents.
    return this.database.query<RowFacts[]>(
      `SELECT ${rowColumns}, o.doa::text AS sorted
       FROM (
         SELECT next.id FROM unnest($1::text[] || $4::text[]) status CROSS JOIN LATERAL (
           SELECT id, doa FROM orders WHERE process_status = status
             AND doa >= CASE WHEN status = ANY($4) THEN $2::date ELSE '-infinity'::date END
             AND (SELECT id FROM documents WHERE order_id = orders.id ORDER BY id DESC LIMIT 1) IS NULL
           ORDER BY doa, id LIMIT $3
         ) next ORDER BY next.doa, next.id LIMIT $3
       ) page JOIN orders o USING (id) LEFT JOIN members m ON m.id = o.held_by
       ORDER BY o.doa, o.id`,
      [statuses, from, most, cardless],
    );
  }

  /** The keys of the newest `most` orders of a list. Without a text they come from an index alone. */
  async keys(listing: Listing, most: number): Promise<KeyFacts[]> {
    const columns = 'o.id, o.process_status, o.version';
    const { page, parameters } = pageOf(listing, newestFirst, { offset: 0 }, most, columns);
    return this.ask(listing, () => this.database.query<KeyFacts[]>(page, parameters));
  }

  /**
   * How many orders a list has: a sum of tallies, or a count of one member's held orders. Matches of a text are counted
   * up to `exactTotalLimit` + 1 (docs/product.md#lists-and-search).
   */
  async count(listing: Listing): Promise<number> {
    const { filter, memberId, months } = listing;
    if (listing.text !== undefined || listing.ids) return this.countMatches(listing);
    if ('heldByMe' in filter) return this.countHeld(memberId);

    const status = 'status' in filter ? filter.status : null;
    const [row] = await this.database.query<{ n: number }[]>(
      `SELECT coalesce(sum(n), 0)::int AS n FROM queue_tally
       WHERE ($1::text IS NULL OR process_status = $1) 
         AND ($2::text IS NULL OR process_month >= $2) AND ($3::text IS NULL OR process_month <= $3)`,
      [status, months?.from ?? null, months?.to ?? null],
    );
    return row!.n;
  }

  /** How many orders each status has, and how many unsettled orders each of these members holds, in one query. */
  async counts(memberIds: number[]): Promise<{ standing: Map<OrderStatus, number>; held: Map<number, number> }> {
    const rows = await this.database.query<{ status: OrderStatus | null; member: number | null; n: number }[]>(
      `SELECT process_status AS status, NULL::int AS member, sum(n)::int AS n FROM queue_tally GROUP BY process_status
       UNION ALL
       SELECT NULL, held_by, count(*)::int FROM orders
       WHERE held_by = ANY($1) AND ${isOpen} GROUP BY held_by`,
      [memberIds],
    );
    return {
      standing: new Map(rows.flatMap(({ status, n }) => (status === null ? [] : [[status, n]]))),
      held: new Map(rows.flatMap(({ member, n }) => (member === null ? [] : [[member, n]]))),
    };
  }

  /** How many Future orders each month of processing has, `YYYY-MM` → count. */
  async countByMonth(): Promise<Map<string, number>> {
    const rows = await this.database.query<{ month: string; n: number }[]>(
      `SELECT process_month AS month, sum(n)::int AS n FROM queue_tally WHERE process_status = 'Future' GROUP BY 1`,
    );
    return new Map(rows.map(({ month, n }) => [month, n]));
  }

  /**
   * The ids of the orders whose id, email address, passport number or transaction id equals this text. Each field has its
   * own index. Empty when there are more than `mostWhole`.
   */
  async named(text: string, { filter }: Listing): Promise<number[]> {
    const isFuture = 'status' in filter && filter.status === 'Future';
    const ways: string[] = [];
    if (text.includes('@')) ways.push('lower(contact_email_address) = lower($1::text)');
    else if (/^[\w./:-]+$/.test(text) && /\d/.test(text)) {
      if (/^[1-9]\d{0,8}$/.test(text)) ways.push('id = $1::text::int');
      if (!isFuture && text.length >= 5) {
        ways.push(
          'passport_no IN ($1::text, upper($1::text), lower($1::text))',
          'transaction_id IS NOT NULL AND lower(transaction_id) = lower($1::text)',
        );
      }
    }
    if (ways.length === 0) return [];

    const rows = await this.database.query<{ id: number }[]>(
      ways.map((way) => `(SELECT id FROM orders WHERE ${way} LIMIT ${mostWhole + 1})`).join(' UNION '),
      [text],
    );
    return rows.length > mostWhole ? [] : rows.map(({ id }) => id);
  }

  private async countMatches(listing: Listing): Promise<number> {
    const { from, parameters } = matchesOf(listing);
    const sql = `SELECT count(*)::int AS n FROM (SELECT FROM ${from} LIMIT ${exactTotalLimit + 1}) hits`;
    const [row] = await this.ask(listing, () => this.database.query<{ n: number }[]>(sql, parameters));
    return row!.n;
  }

  private ask<Rows>({ depth, many }: Listing, question: () => Promise<Rows>): Promise<Rows> {
    return depth || many ? this.walks.run(question) : question();
  }

  private async countHeld(memberId: number): Promise<number> {
    const [row] = await this.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM orders WHERE held_by = $1 AND ${isOpen}`,
      [memberId],
    );
    return row!.n;
  }
}

export const newestFirst: Sorting = { sort: 'create_ts', dir: 'desc' };

/**
 * SQL for one page of a list: its ids, or other columns. With two index ranges it returns up to `limit` rows of each.
 * A text with few matches: the matches are collected, then sorted. Otherwise the list is read in its own order until the
 * page is full.
 */
function pageOf(listing: Listing, sorting: Sorting, place: Place, limit: number, columns = 'o.id') {
  const { text, many } = listing;
  const isCollected = (text !== undefined && !many) || listing.ids !== undefined;
  const { from, where, parameters } = isCollected ? collected(listing) : read(listing);
  const stretches = 'after' in place ? after(sorting, place.after, parameters) : ['true'];

  const offset = 'offset' in place ? place.offset : 0;
  const rest = `ORDER BY ${ordering(sorting)} LIMIT $${parameters.push(limit)} OFFSET $${parameters.push(offset)}`;
  const pages = stretches.map(
    (stretch) => `(SELECT ${columns} FROM ${from} o WHERE ${where.join(' AND ')} AND ${stretch} ${rest})`,
  );
  return { page: pages.join(' UNION ALL '), parameters };
}

/** Reads the list in its own order; with a text, at most its `depth` newest orders where a depth is set. */
function read(listing: Listing) {
  const { text, depth } = listing;
  const { where, parameters } = conditions(listing);
  if (text === undefined) return { from: 'orders', where, parameters };
  const from = depth ? `(${newestOf(where.join(' AND '), depth)})` : 'orders';
  return { from, where: [...where, holding(text, listing, parameters, walked)], parameters };
}

/**
 * Collects the matches before they are sorted. OFFSET 0 keeps the planner from reading the list in its order, which for a
 * rare text would read all of it.
 */
function collected(listing: Listing) {
  const { from, parameters } = matchesOf(listing);
  return { from: `(SELECT o.* FROM ${from} OFFSET 0)`, where: ['true'], parameters };
}

/**
 * The orders of a list that contain its text, or that it identifies. With a `depth` only the newest are searched, without
 * the trigram index. Older orders are then found only if the full name equals the text.
 */
function matchesOf(listing: Listing): { from: string; parameters: unknown[] } {
  const { where, parameters } = conditions(listing);
  const { text, depth } = listing;
  const plain = where.join(' AND ');
  if (text === undefined) return { from: `orders o WHERE ${plain}`, parameters };
  if (!depth) return { from: `orders o WHERE ${plain} AND ${holding(text, listing, parameters, indexed)}`, parameters };

  const found = `SELECT o.* FROM (${newestOf(plain, depth)}) o WHERE ${holding(text, listing, parameters, walked)}`;
  const last = `SELECT create_ts, id FROM orders o WHERE ${plain} ORDER BY ${ordering(newestFirst)} LIMIT 1 OFFSET ${depth - 1}`;
  const older = `${plain} AND o.full_name = $${parameters.push(text)} AND (o.create_ts, o.id) < (${last})`;
  return { from: `(${found} UNION ALL SELECT o.* FROM orders o WHERE ${older}) o WHERE true`, parameters };
}

function newestOf(plain: string, depth: number): string {
  return `SELECT * FROM orders o WHERE ${plain} ORDER BY ${ordering(newestFirst)} LIMIT ${depth}`;
}

/** A queue's filter as SQL conditions; list, count and search all use it. */
function conditions({ filter, memberId, months, ids }: Listing): { where: string[]; parameters: unknown[] } {
  const where: string[] = ['true'];
  const parameters: unknown[] = [];
  const given = (value: unknown) => `$${parameters.push(value)}`;

  // A literal, so that the partial index of the status can be used. The value comes from our own table, never from input.
  if ('status' in filter) where.push(`o.process_status = '${filter.status}'`);
  if ('heldByMe' in filter) {
    where.push(`o.held_by = ${given(memberId)} AND ${isOpen}`);
  }
  if (ids) where.push(`o.id = ANY(${given(ids)})`);
  if (months) where.push(monthsAre(months, given));
  return { where, parameters };
}

/** A single month is an equality condition, so that its index returns the rows already sorted. */
function monthsAre({ from, to }: NonNullable<Listing['months']>, given: (value: unknown) => string): string {
  if (from !== undefined && from === to) return `o.process_month = ${given(from)}`;
  const bounds = [from && `o.process_month >= ${given(from)}`, to && `o.process_month <= ${given(to)}`];
  return bounds.filter(Boolean).join(' AND ');
}

function ordering({ sort, dir }: Sorting): string {
  return sort === 'order_id' ? `o.id ${dir}` : `${columns[sort].sql} ${dir}, o.id ${dir}`;
}

/**
 * The conditions for the rows after a row: one index range, or two for a column with NULLs, which PostgreSQL sorts as the
 * highest.
 */
function after({ sort, dir }: Sorting, { sorted, id }: { sorted: string | null; id: number }, parameters: unknown[]) {
  const { sql, type, nullable } = columns[sort];
  const isRising = dir === 'asc';
  const further = (column: string, last: string) => `${column} ${isRising ? '>' : '<'} ${last}`;
  const lastId = `$${parameters.push(id)}::int`;
  if (sort === 'order_id') return [further('o.id', lastId)];
  if (sorted === null) {
    const empty = `${sql} IS NULL AND ${further('o.id', lastId)}`;
    return isRising ? [empty] : [empty, `${sql} IS NOT NULL`];
  }
  const filled = further(`(${sql}, o.id)`, `($${parameters.push(sorted)}::${type}, ${lastId})`);
  return nullable && isRising ? [filled, `${sql} IS NULL`] : [filled];
}

/**
 * The SQL condition that an order contains the text in its searched fields; on Future Orders in three of them
 * (docs/product.md#lists-and-search).
 */
function holding(text: string, { filter }: Listing, parameters: unknown[], holds: Holds): string {
  const whole = holds('o.search_text', text, parameters);
  if ('status' in filter && filter.status === 'Future') return `${whole} AND ${holds(futureText, text, parameters)}`;

  // A text that looks like a telephone number also matches by its digits alone.
  const digits = text.replace(/\D/g, '');
  const isPhone = digits.length >= 3 && digits !== text && /^[+\d\s().-]+$/.test(text);
  return isPhone ? `(${whole} OR ${holds('o.search_text', digits, parameters)})` : whole;
}

const futureText = `lower(o.id::text || E'\\n' || o.full_name || E'\\n' || o.contact_email_address)`;

type Holds = (sql: string, text: string, parameters: unknown[]) => string;

/** Substring match that can use the trigram index. `%`, `_` and `\` are escaped. */
const indexed: Holds = (sql, text, parameters) =>
  `${sql} LIKE lower($${parameters.push(`%${text.replace(/[\\%_]/g, '\\$&')}%`)})`;

/**
 * Substring match for rows that are read anyway. The planner can't use the trigram index for `strpos` and assumes that a
 * third of the rows match, so it reads the list in its own order.
 */
const walked: Holds = (sql, text, parameters) => `strpos(${sql}, lower($${parameters.push(text)})) > 0`;
