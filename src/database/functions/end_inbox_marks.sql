-- Ends marks of an order's mailbox (docs/mail.md#the-application-mailbox): `answered` when the order no longer waits
-- for the customer, `card` when it is settled. Runs after the status of an order changes.
CREATE OR REPLACE FUNCTION end_inbox_marks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM inbox_marks WHERE order_id = NEW.id AND (mark = 'answered' AND NEW.process_status <> 'Awaiting'
    OR mark = 'card' AND NEW.process_status IN ('Completed', 'Refunds', 'Deleted'));
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_inbox_marks AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.process_status <> NEW.process_status)
  EXECUTE FUNCTION end_inbox_marks();
