-- Tells the open pages of an order what happened to it, whatever it was: a card, a remark, a mail that came in or
-- bounced (src/shared/live.ts). Runs after rows of activity are added. Who looked at the order is left out, because a
-- page that is read again notes a look.
CREATE OR REPLACE FUNCTION tell_of_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- a notification holds 8,000 bytes at most
  PERFORM pg_notify('happenings', json_build_object('transaction', pg_current_xact_id()::text,
    'orders', json_agg(json_build_array(order_id, id)))::text)
  FROM (
    SELECT order_id, id, row_number() OVER (ORDER BY id) / 200 AS part FROM added
    WHERE order_id IS NOT NULL
      AND action NOT IN ('order.received', 'order.viewed', 'passport.shown', 'file.fetched')
  ) told GROUP BY part;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER activity_tell_pages AFTER INSERT ON activity REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION tell_of_activity();
