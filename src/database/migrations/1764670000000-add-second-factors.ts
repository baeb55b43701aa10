import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factors of members, and members who can't sign in for the time being (docs/people.md#second-factor). */
export class AddSecondFactors1764670000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
        -- an authenticator app counts from its first right code on
        confirmed_at timestamptz,
        last_used_at timestamptz,
        CHECK ((kind = 'totp') = (secret IS NOT NULL)),
        CHECK ((kind = 'passkey') = (credential_id IS NOT NULL AND public_key IS NOT NULL))
      );
      CREATE INDEX factors_of_member ON factors (member_id);

      CREATE TABLE recovery_codes (
        member_id integer NOT NULL REFERENCES members,
        code_sha256 text NOT NULL,
        used_at timestamptz,
        PRIMARY KEY (member_id, code_sha256)
      );

      CREATE TABLE passkey_challenges (
        challenge text PRIMARY KEY,
        -- null for a sign-in by passkey alone
        member_id integer REFERENCES members,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX passkey_challenges_expired ON passkey_challenges (expires_at);

      -- the types of members who must have a second factor
      CREATE TABLE factor_roles (role text PRIMARY KEY);

      ALTER TABLE sessions ADD COLUMN factor_at timestamptz;
      ALTER TABLE members ADD COLUMN deactivated_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE members DROP COLUMN deactivated_at;
      ALTER TABLE sessions DROP COLUMN factor_at;
      DROP TABLE factor_roles, passkey_challenges, recovery_codes, factors`);
  }
}
