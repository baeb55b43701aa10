import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type BesideRow, type Neighbours, toNeighbours } from '../database/beside.js';
import { prepared } from '../database/prepared.js';
import { literal, type Sql, sql } from '../database/sql.js';
import { besideToWork, inWorkOrder, pageToWork } from '../database/work-order.js';
import type { OrderStatus } from '../shared/order-statuses.js';
import { mailKindsWhere, type MailState } from '../shared/mail-kinds.js';
import type { CardOutcome, ListedStanding } from '../shared/standing.js';

/** An order of the board; days are text, because they belong to no time zone. */
export type ListedOrder = {
  id: number;
  process_status: OrderStatus;
  full_name: string;
  doa: string;
  processing_date: string;
  assign_to: string | null;
  version: number;
  card_due: boolean;
  wrote: boolean;
  /** The state of the newest mail with the card; null when there is none. */
  mail_state: MailState | null;
  mail_failure: string | null;
};

/** What a member said became of an order's card. */
export type SaidOutcome = { outcome: CardOutcome; doa: string; saidBy: string; createTs: Date };

/** Which days of arrival have which standing, counted from today (src/shared/standing.ts). */
const arrivals: Record<ListedStanding, Sql> = {
  late: literal('c.doa <= day'),
  'at risk': literal('c.doa = day + 1'),
  today: literal('c.doa = day + 2'),
  open: literal('c.doa > day + 2'),
};

/** A card mail that is queued for longer than this does not leave. */
const waitingMinutes = 10;
const cardKinds = mailKindsWhere(({ card }) => card);

/**
 * The orders whose newest mail with the card failed, bounced or has waited for ten minutes, and those whose customer
 * complained about it.
 */
const undelivered = sql`
  SELECT order_id AS id, doa FROM cards_due
  WHERE mail_state IN ('failed', 'bounced', 'queued')
    AND (mail_state <> 'queued' OR mail_at < now() - make_interval(mins => ${waitingMinutes}))
  UNION ALL
  SELECT order_id, doa FROM cards_complained`;

/** The orders of the board, or of the part of it that has one standing. */
function board(today: string, only: ListedStanding | undefined): Sql {
  return sql`SELECT c.order_id AS id, c.doa FROM cards_due c, (SELECT ${today}::date AS day) t
    WHERE c.listed_from <= t.day AND ${only ? arrivals[only] : sql`true`}`;
}

/** A page of these orders, as the lists show them. */
function listed(list: Sql, today: string, offset: number, limit: number): Sql {
  return sql`SELECT o.id, o.process_status, o.full_name, o.doa::text, o.processing_date::text, m.name AS assign_to,
      o.version, EXISTS (SELECT FROM cards_due WHERE order_id = o.id) AS card_due,
      EXISTS (SELECT FROM inbox_marks WHERE order_id = o.id AND mark = 'wrote') AS wrote, card.state AS mail_state,
      card.failure AS mail_failure
    FROM (${pageToWork(list, today, limit, offset)}) page JOIN orders o USING (id)
      LEFT JOIN members m ON m.id = o.held_by
      LEFT JOIN LATERAL (
        SELECT state, failure FROM mails WHERE order_id = o.id AND kind = ANY(${cardKinds}) ORDER BY id DESC LIMIT 1
      ) card ON true
    ORDER BY ${inWorkOrder('o', today)}`;
}

@Injectable()
export class BoardQueries {
  constructor(private readonly database: DataSource) {}

  /** How many orders of the board have each standing on this day of Kuala Lumpur. */
  async counts(today: string): Promise<Record<ListedStanding, number>> {
    const [row] = await this.query<
      Record<ListedStanding, number>
    >(sql`SELECT count(*) FILTER (WHERE ${arrivals.late})::int AS "late",
         count(*) FILTER (WHERE ${arrivals['at risk']})::int AS "at risk",
         count(*) FILTER (WHERE ${arrivals.today})::int AS "today", count(*) FILTER (WHERE ${arrivals.open})::int AS "open"
       FROM cards_due c, (SELECT ${today}::date AS day) t WHERE c.listed_from <= t.day`);
    return row!;
  }

  /** A page of the board, as orders are worked. */
  rows(today: string, only: ListedStanding | undefined, offset: number, limit: number): Promise<ListedOrder[]> {
    return this.query(listed(board(today, only), today, offset, limit));
  }

  /** The orders before and after this one on the board, whether or not it still has this one. */
  async beside(orderId: number, today: string, only: ListedStanding | undefined): Promise<Neighbours> {
    return toNeighbours(await this.query<BesideRow>(besideToWork(orderId, board(today, only), today)));
  }

  /** The same among the customers without their card. */
  async besideUndelivered(orderId: number, today: string): Promise<Neighbours> {
    return toNeighbours(await this.query<BesideRow>(besideToWork(orderId, undelivered, today)));
  }

  /** How many customers are without their card, because its mail did not bring it. */
  async countUndelivered(): Promise<number> {
    const [row] = await this.query<{ n: number }>(
      prepared('board.undelivered', sql`SELECT count(*)::int AS n FROM (${undelivered}) u`),
    );
    return row!.n;
  }

  /** A page of these customers' orders, as orders are worked. */
  undelivered(today: string, offset: number, limit: number): Promise<ListedOrder[]> {
    return this.query(listed(undelivered, today, offset, limit));
  }

  /** Whether the order's card is due, in this transaction. */
  async isDue(orderId: number, manager: EntityManager): Promise<boolean> {
    return (await manager.query<unknown[]>('SELECT FROM cards_due WHERE order_id = $1', [orderId])).length > 0;
  }

  /** Stores what became of an order's card, for this day of arrival; false when that is known already. */
  async say(
    said: { orderId: number; doa: string; outcome: CardOutcome; memberId: number; saidBy: string },
    manager: EntityManager,
  ): Promise<boolean> {
    const { orderId, doa, outcome, memberId, saidBy } = said;
    const written = await manager.query<unknown[]>(
      `INSERT INTO card_outcomes (order_id, doa, outcome, member_id, said_by) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (order_id, doa) DO UPDATE
         SET outcome = EXCLUDED.outcome, member_id = EXCLUDED.member_id, said_by = EXCLUDED.said_by, create_ts = now()
         WHERE card_outcomes.outcome <> EXCLUDED.outcome
       RETURNING order_id`,
      [orderId, doa, outcome, memberId, saidBy],
    );
    return written.length > 0;
  }

  /** Removes what was said; false when nothing was. */
  async unsay(orderId: number, doa: string, manager: EntityManager): Promise<boolean> {
    const [, removed] = await manager.query<[unknown, number]>(
      'DELETE FROM card_outcomes WHERE order_id = $1 AND doa = $2',
      [orderId, doa],
    );
    return removed === 1;
  }

  /** What was said about the order's card, for its present day of arrival. */
  async said(orderId: number, doa: string, manager = this.database.manager): Promise<SaidOutcome | undefined> {
    const [row] = await manager.query<SaidOutcome[]>(
      `SELECT outcome, doa::text, said_by AS "saidBy", create_ts AS "createTs" FROM card_outcomes
       WHERE order_id = $1 AND doa = $2`,
      [orderId, doa],
    );
    return row;
  }

  private query<Row>(question: Sql): Promise<Row[]> {
    return this.database.query(...question.asArguments);
  }
}
