import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The domains that a provider vouches for are kept with the mail, for the job that reads it (docs/operations.md#the-application-mailbox). */
export class KeepWhatProvidersVouchFor1767604000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE inbound_mails ADD COLUMN vouched text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inbound_mails DROP COLUMN vouched');
  }
}
