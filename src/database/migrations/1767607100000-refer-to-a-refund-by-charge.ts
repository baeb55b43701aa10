import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One reference may give back several charges of an order: a row for each (docs/disputes.md#charges). */
export class ReferToARefundByCharge1767607100000 implements MigrationInterface {
  readonly transaction = false;

  /** An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    // the later charge that a refund is of (order_charges, in the next migration); null: the first
    await runner.query('ALTER TABLE refunds ADD COLUMN IF NOT EXISTS charge_id integer');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS refunds_by_charge');
    await runner.query(
      `CREATE UNIQUE INDEX CONCURRENTLY refunds_by_charge ON refunds (reference, order_id, coalesce(charge_id, 0))
       WHERE reference IS NOT NULL`,
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS refunds_by_reference');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE UNIQUE INDEX refunds_by_reference ON refunds (reference, order_id) WHERE reference IS NOT NULL',
    );
    await runner.query('ALTER TABLE refunds DROP COLUMN charge_id');
  }
}
