-- Mails that are sent and what providers report of them, mails that come in to the application mailboxes, and what
-- waits there or has no order (docs/mail.md).

-- A mail. It is written in the transaction of the change that causes it, and a worker sends it. Triggers follow it with
-- the due cards, the complaints and the days to count.
CREATE TABLE mails (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- the order that it is about, or the member whom it goes to: a mail to an address alone has neither
  order_id integer REFERENCES orders,
  member_id integer REFERENCES members,
  kind text NOT NULL, -- src/shared/mail-kinds.ts
  provider text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  -- both are emptied once a mail with a secret text no longer waits
  html text NOT NULL,
  body text NOT NULL,
  sender text NOT NULL,
  reply_to text,
  document_id integer REFERENCES documents, -- the card that it carries
  -- the file that it carries: a name without a key waits for its file
  attachment_key text,
  attachment_name text,
  attachment_type text,
  attachment_sha256 text,
  state text NOT NULL DEFAULT 'queued', -- src/shared/mail-kinds.ts
  failure text,
  attempts integer NOT NULL DEFAULT 0,
  attempt_at timestamptz, -- when the last attempt began: set in a queued mail while a worker sends it
  provider_message_id text, -- the provider's id of the last attempt's message
  sent_by text NOT NULL, -- the name of who caused it
  create_ts timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz, -- when the provider took it
  state_at timestamptz NOT NULL DEFAULT now(), -- since when it is in its state
  switched_from text, -- the provider that failed, when another one took the mail over
  question text -- what a member asked, of the kind question: the text of the mail has more
);
-- the bounces of a day, for the statistics
CREATE INDEX mails_bounced ON mails (state_at) WHERE state = 'bounced';
-- the sweep of stored files that belong to no row: any other file that a mail carries is a document's
CREATE INDEX mails_by_invoice ON mails (attachment_key) WHERE kind = 'invoice';
-- delivery events find their mail
CREATE INDEX mails_by_provider_id ON mails (provider, provider_message_id) WHERE provider_message_id IS NOT NULL;
-- customers who complained about a mail
CREATE INDEX mails_complained ON mails (order_id) WHERE state = 'complained';
-- the few mails that did not arrive, for the filter of lists by the state of the card's mail
CREATE INDEX mails_in_trouble ON mails (state, order_id)
  WHERE state IN ('queued', 'deferred', 'bounced', 'complained', 'failed');
-- mails that did not arrive, newest first, for the operator's page
CREATE INDEX mails_not_arrived ON mails (state_at DESC) WHERE state IN ('failed', 'bounced');
-- email history, the newest card mail, the same mail moments ago, mails of a day to an address
CREATE INDEX mails_of_order ON mails (order_id, id DESC);
-- mails whose job was lost between the commit and the queue
CREATE INDEX mails_queued ON mails (state_at) WHERE state = 'queued';
-- the few mails to an address that are about no order, to erase them with their person
CREATE INDEX mails_to_addresses ON mails (mailbox_of(recipient)) WHERE order_id IS NULL AND member_id IS NULL;
-- the cards that were sent on a day, for the statistics
CREATE INDEX mails_with_card ON mails (sent_at)
  WHERE kind IN ('approval', 'resend', 'upload', 'download-link') AND sent_at IS NOT NULL;

-- A delivery event as a provider reported it. The application may only tie it to its mail later.
CREATE TABLE mail_events (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mail_id integer REFERENCES mails, -- null while its mail is unknown
  provider text NOT NULL,
  event_id text NOT NULL, -- the provider's, so that an event that comes again is known
  -- the provider's id of the message, or for an event that names no message the mail's id and attempt, or nothing
  provider_message_id text NOT NULL,
  type text NOT NULL,
  at timestamptz NOT NULL, -- by the provider's clock
  detail jsonb NOT NULL DEFAULT '{}',
  create_ts timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider, event_id)
);
-- events that came before their mail was known
CREATE INDEX mail_events_aside ON mail_events (create_ts) WHERE mail_id IS NULL;
CREATE INDEX mail_events_of_mail ON mail_events (mail_id, at);

-- A failure of a mail provider: after three within five minutes another one takes the mails over. Kept for a day.
CREATE TABLE provider_failures (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
-- the failures of the last minutes
CREATE INDEX provider_failures_lately ON provider_failures (provider, at);

-- A mail to an application mailbox. Its raw message is in the storage. The application adds the row when the mail comes
-- in, and a worker reads it.
CREATE TABLE inbound_mails (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer REFERENCES orders, -- null: kept aside (unmatched), because its order is unknown or deleted
  mailbox text NOT NULL,
  provider text NOT NULL CHECK (provider IN ('AWS', 'Sendgrid')),
  message_id text NOT NULL, -- its Message-ID and the hash of its bytes
  storage_key text NOT NULL,
  sha256 text NOT NULL,
  size integer NOT NULL, -- bytes
  -- the provider's verdicts, and our own of DKIM, null when there is none
  spf text,
  dmarc text,
  dkim text,
  kind text NOT NULL DEFAULT 'unread' CHECK (kind IN ('unread', 'authority', 'look', 'customer', 'automatic')),
  sender text NOT NULL DEFAULT '',
  subject text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '', -- without a PIN of the authority
  has_html boolean NOT NULL DEFAULT false,
  -- what a member should know: why to look at it, or that another address wrote
  note text,
  -- the names of attachments that were not kept: too many, too large, or of a mail that is not to be trusted
  not_kept text,
  pin text, -- the authority's, taken out of the text
  create_ts timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  seen_by text, -- the member who looked at a mail of the kind look, or read one that waited
  erased_at timestamptz, -- since when its file is erased, null while it is kept
  virus text, -- the provider's scan: pass, fail, or that it has no result, null when it gave none
  text_cut boolean NOT NULL DEFAULT false, -- the text goes on in the raw mail
  waits boolean NOT NULL DEFAULT false, -- a customer's mail that no member has answered or read
  -- the domains of the authority that the provider found a right signature or SPF of, for the job that reads the mail
  vouched text[] NOT NULL DEFAULT '{}'
);
-- what is kept aside, until it is removed
CREATE INDEX inbound_mails_aside ON inbound_mails (create_ts) WHERE order_id IS NULL;
-- the sweep of stored files that belong to no row
CREATE INDEX inbound_mails_by_file ON inbound_mails (storage_key);
-- the thread of an order
CREATE INDEX inbound_mails_of_order ON inbound_mails (order_id, id DESC) WHERE order_id IS NOT NULL;
-- the same mail delivered twice is one row
CREATE UNIQUE INDEX inbound_mails_once ON inbound_mails (mailbox, message_id);
-- mails whose job was lost
CREATE INDEX inbound_mails_unread ON inbound_mails (create_ts) WHERE kind = 'unread';
-- the messages of an order that nobody has read
CREATE INDEX inbound_mails_waiting ON inbound_mails (order_id, id DESC) WHERE waits;

-- A file that came with a mail to an application mailbox: a card from the authority, or a file from the customer. Or a
-- card that the script took from the authority's page (docs/form.md#the-slip-and-the-visit-pass).
CREATE TABLE inbound_files (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mail_id integer REFERENCES inbound_mails,
  order_id integer NOT NULL REFERENCES orders,
  kind text NOT NULL CHECK (kind IN ('card', 'file')),
  name text NOT NULL,
  content_type text NOT NULL,
  storage_key text NOT NULL,
  sha256 text NOT NULL,
  size integer NOT NULL, -- bytes
  -- how a card compares with its order: null for a file, and until a job has compared it again after an amendment
  -- (forget_card_verdicts)
  verdict text CHECK (verdict IN ('agrees', 'differs', 'unreadable')),
  verdict_note text,
  create_ts timestamptz NOT NULL DEFAULT now(),
  erased_at timestamptz, -- since when the file is erased, null while it is kept
  taken_by text, -- the member whose script took it, null for a file of a mail
  CHECK ((mail_id IS NULL) = (taken_by IS NOT NULL))
);
-- the sweep of stored files that belong to no row
CREATE INDEX inbound_files_by_file ON inbound_files (storage_key);
CREATE INDEX inbound_files_of_mail ON inbound_files (mail_id);
CREATE INDEX inbound_files_of_order ON inbound_files (order_id, id DESC);
-- the cards to compare again
CREATE INDEX inbound_files_to_compare ON inbound_files (id)
  WHERE kind = 'card' AND verdict IS NULL AND erased_at IS NULL;

-- What waits in an order's mailbox, what is to be seen of its money, and that its card differs or could not be read
-- (src/shared/inbox-marks.ts), so that lists show it without reading mails, refunds and cards. The application adds and
-- ends marks, and so do triggers: end_inbox_marks, end_card_mark, refresh_card_doubt, mark_returned_refund and others.
CREATE TABLE inbox_marks (
  order_id integer NOT NULL REFERENCES orders,
  mark text NOT NULL CHECK (mark IN ('wrote', 'returned', 'late', 'twice', 'answered', 'card', 'look', 'differs',
    'unreadable')),
  create_ts timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (order_id, mark)
);
-- the orders with a mark, for the filters of lists and the menu
CREATE INDEX inbox_marks_by_mark ON inbox_marks (mark, order_id);

-- A dispute, an early warning or a mail that fits no single order: one list, in which members give it its order or set
-- it aside (docs/mail.md#without-an-order).
CREATE TABLE unmatched (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('dispute', 'warning', 'mail')),
  -- what it is: a mail that is kept aside, or a case of Stripe
  inbound_mail_id integer REFERENCES inbound_mails ON DELETE CASCADE UNIQUE,
  case_id text UNIQUE,
  charges text[] NOT NULL DEFAULT '{}', -- the ids by which the order of a case may be found
  due_at timestamptz, -- until when the bank waits
  -- of a case, as Stripe told it
  state text,
  reason text,
  amount numeric(12,3),
  currency text,
  why text NOT NULL, -- why it fits no single order
  create_ts timestamptz NOT NULL DEFAULT now(),
  -- set aside by a member, because it belongs to no order
  aside_at timestamptz,
  aside_by text, -- the member's name
  aside_reason text,
  CONSTRAINT unmatched_check CHECK ((inbound_mail_id IS NULL) <> (case_id IS NULL))
);
-- what was set aside, the last first
CREATE INDEX unmatched_aside ON unmatched (aside_at DESC, id DESC) WHERE aside_at IS NOT NULL;
-- the list: what banks wait for first, then the mails, the newest first
CREATE INDEX unmatched_waiting ON unmatched ((kind = 'mail'), due_at, create_ts DESC, id DESC) WHERE aside_at IS NULL;
