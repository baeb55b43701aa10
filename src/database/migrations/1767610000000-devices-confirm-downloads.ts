import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the page in the customer's browser reported the size and the hash of the file (docs/evidence.md#downloads-and-evidence). */
export class DevicesConfirmDownloads1767610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE downloads ADD COLUMN confirmed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE downloads DROP COLUMN confirmed_at');
  }
}
