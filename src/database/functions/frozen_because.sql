-- Why nothing of an order may be erased now; null when it may (docs/people.md#keeping-and-erasing). Called by
-- erase_by_age, hold_of_person and src/retention/retention.queries.ts.
CREATE OR REPLACE FUNCTION frozen_because(of_order integer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM disputes WHERE order_id = of_order AND state IN ('inquiry', 'open', 'submitted'))
      THEN 'dispute'
    WHEN EXISTS (SELECT FROM orders WHERE id = of_order AND process_status = 'Refunds' AND refund_date IS NULL)
      -- a refund that the bank returned is to be given again; the second charge waits for its refund
      OR EXISTS (SELECT FROM inbox_marks WHERE order_id = of_order AND mark IN ('returned', 'twice'))
      OR EXISTS (SELECT FROM order_requests WHERE order_id = of_order AND kind = 'refund' AND handled_at IS NULL)
      THEN 'refund'
    WHEN EXISTS (SELECT FROM mails WHERE order_id = of_order AND state = 'queued')
      OR EXISTS (SELECT FROM packs WHERE order_id = of_order AND state = 'queued')
      OR EXISTS (SELECT FROM inbound_mails WHERE order_id = of_order AND kind = 'unread')
      THEN 'at work'
  END
$$;
