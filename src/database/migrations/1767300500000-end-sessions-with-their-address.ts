import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A visitor's session keeps which address of the order it began with. Before, the time at which it began was compared with
 * the time of the amendment, and two machines' clocks, or both at once, could tell the wrong one first. Sessions that are in
 * use are filled in by their times; one of an amended order that the version before begins after that is begun again.
 */
export class EndSessionsWithTheirAddress1767300500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visitor_sessions ADD COLUMN address_since timestamptz');
    await runner.query(
      `UPDATE visitor_sessions s SET address_since = o.address_since FROM orders o
       WHERE o.id = s.order_id AND o.address_since < s.create_ts AND s.create_ts > now() - interval '1 day'
         AND s.last_used_at > now() - interval '1 hour'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visitor_sessions DROP COLUMN address_since');
  }
}
