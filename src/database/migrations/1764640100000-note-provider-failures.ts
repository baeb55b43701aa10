import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When mail providers failed, and which mails another provider took over (docs/mail.md#when-a-provider-fails). */
export class NoteProviderFailures1764640100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_failures (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        provider text NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
      );
      -- the failures of the last minutes
      CREATE INDEX provider_failures_lately ON provider_failures (provider, at);
      ALTER TABLE mails ADD COLUMN switched_from text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mails DROP COLUMN switched_from; DROP TABLE provider_failures');
  }
}
