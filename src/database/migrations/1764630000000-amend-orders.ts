import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What amending an order leaves on it: whether it has to be submitted again, which cards are outdated, and since when it
 * has its address. `outdated_card` is the newest card of before: its id and every lower one.
 */
export class AmendOrders1764630000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE orders
        ADD COLUMN submit_again boolean NOT NULL DEFAULT false,
        ADD COLUMN submitted jsonb,
        ADD COLUMN outdated_card integer,
        ADD COLUMN address_since timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE orders DROP COLUMN submit_again, DROP COLUMN submitted, DROP COLUMN outdated_card,
        DROP COLUMN address_since`);
  }
}
