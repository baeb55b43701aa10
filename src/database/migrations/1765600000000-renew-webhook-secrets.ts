import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The secret that an endpoint had before, which signs beside the new one for a while (docs/http-api.md#webhooks-to-shops). */
export class RenewWebhookSecrets1765600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_endpoints ADD COLUMN earlier_secret text, ADD COLUMN earlier_until timestamptz,
        ADD CONSTRAINT webhook_endpoints_earlier CHECK ((earlier_secret IS NULL) = (earlier_until IS NULL))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_endpoints DROP COLUMN earlier_secret, DROP COLUMN earlier_until');
  }
}
