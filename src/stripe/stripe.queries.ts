import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { StripeDispute, StripeReport } from './stripe-dispute.js';

/** The most events of one dispute that are read: Stripe sends a dozen. */
const mostEvents = 200;

export type NewEvent = { eventId: string; type: string; at: Date; dispute: StripeDispute };

/** What was handed to Stripe for a dispute. */
export type Handed = {
  evidenceSha256: string;
  stagedAt: Date | null;
  stagedBy: string;
  submittingAt: Date | null;
  submittedAt: Date | null;
  submittedBy: string | null;
};

const handedColumns = `evidence_sha256 AS "evidenceSha256", staged_at AS "stagedAt", staged_by AS "stagedBy",
  submitting_at AS "submittingAt", submitted_at AS "submittedAt", submitted_by AS "submittedBy"`;

@Injectable()
export class StripeQueries {
  constructor(private readonly database: DataSource) {}

  /** Keeps an event; false when it is kept already. */
  async keep({ eventId, type, at, dispute }: NewEvent): Promise<boolean> {
    const kept = await this.database.query<unknown[]>(
      `INSERT INTO stripe_events (event_id, case_id, type, at, dispute) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING RETURNING event_id`,
      [eventId, dispute.id, type, at, JSON.stringify(dispute)],
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

  /** The orders whose transaction id is one of these, two at the most. */
  async ordersOf(transactionIds: string[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      'SELECT id FROM orders WHERE lower(transaction_id) = ANY($1) ORDER BY id LIMIT 2',
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

  /** Ties the events of a case to its dispute. */
  async tie(caseId: string, disputeId: number): Promise<void> {
    await this.database.query('UPDATE stripe_events SET dispute_id = $2 WHERE case_id = $1 AND dispute_id IS NULL', [
      caseId,
      disputeId,
    ]);
  }

  /** The cases without an order whose events came within this many days, the newest first. */
  async aside(days: number, most: number): Promise<string[]> {
    const rows = await this.database.query<{ caseId: string }[]>(
      `SELECT case_id AS "caseId" FROM stripe_events
       WHERE dispute_id IS NULL AND create_ts > now() - make_interval(days => $1)
       GROUP BY case_id ORDER BY max(create_ts) DESC LIMIT $2`,
      [days, most],
    );
    return rows.map(({ caseId }) => caseId);
  }

  /** What was handed to Stripe for a dispute; undefined when nothing was. */
  async handed(disputeId: number): Promise<Handed | undefined> {
    const [row] = await this.database.query<Handed[]>(
      `SELECT ${handedColumns} FROM stripe_evidence WHERE dispute_id = $1`,
      [disputeId],
    );
    return row;
  }

  /** Notes which evidence is staged, unless it is being submitted; undefined then. */
  async stage(disputeId: number, sha256: string, by: string): Promise<Handed | undefined> {
    const [row] = await this.database.query<Handed[]>(
      `INSERT INTO stripe_evidence AS e (dispute_id, evidence_sha256, staged_by) VALUES ($1, $2, $3)
       ON CONFLICT (dispute_id) DO UPDATE SET
         staged_at = CASE WHEN e.evidence_sha256 = excluded.evidence_sha256 THEN e.staged_at END,
         evidence_sha256 = excluded.evidence_sha256, staged_by = excluded.staged_by
       WHERE e.submitting_at IS NULL
       RETURNING ${handedColumns}`,
      [disputeId, sha256, by],
    );
    return row;
  }

  /** Notes that Stripe took the staged evidence. */
  async staged(disputeId: number, sha256: string): Promise<void> {
    await this.database.query(
      'UPDATE stripe_evidence SET staged_at = coalesce(staged_at, now()) WHERE dispute_id = $1 AND evidence_sha256 = $2',
      [disputeId, sha256],
    );
  }

  /** Begins the submission of staged evidence, once; false when it was begun before, or nothing is staged. */
  async beginSubmit(disputeId: number, by: string): Promise<boolean> {
    const [, changed] = await this.database.query<[unknown, number]>(
      `UPDATE stripe_evidence SET submitting_at = now(), submitted_by = $2
       WHERE dispute_id = $1 AND staged_at IS NOT NULL AND submitting_at IS NULL`,
      [disputeId, by],
    );
    return changed === 1;
  }

  /** Ends a submission that Stripe refused, so that it can be tried again. */
  async undoSubmit(disputeId: number): Promise<void> {
    await this.database.query(
      'UPDATE stripe_evidence SET submitting_at = NULL, submitted_by = NULL WHERE dispute_id = $1 AND submitted_at IS NULL',
      [disputeId],
    );
  }

  async submitted(disputeId: number): Promise<void> {
    await this.database.query(
      'UPDATE stripe_evidence SET submitted_at = now() WHERE dispute_id = $1 AND submitted_at IS NULL',
      [disputeId],
    );
  }
}
