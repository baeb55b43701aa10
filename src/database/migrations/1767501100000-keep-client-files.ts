import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the client's files of the last builds where every process finds them (docs/operations.md#upgrades). */
export class KeepClientFiles1767501100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE client_builds (
        version text PRIMARY KEY,
        started_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE client_files (
        name text NOT NULL,
        version text NOT NULL REFERENCES client_builds ON DELETE CASCADE,
        bytes bytea NOT NULL,
        PRIMARY KEY (name, version)
      );
      -- compressing a megabyte at the first start of each release would take longer than the room is worth
      ALTER TABLE client_files ALTER COLUMN bytes SET STORAGE EXTERNAL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE client_files, client_builds');
  }
}
