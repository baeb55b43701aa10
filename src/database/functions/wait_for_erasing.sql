-- Puts an order aside for the next run of the daily erasing when it is behind the place that the runs have come to
-- (docs/people.md#keeping-and-erasing): so a run reads the arrivals of a day and not of all years. Called by
-- note_order_behind_erasing and note_file_behind_erasing. A run takes the same lock alone
-- (src/retention/retention.queries.ts), so that it neither passes an order that is not committed yet, nor is passed by
-- one.
CREATE OR REPLACE FUNCTION wait_for_erasing(of_order integer, arrival date, kinds text[]) RETURNS void
  LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared(1765700100);
  INSERT INTO retention_waiting SELECT kind, of_order FROM retention_progress
  WHERE kind = ANY(kinds) AND (arrival, of_order) <= (doa, order_id) ON CONFLICT DO NOTHING
$$;
