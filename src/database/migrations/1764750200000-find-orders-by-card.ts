import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the orders with a mark, for the filters of lists, and the found cards to compare anew. */
export class FindOrdersByCard1764750200000 implements MigrationInterface {
  readonly transaction = false;

  /** An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    for (const name of ['inbox_marks_by_mark', 'inbound_files_to_compare'])
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await runner.query('CREATE INDEX CONCURRENTLY inbox_marks_by_mark ON inbox_marks (mark, order_id)');
    await runner.query(`CREATE INDEX CONCURRENTLY inbound_files_to_compare ON inbound_files (id)
      WHERE kind = 'card' AND verdict IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX inbox_marks_by_mark, inbound_files_to_compare');
  }
}
