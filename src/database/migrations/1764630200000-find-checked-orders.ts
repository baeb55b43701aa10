import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = {
  // the job reads every order that is not settled
  orders_open: `orders (id) WHERE process_status NOT IN ('Refunds', 'Completed', 'Deleted')`,
  // the lists of orders that fail a check
  orders_failing: `orders (process_status, create_ts DESC, id DESC) WHERE checks <> '{}'`,
};

export class FindCheckedOrders1764630200000 implements MigrationInterface {
  readonly transaction = false;

  /** An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, of] of Object.entries(indexes)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${of}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`DROP INDEX ${name}`);
  }
}
