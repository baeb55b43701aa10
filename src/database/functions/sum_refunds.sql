-- Keeps the sum of an order's refunds (docs/disputes.md#refunds). Runs after a refund is added or changes its state,
-- and after a member said whether it was all.
CREATE OR REPLACE FUNCTION sum_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_charges(NEW.order_id);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER refunds_sum AFTER INSERT OR UPDATE OF state, is_whole ON refunds FOR EACH ROW
  EXECUTE FUNCTION sum_refunds();
