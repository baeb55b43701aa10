import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was sent of a draft, because its text may arrive after it; such a row has no fields. */
export class NoteSentDrafts1764720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE drafts ADD COLUMN spent jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE drafts DROP COLUMN spent');
  }
}
