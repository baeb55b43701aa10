import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customers' requests that nobody has handled yet, the oldest first (docs/visitors.md#requests). */
export class FindWaitingRequests1764620100000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // an invalid index that an aborted run left
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS order_requests_waiting');
    await runner.query(
      'CREATE INDEX CONCURRENTLY order_requests_waiting ON order_requests (create_ts, id) WHERE handled_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX order_requests_waiting');
  }
}
