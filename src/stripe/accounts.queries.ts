import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { mostGateways } from '../shared/limits.js';

/** An account as it is kept: its secrets are sealed, and null where the settings have them. */
type KeptAccount = {
  id: number;
  name: string | null;
  webhookSecret: string | null;
  secretKey: string | null;
  lookedAt: Date | null;
};

@Injectable()
export class AccountsQueries {
  constructor(private readonly database: DataSource) {}

  /** Every account, the one of the settings first. */
  all(): Promise<KeptAccount[]> {
    return this.database.query(
      `SELECT a.id, g.gateway_name AS name, webhook_secret AS "webhookSecret", secret_key AS "secretKey", looked_at AS "lookedAt"
       FROM stripe_accounts a LEFT JOIN gateways g ON g.id = a.gateway_id ORDER BY a.id LIMIT $1`,
      [mostGateways],
    );
  }

  /** Keeps the sealed secrets of a gateway's account; one that is null stays as it was. */
  async keep(
    gatewayId: number,
    webhookSecret: string,
    secretKey: string | null,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO stripe_accounts (gateway_id, webhook_secret, secret_key) VALUES ($1, $2, $3)
       ON CONFLICT (gateway_id) DO UPDATE SET webhook_secret = excluded.webhook_secret,
         secret_key = coalesce(excluded.secret_key, stripe_accounts.secret_key)`,
      [gatewayId, webhookSecret, secretKey],
    );
  }

  async looked(id: number, at: Date): Promise<void> {
    await this.database.query('UPDATE stripe_accounts SET looked_at = $2 WHERE id = $1', [id, at]);
  }

  /** The account that reported a dispute last; undefined when none did. */
  async reporterOf(caseId: string): Promise<number | undefined> {
    const [row] = await this.database.query<{ accountId: number }[]>(
      'SELECT account_id AS "accountId" FROM stripe_events WHERE case_id = $1 ORDER BY at DESC LIMIT 1',
      [caseId],
    );
    return row?.accountId;
  }
}
