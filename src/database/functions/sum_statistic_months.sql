-- Sums the newest of the past months whose days are all counted and that have no sums, `most` of them, so that a long
-- period reads few rows (docs/orders.md#statistics). Called by src/statistics/statistics.queries.ts and
-- src/seed/seed-orders.ts. The lock is that of recount_statistics: no day is counted while its month is summed.
CREATE OR REPLACE FUNCTION sum_statistic_months(most integer) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(1765000000);
  WITH found AS (
    INSERT INTO statistic_months
    SELECT month
    FROM (SELECT date_trunc('month', day)::date AS month, count(*) AS days FROM statistic_days GROUP BY 1) counted
    WHERE days = (month + interval '1 month')::date - month AND month < date_trunc('month', kl_day(now()))
      AND NOT EXISTS (SELECT FROM statistic_months s WHERE s.month = counted.month)
    ORDER BY month DESC LIMIT most RETURNING month
  )
  INSERT INTO monthly_statistics SELECT s.* FROM found, month_statistics(found.month) s
    ORDER BY s.dimension, s.month, s.value
$$;
