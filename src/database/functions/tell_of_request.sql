-- Tells open lists whether the customer of an order asks for something (src/shared/live.ts). Runs after a customer's
-- request is added or handled.
CREATE OR REPLACE FUNCTION tell_of_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_mark(NEW.order_id, 'request', EXISTS (
    SELECT FROM order_requests r WHERE r.order_id = NEW.order_id AND r.handled_at IS NULL));
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER order_requests_tell AFTER INSERT OR UPDATE OF handled_at ON order_requests FOR EACH ROW
  EXECUTE FUNCTION tell_of_request();
