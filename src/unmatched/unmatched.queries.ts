import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ofMailbox } from '../database/of-mailbox.js';
import { prepared } from '../database/prepared.js';
import { sql } from '../database/sql.js';
import type { Order } from '../database/order.entity.js';
import type { DisputeState } from '../shared/dispute-states.js';
import type { InboundKind } from '../shared/inbound-kinds.js';
import type { UnmatchedKind } from '../shared/unmatched-kinds.js';

/** An entry of the list with its mail; the columns of the mail are null for a case. */
export type UnmatchedRow = {
  id: number;
  kind: UnmatchedKind;
  inboundMailId: number | null;
  caseId: string | null;
  charges: string[];
  dueAt: Date | null;
  state: DisputeState | null;
  reason: string | null;
  amount: string | null;
  currency: string | null;
  why: string;
  createTs: Date;
  asideAt: Date | null;
  asideBy: string | null;
  asideReason: string | null;
  mailbox: string | null;
  sender: string | null;
  subject: string | null;
  text: string | null;
  mailKind: InboundKind | null;
};

/** An order that an entry may belong to. */
export type Candidate = Pick<Order, 'id' | 'fullName' | 'doa' | 'processStatus'>;

/** How many orders of one charge or address are offered. */
const mostOffered = 5;

const candidateColumns = `o.id, o.full_name AS "fullName", o.doa::text, o.process_status AS "processStatus"`;

@Injectable()
export class UnmatchedQueries {
  constructor(private readonly database: DataSource) {}

  /** A page of what waits, or of what was set aside. */
  page(aside: boolean, offset: number, limit: number): Promise<UnmatchedRow[]> {
    const order = aside ? 'aside_at DESC, id DESC' : `(kind = 'mail'), due_at, create_ts DESC, id DESC`;
    const page = `SELECT * FROM unmatched WHERE aside_at IS ${aside ? 'NOT NULL' : 'NULL'}
      ORDER BY ${order} OFFSET $1 LIMIT $2`;
    return this.database.query(
      `SELECT u.id, u.kind, u.inbound_mail_id AS "inboundMailId", u.case_id AS "caseId", u.charges, u.due_at AS "dueAt",
         u.state, u.reason, u.amount, u.currency, u.why, u.create_ts AS "createTs", u.aside_at AS "asideAt",
         u.aside_by AS "asideBy", u.aside_reason AS "asideReason", m.mailbox, m.sender, m.subject,
         left(m.text, 2000) AS text, m.kind AS "mailKind"
       FROM (${page}) u LEFT JOIN inbound_mails m ON m.id = u.inbound_mail_id
       ORDER BY ${order.replaceAll(/\b(kind|due_at|create_ts|aside_at|id)\b/g, 'u.$1')}`,
      [offset, limit],
    );
  }

  async count(aside: boolean): Promise<number> {
    const [row] = await this.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM unmatched WHERE aside_at IS ${aside ? 'NOT NULL' : 'NULL'}`,
    );
    return row!.n;
  }

  async waitingCount(): Promise<number> {
    const question = sql`SELECT count(*)::int AS n FROM unmatched WHERE aside_at IS NULL`;
    const [row] = await this.database.query<{ n: number }[]>(...prepared('unmatched.waiting', question).asArguments);
    return row!.n;
  }

  /** How many of each kind wait. */
  async counts(): Promise<Record<UnmatchedKind, number>> {
    const rows = await this.database.query<{ kind: UnmatchedKind; n: number }[]>(
      'SELECT kind, count(*)::int AS n FROM unmatched WHERE aside_at IS NULL GROUP BY kind',
    );
    return { dispute: 0, warning: 0, mail: 0, ...Object.fromEntries(rows.map(({ kind, n }) => [kind, n])) };
  }

  async byId(id: number): Promise<Pick<UnmatchedRow, 'inboundMailId' | 'caseId'> | undefined> {
    const [row] = await this.database.query<Pick<UnmatchedRow, 'inboundMailId' | 'caseId'>[]>(
      'SELECT inbound_mail_id AS "inboundMailId", case_id AS "caseId" FROM unmatched WHERE id = $1',
      [id],
    );
    return row;
  }

  /** Sets an entry aside; false when it is, or there is none. */
  async setAside(id: number, by: string, reason: string, manager: EntityManager): Promise<boolean> {
    const [, changed] = await manager.query<[unknown, number]>(
      `UPDATE unmatched SET aside_at = now(), aside_by = $2, aside_reason = $3 WHERE id = $1 AND aside_at IS NULL`,
      [id, by, reason],
    );
    return changed === 1;
  }

  /** Takes that back. Returns the reason that it was set aside for; undefined when it was not. */
  async takeBack(id: number, manager: EntityManager): Promise<string | undefined> {
    const [row] = await manager.query<{ reason: string }[]>(
      `WITH before AS (SELECT id, aside_reason AS reason FROM unmatched WHERE id = $1 AND aside_at IS NOT NULL FOR UPDATE),
         changed AS (UPDATE unmatched u SET aside_at = NULL, aside_by = NULL, aside_reason = NULL
           FROM before WHERE u.id = before.id)
       SELECT reason FROM before`,
      [id],
    );
    return row?.reason;
  }

  /** The orders with a charge of one of these transaction ids, and the id that each has. */
  ofCharges(charges: string[]): Promise<(Candidate & { found: string })[]> {
    return this.database.query(
      `SELECT found, ${candidateColumns} FROM unnest($1::text[]) found CROSS JOIN LATERAL (
         -- OFFSET 0 keeps the index of transactions: else all orders may be walked by their ids
         SELECT * FROM (SELECT * FROM orders WHERE transaction_id IS NOT NULL AND lower(transaction_id) = lower(found) OFFSET 0) o
         UNION ALL SELECT o.* FROM order_charges c JOIN orders o ON o.id = c.order_id WHERE lower(c.transaction_id) = lower(found)
         ORDER BY id DESC LIMIT ${mostOffered}) o`,
      [charges],
    );
  }

  /** The newest orders of these mailboxes, and the mailbox of each. */
  ofMailboxes(mailboxes: string[]): Promise<(Candidate & { found: string })[]> {
    const { contact, other } = ofMailbox('found');
    const newest = [
      ...contact.map((is) => `(SELECT id FROM orders WHERE ${is} ORDER BY create_ts DESC LIMIT ${mostOffered})`),
      ...other.map((is) => `(SELECT id FROM orders WHERE ${is} ORDER BY id DESC LIMIT ${mostOffered})`),
    ];
    return this.database.query(
      `SELECT found, ${candidateColumns} FROM unnest($1::text[]) found CROSS JOIN LATERAL (
         ${newest.join(' UNION ')}) i
       JOIN orders o ON o.id = i.id ORDER BY o.id DESC`,
      [mailboxes],
    );
  }

  ofNumbers(ids: number[]): Promise<Candidate[]> {
    return this.database.query(`SELECT ${candidateColumns} FROM orders o WHERE id = ANY($1)`, [ids]);
  }
}
