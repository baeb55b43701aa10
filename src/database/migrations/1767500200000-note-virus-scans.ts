import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the provider's virus scan says of a received mail, so that the files of one with a virus are kept from opening. */
export class NoteVirusScans1767500200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inbound_mails ADD virus text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inbound_mails DROP virus');
  }
}
