import type { MigrationInterface, QueryRunner } from 'typeorm';

const tallies = ['queue_tally', 'country_tally', 'processed_tally'];

/**
 * Marks the rows of a tally that are sums already, so that folding writes changed keys only. Existing rows count as sums.
 * A row that the version before this one folds is folded once more.
 */
export class FoldOnce1764470000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tallies) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN folded boolean NOT NULL DEFAULT true`);
      await runner.query(`ALTER TABLE ${table} ALTER COLUMN folded SET DEFAULT false`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tallies) await runner.query(`ALTER TABLE ${table} DROP COLUMN folded`);
  }
}
