import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the few mails that did not arrive, for the filter of lists by the state of the card's mail. */
export class FindOrdersByFilters1764700100000 implements MigrationInterface {
  readonly transaction = false;

  /** An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS mails_in_trouble');
    await runner.query(`CREATE INDEX CONCURRENTLY mails_in_trouble ON mails (state, order_id)
      WHERE state IN ('queued', 'deferred', 'bounced', 'complained', 'failed')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mails_in_trouble');
  }
}
