import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A big action is sent in portions: those of one action share its id, and can be undone as long as each other. */
export class UndoInPortions1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE undos ADD COLUMN action uuid NOT NULL DEFAULT gen_random_uuid()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE undos DROP COLUMN action');
  }
}
