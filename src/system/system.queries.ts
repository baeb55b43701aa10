import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { missingOf } from '../platform/missing-schema.js';
import { migrationNames } from '../platform/schema-files.js';
import type { Mail } from '../database/mail.entity.js';
import { mostGateways } from '../shared/limits.js';
import type { MailKind } from '../shared/mail-kinds.js';
import { mailProviders } from '../shared/mail-providers.js';

export type Probe = { name: string; ok: boolean; detail: string; at: Date };
export type DatabaseFacts = { version: string; bytes: number; connections: number; most: number };
export type FailedMailRow = Pick<
  Mail,
  'id' | 'orderId' | 'kind' | 'recipient' | 'provider' | 'state' | 'failure' | 'stateAt'
> & { isGone: boolean };

/** What operators ask of the rows (docs/operations.md#the-operators-page). */
@Injectable()
export class SystemQueries {
  constructor(private readonly database: DataSource) {}

  async noteProbe(name: string, ok: boolean, detail: string): Promise<void> {
    await this.database.query(
      `INSERT INTO probes (name, ok, detail) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET ok = excluded.ok, detail = excluded.detail, at = now()`,
      [name, ok, detail],
    );
  }

  probes(): Promise<Probe[]> {
    return this.database.query('SELECT name, ok, detail, at FROM probes ORDER BY name DESC');
  }

  /** Counts a part of a screen that could not be shown, and forgets what is older than 30 days. */
  async noteScreenFault(screen: string, part: string): Promise<void> {
    await this.database.query(
      `WITH old AS (DELETE FROM screen_faults WHERE day < current_date - 30)
       INSERT INTO screen_faults AS told (screen, part) VALUES ($1, $2)
       ON CONFLICT (day, screen, part) DO UPDATE SET n = told.n + 1, last_at = now()`,
      [screen, part],
    );
  }

  /** The parts of screens that could not be shown in the last days, the newest first. */
  screenFaults(days: number, most: number): Promise<{ screen: string; part: string; count: number; last: Date }[]> {
    return this.database.query(
      `SELECT screen, part, sum(n)::int AS count, max(last_at) AS last FROM screen_faults
       WHERE day > current_date - $1::int GROUP BY screen, part ORDER BY last DESC LIMIT $2`,
      [days, most],
    );
  }

  /** How often parts of each screen could not be shown in the last days. */
  async screenFaultCounts(days: number): Promise<Record<string, number>> {
    const rows = await this.database.query<{ screen: string; count: number }[]>(
      'SELECT screen, sum(n)::int AS count FROM screen_faults WHERE day > current_date - $1::int GROUP BY screen',
      [days],
    );
    return Object.fromEntries(rows.map(({ screen, count }) => [screen, count]));
  }

  async databaseFacts(): Promise<DatabaseFacts> {
    const [row] = await this.database.query<DatabaseFacts[]>(
      `SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS bytes,
         (SELECT count(*)::int FROM pg_stat_get_activity(NULL)) AS connections, current_setting('max_connections')::int AS most`,
    );
    return row!;
  }

  /** The newest migration that ran, and the migrations and functions of this version that did not come yet. */
  async migrations(): Promise<{ newest: string | undefined; missing: string[] }> {
    const rows = await this.database.query<{ name: string }[]>(
      'SELECT name FROM migrations WHERE name = ANY($1) ORDER BY timestamp DESC LIMIT 1',
      [migrationNames()],
    );
    return { newest: rows[0]?.name, missing: await missingOf(this.database) };
  }

  /** The mails that wait, by kind; `oldest` in seconds. */
  waitingMails(): Promise<{ kind: MailKind; count: number; oldest: number }[]> {
    return this.database.query(
      `SELECT kind, count(*)::int AS count, extract(epoch FROM now() - min(create_ts))::float8 AS oldest
       FROM mails WHERE state = 'queued' GROUP BY kind ORDER BY oldest DESC`,
    );
  }

  /** The newest mails of the last days that failed or bounced. `isGone`: its text was a secret and is removed. */
  failedMails(days: number, most: number): Promise<FailedMailRow[]> {
    return this.database.query(
      `SELECT id, order_id AS "orderId", kind, recipient, provider, state, failure, state_at AS "stateAt", html = '' AS "isGone"
       FROM mails WHERE state IN ('failed', 'bounced') AND state_at > now() - make_interval(days => $1)
       ORDER BY state_at DESC LIMIT $2`,
      [days, most],
    );
  }

  /** Of the newest two thousand mails: what each provider took and what was reported within the hour. */
  answers(): Promise<{ provider: string; taken: number; delivered: number; notArrived: number; failures: number }[]> {
    return this.database.query(
      `SELECT asked.provider, coalesce(taken, 0) AS taken, coalesce(delivered, 0) AS delivered,
         coalesce(not_arrived, 0) AS "notArrived", (SELECT count(*)::int FROM provider_failures f
           WHERE f.provider = asked.provider AND f.at > now() - interval '1 hour') AS failures
       FROM unnest($1::text[]) asked (provider) LEFT JOIN (
         SELECT provider, count(*) FILTER (WHERE sent_at > now() - interval '1 hour')::int AS taken,
           count(*) FILTER (WHERE state = 'delivered' AND state_at > now() - interval '1 hour')::int AS delivered,
           count(*) FILTER (WHERE state IN ('failed', 'bounced') AND state_at > now() - interval '1 hour')::int AS not_arrived
         FROM (SELECT provider, state, state_at, sent_at FROM mails ORDER BY id DESC LIMIT 2000) newest
         GROUP BY provider) counted USING (provider)`,
      [mailProviders],
    );
  }

  /** The newest report of each mail provider and account at Stripe; of the hour's reports the median seconds that they took. */
  webhooks(): Promise<{ provider: string; last: Date | null; lag: number | null }[]> {
    return this.database.query(
      `WITH mail_reports AS (SELECT provider, at, create_ts FROM mail_events ORDER BY id DESC LIMIT 1000),
         accounts AS (SELECT a.id, coalesce(gateway_name, 'Stripe') AS name
           FROM stripe_accounts a LEFT JOIN gateways g ON g.id = a.gateway_id ORDER BY a.id LIMIT $2),
         reports AS (TABLE mail_reports UNION ALL SELECT name, at, create_ts FROM accounts, LATERAL (
           SELECT at, create_ts FROM stripe_events WHERE account_id = accounts.id ORDER BY create_ts DESC LIMIT 200) newest)
       SELECT asked.provider, max(create_ts) AS last,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY greatest(0, extract(epoch FROM create_ts - at)))
           FILTER (WHERE create_ts > now() - interval '1 hour') AS lag
       FROM (SELECT unnest($1::text[]) AS provider UNION ALL SELECT name FROM accounts) asked
       LEFT JOIN reports USING (provider) GROUP BY asked.provider`,
      [mailProviders, mostGateways],
    );
  }
}
