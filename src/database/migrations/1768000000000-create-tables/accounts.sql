-- The team: members, their sessions and second factors, the links that set a password, and the counts of tries
-- (docs/people.md#sessions-and-signing-in, docs/people.md#second-factor).

-- A staff account. A row is never deleted, because histories refer to it: the application's role has no right to, and
-- an account that is closed has deleted_at.
CREATE TABLE members (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  -- empty until an invited member has set a password
  password_hash text NOT NULL,
  type text NOT NULL CHECK (type IN ('Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff')),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  -- what the member has set for the screens (src/shared/settings.ts), a missing setting has its default
  settings jsonb NOT NULL DEFAULT '{}',
  -- null while the member may sign in
  deactivated_at timestamptz
);
-- sign-in by address, assigning by name: both are free again once the member is deleted
CREATE UNIQUE INDEX members_email ON members (lower(email)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX members_name ON members (lower(name)) WHERE deleted_at IS NULL;

-- One sign-in of a member. A session that ended stays until the nightly clearing. Triggers note its network
-- (note_member_network) and tell open pages that it ended (tell_of_session).
CREATE TABLE sessions (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  member_id integer NOT NULL REFERENCES members,
  remember boolean NOT NULL DEFAULT false, -- good for 30 days, else for 12 hours
  ip text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(), -- to the minute
  ended_at timestamptz,
  -- when the second factor was proven last, null in a session without one
  factor_at timestamptz
);
-- the nightly clearing of sessions that nobody used for long
CREATE INDEX sessions_last_used ON sessions (last_used_at);
-- to end every session of a member
CREATE INDEX sessions_of_member ON sessions (member_id) WHERE ended_at IS NULL;

-- A country from which a member signed in. The application adds it, and a new one raises an alarm
-- (docs/people.md#alarms-of-the-audit).
CREATE TABLE member_countries (
  member_id integer NOT NULL REFERENCES members,
  country text NOT NULL,
  first_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, country)
);

-- A network from which any member signed in: packs do not count its downloads as the customer's. It outlives the
-- sessions. note_member_network adds it once a sign-in is complete, so that who knows only a password adds none.
CREATE TABLE member_networks (
  network text PRIMARY KEY, -- as network_of has it: an IPv4 address, or the /64 of an IPv6 address
  create_ts timestamptz NOT NULL DEFAULT now()
);

-- Tries that are counted, to sign in and others (src/platform/throttle.ts). A crash of PostgreSQL may take them, so
-- they are not logged.
CREATE UNLOGGED TABLE throttles (
  key text PRIMARY KEY,
  tries integer NOT NULL,
  ends_at timestamptz NOT NULL -- until when these tries count
);
-- the nightly clearing
CREATE INDEX throttles_ended ON throttles (ends_at);

-- A link to set a password: for an invited member, or for one who forgot it. It is kept as a hash, so that a leak of
-- the table gives nobody a link.
CREATE TABLE reset_links (
  token_sha256 text PRIMARY KEY,
  member_id integer NOT NULL REFERENCES members,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- The types of members who must have a second factor, as Admins have chosen them.
CREATE TABLE factor_roles (
  role text PRIMARY KEY
);

-- A second factor of a member: an authenticator app or a passkey.
CREATE TABLE factors (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id integer NOT NULL REFERENCES members,
  kind text NOT NULL CHECK (kind IN ('totp', 'passkey')),
  name text NOT NULL,
  -- of an authenticator app: the encrypted secret, and the last time step whose code was used
  secret text,
  last_step bigint,
  -- of a passkey
  credential_id text UNIQUE,
  public_key text,
  counter bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- an authenticator app counts from its first right code on, a passkey at once
  confirmed_at timestamptz,
  last_used_at timestamptz,
  CONSTRAINT factors_check CHECK ((kind = 'totp') = (secret IS NOT NULL)),
  CONSTRAINT factors_check1 CHECK ((kind = 'passkey') = (credential_id IS NOT NULL AND public_key IS NOT NULL))
);
CREATE INDEX factors_of_member ON factors (member_id);

-- A code for a member who lost the second factor, kept as a hash. Each serves once.
CREATE TABLE recovery_codes (
  member_id integer NOT NULL REFERENCES members,
  code_sha256 text NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (member_id, code_sha256)
);

-- A challenge that a passkey is asked to sign. It is deleted when it is used.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  member_id integer REFERENCES members, -- null for a sign-in by passkey alone
  expires_at timestamptz NOT NULL
);
-- the clearing of challenges that nobody used
CREATE INDEX passkey_challenges_expired ON passkey_challenges (expires_at);
