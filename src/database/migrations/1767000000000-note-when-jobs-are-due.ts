import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each repeated job may begin next: the workers take the due ones from here. */
export class NoteWhenJobsAreDue1767000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job_runs ADD COLUMN due_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job_runs DROP COLUMN due_at');
  }
}
