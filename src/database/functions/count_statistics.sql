-- The rows of daily_statistics for these days (docs/orders.md#statistics). statistic_facts brings the facts of each
-- order along, so that no order is looked up a second time. The minutes are in order, so that medians are found without
-- sorting. Called by recount_statistics, which stores the rows, and by src/system/data-checks.queries.ts, which
-- compares them with the stored ones. src/statistics/statistics.queries.ts has the same domain of a brand: without
-- `www.` and port.
CREATE OR REPLACE FUNCTION count_statistics(first_day date, last_day date) RETURNS SETOF daily_statistics
  LANGUAGE sql STABLE AS $$
  SELECT d.dimension, kl_day(e.at), d.value,
    count(*) FILTER (WHERE e.measure = 'received')::integer,
    count(*) FILTER (WHERE e.measure = 'taken')::integer,
    count(*) FILTER (WHERE e.measure = 'submitted')::integer,
    count(*) FILTER (WHERE e.measure = 'cards')::integer,
    count(*) FILTER (WHERE e.measure = 'completed')::integer,
    count(*) FILTER (WHERE e.measure = 'in_time')::integer,
    count(*) FILTER (WHERE e.measure = 'late')::integer,
    count(*) FILTER (WHERE e.measure = 'unknown')::integer,
    count(*) FILTER (WHERE e.measure = 'refunds')::integer,
    count(*) FILTER (WHERE e.measure = 'bounces')::integer,
    coalesce(array_agg(e.minutes ORDER BY e.minutes) FILTER (WHERE e.measure = 'submitted'), '{}'),
    coalesce(array_agg(e.minutes ORDER BY e.minutes) FILTER (WHERE e.measure = 'cards'), '{}')
  FROM statistic_facts(first_day, last_day) e
    CROSS JOIN LATERAL (VALUES ('all', ''), ('member', e.member), ('country', e.nationality),
      ('brand', regexp_replace(regexp_replace(lower(e.landing_domain), '^www\.', ''), ':[0-9]+$', '')),
      ('gateway', coalesce(e.gateway_id::text, '')), ('mode', e.processing_mode)) AS d (dimension, value)
  WHERE e.process_status <> 'Deleted'
  GROUP BY 1, 2, 3
$$;
