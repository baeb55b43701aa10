-- What the statistics count on these days, a row for each (docs/orders.md#statistics): the facts of statistic_facts
-- that the list behind a number needs. Called by src/statistics/statistics.queries.ts, which leaves deleted orders out.
CREATE OR REPLACE FUNCTION statistic_events(first_day date, last_day date)
  RETURNS TABLE(measure text, at timestamptz, order_id integer, member text, minutes integer)
  LANGUAGE sql STABLE AS $$
  SELECT measure, at, order_id, member, minutes FROM statistic_facts(first_day, last_day)
$$;
