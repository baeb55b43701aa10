-- Sums an order's refunds again when its first charge, which is on the order itself, has changed
-- (docs/disputes.md#charges). Runs after an order's transaction id, amount or currency changes.
CREATE OR REPLACE FUNCTION charge_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_charges(NEW.id);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_charge AFTER UPDATE OF transaction_id, amount, currency ON orders FOR EACH ROW
  WHEN ((OLD.transaction_id, OLD.amount, OLD.currency) IS DISTINCT FROM (NEW.transaction_id, NEW.amount, NEW.currency))
  EXECUTE FUNCTION charge_changed();
