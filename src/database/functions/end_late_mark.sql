-- Ends the mark of a payment that came after the order was cancelled (src/shared/inbox-marks.ts,
-- docs/disputes.md#refunds). Runs after an order leaves Refunds, or after all of its money was given back.
CREATE OR REPLACE FUNCTION end_late_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM inbox_marks WHERE order_id = NEW.id AND mark = 'late';
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_late_mark AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.process_status = 'Refunds' AND NEW.process_status <> 'Refunds'
    OR OLD.refund_date IS NULL AND NEW.refund_date IS NOT NULL)
  EXECUTE FUNCTION end_late_mark();
