-- Marks an order when the bank returned a refund and nobody gave it again, and ends the mark when somebody did
-- (src/shared/inbox-marks.ts, docs/disputes.md#refunds). Runs after a refund is added or its state changes.
CREATE OR REPLACE FUNCTION mark_returned_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM refunds f WHERE f.order_id = NEW.order_id AND f.state = 'failed' AND NOT EXISTS (
    SELECT FROM refunds d WHERE d.order_id = f.order_id AND d.state = 'done' AND d.create_ts > f.state_ts)) THEN
    INSERT INTO inbox_marks (order_id, mark) VALUES (NEW.order_id, 'returned') ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM inbox_marks WHERE order_id = NEW.order_id AND mark = 'returned';
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER refunds_returned AFTER INSERT OR UPDATE OF state ON refunds FOR EACH ROW
  EXECUTE FUNCTION mark_returned_refund();
