import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many orders one statement copies. */
const batch = 10_000;

/**
 * What the search reads of an order, in a narrow table: forty rows a page and not eight, and a move of an order leaves the
 * two GIN indexes alone. Triggers keep it in the transaction of the change. The column and the indexes that `orders` had
 * for it are dropped when the version before has ended (`leftovers` in migrate.ts).
 */
export class SearchApart1765900000000 implements MigrationInterface {
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
      await runner.query('SELECT fill_order_search($1, $2)', [from, from + batch - 1]);
    for (const [name, on] of Object.entries(indexes)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON order_search ${on}`);
    }
    await runner.query('ANALYZE order_search');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER orders_search_out ON orders;
      DROP TRIGGER orders_search_change ON orders;
      DROP TRIGGER orders_search_in ON orders;
      DROP FUNCTION forget_order_search, note_order_search, note_new_order_search, fill_order_search;
      DROP TABLE order_search;
      DROP FUNCTION search_text_of;
      ALTER TABLE orders ADD COLUMN IF NOT EXISTS search_text text NOT NULL GENERATED ALWAYS AS (
        lower(id::text || E'\\n' || full_name || E'\\n' || contact_email_address || E'\\n'
          || regexp_replace(phone_code || phone_number, '[^0-9]', '', 'g') || E'\\n'
          || passport_no || E'\\n' || coalesce(transaction_id, ''))) STORED;
      CREATE INDEX IF NOT EXISTS orders_search ON orders USING gin (search_text gin_trgm_ops);
      CREATE INDEX IF NOT EXISTS orders_words ON orders USING gin (order_words(full_name, passport_no))`);
  }
}

/** A changed status is a HOT update here: no index has it, and the fill factor leaves room for it. */
const table = `
  CREATE TABLE IF NOT EXISTS order_search (
    id integer PRIMARY KEY,
    create_ts timestamptz NOT NULL,
    process_status text NOT NULL,
    process_month text NOT NULL,
    full_name text NOT NULL,
    passport_no text NOT NULL,
    -- everything the search looks in, one field a line so that no match spans two; lower case (docs/screens.md#lists-and-search)
    search_text text NOT NULL
  ) WITH (fillfactor = 95)`;

const indexes = {
  order_search_text: 'USING gin (search_text gin_trgm_ops)',
  // the command bar
  order_search_words: 'USING gin (order_words(full_name, passport_no))',
  // a text that most orders contain, newest first
  order_search_newest: '(create_ts DESC, id DESC)',
};

const columns = 'id, create_ts, process_status, process_month, full_name, passport_no, search_text';
const valuesOf = (row: string) =>
  `${row}.id, ${row}.create_ts, ${row}.process_status, ${row}.process_month, ${row}.full_name, ${row}.passport_no,
      search_text_of(${row}.id, ${row}.full_name, ${row}.contact_email_address, ${row}.phone_code || ${row}.phone_number,
        ${row}.passport_no, ${row}.transaction_id)`;

const functions = `
  CREATE OR REPLACE FUNCTION search_text_of(id integer, name text, address text, phone text, passport text, transaction text)
    RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN lower(id::text || E'\\n' || name || E'\\n' || address || E'\\n' || regexp_replace(phone, '[^0-9]', '', 'g')
      || E'\\n' || passport || E'\\n' || coalesce(transaction, ''));

  CREATE OR REPLACE FUNCTION fill_order_search(first integer, last integer) RETURNS void LANGUAGE sql AS $$
    INSERT INTO order_search (${columns}) SELECT ${valuesOf('o')} FROM orders o WHERE o.id BETWEEN first AND last
      ON CONFLICT (id) DO NOTHING
  $$;

  CREATE OR REPLACE FUNCTION note_new_order_search() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO order_search (${columns}) SELECT ${valuesOf('a')} FROM added a;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION note_order_search() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO order_search (${columns}) VALUES (${valuesOf('NEW')})
      ON CONFLICT (id) DO UPDATE SET create_ts = excluded.create_ts, process_status = excluded.process_status,
        process_month = excluded.process_month, full_name = excluded.full_name, passport_no = excluded.passport_no,
        search_text = excluded.search_text;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION forget_order_search() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM order_search WHERE id = OLD.id;
    RETURN NULL;
  END $$`;

const shown =
  'id, create_ts, process_status, process_month, full_name, contact_email_address, phone_code, phone_number';
const of = (row: string) => [...shown.split(', '), 'passport_no', 'transaction_id'].map((name) => `${row}.${name}`);

const triggers = `
  CREATE OR REPLACE TRIGGER orders_search_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_new_order_search();
  CREATE OR REPLACE TRIGGER orders_search_change AFTER UPDATE ON orders FOR EACH ROW
    WHEN ((${of('OLD').join(', ')}) IS DISTINCT FROM (${of('NEW').join(', ')})) EXECUTE FUNCTION note_order_search();
  CREATE OR REPLACE TRIGGER orders_search_out AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION forget_order_search()`;
