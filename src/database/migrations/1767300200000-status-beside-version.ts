import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many orders one statement writes anew. */
const batch = 2_000;

/**
 * The status of an order stands at the end of its row, beside the version and the last change. For an update PostgreSQL
 * writes into the WAL what lies between the first and the last byte that changed; with the status as the fourth column that
 * was nearly the whole row, 0.7 KB of a move.
 *
 * A new column gets the place. It begins as `Completed` for all orders, without one being written, because PostgreSQL keeps
 * such a value apart from the rows. Then the orders of other statuses are written, and a trigger keeps both columns the same
 * while people work. Last, in one short transaction, the new column takes the name, and what depends on it is made anew.
 */
export class StatusBesideVersion1767300200000 implements MigrationInterface {
  readonly transaction = false;

  /** It can be run again after an aborted run. */
  async up(runner: QueryRunner): Promise<void> {
    if (!(await isFilled(runner))) {
      await runner.query(addColumn);
      await fill(runner);
      await runner.query('ALTER TABLE orders VALIDATE CONSTRAINT orders_moved_status_check');
    }
    await runner.query(takeName);
  }

  /** Nothing: where a column stands in its row is no part of what others see. */
  async down(): Promise<void> {}
}

async function isFilled(runner: QueryRunner): Promise<boolean> {
  const valid = "SELECT FROM pg_constraint WHERE conname = 'orders_moved_status_check' AND convalidated";
  return ((await runner.query(valid)) as unknown[]).length > 0;
}

/** The orders are locked in the order of their ids, as members' changes lock them. */
async function fill(runner: QueryRunner): Promise<void> {
  const [{ first, last }] = (await runner.query(
    'SELECT coalesce(min(id), 1) AS first, coalesce(max(id), 0) AS last FROM orders',
  )) as [{ first: number; last: number }];
  for (let from = first; from <= last; from += batch)
    await runner.query(
      `UPDATE orders o SET moved_status = o.process_status
       FROM (SELECT id FROM orders WHERE id BETWEEN $1 AND $2 AND moved_status <> process_status
             ORDER BY id FOR NO KEY UPDATE) locked
       WHERE o.id = locked.id`,
      [from, from + batch - 1],
    );
}

const statuses = [
  'New',
  'Priority',
  'Pending',
  'Future',
  'Awaiting',
  'AwaitingGovt',
  'Customer Called',
  'Contact Customer',
  'Completed',
  'Refunds',
  'Deleted',
]
  .map((status) => `'${status}'`)
  .join(', ');

/** The constraint also says that the column is not null, so that SET NOT NULL reads no row. */
const addColumn = `
  ALTER TABLE orders ADD COLUMN IF NOT EXISTS moved_status text DEFAULT 'Completed';
  ALTER TABLE orders ALTER COLUMN moved_status DROP DEFAULT;
  ALTER TABLE orders DROP CONSTRAINT IF EXISTS orders_moved_status_check;
  ALTER TABLE orders ADD CONSTRAINT orders_moved_status_check
    CHECK (moved_status IS NOT NULL AND moved_status IN (${statuses})) NOT VALID;
  CREATE OR REPLACE FUNCTION move_status() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.moved_status := NEW.process_status;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER orders_move_status BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION move_status()`;

/**
 * Views and triggers know a column by its number. Their definitions are read while they name the old column, and run once
 * the new one has its name. Functions know it by its name. DROP COLUMN is refused if something still depends on the old one.
 */
const takeName = `
  SET LOCAL lock_timeout = '300ms';
  LOCK TABLE orders;
  DO $$
  DECLARE
    definitions text[];
    definition text;
  BEGIN
    SELECT array_agg(DISTINCT coalesce(
        replace(pg_get_triggerdef(t.oid), 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'),
        format('CREATE OR REPLACE VIEW %s AS %s', r.ev_class::regclass, pg_get_viewdef(r.ev_class)))) INTO definitions
      FROM pg_depend d
        JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
        LEFT JOIN pg_trigger t ON d.classid = 'pg_trigger'::regclass AND t.oid = d.objid
        LEFT JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
      WHERE d.refobjid = 'orders'::regclass AND a.attname = 'process_status'
        AND d.classid IN ('pg_trigger'::regclass, 'pg_rewrite'::regclass);
    DROP TRIGGER orders_move_status ON orders;
    DROP FUNCTION move_status;
    ALTER TABLE orders RENAME COLUMN process_status TO earlier_status;
    ALTER TABLE orders RENAME COLUMN moved_status TO process_status;
    FOREACH definition IN ARRAY definitions LOOP EXECUTE definition; END LOOP;
    ALTER TABLE orders DROP COLUMN earlier_status;
    ALTER TABLE orders ALTER COLUMN process_status SET NOT NULL;
    ALTER TABLE orders RENAME CONSTRAINT orders_moved_status_check TO orders_process_status_check;
  END $$`;
