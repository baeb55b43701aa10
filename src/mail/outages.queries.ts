import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { MailProvider } from '../shared/mail-providers.js';

@Injectable()
export class OutagesQueries {
  constructor(private readonly database: DataSource) {}

  async note(provider: MailProvider): Promise<void> {
    await this.database.query('INSERT INTO provider_failures (provider) VALUES ($1)', [provider]);
  }

  /** How often a provider failed within these minutes. */
  async countOf(provider: MailProvider, minutes: number): Promise<number> {
    const [row] = await this.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM provider_failures
       WHERE provider = $1 AND at > now() - make_interval(mins => $2) AND at <= now()`,
      [provider, minutes],
    );
    return row!.n;
  }

  /** The landing domain of a mail's order; null for a mail without one. */
  async domainOf(orderId: number | null): Promise<string | null> {
    if (orderId === null) return null;
    const [row] = await this.database.query<{ domain: string }[]>(
      'SELECT landing_domain AS domain FROM orders WHERE id = $1',
      [orderId],
    );
    return row?.domain ?? null;
  }

  async switchTo(provider: MailProvider, mailId: number, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE mails SET provider = $2, switched_from = provider, state_at = now() WHERE id = $1', [
      mailId,
      provider,
    ]);
  }

  /** Forgets the failures of days before. */
  async clear(): Promise<void> {
    await this.database.query("DELETE FROM provider_failures WHERE at < now() - interval '1 day'");
  }
}
