-- Counts these days again (docs/orders.md#statistics). Called by src/statistics/statistics.queries.ts and
-- src/seed/seed-orders.ts. The marks go before the rows are read: what is committed later leaves a new one. A day that
-- is counted again takes the sums of its month away. The lock, which sum_statistic_months takes too, lets one session
-- at a time count or sum. The rows of a dimension are written next to each other, so that a period by country reads the
-- pages of countries alone.
CREATE OR REPLACE FUNCTION recount_statistics(days date[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(1765000000);
  DELETE FROM statistic_marks WHERE day = ANY(days);
  DELETE FROM daily_statistics WHERE day = ANY(days);
  INSERT INTO daily_statistics SELECT c.* FROM unnest(days) AS d (day), count_statistics(d.day, d.day) c
    ORDER BY c.dimension, c.day, c.value;
  DELETE FROM monthly_statistics WHERE month IN (SELECT date_trunc('month', day)::date FROM unnest(days) AS day);
  DELETE FROM statistic_months WHERE month IN (SELECT date_trunc('month', day)::date FROM unnest(days) AS day);
  INSERT INTO statistic_days SELECT unnest(days) ON CONFLICT DO NOTHING
$$;
