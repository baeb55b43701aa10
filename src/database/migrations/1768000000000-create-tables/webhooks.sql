-- What shops are told of their orders (docs/http-api.md#webhooks-to-shops).

-- An address of a shop that events are sent to.
CREATE TABLE webhook_endpoints (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id integer NOT NULL REFERENCES shops,
  url text NOT NULL,
  secret text NOT NULL, -- that signs, encrypted
  create_ts timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  -- how often nobody answered, one after the other: nothing is sent before resume_at
  silences integer NOT NULL DEFAULT 0,
  resume_at timestamptz,
  -- the secret that it had before, encrypted, which signs together with the new one for a while
  earlier_secret text,
  earlier_until timestamptz,
  again_since timestamptz, -- a member asked to send again what failed since then, null once that is done
  CONSTRAINT webhook_endpoints_earlier CHECK ((earlier_secret IS NULL) = (earlier_until IS NULL))
);
CREATE UNIQUE INDEX webhook_endpoints_of_shop ON webhook_endpoints (shop_id, url) WHERE removed_at IS NULL;

-- An event for an endpoint. tell_webhooks adds it in the transaction of the event, untell_webhooks removes one that was
-- undone before anybody was told, a worker sends it. It is kept as the log for a while.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  endpoint_id integer NOT NULL REFERENCES webhook_endpoints,
  order_id integer NOT NULL REFERENCES orders,
  event text NOT NULL, -- src/shared/webhooks.ts
  webhook_id uuid NOT NULL DEFAULT gen_random_uuid(), -- the same in every try, so that the shop knows it again
  occurred_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  begun_at timestamptz NOT NULL DEFAULT now(), -- from when on the tries of a day are counted
  due_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  ended_at timestamptz,
  facts jsonb -- what the event says in addition to the order, as it was then
);
-- what can be sent to an endpoint now
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at) WHERE state = 'waiting';
-- the clearing of the log, and what failed within the hour
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (ended_at) WHERE state <> 'waiting';
-- what failed at an endpoint since a time, to send it again
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (endpoint_id, occurred_at) WHERE state = 'failed';
-- the log of a state, newest first
CREATE INDEX webhook_deliveries_of_state ON webhook_deliveries (state, id);
-- the first event of an order that waits: the later ones wait for it
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (order_id, endpoint_id, id) WHERE state = 'waiting';

-- One try. It is written before the call: without a result the process ended in between.
CREATE TABLE webhook_tries (
  delivery_id bigint NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
  number integer NOT NULL, -- from 1
  at timestamptz NOT NULL DEFAULT now(),
  code integer, -- the HTTP code, null when nobody answered
  answer text,
  ms integer, -- how long it took, null while it is under way
  PRIMARY KEY (delivery_id, number)
);
