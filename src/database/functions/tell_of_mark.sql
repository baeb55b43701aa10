-- Notifies the channel `marks` (src/database/change-feed.ts) that lists mark an order with something now, or no longer
-- do. Called by tell_of_inbox_mark and tell_of_request.
CREATE OR REPLACE FUNCTION tell_of_mark(order_id integer, mark text, is_on boolean) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('marks', json_build_object('id', order_id, 'mark', mark, 'on', is_on,
    'transaction', pg_current_xact_id()::text)::text)
$$;
