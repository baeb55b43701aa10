import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index of the listed cards has the order, too, so that the filters of the lists read no row of `cards_due`. */
export class FindDueCardsByIndex1767000100000 implements MigrationInterface {
  readonly transaction = false;

  /** The new index is built while the old one still serves. An invalid one of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS cards_due_listed_next');
    await runner.query(
      'CREATE INDEX CONCURRENTLY cards_due_listed_next ON cards_due (listed_from) INCLUDE (doa, order_id)',
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS cards_due_listed');
    await runner.query('ALTER INDEX cards_due_listed_next RENAME TO cards_due_listed');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX cards_due_listed');
    await runner.query('CREATE INDEX cards_due_listed ON cards_due (listed_from) INCLUDE (doa)');
  }
}
