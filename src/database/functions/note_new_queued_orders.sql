-- Adds new orders to `queued_orders`, all of a statement at once. Runs after orders are inserted. `note_queued_order`
-- keeps them from then on.
CREATE OR REPLACE FUNCTION note_new_queued_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO queued_orders (id, gateway_id, outdated_card, doa, processing_date, create_ts, refund_date, submit_again,
      process_month, full_name, contact_email_address, processing_mode, nationality, landing_domain, checks,
      process_status)
    SELECT a.id, a.gateway_id, a.outdated_card, a.doa, a.processing_date, a.create_ts, a.refund_date, a.submit_again,
      a.process_month, a.full_name, a.contact_email_address, a.processing_mode, a.nationality, a.landing_domain,
      a.checks, a.process_status
    FROM added a;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_queue_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION note_new_queued_orders();
