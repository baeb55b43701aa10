-- Disputes of charges: what banks and Stripe say, the packs that answer them, and the answers at Stripe
-- (docs/disputes.md, docs/evidence.md#packs).

-- A customer's dispute of an order's charge. No row is ever removed: the application has no right to. It may change
-- everything but the order and how the dispute came in.
CREATE TABLE disputes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders,
  network text, -- src/shared/dispute-reasons.ts
  reason_code text, -- as the bank writes it
  category text NOT NULL DEFAULT 'other', -- src/shared/dispute-reasons.ts
  case_id text, -- the bank's or the gateway's id of the case
  arn text, -- the acquirer's reference number of the charge
  -- what the bank asks back, null when nobody told
  amount numeric(12,3),
  currency text,
  opened_at timestamptz NOT NULL DEFAULT now(),
  reply_by timestamptz, -- until when the bank waits for an answer, null when nobody told
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('inquiry', 'open', 'submitted', 'won', 'lost', 'accepted')),
  source text NOT NULL, -- how it came in: remark, member, shop, import or stripe
  submitted_pack_id integer, -- the pack that the bank got
  submitted_at timestamptz,
  submitted_by text, -- the member's name
  outcome_at timestamptz,
  note text,
  version integer NOT NULL DEFAULT 1,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  create_ts timestamptz NOT NULL DEFAULT now()
);
-- two disputes never have the same case
CREATE UNIQUE INDEX disputes_by_case ON disputes (case_id);
-- the report of disputes
CREATE INDEX disputes_by_opened ON disputes (opened_at, id);
-- the screen by the date of the reply: all disputes, the ones of a state, and the ones that wait for an answer. One
-- without a date comes first, because nobody knows how late it is
CREATE INDEX disputes_by_reply ON disputes (reply_by NULLS FIRST, id);
CREATE INDEX disputes_by_state ON disputes (state, reply_by NULLS FIRST, id);
CREATE INDEX disputes_waiting ON disputes (reply_by NULLS FIRST, id) WHERE state IN ('inquiry', 'open');
CREATE INDEX disputes_of_order ON disputes (order_id, id);

-- A defence pack. The same inputs give the same row. The application adds it, a worker prints it. It is evidence: the
-- application may change who asked for it and what became of the printing, and nothing else.
CREATE TABLE packs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders,
  -- 1: the service was delivered as described, 2: the cardholder took part
  type integer NOT NULL CHECK (type IN (1, 2)),
  input_sha256 text NOT NULL, -- of everything that the pack is printed from
  facts jsonb NOT NULL, -- what is printed
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'ready', 'failed')),
  failure text,
  -- of the printed file, null until then
  storage_key text,
  sha256 text,
  size integer, -- bytes
  pages integer,
  made_by text NOT NULL, -- the name of who asked first
  create_ts timestamptz NOT NULL DEFAULT now(),
  ready_at timestamptz,
  dispute_id integer REFERENCES disputes, -- that it answers, null for a pack about the order alone
  -- who waits for it: a member, a member with many others (batch), or nobody, because it is made ahead
  asked_by text NOT NULL DEFAULT 'member'
);
-- the same inputs give the same pack without printing again
CREATE UNIQUE INDEX packs_by_input ON packs (order_id, type, input_sha256);
-- the sweep of stored files that belong to no row
CREATE INDEX packs_by_key ON packs (storage_key) WHERE storage_key IS NOT NULL;
-- packs whose job was lost between the commit and the queue
CREATE INDEX packs_queued ON packs (create_ts) WHERE state = 'queued';

ALTER TABLE disputes ADD FOREIGN KEY (submitted_pack_id) REFERENCES packs;

-- Packs that a member asked for together: answers to many disputes, or one pack of each of many orders.
CREATE TABLE pack_batches (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id integer NOT NULL REFERENCES members,
  made_by text NOT NULL, -- the member's name
  create_ts timestamptz NOT NULL DEFAULT now(),
  pack_type integer -- null for packs that answer disputes
);
-- the member's last batch
CREATE INDEX pack_batches_of_member ON pack_batches (member_id, id);

-- One pack of a batch. It has a pack or a refusal once a worker came to it.
CREATE TABLE pack_batch_items (
  batch_id integer NOT NULL REFERENCES pack_batches,
  place integer NOT NULL,
  dispute_id integer REFERENCES disputes, -- either this is set or order_id
  pack_id integer REFERENCES packs,
  refusal text, -- why there is no pack
  order_id integer REFERENCES orders,
  PRIMARY KEY (batch_id, place)
);
-- the sweep of batches whose job was lost
CREATE INDEX pack_batch_items_open ON pack_batch_items (batch_id) WHERE pack_id IS NULL AND refusal IS NULL;

-- A reminder that was sent of a dispute, once for each date of the reply. It is a row before it is a mail, so that
-- several workers and a restart send one.
CREATE TABLE dispute_reminders (
  dispute_id integer NOT NULL REFERENCES disputes,
  hours integer NOT NULL, -- how many hours before the reply is due
  reply_by timestamptz NOT NULL,
  create_ts timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (dispute_id, hours, reply_by)
);

-- What the order of a waiting dispute looked like when its pack was made ahead: a job makes it again when this changes.
CREATE TABLE prepared_disputes (
  dispute_id integer PRIMARY KEY REFERENCES disputes,
  stamp text NOT NULL, -- of all that the pack is about (src/disputes/preparing.queries.ts)
  seen_at timestamptz NOT NULL DEFAULT now(), -- since when the stamp is this one
  done boolean NOT NULL DEFAULT false -- the pack of this stamp is made
);

-- An event that Stripe reported of a dispute, or an early warning of one. The application may only tie it to its
-- dispute later.
CREATE TABLE stripe_events (
  event_id text PRIMARY KEY, -- Stripe's, so that an event that comes again is known
  case_id text NOT NULL,
  type text NOT NULL,
  at timestamptz NOT NULL, -- by Stripe's clock
  dispute jsonb NOT NULL, -- the dispute or the warning, as Stripe had it then
  dispute_id integer REFERENCES disputes, -- null while no single order has the charge
  create_ts timestamptz NOT NULL DEFAULT now(),
  account_id integer NOT NULL DEFAULT 1 REFERENCES stripe_accounts
);
-- events that came before their order had its transaction id
CREATE INDEX stripe_events_aside ON stripe_events (create_ts) WHERE dispute_id IS NULL;
-- the newest events of an account, for the operator's page
CREATE INDEX stripe_events_of_account ON stripe_events (account_id, create_ts);
-- all that Stripe said of a dispute, by time
CREATE INDEX stripe_events_of_case ON stripe_events (case_id, at);

-- An answer to a dispute that is staged and submitted with Stripe. Members ask for it, a worker calls Stripe.
CREATE TABLE stripe_answers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dispute_id integer NOT NULL REFERENCES disputes,
  pack_id integer NOT NULL REFERENCES packs,
  evidence jsonb NOT NULL, -- the texts, by field of Stripe's evidence
  files jsonb NOT NULL DEFAULT '{}', -- the ids that Stripe gave to uploaded files, by field
  sha256 text NOT NULL, -- of the texts and the pack
  state text NOT NULL DEFAULT 'staging' CHECK (state IN ('staging', 'staged', 'submitting', 'submitted', 'failed')),
  failure text,
  -- rises with each try after Stripe refused one: a part of the idempotency keys
  tries integer NOT NULL DEFAULT 1,
  -- the last call ended without an answer
  in_doubt boolean NOT NULL DEFAULT false,
  staged_by text NOT NULL, -- the member's name
  staged_at timestamptz,
  submitted_by text, -- the member's name
  submitted_at timestamptz,
  asked_at timestamptz NOT NULL DEFAULT now(), -- when the worker was asked last
  create_ts timestamptz NOT NULL DEFAULT now()
);
-- one at a time for a dispute, and the sweep of those whose job was lost
CREATE UNIQUE INDEX stripe_answers_going ON stripe_answers (dispute_id) WHERE state IN ('staging', 'submitting');
-- the newest answer to a dispute
CREATE INDEX stripe_answers_of_dispute ON stripe_answers (dispute_id, id);
