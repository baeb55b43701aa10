import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a member has set for the screens (src/shared/settings.ts); missing settings have their defaults. */
export class KeepSettingsOfMembers1764660200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE members ADD COLUMN settings jsonb NOT NULL DEFAULT '{}'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE members DROP COLUMN settings');
  }
}
