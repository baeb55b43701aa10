-- The day in Kuala Lumpur at a moment. The statistics count these days (docs/orders.md#statistics): called by the
-- functions that mark and count them, by src/statistics/statistics.queries.ts and by src/seed/seed-orders.ts.
CREATE OR REPLACE FUNCTION kl_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date
$$;
