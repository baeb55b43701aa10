import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What failed at a shop's endpoint since a time is sent again (docs/http-api.md#webhooks-to-shops). */
export class SendFailedWebhooksAgain1767608010000 implements MigrationInterface {
  readonly transaction = false;

  /** An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_endpoints ADD COLUMN IF NOT EXISTS again_since timestamptz');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_failed');
    await runner.query(
      `CREATE INDEX CONCURRENTLY webhook_deliveries_failed ON webhook_deliveries (endpoint_id, occurred_at)
       WHERE state = 'failed'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_deliveries_failed');
    await runner.query('ALTER TABLE webhook_endpoints DROP COLUMN again_since');
  }
}
