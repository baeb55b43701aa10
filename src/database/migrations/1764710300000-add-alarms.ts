import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What Admins are warned of (docs/people.md#alarms-of-the-audit). */
export class AddAlarms1764710300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE alarms (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL,
        -- what it is about: an alarm of the same kind and cause is raised once an hour
        cause text NOT NULL,
        what text NOT NULL,
        raised_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX alarms_of_cause ON alarms (kind, cause, raised_at);
      -- the alarms of the last hour
      CREATE INDEX alarms_lately ON alarms (raised_at);
      CREATE TRIGGER alarms_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON alarms
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alarms');
  }
}
