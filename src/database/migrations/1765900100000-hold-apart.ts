import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which orders are held, in a narrow table that triggers keep. So no index of `orders` has the holder or the version, and
 * taking an order or giving it back is a HOT update of its row: it writes no index. The indexes of `orders` over the holder
 * are dropped when the version before has ended (`leftovers` in migrate.ts).
 */
export class HoldApart1765900100000 implements MigrationInterface {
  readonly transaction = false;

  /** It can be run again after an aborted run. Orders that change meanwhile are noted by the triggers. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(table);
    await runner.query(functions);
    await runner.query(triggers);
    await runner.query('SELECT fill_holds()');
    // Room for a new version of a row beside the old one, on pages that are written from now on.
    await runner.query('ALTER TABLE orders SET (fillfactor = 85)');
    // The new index is built while the old one still serves. An invalid one of an aborted run is dropped first.
    for (const [name, on] of Object.entries(withoutVersion)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}_next`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name}_next ON orders ${on}`);
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`ALTER INDEX ${name}_next RENAME TO ${name}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(before)) {
      await runner.query(`DROP INDEX IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX ${name} ON orders ${on}`);
    }
    await runner.query(`
      ALTER TABLE orders RESET (fillfactor);
      DROP TRIGGER orders_hold_out ON orders;
      DROP TRIGGER orders_hold_change ON orders;
      DROP TRIGGER orders_hold_in ON orders;
      DROP FUNCTION forget_hold, note_hold, note_new_holds, fill_holds;
      DROP TABLE holds`);
  }
}

const table = `
  CREATE TABLE IF NOT EXISTS holds (
    order_id integer PRIMARY KEY,
    member_id integer NOT NULL,
    held_since timestamptz,
    -- when the order came in
    create_ts timestamptz NOT NULL,
    -- false once the order is settled: no longer in My Orders
    is_open boolean NOT NULL
  );
  -- My Orders and its count, newest first
  CREATE INDEX IF NOT EXISTS holds_of_member ON holds (member_id, is_open, create_ts DESC, order_id DESC);
  -- the holds that began first
  CREATE INDEX IF NOT EXISTS holds_since ON holds (held_since) WHERE is_open`;

const open = (row: string) => `${row}.process_status NOT IN ('Refunds', 'Completed', 'Deleted')`;
const columns = 'order_id, member_id, held_since, create_ts, is_open';
const valuesOf = (row: string) => `${row}.id, ${row}.held_by, ${row}.held_since, ${row}.create_ts, ${open(row)}`;

const functions = `
  CREATE OR REPLACE FUNCTION fill_holds() RETURNS void LANGUAGE sql AS $$
    -- locked, so that an order which is given back meanwhile is not noted as held; in the order of all locks
    INSERT INTO holds (${columns})
      SELECT ${valuesOf('o')} FROM (SELECT * FROM orders WHERE held_by IS NOT NULL ORDER BY id FOR SHARE) o
      ON CONFLICT (order_id) DO NOTHING
  $$;

  CREATE OR REPLACE FUNCTION note_new_holds() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO holds (${columns}) SELECT ${valuesOf('a')} FROM added a WHERE a.held_by IS NOT NULL;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION note_hold() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.held_by IS NULL THEN
      DELETE FROM holds WHERE order_id = NEW.id;
    ELSE
      INSERT INTO holds (${columns}) VALUES (${valuesOf('NEW')})
        ON CONFLICT (order_id) DO UPDATE SET member_id = excluded.member_id, held_since = excluded.held_since,
          create_ts = excluded.create_ts, is_open = excluded.is_open;
    END IF;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION forget_hold() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM holds WHERE order_id = OLD.id;
    RETURN NULL;
  END $$`;

const facts = (row: string) => `${row}.held_by, ${row}.held_since, ${row}.create_ts, ${open(row)}`;

const triggers = `
  CREATE OR REPLACE TRIGGER orders_hold_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_new_holds();
  CREATE OR REPLACE TRIGGER orders_hold_change AFTER UPDATE ON orders FOR EACH ROW
    WHEN ((OLD.held_by IS NOT NULL OR NEW.held_by IS NOT NULL)
      AND (${facts('OLD')}) IS DISTINCT FROM (${facts('NEW')})) EXECUTE FUNCTION note_hold();
  CREATE OR REPLACE TRIGGER orders_hold_out AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION forget_hold()`;

const withoutVersion = {
  orders_queue: '(process_status, create_ts DESC, id DESC)',
  orders_history: '(create_ts DESC, id DESC)',
  orders_future: `(process_month, create_ts DESC, id DESC) WHERE process_status = 'Future'`,
};
const before = {
  orders_queue: '(process_status, create_ts DESC, id DESC) INCLUDE (version)',
  orders_history: '(create_ts DESC, id DESC) INCLUDE (process_status, version)',
  orders_future: `(process_month, create_ts DESC, id DESC) INCLUDE (process_status, version) WHERE process_status = 'Future'`,
  orders_held: '(held_by) WHERE held_by IS NOT NULL',
  orders_held_open: `(held_by, create_ts DESC, id DESC) INCLUDE (process_status, version) WHERE held_by IS NOT NULL AND ${open('orders')}`,
  orders_held_since: `(held_since) WHERE held_by IS NOT NULL AND ${open('orders')}`,
  orders_free: `(process_status, doa, id) WHERE held_by IS NULL AND ${open('orders')}`,
};
