import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The newest failed jobs, for the operator's page (docs/operations.md#the-operators-page). */
export class FindNewestFailures1764710400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX job_failures_newest ON job_failures (failed_at DESC, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX job_failures_newest');
  }
}
