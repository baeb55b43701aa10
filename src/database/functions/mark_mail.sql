-- Marks the days whose statistics a mail about an order changes (docs/orders.md#statistics): the days of the mail, and
-- the day of arrival, for which it is counted whether the card came in time. The days are marked by one statement. Runs
-- after a mail about an order is added that was sent or has bounced, and after the time of sending or a bounce changes.
CREATE OR REPLACE FUNCTION mark_mail() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  arrival date := (SELECT doa FROM orders WHERE id = NEW.order_id);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_days(kl_day(NEW.sent_at), kl_day(NEW.state_at), arrival);
    RETURN NULL;
  END IF;
  PERFORM mark_days(kl_day(OLD.sent_at), kl_day(OLD.state_at), kl_day(NEW.sent_at), kl_day(NEW.state_at), arrival);
  -- the first card may be that of another mail now
  IF OLD.sent_at IS NOT NULL AND OLD.sent_at IS DISTINCT FROM NEW.sent_at THEN PERFORM mark_order(NEW.order_id); END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER mails_statistics_change AFTER UPDATE OF state, sent_at, state_at ON mails FOR EACH ROW
  WHEN (NEW.order_id IS NOT NULL
    AND (OLD.sent_at IS DISTINCT FROM NEW.sent_at OR 'bounced' IN (OLD.state, NEW.state)))
  EXECUTE FUNCTION mark_mail();

CREATE OR REPLACE TRIGGER mails_statistics_in AFTER INSERT ON mails FOR EACH ROW
  WHEN (NEW.order_id IS NOT NULL AND (NEW.sent_at IS NOT NULL OR NEW.state = 'bounced'))
  EXECUTE FUNCTION mark_mail();
