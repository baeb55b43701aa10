-- Marks these days, so that the job counts them again as a whole (src/statistics/statistics.queries.ts,
-- docs/orders.md#statistics): a median can't be kept by adding differences. A mark is a row of its own, so that no two
-- changes wait for each other. A day that has not come yet needs none, because the job counts each day that comes.
-- Called by mark_activity, mark_changed_order, mark_mail, mark_new_orders and mark_order.
CREATE OR REPLACE FUNCTION mark_days(VARIADIC days date[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO statistic_marks SELECT DISTINCT day FROM unnest(days) AS day WHERE day <= kl_day(now())
$$;
