import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Packs of many orders at once, beside those of many disputes (docs/orders.md#bulk-actions). */
export class MakePacksOfOrders1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- null for packs that answer disputes
      ALTER TABLE pack_batches ADD COLUMN pack_type integer;
      -- one of the two is set
      ALTER TABLE pack_batch_items ALTER COLUMN dispute_id DROP NOT NULL,
        ADD COLUMN order_id integer REFERENCES orders`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM pack_batch_items WHERE dispute_id IS NULL;
      DELETE FROM pack_batches WHERE pack_type IS NOT NULL;
      ALTER TABLE pack_batch_items DROP COLUMN order_id, ALTER COLUMN dispute_id SET NOT NULL;
      ALTER TABLE pack_batches DROP COLUMN pack_type`);
  }
}
