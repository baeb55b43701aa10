import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The undo of a macro removes its mail, which may be one with the card (docs/orders.md#macros). Then `cards_due` follows,
 * as after every other change of such a mail. The key of `cards_due.mail_id` goes: it would refuse the removal before the
 * trigger runs, and each removal would read all of `cards_due`.
 */
export class FollowCardsTakenBack1765800100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '300ms';
      ALTER TABLE cards_due DROP CONSTRAINT cards_due_mail_id_fkey;
      CREATE TRIGGER mails_card_gone AFTER DELETE ON mails FOR EACH ROW
        WHEN (OLD.order_id IS NOT NULL AND OLD.kind IN ('approval', 'resend', 'upload', 'download-link'))
        EXECUTE FUNCTION refresh_card_of_row()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER mails_card_gone ON mails;
      ALTER TABLE cards_due ADD CONSTRAINT cards_due_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails NOT VALID`);
  }
}
