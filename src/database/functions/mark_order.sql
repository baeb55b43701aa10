-- Marks every day on which something of the order is counted (docs/orders.md#statistics). Called by mark_activity,
-- mark_changed_order and mark_mail.
CREATE OR REPLACE FUNCTION mark_order(changed integer) RETURNS void LANGUAGE sql AS $$
  SELECT mark_days(VARIADIC ARRAY(
    SELECT unnest(ARRAY[kl_day(create_ts), doa, kl_day(processed_at), kl_day(refund_date)]) FROM orders
    WHERE id = changed
    UNION SELECT kl_day(create_ts) FROM activity
    WHERE order_id = changed AND action IN ('order.assigned', 'order.leased', 'order.moved')
    UNION SELECT unnest(ARRAY[kl_day(sent_at), kl_day(state_at)]) FROM mails WHERE order_id = changed))
$$;
