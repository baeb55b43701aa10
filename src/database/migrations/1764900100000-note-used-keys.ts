import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a shop's key was last used, for `/admin/shops`. */
export class NoteUsedKeys1764900100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intake_keys ADD COLUMN last_used_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intake_keys DROP COLUMN last_used_at');
  }
}
