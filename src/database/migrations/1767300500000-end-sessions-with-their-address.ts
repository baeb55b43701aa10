import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A visitor's session keeps which address of the order it began with. Before, the time at which it began was compared with
 * the time of the amendment, and two machines' clocks, or both at once, could tell the wrong one first. Sessions of amended
 * orders that the version before began are begun anew: they last half an hour, and no index finds them.
 */
export class EndSessionsWithTheirAddress1767300500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visitor_sessions ADD COLUMN address_since timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visitor_sessions DROP COLUMN address_since');
  }
}
