import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the orders that were paid in a month from an index alone, for the report of disputes. */
export class CountPaidOrders1764550000300 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // an invalid index that an aborted run left
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_paid');
    await runner.query('CREATE INDEX CONCURRENTLY orders_paid ON orders (paid_at) WHERE paid_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_paid');
  }
}
