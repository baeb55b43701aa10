import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A customer's mail that nobody has read marks its order whatever the status (docs/mail.md#unread-messages). Of the mails
 * that came before, the newest to each order with the mark `answered` is one.
 */
export class MarkUnreadMessages1767501500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- a customer's mail that no member has answered or read
      ALTER TABLE inbound_mails ADD waits boolean NOT NULL DEFAULT false;
      ALTER TABLE inbox_marks DROP CONSTRAINT inbox_marks_mark_check,
        ADD CONSTRAINT inbox_marks_mark_check
          CHECK (mark IN ('wrote', 'returned', 'late', 'answered', 'card', 'look', 'differs', 'unreadable')) NOT VALID;

      UPDATE inbound_mails SET waits = true WHERE id IN (
        SELECT max(m.id) FROM inbound_mails m JOIN inbox_marks i USING (order_id)
        WHERE i.mark = 'answered' AND m.kind = 'customer' GROUP BY m.order_id);
      INSERT INTO inbox_marks (order_id, mark)
        SELECT order_id, 'wrote' FROM inbound_mails WHERE waits ON CONFLICT DO NOTHING`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM inbox_marks WHERE mark = 'wrote';
      ALTER TABLE inbox_marks DROP CONSTRAINT inbox_marks_mark_check,
        ADD CONSTRAINT inbox_marks_mark_check
          CHECK (mark IN ('returned', 'late', 'answered', 'card', 'look', 'differs', 'unreadable')) NOT VALID;
      ALTER TABLE inbound_mails DROP waits`);
  }
}
