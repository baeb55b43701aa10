import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the operator's page shows: failed jobs, what a worker found of its surroundings, faults of the data. */
export class NoteFailedJobs1764710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- jobs whose last try failed, each once
      CREATE TABLE job_failures (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        job text NOT NULL,
        data jsonb NOT NULL,
        error text NOT NULL,
        tries integer NOT NULL,
        failed_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (job, data)
      );

      -- what a worker found when it looked last: its storage, its browser
      CREATE TABLE probes (
        name text PRIMARY KEY,
        ok boolean NOT NULL,
        detail text NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
      );

      -- the last run of each check of the data, and the first faults it found
      CREATE TABLE data_checks (
        name text PRIMARY KEY,
        found integer NOT NULL,
        error text,
        ran_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE data_faults (
        check_name text NOT NULL REFERENCES data_checks,
        place integer NOT NULL,
        order_id integer REFERENCES orders,
        what text NOT NULL,
        PRIMARY KEY (check_name, place)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE data_faults, data_checks, probes, job_failures');
  }
}
