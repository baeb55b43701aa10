import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each move writes an undo, which is kept for a minute, and two deltas of a tally, which are kept until the next fold. A crash
 * of PostgreSQL may take the undos. The fold reads the tally whole: it has few rows.
 */
export class WriteLessAtAMove1767000200000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE undos SET UNLOGGED');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS queue_tally_deltas');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE undos SET LOGGED');
    await runner.query('CREATE INDEX queue_tally_deltas ON queue_tally (process_status) WHERE NOT folded');
  }
}
