-- Adds new orders to the tallies, all of a statement at once: orders that come in by one statement are counted by one
-- statement. Runs after orders are inserted. `tally_changed_order` counts what becomes of them.
CREATE OR REPLACE FUNCTION tally_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO queue_tally (process_status, process_month, n)
    SELECT process_status, CASE WHEN process_status = 'Future' THEN process_month END, count(*)
    FROM added GROUP BY 1, 2;
  INSERT INTO country_tally (day, nationality, processing_mode, n)
    SELECT (create_ts AT TIME ZONE 'UTC')::date, nationality, processing_mode, count(*) FROM added
    WHERE process_status <> 'Deleted' GROUP BY 1, 2, 3;
  INSERT INTO processed_tally (day, processed_by, n)
    SELECT (processed_at AT TIME ZONE 'UTC')::date, processed_by, count(*) FROM added
    WHERE processed_by IS NOT NULL AND processed_at IS NOT NULL GROUP BY 1, 2;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_tally_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION tally_new_orders();
