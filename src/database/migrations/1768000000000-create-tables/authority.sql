-- What each run of the script found of one of the authority's pages (docs/form.md#whether-the-authoritys-pages-work). It has
-- names of controls, never a value. Runs are kept for 90 days.
CREATE TABLE script_runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  page text NOT NULL CHECK (page IN ('form', 'registration', 'visit-pass')), -- src/shared/authority-pages.ts
  outcome text NOT NULL CHECK (outcome IN ('filled', 'changed', 'silent')),
  ms integer CHECK (ms >= 0), -- how long the page took to come and to answer the script; null where a member said that it is away
  unfilled text[] NOT NULL DEFAULT '{}', -- the controls that did not take the order's value
  member_id integer NOT NULL REFERENCES members,
  code_id integer UNIQUE REFERENCES filler_codes ON DELETE SET NULL, -- each filling is reported once
  create_ts timestamptz NOT NULL DEFAULT now()
);
-- the last run of a page
CREATE INDEX script_runs_of_page ON script_runs (page, id) WHERE outcome = 'filled';
-- the clearing of old runs
CREATE INDEX script_runs_old ON script_runs (create_ts);

-- A time in which one of these pages was not as usual. Packs cite those in which it did not answer.
CREATE TABLE page_troubles (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  page text NOT NULL CHECK (page IN ('form', 'registration', 'visit-pass')),
  kind text NOT NULL CHECK (kind IN ('changed', 'away', 'slow')),
  since timestamptz NOT NULL DEFAULT now(),
  until timestamptz CHECK (until >= since),
  what text[] NOT NULL DEFAULT '{}', -- how a page that changed differs from the known one
  script text CHECK ((script IS NOT NULL) = (kind = 'changed')), -- the version that found it changed: a later one may know it
  tries integer NOT NULL DEFAULT 1, -- how often it was found
  members integer[] NOT NULL, -- and by whom
  ended_by integer REFERENCES members -- null while it lasts, and where a run of the script ended it
);
-- of each kind one at a time
CREATE UNIQUE INDEX page_troubles_open ON page_troubles (page, kind) WHERE until IS NULL;
-- what a pack cites
CREATE INDEX page_troubles_of_page ON page_troubles (page, kind, since);
