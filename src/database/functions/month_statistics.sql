-- The rows of monthly_statistics for the month that begins on this day: the sums of its days, so that a long period
-- reads few rows. The minutes are in order, so that medians are found without sorting (docs/orders.md#statistics).
-- Called by sum_statistic_months, which stores the rows, and by src/system/data-checks.queries.ts, which compares them
-- with the stored ones.
CREATE OR REPLACE FUNCTION month_statistics(of_month date) RETURNS SETOF monthly_statistics LANGUAGE sql STABLE AS $$
  SELECT d.dimension, of_month, d.value,
    -- a day has a row for each of its minutes, and counts with the first of them
    sum(d.received) FILTER (WHERE m.n IS NULL OR m.n = 1)::integer,
    sum(d.taken) FILTER (WHERE m.n IS NULL OR m.n = 1)::integer,
    sum(d.submitted) FILTER (WHERE m.n IS NULL OR m.n = 1)::integer,
    sum(d.cards) FILTER (WHERE m.n IS NULL OR m.n = 1)::integer,
    sum(d.completed) FILTER (WHERE m.n IS NULL OR m.n = 1)::integer,
    sum(d.in_time) FILTER (WHERE m.n IS NULL OR m.n = 1)::integer,
    sum(d.late) FILTER (WHERE m.n IS NULL OR m.n = 1)::integer,
    sum(d.unknown) FILTER (WHERE m.n IS NULL OR m.n = 1)::integer,
    sum(d.refunds) FILTER (WHERE m.n IS NULL OR m.n = 1)::integer,
    sum(d.bounces) FILTER (WHERE m.n IS NULL OR m.n = 1)::integer,
    coalesce(array_agg(m.submit ORDER BY m.submit) FILTER (WHERE m.submit IS NOT NULL), '{}'),
    coalesce(array_agg(m.card ORDER BY m.card) FILTER (WHERE m.card IS NOT NULL), '{}')
  FROM daily_statistics d
    LEFT JOIN LATERAL unnest(d.submit_minutes, d.card_minutes) WITH ORDINALITY AS m (submit, card, n) ON true
  WHERE d.day >= of_month AND d.day < of_month + interval '1 month'
  GROUP BY d.dimension, d.value
$$;
