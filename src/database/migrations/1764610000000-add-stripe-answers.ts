import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The answers to disputes that are staged and submitted with Stripe (src/stripe). */
export class AddStripeAnswers1764610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stripe_answers (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        dispute_id integer NOT NULL REFERENCES disputes,
        pack_id integer NOT NULL REFERENCES packs,
        evidence jsonb NOT NULL,
        files jsonb NOT NULL DEFAULT '{}',
        sha256 text NOT NULL,
        state text NOT NULL DEFAULT 'staging'
          CHECK (state IN ('staging', 'staged', 'submitting', 'submitted', 'failed')),
        failure text,
        tries integer NOT NULL DEFAULT 1,
        in_doubt boolean NOT NULL DEFAULT false,
        staged_by text NOT NULL,
        staged_at timestamptz,
        submitted_by text,
        submitted_at timestamptz,
        asked_at timestamptz NOT NULL DEFAULT now(),
        create_ts timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX stripe_answers_of_dispute ON stripe_answers (dispute_id, id);
      -- one at a time for a dispute; the sweep finds those whose job was lost
      CREATE UNIQUE INDEX stripe_answers_going ON stripe_answers (dispute_id) WHERE state IN ('staging', 'submitting')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE stripe_answers');
  }
}
