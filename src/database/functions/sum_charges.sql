-- Writes into an order what its refunds come to (sum_of_refunds), and marks it while more than one of its charges is
-- not given back (docs/disputes.md#charges). Called by sum_refunds, charge_added and charge_changed.
CREATE OR REPLACE FUNCTION sum_charges(of_order integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  s record;
BEGIN
  SELECT * INTO s FROM sum_of_refunds(of_order);
  UPDATE orders SET refund_amount = s.amount, refund_reference = s.reference, refund_date = s.at
  WHERE id = of_order AND (refund_amount, refund_reference, refund_date) IS DISTINCT FROM (s.amount, s.reference, s.at);
  IF s.is_twice THEN INSERT INTO inbox_marks (order_id, mark) VALUES (of_order, 'twice') ON CONFLICT DO NOTHING;
  ELSE DELETE FROM inbox_marks WHERE order_id = of_order AND mark = 'twice';
  END IF;
END;
$$;
