import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each repeated job last ran. */
export class NoteJobRuns1764460000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE job_runs (job text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job_runs');
  }
}
