import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Disputes, the reminders sent about them, and for which dispute a pack was made (src/disputes). */
export class AddDisputes1764540000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE disputes (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        order_id integer NOT NULL REFERENCES orders,
        network text,
        reason_code text,
        category text NOT NULL DEFAULT 'other',
        case_id text,
        arn text,
        amount numeric(12,3),
        currency text,
        opened_at timestamptz NOT NULL DEFAULT now(),
        reply_by timestamptz,
        state text NOT NULL DEFAULT 'open'
          CHECK (state IN ('inquiry', 'open', 'submitted', 'won', 'lost', 'accepted')),
        source text NOT NULL,
        submitted_pack_id integer REFERENCES packs,
        submitted_at timestamptz,
        submitted_by text,
        outcome_at timestamptz,
        note text,
        version integer NOT NULL DEFAULT 1,
        changed_by text NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now(),
        create_ts timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX disputes_by_case ON disputes (case_id);
      CREATE INDEX disputes_of_order ON disputes (order_id, id);
      -- the screen by the date of the reply; one without a date comes first, because nobody knows how late it is
      CREATE INDEX disputes_by_reply ON disputes (reply_by NULLS FIRST, id);
      CREATE INDEX disputes_by_state ON disputes (state, reply_by NULLS FIRST, id);
      CREATE INDEX disputes_waiting ON disputes (reply_by NULLS FIRST, id) WHERE state IN ('inquiry', 'open');
      CREATE INDEX disputes_by_opened ON disputes (opened_at, id);
      CREATE TABLE dispute_reminders (
        dispute_id integer NOT NULL REFERENCES disputes,
        hours integer NOT NULL,
        reply_by timestamptz NOT NULL,
        create_ts timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (dispute_id, hours, reply_by)
      );
      ALTER TABLE packs ADD COLUMN dispute_id integer REFERENCES disputes`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE packs DROP COLUMN dispute_id');
    await runner.query('DROP TABLE dispute_reminders');
    await runner.query('DROP TABLE disputes');
  }
}
