-- What operators and Admins are told: alarms, jobs, what workers and checks found, faults of screens. And the files of
-- the client's builds (docs/operations.md, docs/people.md#alarms-of-the-audit).

-- What Admins are warned of. Rows are only added (refuse_change).
CREATE TABLE alarms (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL, -- src/shared/alarm-kinds.ts
  cause text NOT NULL, -- what it is about: an alarm of the same kind and cause is raised once an hour
  what text NOT NULL, -- the sentence
  raised_at timestamptz NOT NULL DEFAULT now()
);
-- the alarms of the last hour
CREATE INDEX alarms_lately ON alarms (raised_at);
-- whether the same alarm was raised within the hour
CREATE INDEX alarms_of_cause ON alarms (kind, cause, raised_at);

-- An alarm of orders at risk that was sent (docs/orders.md#alarms): of an evening, or of an order and its day of
-- arrival. It is a row before it is a mail, so that several workers and a restart send one.
CREATE TABLE standing_alarms (
  about text PRIMARY KEY, -- evening, day and hour, or order, id and day
  create_ts timestamptz NOT NULL DEFAULT now()
);

-- When a repeated job last ran, and may begin next. The workers take the due ones from here, by the clock of the
-- database: those of the machines may be wrong.
CREATE TABLE job_runs (
  job text PRIMARY KEY,
  ran_at timestamptz NOT NULL DEFAULT now(), -- when it last finished
  due_at timestamptz NOT NULL DEFAULT now() -- its worker renews it while the job runs
);

-- A job whose last try failed. Equal jobs are one row, which goes when the job is done after all.
CREATE TABLE job_failures (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job text NOT NULL,
  data jsonb NOT NULL,
  error text NOT NULL,
  tries integer NOT NULL,
  failed_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (job, data)
);
-- the newest, for the operator's page
CREATE INDEX job_failures_newest ON job_failures (failed_at DESC, id);

-- What a worker found when it looked last: its storage, its browser.
CREATE TABLE probes (
  name text PRIMARY KEY,
  ok boolean NOT NULL,
  detail text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

-- The last run of each check of the data (docs/operations.md#the-integrity-check).
CREATE TABLE data_checks (
  name text PRIMARY KEY,
  found integer NOT NULL, -- how many faults
  error text, -- why it could not run
  ran_at timestamptz NOT NULL DEFAULT now()
);

-- The first faults that a check found.
CREATE TABLE data_faults (
  check_name text NOT NULL REFERENCES data_checks,
  place integer NOT NULL,
  order_id integer REFERENCES orders, -- null for a fault of no order
  what text NOT NULL,
  PRIMARY KEY (check_name, place)
);

-- How often a part of a screen could not be shown in a member's browser. It has no text of the error, because that may
-- name a customer. Kept for 30 days.
CREATE TABLE screen_faults (
  day date NOT NULL DEFAULT CURRENT_DATE,
  screen text NOT NULL,
  part text NOT NULL,
  n integer NOT NULL DEFAULT 1,
  last_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (day, screen, part)
);

-- A build of the client that was started. The last three are kept (src/platform/client-files.ts).
CREATE TABLE client_builds (
  version text PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now()
);

-- A file of a build, where every process finds it: a page that was opened with another build still loads its parts
-- (docs/operations.md#upgrades).
CREATE TABLE client_files (
  name text NOT NULL,
  version text NOT NULL REFERENCES client_builds ON DELETE CASCADE,
  bytes bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (name, version)
);
