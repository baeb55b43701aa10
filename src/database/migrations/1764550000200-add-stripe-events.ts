import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What Stripe reports of disputes (src/stripe). */
export class AddStripeEvents1764550000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stripe_events (
        event_id text PRIMARY KEY,
        case_id text NOT NULL,
        type text NOT NULL,
        at timestamptz NOT NULL,
        dispute jsonb NOT NULL,
        dispute_id integer REFERENCES disputes,
        create_ts timestamptz NOT NULL DEFAULT now()
      );
      -- all that Stripe said of a dispute, by time
      CREATE INDEX stripe_events_of_case ON stripe_events (case_id, at);
      -- events that came before their order had its transaction id
      CREATE INDEX stripe_events_aside ON stripe_events (create_ts) WHERE dispute_id IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE stripe_events');
  }
}
