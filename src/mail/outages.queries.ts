import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { MailProvider } from '../shared/mail-providers.js';

/** SQL condition: a provider had three failures within the last five minutes. `provider` is SQL. */
export const isOut = (provider: string) => `(SELECT count(*) >= 3 FROM provider_failures f
  WHERE f.provider = ${provider} AND f.at > now() - interval '5 minutes' AND f.at <= now())`;

@Injectable()
export class OutagesQueries {
  constructor(private readonly database: DataSource) {}

  async note(provider: MailProvider): Promise<void> {
    await this.database.query('INSERT INTO provider_failures (provider) VALUES ($1)', [provider]);
  }

  async isOut(provider: MailProvider): Promise<boolean> {
    const [row] = await this.database.query<{ out: boolean }[]>(`SELECT ${isOut('$1')} AS out`, [provider]);
    return row!.out;
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
