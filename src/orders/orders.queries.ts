import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Order } from '../database/order.entity.js';
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
  /** The sorted column's exact value, for the cursor. */
  sorted: string | null;
};

/** What a list is asked for: a queue's filter, whose orders 'mine' are, and the month of Future Orders. */
export type Matching = { filter: QueueFilter; memberId: number; month?: string };
export type Sorting = { sort: SortKey; dir: 'asc' | 'desc' };
/** Rows after a known one, or from an offset. */
export type Place = { offset: number } | { after: { value: string; id: number } };

export type Found = { rows: RowFacts[]; total: number; more: boolean };

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

@Injectable()
export class OrdersQueries {
  constructor(private readonly database: DataSource) {}

  /** One page of a queue. The ids come from an index alone, so that a deep page reads no rows it skips. */
  async inQueue(matching: Matching, sorting: Sorting, place: Place, limit: number): Promise<RowFacts[]> {
    const { where, parameters } = conditions(matching);
    if ('after' in place) where.push(after(sorting, place.after, parameters));
    parameters.push(limit, 'offset' in place ? place.offset : 0);
    const page = `SELECT o.id FROM orders o WHERE ${where.join(' AND ')} ORDER BY ${ordering(sorting)}
      LIMIT $${parameters.length - 1} OFFSET $${parameters.length}`;
    return this.database.query<RowFacts[]>(rowsOf(page, sorting), parameters);
  }

  /** How many orders a queue holds; a sum of tallies, or of what one member holds. Never a scan of the table. */
  async countInQueue({ filter, memberId, month }: Matching): Promise<number> {
    if ('heldByMe' in filter) return this.countHeld(memberId);

    const status = 'status' in filter ? filter.status : null;
    const [row] = await this.database.query<{ n: number }[]>(
      `SELECT coalesce(sum(n), 0)::int AS n FROM queue_tally
       WHERE ($1::text IS NULL OR process_status = $1) AND ($2::text IS NULL OR process_month = $2)`,
      [status, month ?? null],
    );
    return row!.n;
  }

  /** How many orders stand in each status, and how many the member holds and has not finished; one round trip. */
  async counts(memberId: number): Promise<Map<OrderStatus | 'held', number>> {
    const rows = await this.database.query<{ name: OrderStatus | 'held'; n: number }[]>(
      `SELECT process_status AS name, sum(n)::int AS n FROM queue_tally GROUP BY process_status
       UNION ALL SELECT 'held', (${heldCount})::int`,
      [memberId, settledStatuses],
    );
    return new Map(rows.map(({ name, n }) => [name, n]));
  }

  /** Future orders by month of processing, `YYYY-MM` → count. */
  async countByMonth(): Promise<Map<string, number>> {
    const rows = await this.database.query<{ month: string; n: number }[]>(
      `SELECT process_month AS month, sum(n)::int AS n FROM queue_tally WHERE process_status = 'Future' GROUP BY 1`,
    );
    return new Map(rows.map(({ month, n }) => [month, n]));
  }

  /**
   * Orders of a queue whose search text holds `text`, whatever the case. Few matches are collected and sorted; many are
   * walked newest first, which then soon finds a page. `total` is exact up to 10,000 (api: search-order).
   */
  async search(
    matching: Matching,
    text: string,
    sorting: Sorting,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<Found> {
    const { where, parameters } = conditions(matching);
    const isFuture = 'status' in matching.filter && matching.filter.status === 'Future';
    where.push(containing(text, isFuture, parameters));
    const matches = where.join(' AND ');

    const short = text.length < 3;
    const source = short
      ? `(SELECT * FROM orders o WHERE ${where.slice(0, -1).join(' AND ')} ORDER BY o.create_ts DESC, o.id DESC LIMIT ${shortSearchWalk})`
      : 'orders';
    const [count] = await this.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM (SELECT 1 FROM ${source} o WHERE ${matches} LIMIT ${exactTotalLimit + 1}) hits`,
      parameters,
    );
    const more = count!.n > exactTotalLimit;
    const total = Math.min(count!.n, exactTotalLimit);

    const page = more
      ? `SELECT o.id FROM orders o WHERE ${matches} ORDER BY o.create_ts DESC, o.id DESC`
      : `SELECT o.id FROM (SELECT o.* FROM ${source} o WHERE ${matches} OFFSET 0) o ORDER BY ${ordering(sorting)}`;
    const rows = await this.database.query<RowFacts[]>(
      rowsOf(
        `${page} LIMIT $${parameters.length + 1} OFFSET $${parameters.length + 2}`,
        more ? { sort: 'create_ts', dir: 'desc' } : sorting,
      ),
      [...parameters, limit, offset],
    );
    return { rows, total, more };
  }

  byId(id: number): Promise<Order | null> {
    return this.database.getRepository(Order).findOneBy({ id });
  }

  /** The order, locked until the transaction ends. */
  lock(id: number, inside: EntityManager): Promise<Order | null> {
    return inside.findOne(Order, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Writes what a member or the promotion changed; the version rises by one (api: Writes on one order). */
  async change(
    order: Order,
    to: Partial<Order>,
    by: { name: string; what: string },
    inside: EntityManager,
  ): Promise<void> {
    Object.assign(order, to, {
      version: order.version + 1,
      changedBy: by.name,
      changedAt: new Date(),
      lastChange: by.what,
    });
    const { version, changedBy, changedAt, lastChange } = order;
    await inside.update(Order, { id: order.id }, { ...to, version, changedBy, changedAt, lastChange });
  }

  transaction<Result>(work: (inside: EntityManager) => Promise<Result>): Promise<Result> {
    return this.database.transaction(work);
  }

  /** The name a member has or had; histories outlive accounts. */
  async nameOf(memberId: number, inside: EntityManager = this.database.manager): Promise<string> {
    const [row] = await inside.query<{ name: string }[]>('SELECT name FROM members WHERE id = $1', [memberId]);
    return row?.name ?? 'somebody else';
  }

  /** The member of that name, whatever its case; undefined for an unknown or deleted one. */
  async memberByName(name: string): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }[]>(
      'SELECT id FROM members WHERE lower(name) = lower($1) AND deleted_at IS NULL',
      [name],
    );
    return row?.id;
  }

  async gatewayName(id: number | null): Promise<string | null> {
    if (id === null) return null;
    const [row] = await this.database.query<{ gateway_name: string }[]>(
      'SELECT gateway_name FROM gateways WHERE id = $1',
      [id],
    );
    return row?.gateway_name ?? null;
  }

  /** Up to `most` future orders whose day of processing has come, those due longest first. */
  async due(today: string, most: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT id FROM orders WHERE process_status = 'Future' AND processing_date <= $1 ORDER BY processing_date LIMIT $2`,
      [today, most],
    );
    return rows.map(({ id }) => id);
  }

  /** Folds the tallies' deltas into one row a key; sums are the same before, during and after. */
  async foldTallies(): Promise<void> {
    for (const [table, key] of [
      ['queue_tally', 'process_status, process_month'],
      ['country_tally', 'day, nationality, processing_mode'],
      ['processed_tally', 'day, processed_by'],
    ] as const) {
      await this.database.query(
        `WITH many AS (SELECT ctid FROM ${table} FOR UPDATE SKIP LOCKED LIMIT 20000),
              gone AS (DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM many) RETURNING *)
         INSERT INTO ${table} SELECT ${key}, sum(n) FROM gone GROUP BY ${key} HAVING sum(n) <> 0`,
      );
    }
  }

  private async countHeld(memberId: number): Promise<number> {
    const [row] = await this.database.query<{ n: number }[]>(`SELECT (${heldCount})::int AS n`, [
      memberId,
      settledStatuses,
    ]);
    return row!.n;
  }
}

const heldCount = 'SELECT count(*) FROM orders WHERE held_by = $1 AND process_status <> ALL($2)';

/** A queue's filter as SQL: the one place where list, count and search get it from. */
function conditions({ filter, memberId, month }: Matching): { where: string[]; parameters: unknown[] } {
  const where: string[] = ['true'];
  const parameters: unknown[] = [];
  const holds = (condition: string, ...values: unknown[]) => {
    where.push(condition.replace(/\?/g, () => `$${parameters.push(values.shift())}`));
  };

  if ('status' in filter) {
    // Spelled out, so that the partial indexes of a status can serve it; statuses are our own words, never input.
    where.push(`o.process_status = '${filter.status}'`);
  }
  if ('heldByMe' in filter) holds('o.held_by = ? AND o.process_status <> ALL(?)', memberId, settledStatuses);
  if (month) holds('o.process_month = ?', month);
  return { where, parameters };
}

function ordering({ sort, dir }: Sorting): string {
  return sort === 'order_id' ? `o.id ${dir}` : `${columns[sort].sql} ${dir}, o.id ${dir}`;
}

function after({ sort, dir }: Sorting, { value, id }: { value: string; id: number }, parameters: unknown[]): string {
  const sign = dir === 'asc' ? '>' : '<';
  if (sort === 'order_id') return `o.id ${sign} $${parameters.push(id)}`;
  const { sql, type } = columns[sort];
  return `(${sql}, o.id) ${sign} ($${parameters.push(value)}::${type}, $${parameters.push(id)}::int)`;
}

/** Substring match; `%`, `_` and `\` are letters like any other. A text like a telephone number matches by its digits too. */
function containing(text: string, isFuture: boolean, parameters: unknown[]): string {
  const like = (sql: string, value: string) =>
    `${sql} LIKE lower($${parameters.push(`%${value.replace(/[\\%_]/g, '\\$&')}%`)})`;
  const whole = like('o.search_text', text);
  if (isFuture) {
    return `${whole} AND ${like(`lower(o.id::text || E'\\n' || o.full_name || E'\\n' || o.contact_email_address)`, text)}`;
  }

  const digits = text.replace(/\D/g, '');
  const isPhone = digits.length >= 3 && digits !== text && /^[+\d\s().-]+$/.test(text);
  return isPhone ? `(${whole} OR ${like('o.search_text', digits)})` : whole;
}

/** The rows of a page of ids, in the same order. */
function rowsOf(page: string, sorting: Sorting): string {
  return `SELECT o.id, o.process_status, o.processing_mode, o.full_name, o.contact_email_address, o.phone_code, o.phone_number,
      o.create_ts, o.doa::text, o.refund_date, o.processing_date::text, o.process_month, m.name AS assign_to, o.version,
      ${columns[sorting.sort].sql}::text AS sorted
    FROM (${page}) page JOIN orders o USING (id) LEFT JOIN members m ON m.id = o.held_by
    ORDER BY ${ordering(sorting)}`;
}

/** Whether rows sorted so can be read on by cursor; a column with empty values is read on by offset. */
export function hasCursor(sort: SortKey): boolean {
  return !columns[sort].nullable;
}
