-- What customers get and ask for: cards and their downloads, visits to the order's page, requests, the texts that
-- customers buy under, and the orders whose card is due (docs/evidence.md, docs/visitors.md, docs/orders.md#standing).

-- An uploaded card. The newest of an order is its current one, unless an amendment made it outdated
-- (orders.outdated_card). It is evidence: the application adds rows, and may neither change nor delete one.
CREATE TABLE documents (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders,
  file1 text NOT NULL, -- the name of the file
  storage_key text NOT NULL,
  customer_name text NOT NULL, -- of the order when the card was uploaded
  mail_service_provider text NOT NULL, -- the provider that was chosen for its mail
  sha256 text NOT NULL,
  size integer NOT NULL, -- bytes
  content_type text NOT NULL,
  uploaded_by text NOT NULL, -- the member's name
  create_ts timestamptz NOT NULL DEFAULT now(),
  -- how the card compares with its order, null for one that was not compared
  verdict text,
  verdict_note text,
  -- why a member sent a card that differs
  override_reason text,
  -- since when its file is erased (erase_documents), null while it is kept
  erased_at timestamptz,
  CONSTRAINT documents_verdict CHECK (verdict IN ('agrees', 'differs', 'unreadable'))
);
-- the sweep of stored files that belong to no row
CREATE INDEX documents_by_key ON documents (storage_key);
-- whether the same file is the card of another order, too
CREATE INDEX documents_by_sha256 ON documents (sha256);
-- a file by its name
CREATE UNIQUE INDEX documents_file ON documents (order_id, file1);
-- the current card
CREATE INDEX documents_of_order ON documents (order_id, id DESC);

-- A file that a member added to an order and that is no card, such as a screenshot of what the authority's page showed.
-- It is mailed to nobody and shown to no visitor. It is evidence: the application adds rows, and may only say that a
-- wrong one was removed.
CREATE TABLE order_files (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders,
  kind text NOT NULL, -- a row of src/shared/order-file-kinds.ts
  storage_key text NOT NULL,
  sha256 text NOT NULL,
  size integer NOT NULL, -- bytes
  content_type text NOT NULL,
  added_by text NOT NULL, -- the member's name
  create_ts timestamptz NOT NULL DEFAULT now(),
  removed_by text, -- the name of the member who removed it, null while nobody did
  -- since when its file is erased (erase_documents) or removed, null while it is kept
  erased_at timestamptz,
  CONSTRAINT order_files_check CHECK (removed_by IS NULL OR erased_at IS NOT NULL)
);
-- the sweep of stored files that belong to no row
CREATE INDEX order_files_by_key ON order_files (storage_key);
CREATE INDEX order_files_of_order ON order_files (order_id);
-- no two of a kind are the same
CREATE UNIQUE INDEX order_files_once ON order_files (order_id, kind, sha256) WHERE removed_by IS NULL;

-- A customer who gave the number and an address of an order. It ends half an hour after its last use, and the row
-- stays: it is evidence, of which the application may only change last_used_at.
CREATE TABLE visitor_sessions (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders,
  ip text NOT NULL,
  place text NOT NULL DEFAULT '', -- where the IP address is
  user_agent text NOT NULL,
  create_ts timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  -- orders.address_since when the session began: it ends with the address that opened it. It is compared and not the
  -- time of the session, which is from another clock than the amendment's, and may lie within the amendment
  address_since timestamptz
);
-- the visits to an order, for its packs
CREATE INDEX visitor_sessions_of_order ON visitor_sessions (order_id, create_ts DESC);

-- What a customer has typed to correct the order and not sent: it was refused, or the session had ended. Kept for half an
-- hour (src/drafts/visitor-drafts.service.ts).
CREATE TABLE visitor_drafts (
  visitor_session_id uuid PRIMARY KEY REFERENCES visitor_sessions,
  order_id integer NOT NULL REFERENCES orders,
  fields jsonb NOT NULL, -- by wire name, without the empty ones
  create_ts timestamptz NOT NULL DEFAULT now() -- when it was typed
);

-- One fetch of a card, by anybody. It is evidence: the application may only change what was sent (served, bytes,
-- complete) and confirmed_at.
CREATE TABLE downloads (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders,
  document_id integer NOT NULL REFERENCES documents,
  file1 text NOT NULL, -- as in documents
  sha256 text NOT NULL, -- as in documents
  -- machine: a program, or mail security that follows the link
  actor text NOT NULL CHECK (actor IN ('customer', 'staff', 'machine')),
  ip text NOT NULL,
  place text NOT NULL DEFAULT '', -- where the IP address is
  user_agent text NOT NULL,
  -- what the user agent says, when it was sent
  browser text NOT NULL DEFAULT '',
  browser_version text NOT NULL DEFAULT '',
  os text NOT NULL DEFAULT '',
  device text NOT NULL DEFAULT '',
  device_type text NOT NULL DEFAULT '',
  label text NOT NULL DEFAULT '', -- all of it as one text, as `Chrome-126-iPhone-Mobile`
  -- who fetched, with the session: `visitor:` with its cookie, `link:` with a link that it got, `staff:`
  reader text NOT NULL DEFAULT '',
  -- the byte ranges that were sent, and how many bytes they cover
  served int4multirange NOT NULL DEFAULT '{}',
  bytes integer NOT NULL DEFAULT 0,
  complete boolean NOT NULL DEFAULT false, -- the whole file was sent
  create_ts timestamptz NOT NULL DEFAULT now(),
  -- when the page in the customer's browser reported the size and the hash of the file, null if it did not
  confirmed_at timestamptz
);
CREATE INDEX downloads_of_order ON downloads (order_id, id DESC);

-- A customer's look at the page that says what the charge is for. A row is never changed or removed, but that an
-- erasure of its order takes address, place and device (refuse_origin_but_erasing).
CREATE TABLE charge_views (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders,
  visitor_session_id uuid NOT NULL REFERENCES visitor_sessions,
  ip text NOT NULL,
  place text NOT NULL DEFAULT '', -- where the IP address is
  user_agent text NOT NULL,
  create_ts timestamptz NOT NULL DEFAULT now()
);
-- the views of an order, newest first, and a session's last one
CREATE INDEX charge_views_of_order ON charge_views (order_id, id DESC);

-- Where a customer's correction came from. What it changed is the amendment in the activity, which has the same time. A row
-- is never changed or removed, but that an erasure of its order takes address, place and device (refuse_origin_but_erasing).
CREATE TABLE corrections (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders,
  visitor_session_id uuid NOT NULL REFERENCES visitor_sessions,
  ip text NOT NULL,
  place text NOT NULL DEFAULT '', -- where the IP address is
  user_agent text NOT NULL,
  create_ts timestamptz NOT NULL DEFAULT now()
);
-- the corrections of an order, newest first
CREATE INDEX corrections_of_order ON corrections (order_id, id DESC);

-- What a customer asks for on the order's page. It changes nothing by itself: a member handles it. The application may
-- only change by whom and when.
CREATE TABLE order_requests (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders,
  kind text NOT NULL CHECK (kind IN ('refund', 'card', 'flight')),
  text text NOT NULL DEFAULT '', -- what the customer wrote, empty for a refund
  visitor_session_id uuid NOT NULL REFERENCES visitor_sessions,
  ip text NOT NULL,
  place text NOT NULL DEFAULT '', -- where the IP address is
  user_agent text NOT NULL,
  create_ts timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz,
  handled_by text, -- the member's name
  CONSTRAINT order_requests_check CHECK ((handled_at IS NULL) = (handled_by IS NULL))
);
-- the requests of an order, newest first
CREATE INDEX order_requests_of_order ON order_requests (order_id, id DESC);
-- the same request sent twice is one row until a member has handled it, and which orders have open requests
CREATE UNIQUE INDEX order_requests_open ON order_requests (order_id, kind, md5(text)) WHERE handled_at IS NULL;
-- the requests that nobody has handled, the oldest first
CREATE INDEX order_requests_waiting ON order_requests (create_ts, id) WHERE handled_at IS NULL;

-- A version of a text that customers buy under, by brand. It is kept for good: refuse_change refuses every change.
CREATE TABLE policies (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand text NOT NULL, -- the key of the brand
  kind text NOT NULL CHECK (kind IN ('terms', 'refund', 'disclosure')),
  version text NOT NULL,
  text text NOT NULL,
  -- the first day, UTC, on which it is in force: until the first day of the next version
  valid_from date NOT NULL,
  sha256 text NOT NULL, -- of the text in UTF-8
  added_by text, -- the member's name, null for a text that the product brought
  create_ts timestamptz NOT NULL DEFAULT now(),
  UNIQUE (brand, kind, valid_from),
  UNIQUE (brand, kind, version)
);

-- An order whose card is due, with the mail that did not bring it. It is a narrow table of its own, because a column of
-- orders would write all its indexes again with each mail that is delivered. add_due_cards and refresh_card keep it, in
-- the transaction of the change.
CREATE TABLE cards_due (
  order_id integer PRIMARY KEY REFERENCES orders,
  doa date NOT NULL, -- of the order
  listed_from date NOT NULL, -- the first day on the board
  -- the newest mail with the card, which did not bring it, null when there is none. No foreign key: an undo removes
  -- mails, which the key would refuse before the trigger runs, and each removal would read all of this table
  mail_id integer,
  mail_state text,
  mail_at timestamptz, -- since when the mail is in its state
  since timestamptz NOT NULL DEFAULT now() -- since when the card is due
);
-- the board, nearest arrival first, and what arrives within a day
CREATE INDEX cards_due_by_arrival ON cards_due (doa, order_id);
-- how many orders the board has, and the filters of lists by standing, which read no row of the table
CREATE INDEX cards_due_listed ON cards_due (listed_from) INCLUDE (doa, order_id);
-- customers whose card mail failed, or does not leave
CREATE INDEX cards_due_undelivered ON cards_due (mail_at, order_id) WHERE mail_state IN ('failed', 'bounced', 'queued');

-- An order whose customer complained about the newest mail with the card. To find it among all complaints ever made
-- would take longer each year. refresh_complaint keeps it, in the transaction of the change.
CREATE TABLE cards_complained (
  order_id integer PRIMARY KEY REFERENCES orders,
  doa date NOT NULL -- of the order
);
-- the list, nearest arrival first
CREATE INDEX cards_complained_by_arrival ON cards_complained (doa, order_id);

-- What a member says became of a card that the product did not deliver. It holds for this day of arrival and can be
-- taken back.
CREATE TABLE card_outcomes (
  order_id integer NOT NULL REFERENCES orders,
  doa date NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('delivered otherwise', 'refund', 'not travelling')),
  member_id integer REFERENCES members,
  said_by text NOT NULL, -- the member's name
  create_ts timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (order_id, doa)
);
