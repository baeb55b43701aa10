-- What `npm run db:migrate` brought. The table `migrations` is TypeORM's.

-- A file of src/database/functions that was applied. The rows of earlier texts stay: the version that still serves while a
-- new one comes asks for its own.
CREATE TABLE applied_functions (
  name text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamptz NOT NULL,
  PRIMARY KEY (name, sha256)
);

-- What the database had when something was brought last, for the check of the data (living_definitions).
CREATE TABLE known_definitions (
  kind text NOT NULL,
  name text NOT NULL,
  md5 text NOT NULL,
  version text NOT NULL, -- a hash of the migrations, the applied files and PostgreSQL's version at that time
  PRIMARY KEY (kind, name)
);
