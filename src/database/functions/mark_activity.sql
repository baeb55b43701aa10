-- Marks the days whose statistics an action changes (docs/orders.md#statistics). An undo undoes what was counted on the
-- day of the change before it, and a refund is counted for the member who gave it: either may concern any day of the
-- order. Runs after a row of the activity is added whose action is counted.
CREATE OR REPLACE FUNCTION mark_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.action IN ('order.undone', 'order.refunded') THEN
    PERFORM mark_order(NEW.order_id);
  ELSE
    PERFORM mark_days(kl_day(NEW.create_ts));
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER activity_statistics AFTER INSERT ON activity FOR EACH ROW
  WHEN (NEW.action IN ('order.assigned', 'order.leased', 'order.undone', 'order.refunded')
    OR NEW.action = 'order.moved' AND NEW."to" = 'AwaitingGovt')
  EXECUTE FUNCTION mark_activity();
