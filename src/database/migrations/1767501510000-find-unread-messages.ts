import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the messages of an order that nobody has read. */
export class FindUnreadMessages1767501510000 implements MigrationInterface {
  readonly transaction = false;

  /** An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS inbound_mails_waiting');
    await runner.query(
      'CREATE INDEX CONCURRENTLY inbound_mails_waiting ON inbound_mails (order_id, id DESC) WHERE waits',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX inbound_mails_waiting');
  }
}
