import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Mail } from '../database/mail.entity.js';
import type { MailProvider } from '../shared/mail-providers.js';
import { attemptName, type DeliveryEvent, type Report } from './delivery-event.js';

@Injectable()
export class DeliveryQueries {
  constructor(private readonly database: DataSource) {}

  /** The mail whose latest attempt has this provider id. */
  async byMessageId(provider: MailProvider, messageId: string): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }[]>(
      'SELECT id FROM mails WHERE provider = $1 AND provider_message_id = $2 LIMIT 1',
      [provider, messageId],
    );
    return row?.id;
  }

  /**
   * The mails that went by a provider to one of these addresses (in lower case) and may have bounced at this time: those
   * of the days before it. Looks at the newest twenty thousand mails, because no index has the addresses of all.
   */
  sentTo(
    provider: MailProvider,
    addresses: string[],
    at: Date,
    days: number,
  ): Promise<Pick<Mail, 'id' | 'attempts'>[]> {
    return this.database.query(
      `SELECT id, attempts FROM (SELECT * FROM mails ORDER BY id DESC LIMIT 20000) newest
       WHERE provider = $1 AND lower(recipient) = ANY($2) AND attempts > 0 AND create_ts <= $3
         AND coalesce(attempt_at, create_ts) > $3::timestamptz - make_interval(days => $4)`,
      [provider, addresses, at, days],
    );
  }

  /** Stores an event, with its mail or without one; false when the event is known already. */
  async store(
    event: DeliveryEvent & { messageId: string },
    mailId: number | null,
    manager?: EntityManager,
  ): Promise<boolean> {
    const { provider, eventId, messageId, report, at, reason, recipient } = event;
    const rows = await (manager ?? this.database).query<unknown[]>(
      `INSERT INTO mail_events (mail_id, provider, event_id, provider_message_id, type, at, detail)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (provider, event_id) DO NOTHING RETURNING id`,
      [mailId, provider, eventId, messageId, report, at, JSON.stringify({ reason, recipient })],
    );
    return rows.length > 0;
  }

  /** What was reported about a mail's current message, or its last attempt. */
  reportsOf(mail: Mail, manager: EntityManager): Promise<{ report: Report; reason: string | null }[]> {
    return manager.query(
      `SELECT type AS report, detail->>'reason' AS reason FROM mail_events
       WHERE mail_id = $1 AND provider = $2 AND provider_message_id IN ($3, $4) ORDER BY at`,
      [mail.id, mail.provider, mail.providerMessageId, attemptName(mail.id, mail.attempts)],
    );
  }

  /** Events of the last hour that were stored without a mail and whose mail is now known. */
  eventsWithMail(): Promise<{ eventId: number; mailId: number }[]> {
    return this.database.query(
      `SELECT e.id AS "eventId", m.id AS "mailId" FROM mail_events e
       JOIN mails m ON m.provider = e.provider AND m.provider_message_id = e.provider_message_id
       WHERE e.mail_id IS NULL AND e.create_ts > now() - interval '1 hour' ORDER BY e.id LIMIT 500`,
    );
  }

  async attach(eventId: number, mailId: number, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE mail_events SET mail_id = $2 WHERE id = $1', [eventId, mailId]);
  }
}
