import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A move between two queues is one row of `queue_moves`, and not two of `queue_tally`, until it is folded. The counts are the
 * sums of the view `queue_counts`. The trigger writes such rows once the version before has ended, because that one sums
 * `queue_tally` alone: `leftovers` in migrate.ts calls the function `tally_moves_together` then.
 */
export class TallyMovesTogether1767300300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(tables);
    await runner.query(tallyChangedOrder);
    await runner.query(`
      CREATE FUNCTION tally_moves_together() RETURNS void LANGUAGE plpgsql AS $do$
      BEGIN
        ${change('tally_changed_order')};
      END $do$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${change('tally_orders')};
      INSERT INTO queue_tally (process_status, process_month, n)
        SELECT to_status, to_month, 1 FROM queue_moves UNION ALL SELECT from_status, from_month, -1 FROM queue_moves;
      DROP FUNCTION IF EXISTS tally_moves_together;
      DROP FUNCTION tally_changed_order;
      DROP VIEW queue_counts;
      DROP TABLE queue_moves`);
  }
}

const tables = `
  CREATE TABLE queue_moves (from_status text NOT NULL, from_month text, to_status text NOT NULL, to_month text);
  CREATE VIEW queue_counts AS
    SELECT process_status, process_month, n FROM queue_tally
    UNION ALL SELECT to_status, to_month, 1 FROM queue_moves
    UNION ALL SELECT from_status, from_month, -1 FROM queue_moves`;

const month = (row: string) => `CASE WHEN ${row}.process_status = 'Future' THEN ${row}.process_month END`;
const inQueues = (row: string) => `(${row}.process_status, ${row}.process_month)`;
const inCountries = (row: string) =>
  `(${row}.process_status = 'Deleted', ${row}.create_ts, ${row}.nationality, ${row}.processing_mode)`;
const inProcessed = (row: string) => `(${row}.processed_by, ${row}.processed_at)`;

/** What a change of an order adds to the tallies whose sums it changes. */
const tallyChangedOrder = `
  CREATE FUNCTION tally_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF ${inQueues('OLD')} IS DISTINCT FROM ${inQueues('NEW')} THEN
      INSERT INTO queue_moves VALUES (OLD.process_status, ${month('OLD')}, NEW.process_status, ${month('NEW')});
    END IF;
    IF ${inCountries('OLD')} IS DISTINCT FROM ${inCountries('NEW')} THEN
      ${countryTally('OLD', -1)};
      ${countryTally('NEW', 1)};
    END IF;
    IF ${inProcessed('OLD')} IS DISTINCT FROM ${inProcessed('NEW')} THEN
      ${processedTally('OLD', -1)};
      ${processedTally('NEW', 1)};
    END IF;
    RETURN NULL;
  END $$`;

function countryTally(row: string, n: number): string {
  return `INSERT INTO country_tally (day, nationality, processing_mode, n)
        SELECT (${row}.create_ts AT TIME ZONE 'UTC')::date, ${row}.nationality, ${row}.processing_mode, ${n}
        WHERE ${row}.process_status <> 'Deleted'`;
}

function processedTally(row: string, n: number): string {
  return `INSERT INTO processed_tally (day, processed_by, n)
        SELECT (${row}.processed_at AT TIME ZONE 'UTC')::date, ${row}.processed_by, ${n}
        WHERE ${row}.processed_by IS NOT NULL AND ${row}.processed_at IS NOT NULL`;
}

function change(tally: string): string {
  const looked = ['process_status', 'process_month', 'processing_mode', 'nationality', 'processed_by', 'processed_at'];
  const of = (row: string) => looked.map((column) => `${row}.${column}`).join(', ');
  return `CREATE OR REPLACE TRIGGER orders_tally_change AFTER UPDATE ON orders FOR EACH ROW
    WHEN ((${of('OLD')}) IS DISTINCT FROM (${of('NEW')})) EXECUTE FUNCTION ${tally}()`;
}
