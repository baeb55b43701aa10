import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Orders that come in by one statement are counted and told of by one statement, and not one by one. The sums and the
 * notifications are the same. Single changes keep their triggers for each row.
 */
export class TakeOrdersInTogether1765500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(functions);
    await runner.query(`
      DROP TRIGGER orders_tally_in ON orders;
      CREATE TRIGGER orders_tally_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION tally_new_orders();
      CREATE TRIGGER orders_tally_out AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION tally_orders();

      DROP TRIGGER orders_tell_in ON orders;
      CREATE TRIGGER orders_tell_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_orders();

      DROP TRIGGER cards_due_tell ON cards_due;
      CREATE TRIGGER cards_due_tell_in AFTER INSERT ON cards_due REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_cards();
      CREATE TRIGGER cards_due_tell AFTER UPDATE OR DELETE ON cards_due FOR EACH ROW EXECUTE FUNCTION tell_of_card()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER cards_due_tell ON cards_due;
      DROP TRIGGER cards_due_tell_in ON cards_due;
      CREATE TRIGGER cards_due_tell AFTER INSERT OR UPDATE OR DELETE ON cards_due FOR EACH ROW
        EXECUTE FUNCTION tell_of_card();

      DROP TRIGGER orders_tell_in ON orders;
      CREATE TRIGGER orders_tell_in AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION tell_of_order();

      DROP TRIGGER orders_tally_in ON orders;
      DROP TRIGGER orders_tally_out ON orders;
      CREATE TRIGGER orders_tally_in AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION tally_orders();

      DROP FUNCTION tell_of_new_cards, tell_of_new_orders, tally_new_orders`);
  }
}

const functions = `
  CREATE FUNCTION tally_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO queue_tally (process_status, process_month, n)
      SELECT process_status, CASE WHEN process_status = 'Future' THEN process_month END, count(*) FROM added GROUP BY 1, 2;
    INSERT INTO country_tally (day, nationality, processing_mode, n)
      SELECT (create_ts AT TIME ZONE 'UTC')::date, nationality, processing_mode, count(*) FROM added
      WHERE process_status <> 'Deleted' GROUP BY 1, 2, 3;
    INSERT INTO processed_tally (day, processed_by, n)
      SELECT (processed_at AT TIME ZONE 'UTC')::date, processed_by, count(*) FROM added
      WHERE processed_by IS NOT NULL AND processed_at IS NOT NULL GROUP BY 1, 2;
    RETURN NULL;
  END $$;

  -- the payload of tell_of_order and of tell_of_card
  CREATE FUNCTION tell_of_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('orders', json_build_object(
      'id', a.id, 'from', NULL, 'to', a.process_status, 'holder', m.name, 'version', a.version, 'by', a.changed_by,
      'held', NULL)::text)
    FROM added a LEFT JOIN members m ON m.id = a.held_by ORDER BY a.id;
    RETURN NULL;
  END $$;

  CREATE FUNCTION tell_of_new_cards() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('cards', json_build_object(
      'id', order_id, 'due', true, 'transaction', pg_current_xact_id()::text)::text)
    FROM added ORDER BY order_id;
    RETURN NULL;
  END $$`;
