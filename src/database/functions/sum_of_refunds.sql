-- What an order has of its refunds: how much of the charge that pays for it was given back, with the newest reference;
-- when all of every charge was; and whether it is charged twice. The first charge pays for it, or once that one was
-- given back the first of the others that was not (docs/disputes.md#charges). Called by sum_charges and
-- src/system/data-checks.queries.ts.
CREATE OR REPLACE FUNCTION sum_of_refunds(of_order integer)
  RETURNS TABLE(amount numeric, reference text, at timestamptz, is_twice boolean)
  LANGUAGE sql STABLE AS $$
  WITH c AS MATERIALIZED (SELECT * FROM charges_of(of_order)),
    pays AS (SELECT * FROM c
      ORDER BY (id IS NULL AND (is_open OR NOT EXISTS (SELECT FROM c WHERE id IS NOT NULL AND is_open))) DESC,
        is_open DESC, id LIMIT 1),
    done AS (SELECT * FROM refunds WHERE order_id = of_order AND state = 'done'),
    closed AS (SELECT max(at) AS at FROM done
      HAVING bool_or(is_whole) OR NOT EXISTS (SELECT FROM c WHERE is_open))
  SELECT CASE WHEN p.id IS NULL THEN p.given
      -- of what the order costs, which the other charge need not be
      WHEN p.currency IS NOT DISTINCT FROM o.currency
        THEN nullif(greatest(0, o.amount - (p.amount - coalesce(p.given, 0))), 0) END,
    (SELECT d.reference FROM done d
      WHERE d.charge_id IS NOT DISTINCT FROM p.id AND d.reference IS NOT NULL ORDER BY d.id DESC LIMIT 1),
    (SELECT at FROM closed),
    (SELECT count(*) > 1 FROM c WHERE is_open) AND NOT EXISTS (SELECT FROM closed WHERE at IS NOT NULL)
  FROM orders o, pays p WHERE o.id = of_order
$$;
