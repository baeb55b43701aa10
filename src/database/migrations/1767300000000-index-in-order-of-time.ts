import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes over what comes in by time, with the newest last. Newer rows then fill the last page of their part of the index,
 * which PostgreSQL leaves full. With the newest first each full page was split in two halves, of which one stayed half empty:
 * the indexes were twice as large, and the splits were a tenth of what a move writes. Lists of the newest read backwards.
 */
export class IndexInOrderOfTime1767300000000 implements MigrationInterface {
  readonly transaction = false;

  /** Builds each index beside the one that serves, then puts it in its place. It can be run again after an aborted run. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(indexes)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}_anew`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name}_anew ON ${sorted(on, '')}`);
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`ALTER INDEX ${name}_anew RENAME TO ${name}`);
    }
  }

  /** The index of a member is one that `leftovers` in migrate.ts drops. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX IF NOT EXISTS activity_of_member ON activity (member_id, create_ts DESC, id DESC)',
    );
    for (const [name, on] of Object.entries(indexes))
      await runner.query(`DROP INDEX ${name}; CREATE INDEX ${name} ON ${sorted(on, 'DESC')}`);
  }
}

/** The columns of each index, of which those behind `|` are sorted by time. */
const indexes = {
  activity_newest: 'activity (|create_ts, id)',
  activity_of_action: 'activity (action, |create_ts, id)',
  activity_of_member_action: 'activity (member_id, action, |create_ts, id)',
  order_search_newest: 'order_search (|create_ts, id)',
  orders_history: 'orders (|create_ts, id)',
  queued_orders_failing: `queued_orders (process_status, |create_ts, id) WHERE checks <> '{}'`,
  queued_orders_newest: 'queued_orders (process_status, |create_ts, id)',
  queued_orders_of_month: `queued_orders (process_month, |create_ts, id) WHERE process_status = 'Future'`,
};

function sorted(on: string, direction: '' | 'DESC'): string {
  return on.replace('|create_ts, id', `create_ts ${direction}, id ${direction}`);
}
