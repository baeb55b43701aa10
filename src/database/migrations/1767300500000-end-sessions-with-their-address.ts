import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A visitor's session keeps which address of the order it began with. Before, its beginning was compared with the time of
 * the amendment. The two times came from two clocks, and a session that began while the amendment was written counted as
 * later. Sessions of amended orders that the version before began are begun anew: they last half an hour, and no index
 * finds them.
 */
export class EndSessionsWithTheirAddress1767300500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visitor_sessions ADD COLUMN address_since timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visitor_sessions DROP COLUMN address_since');
  }
}
