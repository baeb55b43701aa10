import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the mails to an address that are about no order, to erase them with their person. There are few. */
export class FindMailsToAddresses1765300200000 implements MigrationInterface {
  readonly transaction = false;

  /** An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS mails_to_addresses');
    await runner.query(
      `CREATE INDEX CONCURRENTLY mails_to_addresses ON mails (lower(recipient)) WHERE order_id IS NULL AND member_id IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mails_to_addresses');
  }
}
