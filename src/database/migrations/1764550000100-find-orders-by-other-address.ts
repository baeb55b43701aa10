import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the orders of an address that is not their contact address, for who lost the order number. Most orders have only one. */
export class FindOrdersByOtherAddress1764550000100 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // an invalid index that an aborted run left
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_other_email');
    await runner.query(
      `CREATE INDEX CONCURRENTLY orders_other_email ON orders (lower(email))
       WHERE lower(email) <> lower(contact_email_address)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_other_email');
  }
}
