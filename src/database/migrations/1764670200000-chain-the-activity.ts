import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A hash of each row of the activity that covers the row before it, so that a changed row is found (docs/people.md#audit). */
export class ChainTheActivity1764670200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE activity_hashes (
        place bigint PRIMARY KEY,
        activity_id bigint NOT NULL UNIQUE,
        hash text NOT NULL
      );
      CREATE TRIGGER activity_hashes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON activity_hashes
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE activity_hashes');
  }
}
