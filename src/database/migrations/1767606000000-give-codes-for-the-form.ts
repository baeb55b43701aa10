import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The codes by which the script that fills the authority's form gets the values of one order (docs/form.md#the-script-that-fills-the-form). */
export class GiveCodesForTheForm1767606000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE filler_codes (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        order_id integer NOT NULL REFERENCES orders,
        -- whose session it is that fills; the code is good while the session is
        session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
        sha256 text NOT NULL UNIQUE,
        create_ts timestamptz NOT NULL DEFAULT now(),
        used_at timestamptz,
        -- the second code, by which the script says what the form answered
        answer_sha256 text UNIQUE,
        answered_at timestamptz
      );
      CREATE INDEX filler_codes_old ON filler_codes (create_ts);
      CREATE INDEX filler_codes_of_session ON filler_codes (session_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE filler_codes');
  }
}
