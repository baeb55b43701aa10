-- Copies the orders with these ids into the table queued_orders. Called by src/seed/seed-orders.ts, which adds orders
-- while triggers are off.
CREATE OR REPLACE FUNCTION fill_queued_orders(first integer, last integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO queued_orders (id, gateway_id, outdated_card, doa, processing_date, create_ts, refund_date, submit_again,
      process_month, full_name, contact_email_address, processing_mode, nationality, landing_domain, checks,
      process_status)
    SELECT o.id, o.gateway_id, o.outdated_card, o.doa, o.processing_date, o.create_ts, o.refund_date, o.submit_again,
      o.process_month, o.full_name, o.contact_email_address, o.processing_mode, o.nationality, o.landing_domain,
      o.checks, o.process_status
    FROM orders o WHERE o.id BETWEEN first AND last
    ON CONFLICT DO NOTHING
$$;
