-- Tells open lists what waits in an order's mailbox (src/shared/live.ts). Runs after a mark is added or removed.
CREATE OR REPLACE FUNCTION tell_of_inbox_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM tell_of_mark(OLD.order_id, OLD.mark, false);
  ELSE PERFORM tell_of_mark(NEW.order_id, NEW.mark, true);
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER inbox_marks_tell AFTER INSERT OR DELETE ON inbox_marks FOR EACH ROW
  EXECUTE FUNCTION tell_of_inbox_mark();
