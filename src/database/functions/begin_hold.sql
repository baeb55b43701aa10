-- Notes since when an order is held, and ends the lease of the member who worked on it (docs/orders.md#next-order).
-- Runs before `held_by` of an order changes, so that the time is written with the order's own row. A trigger does it,
-- so that every change of a holder counts, whatever code makes it.
CREATE OR REPLACE FUNCTION begin_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.held_since := CASE WHEN NEW.held_by IS NOT NULL THEN now() END;
  DELETE FROM leases WHERE order_id = NEW.id;
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER orders_begin_hold BEFORE UPDATE OF held_by ON orders FOR EACH ROW
  WHEN (OLD.held_by IS DISTINCT FROM NEW.held_by)
  EXECUTE FUNCTION begin_hold();
