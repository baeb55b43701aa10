import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `orders_by_processing_date` begins with the status and finds the Future orders that are due as well. */
export class DropIndexOfDueOrders1765500100000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_due');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX orders_due ON orders (processing_date) WHERE process_status = 'Future'`);
  }
}
