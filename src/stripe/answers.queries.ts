import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { StripeEvidence } from '../shared/answers/evidence.js';
import type { StripeAnswerState } from '../shared/stripe-cases.js';

/** An answer to a dispute, as it is staged and submitted with Stripe. */
export type Answer = {
  id: number;
  disputeId: number;
  packId: number;
  evidence: StripeEvidence;
  /** The ids that Stripe gave to uploaded files, by field of the evidence. */
  files: Record<string, string>;
  /** Of the texts and the pack. */
  sha256: string;
  state: StripeAnswerState;
  failure: string | null;
  /** Rises with each try after Stripe refused one; a part of the idempotency keys. */
  tries: number;
  /** Whether the last call ended without an answer. */
  inDoubt: boolean;
  stagedBy: string;
  stagedAt: Date | null;
  submittedBy: string | null;
  submittedAt: Date | null;
};

const columns = `id, dispute_id AS "disputeId", pack_id AS "packId", evidence, files, sha256, state, failure, tries, in_doubt AS "inDoubt", staged_by AS "stagedBy", staged_at AS "stagedAt",
  submitted_by AS "submittedBy", submitted_at AS "submittedAt"`;

const columnOf = {
  state: 'state',
  failure: 'failure',
  tries: 'tries',
  files: 'files',
  inDoubt: 'in_doubt',
  stagedAt: 'staged_at',
  submittedBy: 'submitted_by',
  submittedAt: 'submitted_at',
  askedAt: 'asked_at',
} as const;
type AnswerChange = Partial<Pick<Answer, Exclude<keyof typeof columnOf, 'askedAt'>> & { askedAt: Date }>;

@Injectable()
export class AnswersQueries {
  constructor(private readonly database: DataSource) {}

  async answerById(id: number): Promise<Answer | undefined> {
    const [row] = await this.database.query<Answer[]>(`SELECT ${columns} FROM stripe_answers WHERE id = $1`, [id]);
    return row;
  }

  /** The newest answer of each of these disputes. */
  newest(disputeIds: number[], manager: EntityManager = this.database.manager): Promise<Answer[]> {
    return manager.query(
      `SELECT a.* FROM unnest($1::int[]) d(id), LATERAL (
         SELECT ${columns} FROM stripe_answers WHERE dispute_id = d.id ORDER BY id DESC LIMIT 1) a`,
      [disputeIds],
    );
  }

  /** How many answers to a dispute Stripe has submitted: more than one where the bank asked anew. */
  async submittedTo(disputeId: number, manager: EntityManager): Promise<number> {
    const [row] = await manager.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM stripe_answers WHERE dispute_id = $1 AND state = 'submitted'`,
      [disputeId],
    );
    return row!.n;
  }

  /** The fields of the evidence, texts and files, that earlier answers to the same dispute had. */
  async fieldsBefore({ id, disputeId }: Answer): Promise<string[]> {
    const rows = await this.database.query<{ field: string }[]>(
      `SELECT DISTINCT jsonb_object_keys(evidence || files) AS field FROM stripe_answers
       WHERE dispute_id = $2 AND id < $1 ORDER BY field`,
      [id, disputeId],
    );
    return rows.map(({ field }) => field);
  }

  async add(
    answer: Pick<Answer, 'disputeId' | 'packId' | 'evidence' | 'sha256' | 'stagedBy'>,
    manager: EntityManager,
  ): Promise<number> {
    const [row] = await manager.query<{ id: number }[]>(
      `INSERT INTO stripe_answers (dispute_id, pack_id, evidence, sha256, staged_by) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
      [answer.disputeId, answer.packId, JSON.stringify(answer.evidence), answer.sha256, answer.stagedBy],
    );
    return row!.id;
  }

  /** Changes an answer that is in one of these states; false when it is in another. */
  async change(
    id: number,
    from: StripeAnswerState[],
    to: AnswerChange,
    manager: EntityManager = this.database.manager,
  ): Promise<boolean> {
    const names = Object.keys(to) as (keyof AnswerChange)[];
    const [, changed] = await manager.query<[unknown, number]>(
      `UPDATE stripe_answers SET ${names.map((name, index) => `${columnOf[name]} = $${index + 3}`).join(', ')}
       WHERE id = $1 AND state = ANY($2)`,
      [id, from, ...names.map((name) => (name === 'files' ? JSON.stringify(to.files) : to[name]))],
    );
    return changed > 0;
  }

  /** Answers that were asked for this many seconds ago and are still under way: their job may have been lost. */
  forgotten(seconds: number, most: number): Promise<Answer[]> {
    return this.database.query(
      `SELECT ${columns} FROM stripe_answers WHERE state IN ('staging', 'submitting')
         AND asked_at < now() - make_interval(secs => $1) ORDER BY id LIMIT $2`,
      [seconds, most],
    );
  }
}
