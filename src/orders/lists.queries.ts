import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ofAddress } from '../database/of-mailbox.js';
import { prepared } from '../database/prepared.js';
import { joined, literal, type Sql, sql } from '../database/sql.js';
import { inWorkOrder, pageToWork } from '../database/work-order.js';
import { Turns } from '../platform/turns.js';
import type { CardDoubt } from '../shared/card-verdicts.js';
import type { InboxMark } from '../shared/inbox-marks.js';
import { exactTotalLimit, pageSizes, searchDepth } from '../shared/limits.js';
import type { CheckId } from '../shared/order-checks.js';
import { newestFirst } from '../shared/order-queues.js';
import type { OrderStatus } from '../shared/order-statuses.js';
import {
  candidatesOf,
  type Cursor,
  heldBy,
  isNewest,
  type Listing,
  ordering,
  type Page,
  queued,
  sortColumns,
  type Sorting,
  type Start,
  tableOf,
} from './listing.queries.js';
import { foundOf } from './matches.queries.js';
import { pageOf, pageOfFound } from './pages.queries.js';

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
  checks: CheckId[];
  assign_to: string | null;
  held_since: Date | null;
  version: number;
  card_due: boolean;
  submit_again: boolean;
  has_request: boolean;
  inbox_marks: (InboxMark | CardDoubt)[];
  /** The exact value of the sorted column, for the cursor. */
  sorted: string | null;
};

/** The columns that a selection needs. */
export type KeyFacts = Pick<RowFacts, 'id' | 'process_status' | 'version'>;

/** Some rows of a list, and how many orders the list has. */
type ListPage = { rows: RowFacts[]; total: number };
type TotalledRow = RowFacts & { total: number };

/** What the menu counts: orders by status, by holder, on the board, and with an unread message. */
type CountFacts = { byStatus: Map<OrderStatus, number>; held: Map<number, number>; atRisk: number; wrote: number };

/** Stands in place of a member for the count of unread messages. */
const noMember = 0;

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

/** The columns of a row, from the order `o` and what `besides` joins to it. */
const rowColumns = sql`o.id, o.process_status, o.processing_mode, o.full_name, o.contact_email_address, o.phone_code,
  o.phone_number, o.create_ts, o.doa::text, o.refund_date, o.processing_date::text, o.process_month, o.checks,
  m.name AS assign_to, o.held_since, o.version, o.submit_again, c.order_id IS NOT NULL AS card_due,
  EXISTS (SELECT FROM order_requests r WHERE r.order_id = o.id AND r.handled_at IS NULL) AS has_request,
  ARRAY(SELECT i.mark FROM inbox_marks i WHERE i.order_id = o.id ORDER BY i.mark) AS inbox_marks`;

/** The holder and the due card of the orders `o`. */
const besides = sql`LEFT JOIN members m ON m.id = o.held_by LEFT JOIN cards_due c ON c.order_id = o.id`;

/** Reads the queues. No query reads the whole table of orders (test/orders/lists.queries.test.ts). */
@Injectable()
export class ListsQueries {
  /** Limits the queries that read many rows to two at once. Other requests keep their connections and CPU time. */
  private readonly scans = new Turns(2);

  constructor(private readonly database: DataSource) {}

  /**
   * One page of a list. Without a text the ids come from an index alone, so that a deep page does not read the rows it
   * skips.
   */
  async rows(listing: Listing, sorting: Sorting, start: Start, limit: number): Promise<RowFacts[]> {
    return this.ask(listing, rowsOf(listing, sorting, start, limit));
  }

  /** One page of a list without a text, and how many orders the list has, in one statement. */
  async page(listing: Listing, sorting: Sorting, start: Start, limit: number): Promise<ListPage> {
    const question = sql`SELECT listed.n AS total, found.*
      FROM (${totalOf(listing)}) listed LEFT JOIN (${rowsOf(listing, sorting, start, limit)}) found ON true
      ORDER BY ${ordering(sorting, sql`found`)}`;
    const found = await this.query<TotalledRow>(
      isUsual(listing, sorting, start, limit) ? prepared('lists.page', question) : question,
    );
    return asPage(found);
  }

  /**
   * One page of the orders that a list's text finds, or that it identifies, and how many there are, up to
   * `exactTotalLimit` + 1, in one statement: the orders that match are read once. With more of them the rows are any.
   */
  async search(listing: Listing, sorting: Sorting, start: Start, limit: number): Promise<ListPage> {
    const page = pageOfFound(sql`found`, sorting, { start, limit });
    const question = sql`WITH found AS MATERIALIZED (${foundOf(listing)} LIMIT ${exactTotalLimit + 1})
      SELECT counted.n AS total, listed.*
      FROM (SELECT count(*)::int AS n FROM found) counted LEFT JOIN (${rowsIn(page, sorting, limit)}) listed ON true
      ORDER BY ${ordering(sorting, sql`listed`)}`;
    return asPage(await this.ask(listing, question));
  }

  /** The cursor of the row of an order in this order of rows; undefined when there is no such order. */
  async cursorAt(orderId: number, { sort }: Sorting): Promise<Cursor | undefined> {
    const [cursor] = await this.query<Cursor>(
      sql`SELECT ${sortColumns[sort].column}::text AS sorted, o.id FROM orders o WHERE o.id = ${orderId}`,
    );
    return cursor;
  }

  /**
   * The first `most` orders without a card in these statuses, as orders are worked on this day of Kuala Lumpur.
   * @param statuses every order without a card counts
   * @param cardless statuses in which most orders have a card: only arrivals from the day `from` (`YYYY-MM-DD`) on count
   */
  async soonest(
    statuses: OrderStatus[],
    cardless: OrderStatus[],
    { from, today }: { from: string; today: string },
    most: number,
  ): Promise<RowFacts[]> {
    // A scalar subquery: with NOT EXISTS the planner would read the whole table of documents.
    const waiting = sql`SELECT id, doa FROM ${queued} o WHERE process_status = status
      AND doa >= CASE WHEN status = ANY(${cardless}) THEN ${from}::date ELSE '-infinity'::date END
      AND (SELECT id FROM documents WHERE order_id = o.id AND id > coalesce(o.outdated_card, 0)
        ORDER BY id DESC LIMIT 1) IS NULL`;
    return this.query(
      sql`SELECT ${rowColumns}, o.doa::text AS sorted
       FROM (
         SELECT l.id FROM unnest(${statuses}::text[] || ${cardless}::text[]) status
           CROSS JOIN LATERAL (${pageToWork(waiting, today, most)}) l
         ORDER BY ${inWorkOrder('l', today)} LIMIT ${most}
       ) page JOIN orders o USING (id) ${besides}
       ORDER BY ${inWorkOrder('o', today)}`,
    );
  }

  /** The first `most` unsettled orders that somebody has held since before this time, the oldest hold first. */
  async heldSince(before: Date, most: number): Promise<RowFacts[]> {
    return this.query(
      sql`SELECT ${rowColumns}, o.held_since::text AS sorted
       FROM (
         SELECT order_id AS id FROM holds WHERE is_open AND held_since < ${before} ORDER BY held_since LIMIT ${most}
       ) page JOIN orders o USING (id) ${besides}
       ORDER BY o.held_since, o.id`,
    );
  }

  /** The keys of the newest `most` orders of a list. */
  async keys(listing: Listing, most: number): Promise<KeyFacts[]> {
    return this.ask(listing, keysOf(listing, { start: { offset: 0 }, limit: most }));
  }

  /**
   * How many orders a list has: a sum of tallies, or a count of one member's held orders. Matches of a text are counted
   * up to `exactTotalLimit` + 1 (docs/screens.md#lists-and-search).
   */
  async count(listing: Listing): Promise<number> {
    if (listing.text === undefined && !listing.ids && !listing.chosen)
      return numberIn(await this.query(totalOf(listing)));

    const matches = sql`${foundOf(listing)} LIMIT ${exactTotalLimit + 1}`;
    return numberIn(await this.ask(listing, sql`SELECT count(*)::int AS n FROM (${matches}) matches`));
  }

  /** How many orders the filters of a list are compared with, up to `searchDepth` + 1. */
  async candidates(listing: Listing): Promise<number> {
    const candidates = sql`SELECT FROM ${candidatesOf(listing)} LIMIT ${searchDepth + 1}`;
    return numberIn(await this.ask(listing, sql`SELECT count(*)::int AS n FROM (${candidates}) candidates`));
  }

  /**
   * How many orders each status has, how many unsettled orders each of these members holds, how many orders are on the
   * board on this day of Kuala Lumpur (docs/orders.md#standing), and how many have an unread message, in one query.
   */
  async counts(memberIds: number[], today: string): Promise<CountFacts> {
    // One member's id is a parameter of its own: PostgreSQL plans an array of unknown length anew each time.
    const [one, ...others] = memberIds;
    const members =
      one !== undefined && others.length === 0
        ? sql`(SELECT ${one}::int) AS asked (member)`
        : sql`unnest(${memberIds}::int[]) AS asked (member)`;
    const rows = await this.query<{ status: OrderStatus | null; member: number | null; n: number }>(
      prepared(
        'lists.counts',
        sql`SELECT process_status AS status, NULL::int AS member, sum(n)::int AS n FROM queue_counts GROUP BY process_status
         UNION ALL
         SELECT NULL, member, (SELECT count(*)::int FROM ${heldBy(sql`member`)}) FROM ${members}
         UNION ALL
         SELECT NULL, NULL, coalesce(sum(n), 0)::int FROM board_tally WHERE listed_from <= ${today}::date
         UNION ALL
         SELECT NULL, ${noMember}::int, count(*)::int FROM inbox_marks WHERE mark = 'wrote'`,
      ),
    );
    return {
      byStatus: new Map(rows.flatMap(({ status, n }) => (status === null ? [] : [[status, n]]))),
      held: new Map(rows.flatMap(({ member, n }) => (member === null || member === noMember ? [] : [[member, n]]))),
      atRisk: rows.find(({ status, member }) => status === null && member === null)?.n ?? 0,
      wrote: rows.find(({ member }) => member === noMember)?.n ?? 0,
    };
  }

  /** How many Future orders each month of processing has, `YYYY-MM` → count. */
  async countByMonth(): Promise<Map<string, number>> {
    const rows = await this.query<{ month: string; n: number }>(
      sql`SELECT process_month AS month, sum(n)::int AS n FROM queue_counts WHERE process_status = 'Future' GROUP BY 1`,
    );
    return new Map(rows.map(({ month, n }) => [month, n]));
  }

  /**
   * The ids of the orders whose id, mailbox, passport number or transaction id is that of this text. Each field has its
   * own index. Empty when there are more than `mostWhole`.
   */
  async named(text: string, { filter }: Listing): Promise<number[]> {
    const isFuture = 'status' in filter && filter.status === 'Future';
    const ways: Sql[] = [];
    const found: Sql[] = [];
    if (text.includes('@')) ways.push(...ofAddress(text).contact);
    if (/^[1-9]\d{0,8}$/.test(text)) ways.push(sql`id = ${text}::int`);
    if (!isFuture && /^(?=.*\d)[\w./:-]{5,}$/.test(text)) {
      ways.push(
        sql`passport_no IN (${text}, ${text.toUpperCase()}, ${text.toLowerCase()})`,
        sql`transaction_id IS NOT NULL AND lower(transaction_id) = lower(${text}::text)`,
      );
      found.push(
        sql`(SELECT order_id FROM order_charges WHERE lower(transaction_id) = lower(${text}::text) LIMIT ${mostWhole + 1})`,
      );
    }
    if (ways.length === 0) return [];

    found.unshift(...ways.map((way) => sql`(SELECT id FROM orders WHERE ${way} LIMIT ${mostWhole + 1})`));
    const rows = await this.query<{ id: number }>(joined(found, ' UNION '));
    return rows.length > mostWhole ? [] : rows.map(({ id }) => id);
  }

  private ask<Row>({ newest, plan }: Listing, question: Sql): Promise<Row[]> {
    return newest || plan === 'scan' ? this.scans.run(() => this.query(question)) : this.query(question);
  }

  private query<Row>(question: Sql): Promise<Row[]> {
    return this.database.query(...question.asArguments);
  }
}

/** A list that members open most: a queue in its usual order, from its beginning. */
function isUsual({ months, chosen }: Listing, sorting: Sorting, start: Start, limit: number): boolean {
  const isFirstPage = 'offset' in start && start.offset === 0 && (pageSizes as readonly number[]).includes(limit);
  return isFirstPage && !months && !chosen && (isNewest(sorting) || isNearest(sorting));
}

function isNearest({ sort, dir }: Sorting): boolean {
  return sort === 'doa' && dir === 'asc';
}

/** The keys of the newest orders of a list; their rows are read for the version, which no index has. */
function keysOf(listing: Listing, page: Page): Sql {
  const key = sql`o.id, o.process_status, o.version`;
  if (listing.text === undefined && tableOf(listing) !== queued) return pageOf(listing, newestFirst, page, key);
  // As an array the ids are sorted first, so that each page of orders is read once.
  return sql`SELECT ${key} FROM orders o WHERE o.id = ANY(ARRAY(${pageOf(listing, newestFirst, page)}))
    ORDER BY ${ordering(newestFirst)}`;
}

/** The question for one page of a list. */
export function rowsOf(listing: Listing, sorting: Sorting, start: Start, limit: number): Sql {
  return rowsIn(pageOf(listing, sorting, { start, limit }), sorting, limit);
}

/** The rows of the ids of a page. */
function rowsIn(page: Sql, sorting: Sorting, limit: number): Sql {
  return sql`SELECT ${rowColumns}, ${sortColumns[sorting.sort].column}::text AS sorted
    FROM (${page}) page
      JOIN orders o USING (id) ${besides}
    ORDER BY ${ordering(sorting)} LIMIT ${literal(String(limit))}`;
}

/** An empty page is one row with the total alone. */
function asPage(found: TotalledRow[]): ListPage {
  return { rows: found.filter(({ id }) => id !== null), total: found[0]!.total };
}

/** How many orders a list without a text and filters has: a sum of tallies, or a count of one member's held orders. */
function totalOf({ filter, memberId, months }: Listing): Sql {
  if ('heldByMe' in filter) return sql`SELECT count(*)::int AS n FROM ${heldBy(memberId)}`;

  const status = 'status' in filter ? sql`process_status = ${literal(`'${filter.status}'`)}` : sql`true`;
  const { from = null, to = null } = months ?? {};
  const isMonth = months
    ? sql`(${from}::text IS NULL OR process_month >= ${from}) AND (${to}::text IS NULL OR process_month <= ${to})`
    : sql`true`;
  return sql`SELECT coalesce(sum(n), 0)::int AS n FROM queue_counts WHERE ${status} AND ${isMonth}`;
}

function numberIn([row]: { n: number }[]): number {
  return row!.n;
}
