import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The copies of persons' data that a job makes and that are kept for a day (docs/people.md#a-persons-data). */
export class CopyPersons1765700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE person_copies (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- in lower case; the row goes with its file
        address text NOT NULL,
        -- what the audit shows of it
        shown text NOT NULL,
        asked_by integer NOT NULL REFERENCES members,
        asked_at timestamptz NOT NULL DEFAULT now(),
        -- how many orders the address had, and how many of them are in the archive
        orders integer NOT NULL,
        copied integer NOT NULL DEFAULT 0,
        -- how often a job began it, and how many parts the last one has stored
        run integer NOT NULL DEFAULT 0,
        parts integer NOT NULL DEFAULT 0,
        size bigint,
        done_at timestamptz,
        failed_at timestamptz,
        -- its parts are being removed
        removed_at timestamptz
      );
      CREATE INDEX person_copies_of_member ON person_copies (asked_by, id);
      -- one copy of an address under way for each member
      CREATE UNIQUE INDEX person_copies_under_way ON person_copies (asked_by, address)
        WHERE done_at IS NULL AND failed_at IS NULL AND removed_at IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE person_copies');
  }
}
