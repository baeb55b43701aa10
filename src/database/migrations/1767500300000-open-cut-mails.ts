import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a received mail has more text than its row, so that members can open the rest; null where it was read before. */
export class OpenCutMails1767500300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inbound_mails ADD text_cut boolean');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inbound_mails DROP text_cut');
  }
}
