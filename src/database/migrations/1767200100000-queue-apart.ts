import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many orders one statement copies. */
const batch = 10_000;

/**
 * What the lists of a status sort and filter by, in a narrow table that triggers keep. So no index of `orders` has the
 * status, and a move of an order is a HOT update of its row: it writes the indexes of the narrow table alone. The indexes of
 * `orders` over the status are dropped when the version before has ended (`leftovers` in migrate.ts).
 */
export class QueueApart1767200100000 implements MigrationInterface {
  readonly transaction = false;

  /** It can be run again after an aborted run. Orders that change meanwhile are copied by the triggers. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(table);
    await runner.query(functions);
    await runner.query(triggers);
    const [{ first, last }] = (await runner.query(
      'SELECT coalesce(min(id), 1) AS first, coalesce(max(id), 0) AS last FROM orders',
    )) as [{ first: number; last: number }];
    for (let from = first; from <= last; from += batch)
      await runner.query('SELECT fill_queued_orders($1, $2)', [from, from + batch - 1]);
    // An invalid one of an aborted run is dropped first.
    for (const [name, on] of Object.entries(indexes)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON queued_orders ${on}`);
    }
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS queued_orders_once');
    await runner.query('ANALYZE queued_orders');
    // The open order of a journey: few orders have the same passport and arrival, so the index needs no status. The arrival
    // is a number, so that PostgreSQL does not read this index whole where orders are looked for by arrival alone.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_same_journey');
    await runner.query(
      `CREATE INDEX CONCURRENTLY orders_same_journey ON orders (passport_no, (doa - DATE '2000-01-01'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(before)) {
      await runner.query(`DROP INDEX IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX ${name} ON orders ${on}`);
    }
    await runner.query(`
      DROP INDEX orders_same_journey;
      DROP TRIGGER orders_queue_out ON orders;
      DROP TRIGGER orders_queue_change ON orders;
      DROP TRIGGER orders_queue_in ON orders;
      DROP FUNCTION forget_queued_order, note_queued_order, note_new_queued_orders, fill_queued_orders;
      DROP TABLE queued_orders`);
  }
}

/**
 * The key begins with the status, so that a list by id and the triggers need one index. `queued_orders_once` is there while
 * the table is filled: an order that is moved meanwhile must not be copied with its old status, too.
 */
const table = `
  CREATE TABLE IF NOT EXISTS queued_orders (
    id integer NOT NULL,
    gateway_id integer,
    outdated_card integer,
    doa date NOT NULL,
    processing_date date NOT NULL,
    create_ts timestamptz NOT NULL,
    refund_date timestamptz,
    submit_again boolean NOT NULL,
    process_month text NOT NULL,
    full_name text NOT NULL,
    contact_email_address text NOT NULL,
    processing_mode text NOT NULL,
    nationality text NOT NULL,
    landing_domain text NOT NULL,
    checks text[] NOT NULL,
    -- the last one: a move then writes the end of the row alone
    process_status text NOT NULL,
    PRIMARY KEY (process_status, id)
  ) WITH (fillfactor = 85);
  CREATE UNIQUE INDEX IF NOT EXISTS queued_orders_once ON queued_orders (id)`;

const indexes = {
  queued_orders_newest: '(process_status, create_ts DESC, id DESC)',
  queued_orders_by_doa: '(process_status, doa, id)',
  queued_orders_by_email: '(process_status, contact_email_address, id)',
  queued_orders_by_name: '(process_status, full_name, id)',
  queued_orders_by_processing_date: '(process_status, processing_date, id)',
  queued_orders_by_refund_date: '(process_status, refund_date, id)',
  // Future Orders of a month
  queued_orders_of_month: `(process_month, create_ts DESC, id DESC) WHERE process_status = 'Future'`,
  // the filter of the checks
  queued_orders_failing: `(process_status, create_ts DESC, id DESC) WHERE checks <> '{}'`,
};

const before = {
  orders_by_doa: '(process_status, doa, id)',
  orders_by_email: '(process_status, contact_email_address, id)',
  orders_by_id: '(process_status, id)',
  orders_by_name: '(process_status, full_name, id)',
  orders_by_processing_date: '(process_status, processing_date, id)',
  orders_by_refund_date: '(process_status, refund_date, id)',
  orders_failing: `(process_status, create_ts DESC, id DESC) WHERE checks <> '{}'`,
  orders_future: `(process_month, create_ts DESC, id DESC) WHERE process_status = 'Future'`,
  orders_journey: `(passport_no, doa) WHERE process_status NOT IN ('Refunds', 'Completed', 'Deleted')`,
  orders_open: `(id) WHERE process_status NOT IN ('Refunds', 'Completed', 'Deleted')`,
  orders_queue: '(process_status, create_ts DESC, id DESC)',
};

const columns =
  `id gateway_id outdated_card doa processing_date create_ts refund_date submit_again process_month full_name
  contact_email_address processing_mode nationality landing_domain checks process_status`.split(/\s+/);
const of = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');

const functions = `
  CREATE OR REPLACE FUNCTION fill_queued_orders(first integer, last integer) RETURNS void LANGUAGE sql AS $$
    INSERT INTO queued_orders (${columns.join(', ')}) SELECT ${of('o')} FROM orders o WHERE o.id BETWEEN first AND last
      ON CONFLICT DO NOTHING
  $$;

  CREATE OR REPLACE FUNCTION note_new_queued_orders() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO queued_orders (${columns.join(', ')}) SELECT ${of('a')} FROM added a;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION note_queued_order() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- again when the row was added between the two statements, which only happens while the table is filled
    FOR tries IN 1..2 LOOP
      UPDATE queued_orders SET (${columns.join(', ')}) = ROW (${of('NEW')})
        WHERE process_status = OLD.process_status AND id = OLD.id;
      EXIT WHEN FOUND;
      INSERT INTO queued_orders (${columns.join(', ')}) VALUES (${of('NEW')}) ON CONFLICT DO NOTHING;
      EXIT WHEN FOUND;
    END LOOP;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION forget_queued_order() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM queued_orders WHERE process_status = OLD.process_status AND id = OLD.id;
    RETURN NULL;
  END $$`;

const triggers = `
  CREATE OR REPLACE TRIGGER orders_queue_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_new_queued_orders();
  CREATE OR REPLACE TRIGGER orders_queue_change AFTER UPDATE ON orders FOR EACH ROW
    WHEN ((${of('OLD')}) IS DISTINCT FROM (${of('NEW')})) EXECUTE FUNCTION note_queued_order();
  CREATE OR REPLACE TRIGGER orders_queue_out AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION forget_queued_order()`;
