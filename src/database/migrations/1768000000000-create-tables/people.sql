-- Personal data that is copied for a person, and what is erased: by age each day, and all of a person on request
-- (docs/people.md#keeping-and-erasing, docs/people.md#a-persons-data).

-- A request to erase a person, asked by one Admin and confirmed by another: all orders of an address. The application
-- asks, confirms and withdraws, end_person_request ends it.
CREATE TABLE person_requests (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  address text, -- in lower case, null once everything is erased, or the request withdrawn
  mailbox text GENERATED ALWAYS AS (mailbox_of(address)) STORED, -- by which the orders are found, in any spelling of it
  shown text NOT NULL, -- what is shown of the address then
  asked_by integer NOT NULL REFERENCES members,
  asked_at timestamptz NOT NULL DEFAULT now(),
  confirmed_by integer REFERENCES members,
  confirmed_at timestamptz,
  withdrawn_by integer REFERENCES members,
  withdrawn_at timestamptz,
  done_at timestamptz,
  CONSTRAINT person_requests_check CHECK (confirmed_by <> asked_by),
  CONSTRAINT person_requests_check1 CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CONSTRAINT person_requests_check2 CHECK (address IS NOT NULL OR done_at IS NOT NULL OR withdrawn_at IS NOT NULL)
);
-- one open request of a mailbox
CREATE UNIQUE INDEX person_requests_open ON person_requests (mailbox) WHERE done_at IS NULL AND withdrawn_at IS NULL;

-- A copy of a person's data that a job makes. It is kept for a day, and the row goes with its files.
CREATE TABLE person_copies (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  address text NOT NULL, -- in lower case
  shown text NOT NULL, -- what the audit shows of the address
  asked_by integer NOT NULL REFERENCES members,
  asked_at timestamptz NOT NULL DEFAULT now(),
  -- how many orders the address had, and how many of them are in the archive
  orders integer NOT NULL,
  copied integer NOT NULL DEFAULT 0,
  -- how often a job began it, and how many parts the last one has stored
  run integer NOT NULL DEFAULT 0,
  parts integer NOT NULL DEFAULT 0,
  size bigint, -- bytes, null until it is made
  done_at timestamptz,
  failed_at timestamptz,
  removed_at timestamptz -- its parts are being removed
);
-- a member's newest copies
CREATE INDEX person_copies_of_member ON person_copies (asked_by, id);
-- one copy of an address under way for each member
CREATE UNIQUE INDEX person_copies_under_way ON person_copies (asked_by, address)
  WHERE done_at IS NULL AND failed_at IS NULL AND removed_at IS NULL;

-- What was erased of an order, and when. The application may only read it: begin_erasure and end_erasure write it.
-- While an erasure runs, the append-only tables let it take words out of the rows of its order.
CREATE TABLE erasures (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer REFERENCES orders, -- null for what of a person is about no order
  kind text NOT NULL CHECK (kind IN ('masked', 'documents', 'person')),
  create_ts timestamptz NOT NULL DEFAULT now(),
  activity_id bigint, -- the row of the activity that says so, null while the erasure runs
  request_id integer REFERENCES person_requests -- of an erased person
);
CREATE INDEX erasures_of_order ON erasures (order_id, kind);
CREATE INDEX erasures_of_request ON erasures (request_id) WHERE request_id IS NOT NULL;
-- an order is masked once. Its documents are erased again when a mail came in later
CREATE UNIQUE INDEX erasures_once ON erasures (order_id, kind) WHERE kind <> 'documents';

-- A row of the activity that lost words, so that the chain of hashes knows it. The application may only read it:
-- refuse_change_but_erasing writes it.
CREATE TABLE erased_activity (
  activity_id bigint NOT NULL,
  erasure_id integer NOT NULL REFERENCES erasures,
  sha256 text NOT NULL, -- of what is left of the row
  PRIMARY KEY (activity_id, erasure_id)
);
CREATE INDEX erased_activity_of_erasure ON erased_activity (erasure_id);

-- A file whose row says that it is erased, until it is. Functions of an erasure add it, a job removes both.
CREATE TABLE files_to_erase (
  storage_key text PRIMARY KEY,
  create_ts timestamptz NOT NULL DEFAULT now()
);

-- The report of a run of the daily erasing.
CREATE TABLE retention_runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  began_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz, -- null while it runs, and when it was cut off
  -- how many orders were masked, lost their documents, and files were removed
  masked integer NOT NULL DEFAULT 0,
  documents integer NOT NULL DEFAULT 0,
  files integer NOT NULL DEFAULT 0,
  -- how many orders were left as they are, and of how many the erasing failed
  frozen integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0
);

-- How far the daily erasing has come: the last order that a run looked at, in the order of the arrivals. So a run reads
-- the arrivals of a day and not of all years. Every order up to there is erased, has nothing to lose, or is waiting.
CREATE TABLE retention_progress (
  kind text PRIMARY KEY, -- masked or documents
  doa date NOT NULL,
  order_id integer NOT NULL
);

-- An order up to there that is still to be erased. The run adds it, and wait_for_erasing adds what comes in or changes
-- behind the run: a lock keeps the two apart, so that the run passes no order that is not committed yet.
CREATE TABLE retention_waiting (
  kind text NOT NULL,
  order_id integer NOT NULL REFERENCES orders,
  PRIMARY KEY (kind, order_id)
);

-- The first orders of a run that were left as they are, and why (frozen_because).
CREATE TABLE retention_frozen (
  run_id integer NOT NULL REFERENCES retention_runs ON DELETE CASCADE,
  order_id integer NOT NULL REFERENCES orders,
  reason text NOT NULL,
  PRIMARY KEY (run_id, order_id)
);
