-- The charges of an order, and whether there is money of each to give back (docs/disputes.md#charges). The first charge
-- is on the order itself and has no id here; a row of order_charges with the same transaction id is this first charge.
-- src/shared/charges.ts counts the same. Called by sum_of_refunds and tell_webhooks.
CREATE OR REPLACE FUNCTION charges_of(of_order integer)
  RETURNS TABLE (id integer, amount numeric, currency text, given numeric, is_open boolean) LANGUAGE sql STABLE AS $$
  -- a refund without an amount is of all of the charge
  SELECT c.id, c.amount, c.currency, CASE WHEN f.untold THEN c.amount ELSE f.given END, CASE
    WHEN c.amount IS NOT NULL THEN coalesce(f.given, 0) < c.amount AND NOT f.untold
    -- when nobody knows its amount: a later charge is given back by any refund, the first by one without an amount
    ELSE NOT f.untold AND (c.id IS NULL OR f.n = 0) END
  FROM (
    SELECT NULL::integer AS id, o.amount, o.currency FROM orders o WHERE o.id = of_order
    UNION ALL
    SELECT c.id, c.amount, c.currency FROM order_charges c JOIN orders o ON o.id = c.order_id
    WHERE c.order_id = of_order AND c.transaction_id IS DISTINCT FROM o.transaction_id
  ) c
  CROSS JOIN LATERAL (
    SELECT sum(f.amount) AS given, coalesce(bool_or(f.amount IS NULL), false) AS untold, count(*) AS n FROM refunds f
    WHERE f.order_id = of_order AND f.state = 'done' AND f.charge_id IS NOT DISTINCT FROM c.id
  ) f
$$;
