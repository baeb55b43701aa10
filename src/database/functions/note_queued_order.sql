-- Keeps the row of `queued_orders`: what the lists of a status sort and filter by, in a narrow table. So no index of
-- `orders` has the status, and a move of an order is a HOT update of its row: it writes the indexes of the narrow table
-- alone. Runs after something that it has of an order changes. The row is found by the status that the order had,
-- because the key begins with the status.
CREATE OR REPLACE FUNCTION note_queued_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE queued_orders SET (id, gateway_id, outdated_card, doa, processing_date, create_ts, refund_date,
      submit_again, process_month, full_name, contact_email_address, processing_mode, nationality, landing_domain,
      checks, process_status)
    = ROW (NEW.id, NEW.gateway_id, NEW.outdated_card, NEW.doa, NEW.processing_date, NEW.create_ts, NEW.refund_date,
      NEW.submit_again, NEW.process_month, NEW.full_name, NEW.contact_email_address, NEW.processing_mode,
      NEW.nationality, NEW.landing_domain, NEW.checks, NEW.process_status)
  WHERE process_status = OLD.process_status AND id = OLD.id;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_queue_change AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.id, OLD.gateway_id, OLD.outdated_card, OLD.doa, OLD.processing_date, OLD.create_ts, OLD.refund_date,
      OLD.submit_again, OLD.process_month, OLD.full_name, OLD.contact_email_address, OLD.processing_mode,
      OLD.nationality, OLD.landing_domain, OLD.checks, OLD.process_status)
    IS DISTINCT FROM
    (NEW.id, NEW.gateway_id, NEW.outdated_card, NEW.doa, NEW.processing_date, NEW.create_ts, NEW.refund_date,
      NEW.submit_again, NEW.process_month, NEW.full_name, NEW.contact_email_address, NEW.processing_mode,
      NEW.nationality, NEW.landing_domain, NEW.checks, NEW.process_status))
  EXECUTE FUNCTION note_queued_order();
