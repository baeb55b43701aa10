import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What shops are told of their orders (docs/http-api.md#webhooks-to-shops). */
export class AddWebhooks1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_endpoints (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        shop_id integer NOT NULL REFERENCES shops,
        url text NOT NULL,
        -- the signing secret, encrypted
        secret text NOT NULL,
        create_ts timestamptz NOT NULL DEFAULT now(),
        removed_at timestamptz,
        -- how often nobody answered, one after the other; nothing is sent before resume_at
        silences integer NOT NULL DEFAULT 0,
        resume_at timestamptz
      );
      CREATE UNIQUE INDEX webhook_endpoints_of_shop ON webhook_endpoints (shop_id, url) WHERE removed_at IS NULL;

      -- an event for an endpoint: written in the transaction of the event, kept as the log
      CREATE TABLE webhook_deliveries (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        endpoint_id integer NOT NULL REFERENCES webhook_endpoints,
        order_id integer NOT NULL REFERENCES orders,
        event text NOT NULL,
        webhook_id uuid NOT NULL DEFAULT gen_random_uuid(),
        occurred_at timestamptz NOT NULL DEFAULT now(),
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
        -- from when on the tries of a day are counted
        begun_at timestamptz NOT NULL DEFAULT now(),
        due_at timestamptz NOT NULL DEFAULT now(),
        tries integer NOT NULL DEFAULT 0,
        ended_at timestamptz
      );
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at) WHERE state = 'waiting';
      CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (order_id, endpoint_id, id) WHERE state = 'waiting';
      CREATE INDEX webhook_deliveries_of_state ON webhook_deliveries (state, id);
      CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (ended_at) WHERE state <> 'waiting';

      -- one row a try, written before the call; without an answer the process ended in between
      CREATE TABLE webhook_tries (
        delivery_id bigint NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
        number integer NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        -- the HTTP code; null when nobody answered
        code integer,
        answer text,
        ms integer,
        PRIMARY KEY (delivery_id, number)
      );

      CREATE FUNCTION tell_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        told text := CASE NEW.action
          WHEN 'order.moved' THEN CASE NEW."to" WHEN 'AwaitingGovt' THEN 'order.submitted' ELSE 'order.completed' END
          WHEN 'dispute.opened' THEN 'order.disputed'
          ELSE NEW.action END;
      BEGIN
        INSERT INTO webhook_deliveries (endpoint_id, order_id, event, due_at)
        SELECT e.id, o.id, told,
          -- a move can be undone for ten seconds
          now() + CASE WHEN NEW.action = 'order.moved' THEN interval '15 seconds' ELSE interval '0' END
        FROM orders o JOIN webhook_endpoints e ON e.shop_id = o.shop_id AND e.removed_at IS NULL
        WHERE o.id = NEW.order_id ORDER BY e.id;
        RETURN NULL;
      END $$;
      -- an import is no event: the shop had these orders long ago
      CREATE TRIGGER activity_tell_webhooks AFTER INSERT ON activity FOR EACH ROW
        WHEN (NEW.action IN ('order.received', 'order.refunded', 'order.amended', 'dispute.opened') AND NEW.actor <> 'Import'
          OR NEW.action = 'order.moved' AND NEW."to" IN ('AwaitingGovt', 'Completed'))
        EXECUTE FUNCTION tell_webhooks();

      -- a move that was undone before anybody was told of it
      CREATE FUNCTION untell_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM webhook_deliveries d
        WHERE d.order_id = NEW.order_id AND d.state = 'waiting' AND d.tries = 0
          AND d.event = CASE NEW."from" WHEN 'AwaitingGovt' THEN 'order.submitted' ELSE 'order.completed' END
          AND d.id = (SELECT max(id) FROM webhook_deliveries newest WHERE newest.order_id = d.order_id
            AND newest.endpoint_id = d.endpoint_id AND newest.state = 'waiting' AND newest.event = d.event);
        RETURN NULL;
      END $$;
      CREATE TRIGGER activity_untell_webhooks AFTER INSERT ON activity FOR EACH ROW
        WHEN (NEW.action = 'order.undone' AND NEW."from" IN ('AwaitingGovt', 'Completed'))
        EXECUTE FUNCTION untell_webhooks()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER activity_untell_webhooks ON activity;
      DROP TRIGGER activity_tell_webhooks ON activity;
      DROP FUNCTION untell_webhooks, tell_webhooks;
      DROP TABLE webhook_tries, webhook_deliveries, webhook_endpoints`);
  }
}
