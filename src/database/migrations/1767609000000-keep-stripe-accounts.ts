import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIn } from '../replace-in-function.js';

const answers = `UPDATE stripe_answers SET evidence = '{}' WHERE dispute_id IN (SELECT id FROM disputes WHERE order_id = o.id);`;
const claims = `
    UPDATE stripe_events SET dispute = dispute - 'issuer_evidence'
    WHERE case_id IN (SELECT case_id FROM disputes WHERE order_id = o.id) AND dispute->'issuer_evidence' IS NOT NULL;`;

/** Several accounts at Stripe, each with its secrets (docs/disputes.md#accounts-at-stripe); what a cardholder told the bank is erased with the person. */
export class KeepStripeAccounts1767609000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET LOCAL lock_timeout = '300ms'`);
    await runner.query(`
      CREATE TABLE stripe_accounts (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        gateway_id integer UNIQUE REFERENCES gateways,
        -- sealed; of the first account a missing one is in the settings
        webhook_secret text,
        secret_key text,
        -- until when its events were read from Stripe
        looked_at timestamptz,
        create_ts timestamptz NOT NULL DEFAULT now()
      );
      INSERT INTO stripe_accounts (gateway_id) VALUES ((SELECT id FROM gateways WHERE gateway_name = 'Stripe' ORDER BY id LIMIT 1));
      ALTER TABLE stripe_events ADD account_id integer NOT NULL DEFAULT 1 REFERENCES stripe_accounts;
      CREATE INDEX stripe_events_of_account ON stripe_events (account_id, create_ts)`);
    await replaceIn(runner, 'erase_rows_of_person', answers, answers + claims);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIn(runner, 'erase_rows_of_person', answers + claims, answers);
    await runner.query('ALTER TABLE stripe_events DROP account_id');
    await runner.query('DROP TABLE stripe_accounts');
  }
}
