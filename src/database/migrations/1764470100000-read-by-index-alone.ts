import type { MigrationInterface, QueryRunner } from 'typeorm';

const open = `process_status NOT IN ('Refunds', 'Completed', 'Deleted')`;

/** Each index with its new definition and the one before. */
const indexes: Record<string, { of: string; before?: string }> = {
  // My Orders and its count, no matter how many orders a member has finished
  orders_held_open: {
    of: `orders (held_by, create_ts DESC, id DESC) INCLUDE (process_status, version) WHERE held_by IS NOT NULL AND ${open}`,
  },
  // all orders of a member whose account is deleted
  orders_held: {
    of: 'orders (held_by) WHERE held_by IS NOT NULL',
    before: 'orders (held_by, create_ts DESC, id DESC) WHERE held_by IS NOT NULL',
  },
  // a queue, newest first, by page or cursor; its keys for a selection are read from the index alone
  orders_queue: {
    of: 'orders (process_status, create_ts DESC, id DESC) INCLUDE (version)',
    before: 'orders (process_status, create_ts DESC, id DESC)',
  },
  orders_history: {
    of: 'orders (create_ts DESC, id DESC) INCLUDE (process_status, version)',
    before: 'orders (create_ts DESC, id DESC)',
  },
  orders_future: {
    of: `orders (process_month, create_ts DESC, id DESC) INCLUDE (process_status, version) WHERE process_status = 'Future'`,
    before: `orders (process_month, create_ts DESC, id DESC) WHERE process_status = 'Future'`,
  },
  // search for an exact transaction id
  orders_transaction: { of: 'orders (lower(transaction_id)) WHERE transaction_id IS NOT NULL' },
  // the deltas to fold
  queue_tally_deltas: { of: 'queue_tally (process_status) WHERE NOT folded' },
  country_tally_deltas: { of: 'country_tally (day) WHERE NOT folded' },
  processed_tally_deltas: { of: 'processed_tally (day) WHERE NOT folded' },
};

export class ReadByIndexAlone1764470100000 implements MigrationInterface {
  readonly transaction = false;

  /** Builds the new index while the old one still serves. An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, { of }] of Object.entries(indexes)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}_next`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name}_next ON ${of}`);
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`ALTER INDEX ${name}_next RENAME TO ${name}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, { before }] of Object.entries(indexes)) {
      await runner.query(`DROP INDEX ${name}`);
      if (before) await runner.query(`CREATE INDEX ${name} ON ${before}`);
    }
  }
}
