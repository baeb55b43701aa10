-- Marks the days on which new orders are counted (docs/orders.md#statistics). Runs once after each INSERT into orders.
CREATE OR REPLACE FUNCTION mark_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_days(VARIADIC ARRAY(SELECT DISTINCT day FROM added,
    unnest(ARRAY[kl_day(create_ts), doa, kl_day(processed_at), kl_day(refund_date)]) AS day WHERE day IS NOT NULL));
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_statistics_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION mark_new_orders();
