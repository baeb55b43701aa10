import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the open order with the same passport and arrival at once, however many orders a passport has. */
export class FindDoubledOrders1764630300000 implements MigrationInterface {
  readonly transaction = false;

  /** An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_journey');
    await runner.query(
      `CREATE INDEX CONCURRENTLY orders_journey ON orders (passport_no, doa)
       WHERE process_status NOT IN ('Refunds', 'Completed', 'Deleted')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_journey');
  }
}
