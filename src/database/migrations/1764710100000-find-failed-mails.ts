import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes: Record<string, string> = {
  // mails that did not arrive, newest first
  mails_not_arrived: `mails_not_arrived ON mails (state_at DESC) WHERE state IN ('failed', 'bounced')`,
  // the newest report of Stripe
  stripe_events_lately: 'stripe_events_lately ON stripe_events (create_ts)',
};

/** Indexes for the operator's page (docs/operations.md#the-operators-page). */
export class FindFailedMails1764710100000 implements MigrationInterface {
  readonly transaction = false;

  /** An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, made] of Object.entries(indexes)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${made}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`DROP INDEX ${name}`);
  }
}
