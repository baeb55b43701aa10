-- Tells open screens of a change of an order, after the commit (src/database/change-feed.ts, `LiveChange` in
-- src/shared/live.ts). Runs after status, holder or version of an order change. The payload has no customer data:
-- `holder` and `by` are members' names, and `held` is the id of the member who held the order until this change, so
-- that a take-over is told (docs/orders.md#holds).
CREATE OR REPLACE FUNCTION tell_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', json_build_object(
    'id', NEW.id,
    'from', OLD.process_status,
    'to', NEW.process_status,
    'holder', (SELECT name FROM members WHERE id = NEW.held_by),
    'version', NEW.version,
    'by', NEW.changed_by,
    'held', CASE WHEN OLD.held_by IS DISTINCT FROM NEW.held_by THEN OLD.held_by END)::text);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_tell_change AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.process_status, OLD.held_by, OLD.version) IS DISTINCT FROM (NEW.process_status, NEW.held_by, NEW.version))
  EXECUTE FUNCTION tell_of_order();
