-- Removes the events of a move that was undone before anybody was told of it (docs/http-api.md#webhooks-to-shops): of
-- each endpoint the newest one, if it waits and was not tried yet. Runs after the undo of a move to AwaitingGovt or
-- Completed is noted in the activity.
CREATE OR REPLACE FUNCTION untell_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook_deliveries d
  WHERE d.order_id = NEW.order_id AND d.state = 'waiting' AND d.tries = 0
    AND d.event = CASE NEW."from" WHEN 'AwaitingGovt' THEN 'order.submitted' ELSE 'order.completed' END
    AND d.id = (SELECT max(id) FROM webhook_deliveries newest WHERE newest.order_id = d.order_id
      AND newest.endpoint_id = d.endpoint_id AND newest.state = 'waiting' AND newest.event = d.event);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER activity_untell_webhooks AFTER INSERT ON activity FOR EACH ROW
  WHEN (NEW.action = 'order.undone' AND NEW."from" IN ('AwaitingGovt', 'Completed'))
  EXECUTE FUNCTION untell_webhooks();
