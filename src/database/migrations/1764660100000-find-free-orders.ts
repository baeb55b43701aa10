import type { MigrationInterface, QueryRunner } from 'typeorm';

const open = `process_status NOT IN ('Refunds', 'Completed', 'Deleted')`;

const indexes: Record<string, string> = {
  // the free order of a queue with the nearest arrival
  orders_free: `orders (process_status, doa, id) WHERE held_by IS NULL AND ${open}`,
  // the holds that began first
  orders_held_since: `orders (held_since) WHERE held_by IS NOT NULL AND ${open}`,
};

/** Indexes for *Next order* and for old holds (docs/orders.md#next-order). */
export class FindFreeOrders1764660100000 implements MigrationInterface {
  readonly transaction = false;

  /** The holds of before began when the timeline says so. An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE orders o SET held_since = (
        SELECT max(create_ts) FROM activity WHERE order_id = o.id AND action = 'order.assigned'
      ) WHERE held_by IS NOT NULL AND held_since IS NULL AND ${open}`);
    for (const [name, of] of Object.entries(indexes)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${of}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`DROP INDEX ${name}`);
  }
}
