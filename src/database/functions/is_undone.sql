-- Whether the next change of the order undid this one: these actions change an order, and an undo undoes the one before
-- it. Called by statistic_facts, because what was undone is not counted (docs/orders.md#statistics).
CREATE OR REPLACE FUNCTION is_undone(of_order integer, activity_id bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT n.action = 'order.undone' FROM activity n
    WHERE n.order_id = of_order AND n.id > activity_id AND n.action IN ('order.assigned', 'order.leased',
      'order.lease-ended', 'order.released', 'order.moved', 'order.amended', 'order.promoted', 'order.refunded',
      'order.undone', 'transaction.saved')
    ORDER BY n.id LIMIT 1), false)
$$;
