-- What a change of an order adds to the tallies whose sums it changes. Runs after one of the columns changes by which
-- orders are counted. Each change writes deltas in its own transaction: the sums are exact at every moment, and no two
-- changes wait for one counter's row. src/orders/tallies.queries.ts folds the deltas. A move between two queues is one
-- row of `queue_moves`, and not two of `queue_tally`; the view `queue_counts` has the sums of both.
CREATE OR REPLACE FUNCTION tally_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.process_status, OLD.process_month) IS DISTINCT FROM (NEW.process_status, NEW.process_month) THEN
    INSERT INTO queue_moves VALUES (
      OLD.process_status, CASE WHEN OLD.process_status = 'Future' THEN OLD.process_month END,
      NEW.process_status, CASE WHEN NEW.process_status = 'Future' THEN NEW.process_month END);
  END IF;
  IF (OLD.process_status = 'Deleted', OLD.create_ts, OLD.nationality, OLD.processing_mode)
    IS DISTINCT FROM (NEW.process_status = 'Deleted', NEW.create_ts, NEW.nationality, NEW.processing_mode) THEN
    INSERT INTO country_tally (day, nationality, processing_mode, n)
      SELECT (OLD.create_ts AT TIME ZONE 'UTC')::date, OLD.nationality, OLD.processing_mode, -1
      WHERE OLD.process_status <> 'Deleted';
    INSERT INTO country_tally (day, nationality, processing_mode, n)
      SELECT (NEW.create_ts AT TIME ZONE 'UTC')::date, NEW.nationality, NEW.processing_mode, 1
      WHERE NEW.process_status <> 'Deleted';
  END IF;
  IF (OLD.processed_by, OLD.processed_at) IS DISTINCT FROM (NEW.processed_by, NEW.processed_at) THEN
    INSERT INTO processed_tally (day, processed_by, n)
      SELECT (OLD.processed_at AT TIME ZONE 'UTC')::date, OLD.processed_by, -1
      WHERE OLD.processed_by IS NOT NULL AND OLD.processed_at IS NOT NULL;
    INSERT INTO processed_tally (day, processed_by, n)
      SELECT (NEW.processed_at AT TIME ZONE 'UTC')::date, NEW.processed_by, 1
      WHERE NEW.processed_by IS NOT NULL AND NEW.processed_at IS NOT NULL;
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_tally_change AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.process_status, OLD.process_month, OLD.processing_mode, OLD.nationality, OLD.processed_by,
      OLD.processed_at)
    IS DISTINCT FROM
    (NEW.process_status, NEW.process_month, NEW.processing_mode, NEW.nationality, NEW.processed_by,
      NEW.processed_at))
  EXECUTE FUNCTION tally_changed_order();
