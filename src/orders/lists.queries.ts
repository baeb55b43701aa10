import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { exactTotalLimit } from '../shared/limits.js';
import type { QueueFilter } from '../shared/order-queues.js';
import { type OrderStatus, settledStatuses } from '../shared/order-statuses.js';
import type { SortKey } from '../shared/orders.js';

/** The columns of a list's row, as PostgreSQL gives them; dates as text, for they belong to no time zone. */
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
  /** The sorted column's exact value, for reading on. */
  sorted: string | null;
};

/** What a selection needs of an order. */
export type KeyFacts = Pick<RowFacts, 'id' | 'process_status' | 'version'>;

/** What a list is asked for. */
export type Listing = {
  filter: QueueFilter;
  /** Whose orders 'mine' are. */
  memberId: number;
  /** The month of Future Orders, `YYYY-MM`. */
  month?: string;
  /** What the search text of an order must hold, whatever the case. */
  text?: string;
  /** More orders hold the text than can be collected and sorted in a moment; `count` tells. */
  many?: boolean;
};
export type Sorting = { sort: SortKey; dir: 'asc' | 'desc' };
/** Rows after one that was read, wherever it stands now; or from an offset. */
export type Place = { offset: number } | { after: Pick<RowFacts, 'sorted' | 'id'> };

/** How far a search for one or two letters walks: the trigram index can't help it (three letters make a trigram). */
const shortSearchWalk = 200_000;

const columns: Record<SortKey, { sql: string; type: string; nullable?: true }> = {
  order_id: { sql: 'o.id', type: 'int' },
  create_ts: { sql: 'o.create_ts', type: 'timestamptz' },
  doa: { sql: 'o.doa', type: 'date' },
  full_name: { sql: 'o.full_name', type: 'text' },
  contact_email_address: { sql: 'o.contact_email_address', type: 'text' },
  refund_date: { sql: 'o.refund_date', type: 'timestamptz', nullable: true },
  processing_date: { sql: 'o.processing_date', type: 'date' },
};

/** What a row has of its order `o` and of the order's holder `m`. */
const rowColumns = `o.id, o.process_status, o.processing_mode, o.full_name, o.contact_email_address, o.phone_code,
  o.phone_number, o.create_ts, o.doa::text, o.refund_date, o.processing_date::text, o.process_month,
  m.name AS assign_to, o.version`;

/** What stands in the queues. No question reads the whole table of orders (test/orders/lists.queries.test.ts). */
@Injectable()
export class ListsQueries {
  constructor(private readonly database: DataSource) {}

  /** Some rows of a list. The ids come from an index where there is no text, so that a deep page reads no rows it skips. */
  async rows(listing: Listing, sorting: Sorting, place: Place, limit: number): Promise<RowFacts[]> {
    const { page, parameters } = pageOf(listing, sorting, place, limit);
    return this.database.query<RowFacts[]>(
      `SELECT ${rowColumns}, ${columns[sorting.sort].sql}::text AS sorted
       FROM (${page}) page JOIN orders o USING (id) LEFT JOIN members m ON m.id = o.held_by
       ORDER BY ${ordering(sorting)} LIMIT $${parameters.push(limit)}`,
      parameters,
    );
  }

  /**
   * The `most` orders in these statuses whose travellers arrive soonest, from a day (`YYYY-MM-DD`) on; in the statuses of
   * `cardless` only those without a card.
   */
  async soonest(statuses: OrderStatus[], cardless: OrderStatus[], from: string, most: number): Promise<RowFacts[]> {
    return this.database.query<RowFacts[]>(
      `SELECT ${rowColumns}, o.doa::text AS sorted
       FROM unnest($1::text[] || $4::text[]) status CROSS JOIN LATERAL (
         SELECT id FROM orders WHERE process_status = status AND doa >= $2
           AND (status <> ALL($4) OR NOT EXISTS (SELECT FROM documents WHERE order_id = orders.id))
         ORDER BY doa, id LIMIT $3
       ) page JOIN orders o USING (id) LEFT JOIN members m ON m.id = o.held_by
       ORDER BY o.doa, o.id LIMIT $3`,
      [statuses, from, most, cardless],
    );
  }

  /** The keys of the newest `most` orders of a list. */
  async keys(listing: Listing, most: number): Promise<KeyFacts[]> {
    const { page, parameters } = pageOf(listing, newestFirst, { offset: 0 }, most);
    return this.database.query<KeyFacts[]>(
      `SELECT o.id, o.process_status, o.version FROM (${page}) page JOIN orders o USING (id) ORDER BY ${ordering(newestFirst)}`,
      parameters,
    );
  }

  /**
   * How many orders a list has: a sum of tallies, or of what one member holds. With a text they are counted, up to one more
   * than `exactTotalLimit` (api: search-order).
   */
  async count(listing: Listing): Promise<number> {
    const { filter, memberId, month, text } = listing;
    if (text !== undefined) return this.countMatches(listing, text);
    if ('heldByMe' in filter) return this.countHeld(memberId);

    const status = 'status' in filter ? filter.status : null;
    const [row] = await this.database.query<{ n: number }[]>(
      `SELECT coalesce(sum(n), 0)::int AS n FROM queue_tally
       WHERE ($1::text IS NULL OR process_status = $1) AND ($2::text IS NULL OR process_month = $2)`,
      [status, month ?? null],
    );
    return row!.n;
  }

  /** How many orders stand in each status, and how many each of these members holds and has not finished; one round trip. */
  async counts(memberIds: number[]): Promise<{ standing: Map<OrderStatus, number>; held: Map<number, number> }> {
    const rows = await this.database.query<{ status: OrderStatus | null; member: number | null; n: number }[]>(
      `SELECT process_status AS status, NULL::int AS member, sum(n)::int AS n FROM queue_tally GROUP BY process_status
       UNION ALL
       SELECT NULL, held_by, count(*)::int FROM orders
       WHERE held_by = ANY($1) AND process_status <> ALL($2) GROUP BY held_by`,
      [memberIds, settledStatuses],
    );
    return {
      standing: new Map(rows.flatMap(({ status, n }) => (status === null ? [] : [[status, n]]))),
      held: new Map(rows.flatMap(({ member, n }) => (member === null ? [] : [[member, n]]))),
    };
  }

  /** Future orders by month of processing, `YYYY-MM` → count. */
  async countByMonth(): Promise<Map<string, number>> {
    const rows = await this.database.query<{ month: string; n: number }[]>(
      `SELECT process_month AS month, sum(n)::int AS n FROM queue_tally WHERE process_status = 'Future' GROUP BY 1`,
    );
    return new Map(rows.map(({ month, n }) => [month, n]));
  }

  private async countMatches(listing: Listing, text: string): Promise<number> {
    const { from, parameters } = matchesOf(listing, text);
    const [row] = await this.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM (SELECT FROM ${from} LIMIT ${exactTotalLimit + 1}) hits`,
      parameters,
    );
    return row!.n;
  }

  private async countHeld(memberId: number): Promise<number> {
    const [row] = await this.database.query<{ n: number }[]>(
      'SELECT count(*)::int AS n FROM orders WHERE held_by = $1 AND process_status <> ALL($2)',
      [memberId, settledStatuses],
    );
    return row!.n;
  }
}

export const newestFirst: Sorting = { sort: 'create_ts', dir: 'desc' };

/**
 * The ids of a list's page; of two stretches so many of each. The few orders that hold a text are collected, then sorted.
 * Otherwise the list is read in its own order, which with many matches soon finds a page.
 */
function pageOf(listing: Listing, sorting: Sorting, place: Place, limit: number) {
  const { text, many } = listing;
  const { from, where, parameters } =
    text !== undefined && !many ? collected(listing, text) : { from: 'orders', ...conditions(listing) };
  if (text !== undefined && many) where.push(holding(text, listing, parameters, walked));
  const stretches = 'after' in place ? after(sorting, place.after, parameters) : ['true'];

  const offset = 'offset' in place ? place.offset : 0;
  const rest = `ORDER BY ${ordering(sorting)} LIMIT $${parameters.push(limit)} OFFSET $${parameters.push(offset)}`;
  const pages = stretches.map(
    (stretch) => `(SELECT o.id FROM ${from} o WHERE ${where.join(' AND ')} AND ${stretch} ${rest})`,
  );
  return { page: pages.join(' UNION ALL '), parameters };
}

/** OFFSET 0 keeps the planner from walking the list in its order, which for a rare text reads all of it. */
function collected(listing: Listing, text: string) {
  const { from, parameters } = matchesOf(listing, text);
  return { from: `(SELECT o.* FROM ${from} OFFSET 0)`, where: ['true'], parameters };
}

/** The orders of a list that hold its text; a short one is looked for among the newest alone. */
function matchesOf(listing: Listing, text: string): { from: string; parameters: unknown[] } {
  const { where, parameters } = conditions(listing);
  const plain = where.join(' AND ');
  const holds = holding(text, listing, parameters, indexed);
  if (text.length >= 3) return { from: `orders o WHERE ${plain} AND ${holds}`, parameters };

  const newest = `SELECT * FROM orders o WHERE ${plain} ORDER BY ${ordering(newestFirst)} LIMIT ${shortSearchWalk}`;
  return { from: `(${newest}) o WHERE ${holds}`, parameters };
}

/** A queue's filter as SQL: the one place where list, count and search get it from. */
function conditions({ filter, memberId, month }: Listing): { where: string[]; parameters: unknown[] } {
  const where: string[] = ['true'];
  const parameters: unknown[] = [];
  const given = (value: unknown) => `$${parameters.push(value)}`;

  // Spelled out, so that the partial indexes of a status can serve it; statuses are our own words, never input.
  if ('status' in filter) where.push(`o.process_status = '${filter.status}'`);
  if ('heldByMe' in filter) {
    where.push(`o.held_by = ${given(memberId)} AND o.process_status <> ALL(${given(settledStatuses)})`);
  }
  if (month) where.push(`o.process_month = ${given(month)}`);
  return { where, parameters };
}

function ordering({ sort, dir }: Sorting): string {
  return sort === 'order_id' ? `o.id ${dir}` : `${columns[sort].sql} ${dir}, o.id ${dir}`;
}

/** What comes after a row: one stretch of the index, or two where values can be empty, which PostgreSQL holds the highest. */
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

/** Whether an order holds the text, by all its searched fields; on Future Orders by three of them (api: search-order). */
function holding(text: string, { filter }: Listing, parameters: unknown[], holds: Holds): string {
  const whole = holds('o.search_text', text, parameters);
  if ('status' in filter && filter.status === 'Future') return `${whole} AND ${holds(futureText, text, parameters)}`;

  // A text like a telephone number matches by its digits too.
  const digits = text.replace(/\D/g, '');
  const isPhone = digits.length >= 3 && digits !== text && /^[+\d\s().-]+$/.test(text);
  return isPhone ? `(${whole} OR ${holds('o.search_text', digits, parameters)})` : whole;
}

const futureText = `lower(o.id::text || E'\\n' || o.full_name || E'\\n' || o.contact_email_address)`;

type Holds = (sql: string, text: string, parameters: unknown[]) => string;

/** Substring match that the trigram index serves; `%`, `_` and `\` are letters like any other. */
const indexed: Holds = (sql, text, parameters) =>
  `${sql} LIKE lower($${parameters.push(`%${text.replace(/[\\%_]/g, '\\$&')}%`)})`;

/** The same for rows that are read anyway: the planner takes it for a third of them, and never prefers to collect. */
const walked: Holds = (sql, text, parameters) => `strpos(${sql}, lower($${parameters.push(text)})) > 0`;
