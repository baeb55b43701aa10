-- Sums an order's refunds again when it has a further charge (docs/disputes.md#charges). What a member said of the
-- earlier charges, that nothing more will be given back, says nothing of a new one. Runs after a row of order_charges
-- is added.
CREATE OR REPLACE FUNCTION charge_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE refunds SET is_whole = NULL WHERE order_id = NEW.order_id AND is_whole IS NOT NULL;
  PERFORM sum_charges(NEW.order_id);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER order_charges_added AFTER INSERT ON order_charges FOR EACH ROW
  EXECUTE FUNCTION charge_added();
