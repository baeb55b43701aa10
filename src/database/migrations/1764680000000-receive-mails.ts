import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails to the application mailboxes, and what was found in them (docs/mail.md#the-application-mailbox). */
export class ReceiveMails1764680000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE inbound_mails (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- null: kept aside
        order_id integer REFERENCES orders,
        mailbox text NOT NULL,
        provider text NOT NULL CHECK (provider IN ('AWS', 'Sendgrid')),
        message_id text NOT NULL,
        storage_key text NOT NULL,
        sha256 text NOT NULL,
        size integer NOT NULL,
        -- the provider's verdicts, and our own of DKIM
        spf text,
        dmarc text,
        dkim text,
        kind text NOT NULL DEFAULT 'unread' CHECK (kind IN ('unread', 'authority', 'look', 'customer', 'automatic')),
        sender text NOT NULL DEFAULT '',
        subject text NOT NULL DEFAULT '',
        text text NOT NULL DEFAULT '',
        has_html boolean NOT NULL DEFAULT false,
        -- what a member should know: why to look at it, or that another address wrote
        note text,
        -- the names of attachments that were not kept
        not_kept text,
        pin text,
        create_ts timestamptz NOT NULL DEFAULT now(),
        read_at timestamptz,
        -- which member looked at a mail that says 'look'
        seen_by text
      );
      -- the same mail delivered twice is one row
      CREATE UNIQUE INDEX inbound_mails_once ON inbound_mails (mailbox, message_id);
      -- the thread of an order
      CREATE INDEX inbound_mails_of_order ON inbound_mails (order_id, id DESC) WHERE order_id IS NOT NULL;
      -- mails whose job was lost
      CREATE INDEX inbound_mails_unread ON inbound_mails (create_ts) WHERE kind = 'unread';
      -- what is kept aside, until it is removed
      CREATE INDEX inbound_mails_aside ON inbound_mails (create_ts) WHERE order_id IS NULL;
      -- the sweep of files
      CREATE INDEX inbound_mails_by_file ON inbound_mails (storage_key);

      CREATE TABLE inbound_files (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        mail_id integer NOT NULL REFERENCES inbound_mails,
        order_id integer NOT NULL REFERENCES orders,
        -- a card from the authority, or a file from the customer
        kind text NOT NULL CHECK (kind IN ('card', 'file')),
        name text NOT NULL,
        content_type text NOT NULL,
        storage_key text NOT NULL,
        sha256 text NOT NULL,
        size integer NOT NULL,
        verdict text CHECK (verdict IN ('agrees', 'differs', 'unreadable')),
        verdict_note text,
        create_ts timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX inbound_files_of_order ON inbound_files (order_id, id DESC);
      CREATE INDEX inbound_files_of_mail ON inbound_files (mail_id);
      CREATE INDEX inbound_files_by_file ON inbound_files (storage_key);

      -- what a member asked; the text of the mail has more
      ALTER TABLE mails ADD question text;

      -- what waits in an order's mailbox (src/shared/inbox-marks.ts)
      CREATE TABLE inbox_marks (
        order_id integer NOT NULL REFERENCES orders,
        mark text NOT NULL CHECK (mark IN ('answered', 'card', 'look')),
        create_ts timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (order_id, mark)
      );
      -- an order that no longer waits for the customer, or is settled
      CREATE FUNCTION end_inbox_marks() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM inbox_marks WHERE order_id = NEW.id AND (mark = 'answered' AND NEW.process_status <> 'Awaiting'
          OR mark = 'card' AND NEW.process_status IN ('Completed', 'Refunds', 'Deleted'));
        RETURN NULL;
      END $$;
      CREATE TRIGGER orders_inbox_marks AFTER UPDATE ON orders FOR EACH ROW
        WHEN (OLD.process_status <> NEW.process_status) EXECUTE FUNCTION end_inbox_marks();
      -- a card that was sent, found or not
      CREATE FUNCTION end_card_mark() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM inbox_marks WHERE order_id = NEW.order_id AND mark = 'card';
        RETURN NULL;
      END $$;
      CREATE TRIGGER documents_card_mark AFTER INSERT ON documents FOR EACH ROW EXECUTE FUNCTION end_card_mark()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER orders_inbox_marks ON orders;
      DROP TRIGGER documents_card_mark ON documents;
      DROP FUNCTION end_inbox_marks, end_card_mark;
      ALTER TABLE mails DROP question;
      DROP TABLE inbox_marks, inbound_files, inbound_mails`);
  }
}
