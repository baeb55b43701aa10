import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much of the money was given back, in the order's currency, and the gateway's name for it (docs/disputes.md#refunds). */
export class TellRefunds1764620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN refund_amount numeric(12,3), ADD COLUMN refund_reference text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders DROP COLUMN refund_reference, DROP COLUMN refund_amount');
  }
}
