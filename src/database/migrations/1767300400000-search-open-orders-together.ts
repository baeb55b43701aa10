import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The search's table has the status of a settled order; of any other it only knows that the order is open. So a move from one
 * open status to another writes no row of it, and a search in an open queue asks `queued_orders` for its matches. The version
 * before looks for the status itself: the trigger is replaced when that one has ended (`leftovers` in migrate.ts calls the
 * function `search_open_together` then). Until then the table has the status of every order, and both versions find theirs.
 */
export class SearchOpenOrdersTogether1767300400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION search_open_together() RETURNS void LANGUAGE plpgsql AS $do$
      BEGIN
        ${trigger((row) => `CASE WHEN ${row}.process_status IN ('Refunds', 'Completed', 'Deleted') THEN ${row}.process_status END`)};
        COMMENT ON COLUMN order_search.process_status IS 'of an open order the one in which it was opened last';
      END $do$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${trigger((row) => `${row}.process_status`)};
      COMMENT ON COLUMN order_search.process_status IS NULL;
      UPDATE order_search s SET process_status = o.process_status FROM orders o
        WHERE o.id = s.id AND o.process_status <> s.process_status;
      DROP FUNCTION IF EXISTS search_open_together`);
  }
}

const columns =
  'id create_ts process_month full_name contact_email_address phone_code phone_number passport_no transaction_id';

function trigger(statusOf: (row: string) => string): string {
  const of = (row: string) => [...columns.split(' ').map((column) => `${row}.${column}`), statusOf(row)].join(', ');
  return `CREATE OR REPLACE TRIGGER orders_search_change AFTER UPDATE ON orders FOR EACH ROW
    WHEN ((${of('OLD')}) IS DISTINCT FROM (${of('NEW')})) EXECUTE FUNCTION note_order_search()`;
}
