-- Keeps the row of `order_search`: what the search reads of an order, in a narrow table. It has more rows on a page
-- than `orders`, and a move of an order leaves the two GIN indexes alone. Runs after something that it has of an order
-- changes. It has the status of a settled order; of any other it only knows that the order is open. So a move from one
-- open status to another writes no row of it, and a search in an open queue asks `queued_orders` for the status.
CREATE OR REPLACE FUNCTION note_order_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_search SET create_ts = NEW.create_ts, process_status = NEW.process_status,
    process_month = NEW.process_month, full_name = NEW.full_name, passport_no = NEW.passport_no,
    search_text = search_text_of(NEW.id, NEW.full_name, NEW.contact_email_address, NEW.phone_code || NEW.phone_number,
      NEW.passport_no, NEW.transaction_id)
  WHERE id = NEW.id;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_search_change AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.id, OLD.create_ts, OLD.process_month, OLD.full_name, OLD.contact_email_address, OLD.phone_code,
      OLD.phone_number, OLD.passport_no, OLD.transaction_id,
      CASE WHEN OLD.process_status IN ('Refunds', 'Completed', 'Deleted') THEN OLD.process_status END)
    IS DISTINCT FROM
    (NEW.id, NEW.create_ts, NEW.process_month, NEW.full_name, NEW.contact_email_address, NEW.phone_code,
      NEW.phone_number, NEW.passport_no, NEW.transaction_id,
      CASE WHEN NEW.process_status IN ('Refunds', 'Completed', 'Deleted') THEN NEW.process_status END))
  EXECUTE FUNCTION note_order_search();
