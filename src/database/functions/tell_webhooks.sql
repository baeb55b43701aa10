-- Writes an event of an order for each endpoint that its shop has at this time (docs/http-api.md#webhooks-to-shops), in
-- the transaction of the event. Runs after such a row of activity is added. An import is no event: the shop had these
-- orders long ago. `facts` is what the event of a refund says besides the order, as it is at this time.
CREATE OR REPLACE FUNCTION tell_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text := CASE NEW.action
    WHEN 'order.moved' THEN CASE NEW."to" WHEN 'AwaitingGovt' THEN 'order.submitted' ELSE 'order.completed' END
    WHEN 'dispute.opened' THEN 'order.disputed'
    WHEN 'refund.part' THEN 'order.refunded-in-part'
    WHEN 'refund.failed' THEN 'order.refund-failed'
    ELSE NEW.action END;
BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, order_id, event, due_at, facts)
  SELECT e.id, o.id, told,
    -- a move can be undone for ten seconds
    now() + CASE WHEN NEW.action = 'order.moved' THEN interval '15 seconds' ELSE interval '0' END,
    -- the sums of the charges in the order's currency
    CASE WHEN NEW.action IN ('order.refunded', 'refund.part', 'refund.failed') THEN jsonb_build_object(
      'amount', (SELECT CASE WHEN bool_and(c.amount IS NOT NULL) THEN sum(c.amount)::text END
        FROM charges_of(o.id) c WHERE c.currency IS NULL OR c.currency = o.currency),
      'currency', o.currency,
      'given', (SELECT sum(c.given)::text
        FROM charges_of(o.id) c WHERE c.currency IS NULL OR c.currency = o.currency),
      'whole', o.refund_date IS NOT NULL AND o.refund_amount IS NULL) END
  FROM orders o JOIN webhook_endpoints e ON e.shop_id = o.shop_id AND e.removed_at IS NULL
  WHERE o.id = NEW.order_id ORDER BY e.id;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER activity_tell_webhooks AFTER INSERT ON activity FOR EACH ROW
  WHEN (NEW.action IN ('order.received', 'order.refunded', 'order.amended', 'dispute.opened', 'refund.part',
      'refund.failed') AND NEW.actor <> 'Import'
    OR NEW.action = 'order.moved' AND NEW."to" IN ('AwaitingGovt', 'Completed'))
  EXECUTE FUNCTION tell_webhooks();
