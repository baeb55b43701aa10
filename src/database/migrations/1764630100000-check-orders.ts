import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What orders fail of the checks before submission, and the machine-readable zone that shops send. */
export class CheckOrders1764630100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE orders ADD COLUMN mrz text, ADD COLUMN checks text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders DROP COLUMN mrz, DROP COLUMN checks');
  }
}
