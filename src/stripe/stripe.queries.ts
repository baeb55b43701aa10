import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { DisputeState } from '../shared/dispute-states.js';
import type { Claim, EarlyWarning, StripeDispute, StripeReport } from './stripe-dispute.js';

/** The most events of one dispute that are read: Stripe sends a dozen. */
const mostEvents = 200;

export type NewEvent = {
  eventId: string;
  accountId: number;
  type: string;
  at: Date;
  dispute: StripeDispute | EarlyWarning;
};

/** A case that fits no single order, as the list of these shows it (docs/mail.md#without-an-order). */
export type CaseAside = {
  kind: 'dispute' | 'warning';
  caseId: string;
  charges: string[];
  why: string;
  dueAt?: Date | undefined;
  state?: DisputeState | undefined;
  reason?: string | undefined;
  amount?: string | undefined;
  currency?: string | undefined;
};

@Injectable()
export class StripeQueries {
  constructor(private readonly database: DataSource) {}

  /** Keeps an event; false when it is kept already. */
  async add(
    { eventId, accountId, type, at, dispute }: NewEvent,
    manager: EntityManager = this.database.manager,
  ): Promise<boolean> {
    const kept = await manager.query<unknown[]>(
      `INSERT INTO stripe_events (event_id, case_id, type, at, dispute, account_id) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING RETURNING event_id`,
      [eventId, dispute.id, type, at, JSON.stringify(dispute), accountId],
    );
    return kept.length > 0;
  }

  /** Everything that Stripe reported of a dispute. */
  reports(caseId: string, manager: EntityManager = this.database.manager): Promise<StripeReport[]> {
    return manager.query<StripeReport[]>(
      'SELECT at, dispute FROM stripe_events WHERE case_id = $1 ORDER BY at DESC LIMIT $2',
      [caseId, mostEvents],
    );
  }

  /** What the cardholder told the bank, as Stripe gave it last, by case. */
  claims(caseIds: string[]): Promise<{ caseId: string; claims: Claim[] }[]> {
    return this.database.query(
      `SELECT asked.id AS "caseId", found.claims FROM unnest($1::text[]) asked (id), LATERAL (
         SELECT dispute->'issuer_evidence' AS claims FROM stripe_events
         WHERE case_id = asked.id AND jsonb_typeof(dispute->'issuer_evidence') = 'array' ORDER BY at DESC LIMIT 1) found`,
      [caseIds],
    );
  }

  /** The orders with a charge of one of these transaction ids, two at the most. */
  async ordersOf(transactionIds: string[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      // OFFSET 0 keeps the index of transactions: for the two smallest ids alone PostgreSQL would walk all orders by their ids
      `SELECT id FROM (SELECT id FROM orders WHERE transaction_id IS NOT NULL AND lower(transaction_id) = ANY($1) OFFSET 0) found
       UNION SELECT order_id FROM order_charges WHERE lower(transaction_id) = ANY($1)
       ORDER BY id LIMIT 2`,
      [transactionIds.map((id) => id.toLowerCase())],
    );
    return rows.map(({ id }) => id);
  }

  /** The order of the dispute with this case id; undefined when there is none. */
  async orderOfCase(caseId: string): Promise<number | undefined> {
    const [row] = await this.database.query<{ orderId: number }[]>(
      'SELECT order_id AS "orderId" FROM disputes WHERE case_id = $1',
      [caseId],
    );
    return row?.orderId;
  }

  /** Keeps an event and lists its case in one transaction; false, and the list stays, when the event is kept already. */
  addAside(event: NewEvent, aside: CaseAside): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const isNew = await this.add(event, manager);
      if (isNew) await this.listAside(aside, manager);
      return isNew;
    });
  }

  /** Lists a case that fits no single order, or brings its entry up to date. */
  async listAside(
    { kind, caseId, charges, why, dueAt, state, reason, amount, currency }: CaseAside,
    manager: EntityManager = this.database.manager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO unmatched (kind, case_id, charges, why, due_at, state, reason, amount, currency)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (case_id) DO UPDATE SET kind = excluded.kind,
         charges = excluded.charges, why = excluded.why, due_at = excluded.due_at, state = excluded.state,
         reason = excluded.reason, amount = excluded.amount, currency = excluded.currency`,
      [kind, caseId, charges, why, dueAt ?? null, state ?? null, reason ?? null, amount ?? null, currency ?? null],
    );
  }

  /** Takes a case off the list, because it has an order; false when it is not on it. */
  async takeOff(caseId: string, manager: EntityManager = this.database.manager): Promise<boolean> {
    const [, removed] = await manager.query<[unknown, number]>('DELETE FROM unmatched WHERE case_id = $1', [caseId]);
    return removed > 0;
  }

  /** The early warnings on the list that came within this many days, the newest first. */
  warningsAside(days: number, most: number): Promise<{ caseId: string; charges: string[] }[]> {
    return this.database.query(
      `SELECT case_id AS "caseId", charges FROM unmatched
       WHERE kind = 'warning' AND create_ts > now() - make_interval(days => $1) ORDER BY id DESC LIMIT $2`,
      [days, most],
    );
  }

  /** An early warning on the list. */
  async warningAside(caseId: string): Promise<{ reason: string | null } | undefined> {
    const [row] = await this.database.query<{ reason: string | null }[]>(
      `SELECT reason FROM unmatched WHERE case_id = $1 AND kind = 'warning'`,
      [caseId],
    );
    return row;
  }

  /** Ties the events of a case to its dispute. */
  async tie(caseId: string, disputeId: number): Promise<void> {
    await this.database.query('UPDATE stripe_events SET dispute_id = $2 WHERE case_id = $1 AND dispute_id IS NULL', [
      caseId,
      disputeId,
    ]);
  }

  /** The disputes without an order whose events came within this many days, the newest first. */
  async aside(days: number, most: number): Promise<string[]> {
    const rows = await this.database.query<{ caseId: string }[]>(
      `SELECT case_id AS "caseId" FROM stripe_events
       WHERE dispute_id IS NULL AND type LIKE 'charge.dispute.%' AND create_ts > now() - make_interval(days => $1)
       GROUP BY case_id ORDER BY max(create_ts) DESC LIMIT $2`,
      [days, most],
    );
    return rows.map(({ caseId }) => caseId);
  }
}
