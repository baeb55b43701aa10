import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A network counts as a member's once a sign-in from it is complete, so that who knows only a password adds none; and the
 * countries of each member's sign-ins (docs/people.md#alarms-of-the-audit).
 */
export class NoteWholeSignIns1764710200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION note_member_network() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.ip <> '' AND (NEW.factor_at IS NOT NULL OR NOT EXISTS (
            SELECT FROM factors WHERE member_id = NEW.member_id AND confirmed_at IS NOT NULL
            UNION ALL SELECT FROM factor_roles JOIN members ON type = role WHERE members.id = NEW.member_id)) THEN
          INSERT INTO member_networks (network) VALUES (network_of(NEW.ip)) ON CONFLICT DO NOTHING;
        END IF;
        RETURN NULL;
      END $$;
      -- a sign-in is complete at once, with the proof of the factor, or when no factor is asked for any more
      CREATE TRIGGER sessions_note_network_later AFTER UPDATE OF factor_at, last_used_at ON sessions
        FOR EACH ROW EXECUTE FUNCTION note_member_network();

      CREATE TABLE member_countries (
        member_id integer NOT NULL REFERENCES members,
        country text NOT NULL,
        first_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (member_id, country)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE member_countries;
      DROP TRIGGER sessions_note_network_later ON sessions;
      CREATE OR REPLACE FUNCTION note_member_network() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.ip <> '' THEN
          INSERT INTO member_networks (network) VALUES (network_of(NEW.ip)) ON CONFLICT DO NOTHING;
        END IF;
        RETURN NULL;
      END $$`);
  }
}
