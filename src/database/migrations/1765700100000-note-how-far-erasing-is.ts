import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How far the daily erasing has come, so that a run reads the arrivals of a day and not of all years
 * (docs/people.md#keeping-and-erasing). Every order up to the place of `retention_progress` is erased, has nothing to lose,
 * or stands in `retention_waiting`.
 */
export class NoteHowFarErasingIs1765700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("SET LOCAL lock_timeout = '300ms'");
    for (const statement of [tables, functions, triggers]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER orders_behind_erasing ON orders;
      DROP TRIGGER documents_behind_erasing ON documents;
      DROP TRIGGER inbound_mails_behind_erasing ON inbound_mails;
      DROP FUNCTION note_order_behind_erasing, note_file_behind_erasing, wait_for_erasing;
      DROP TABLE retention_waiting, retention_progress`);
  }
}

const tables = `
  -- the last order that was looked at, in the order of the arrivals
  CREATE TABLE retention_progress (kind text PRIMARY KEY, doa date NOT NULL, order_id integer NOT NULL);
  -- orders up to there that are still to be erased
  CREATE TABLE retention_waiting (
    kind text NOT NULL,
    order_id integer NOT NULL REFERENCES orders,
    PRIMARY KEY (kind, order_id)
  )`;

const functions = `
  -- An order that comes up to where the erasing is, waits for the next run. The run takes the same lock alone, so that it
  -- neither passes an order that is not committed yet, nor is passed by one.
  CREATE FUNCTION wait_for_erasing(of_order integer, arrival date, kinds text[]) RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock_shared(1765700100);
    INSERT INTO retention_waiting SELECT kind, of_order FROM retention_progress
    WHERE kind = ANY(kinds) AND (arrival, of_order) <= (doa, order_id) ON CONFLICT DO NOTHING
  $$;

  CREATE FUNCTION note_order_behind_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM wait_for_erasing(NEW.id, NEW.doa, '{masked,documents}');
    RETURN NULL;
  END $$;

  -- a card or a mail of an order that had none when the run passed it
  CREATE FUNCTION note_file_behind_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE arrival CONSTANT date := (SELECT doa FROM orders WHERE id = NEW.order_id);
  BEGIN
    IF arrival < current_date - 21 THEN PERFORM wait_for_erasing(NEW.order_id, arrival, '{documents}'); END IF;
    RETURN NULL;
  END $$`;

// nothing is erased before four weeks after the arrival
const triggers = `
  CREATE TRIGGER orders_behind_erasing AFTER INSERT OR UPDATE OF doa ON orders FOR EACH ROW
    WHEN (NEW.doa < current_date - 21) EXECUTE FUNCTION note_order_behind_erasing();
  CREATE TRIGGER documents_behind_erasing AFTER INSERT ON documents FOR EACH ROW
    EXECUTE FUNCTION note_file_behind_erasing();
  CREATE TRIGGER inbound_mails_behind_erasing AFTER INSERT OR UPDATE OF order_id ON inbound_mails FOR EACH ROW
    WHEN (NEW.order_id IS NOT NULL) EXECUTE FUNCTION note_file_behind_erasing()`;
