import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Disputes, early warnings and mails that fit no single order are rows of one list (docs/mail.md#without-an-order). */
export class ListWhatHasNoOrder1767501520000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE unmatched (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('dispute', 'warning', 'mail')),
        -- what it is: a mail that was kept aside, or a case of Stripe
        inbound_mail_id integer UNIQUE REFERENCES inbound_mails ON DELETE CASCADE,
        case_id text UNIQUE,
        -- the ids by which the order of a case may be found
        charges text[] NOT NULL DEFAULT '{}',
        -- until when the bank waits
        due_at timestamptz,
        state text,
        reason text,
        amount numeric(12, 3),
        currency text,
        -- why it fits no single order
        why text NOT NULL,
        create_ts timestamptz NOT NULL DEFAULT now(),
        -- set aside by a member, because it belongs to no order
        aside_at timestamptz,
        aside_by text,
        aside_reason text,
        CHECK ((inbound_mail_id IS NULL) <> (case_id IS NULL))
      );
      -- the list: what banks wait for first, then the mails, the newest first
      CREATE INDEX unmatched_waiting ON unmatched ((kind = 'mail'), due_at, create_ts DESC, id DESC)
        WHERE aside_at IS NULL;
      CREATE INDEX unmatched_aside ON unmatched (aside_at DESC, id DESC) WHERE aside_at IS NOT NULL;

      INSERT INTO unmatched (kind, inbound_mail_id, why, create_ts)
        SELECT 'mail', id, 'No order has this mailbox, or it is deleted.', create_ts
        FROM inbound_mails WHERE order_id IS NULL ORDER BY id;
      INSERT INTO unmatched (kind, case_id, charges, due_at, why, create_ts)
        SELECT DISTINCT ON (case_id) 'dispute', case_id,
          ARRAY(SELECT told FROM unnest(ARRAY[dispute->>'payment_intent', dispute->>'charge']) told WHERE told <> ''),
          to_timestamp((dispute#>>'{evidence_details,due_by}')::float), 'No single order has this charge.', create_ts
        FROM stripe_events WHERE dispute_id IS NULL ORDER BY case_id, at DESC`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE unmatched');
  }
}
