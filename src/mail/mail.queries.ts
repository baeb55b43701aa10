import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Mail } from '../database/mail.entity.js';
import { historyRows } from '../shared/limits.js';
import type { MailKind, MailState } from '../shared/mail.js';
import { type MailProvider, mailProviders } from '../shared/mail-providers.js';

/** What Email History shows of a mail. */
const listed = [
  'id',
  'orderId',
  'createTs',
  'provider',
  'kind',
  'recipient',
  'subject',
  'state',
  'failure',
  'providerMessageId',
  'attachmentSha256',
  'sentBy',
] as const satisfies (keyof Mail)[];

/** A mail of the history, with the name of the card that went with it. */
export type ListedMail = Pick<Mail, (typeof listed)[number]> & { file1: string | null };

type NewMail = Pick<Mail, 'orderId' | 'memberId' | 'kind' | 'provider' | 'recipient' | 'subject' | 'html' | 'body'> &
  Pick<Mail, 'sender' | 'replyTo' | 'documentId' | 'sentBy'> &
  Pick<Mail, 'attachmentKey' | 'attachmentName' | 'attachmentType' | 'attachmentSha256'>;

/** What the sending and the delivery events change about a mail. */
type MailChange = { state: Exclude<MailState, 'queued'> } & Partial<
  Pick<Mail, 'failure' | 'providerMessageId' | 'sentAt'>
>;

/** Its file has a name already and is still to be made. */
const lacksFile = '(m.attachment_name IS NOT NULL AND m.attachment_key IS NULL)';

@Injectable()
export class MailQueries {
  constructor(private readonly database: DataSource) {}

  transaction<Result>(work: (inside: EntityManager) => Promise<Result>): Promise<Result> {
    return this.database.transaction(work);
  }

  async add(mail: NewMail, inside: EntityManager): Promise<Mail> {
    const { identifiers } = await inside.getRepository(Mail).insert(mail);
    return inside.getRepository(Mail).findOneByOrFail(identifiers[0]!);
  }

  /** The mail, or null when there is none; ids beyond PostgreSQL's integers name none. */
  async byId(id: number): Promise<Mail | null> {
    return id > 2_147_483_647 ? null : this.database.getRepository(Mail).findOneBy({ id });
  }

  /** Seconds since the oldest mail that still waits was written, by kind. */
  async oldestWaiting(): Promise<Record<string, number>> {
    const rows = await this.database.query<{ kind: string; age: number }[]>(
      `SELECT kind, extract(epoch FROM now() - min(create_ts))::float AS age FROM mails WHERE state = 'queued' GROUP BY kind`,
    );
    return Object.fromEntries(rows.map(({ kind, age }) => [kind, age]));
  }

  /** How many of the newest two thousand mails failed for good or bounced within so many seconds, by provider. */
  async failedWithin(seconds: number): Promise<Record<MailProvider, number>> {
    const rows = await this.database.query<{ provider: MailProvider; n: number }[]>(
      `SELECT provider, count(*)::int AS n
       FROM (SELECT provider, state, state_at FROM mails ORDER BY id DESC LIMIT 2000) newest
       WHERE state IN ('failed', 'bounced') AND state_at > now() - make_interval(secs => $1) GROUP BY provider`,
      [seconds],
    );
    const none = Object.fromEntries(mailProviders.map((provider) => [provider, 0])) as Record<MailProvider, number>;
    return { ...none, ...Object.fromEntries(rows.map(({ provider, n }) => [provider, n])) };
  }

  /** The newest mails of an order, newest first. */
  async ofOrder(orderId: number): Promise<ListedMail[]> {
    const { entities, raw } = await this.database
      .getRepository(Mail)
      .createQueryBuilder('m')
      .select(listed.map((column) => `m.${column}`))
      .leftJoin('documents', 'd', 'd.id = m.documentId')
      .addSelect('d.file1', 'file1')
      .where('m.orderId = :orderId', { orderId })
      .orderBy('m.id', 'DESC')
      .limit(historyRows)
      .getRawAndEntities<{ file1: string | null }>();
    return entities.map((mail, index) => Object.assign(mail, { file1: raw[index]!.file1 }));
  }

  /**
   * Whether the same mail, of one of these kinds and with this file, was written within so many seconds. A file that is
   * still to be made is the same by its kind.
   */
  async isRepeated(
    mail: Pick<Mail, 'orderId' | 'recipient' | 'attachmentSha256'>,
    kinds: readonly MailKind[],
    seconds: number,
    inside: EntityManager,
  ): Promise<boolean> {
    const found = await inside.query<unknown[]>(
      `SELECT 1 FROM mails WHERE order_id = $1 AND lower(recipient) = lower($2) AND ($3::text IS NULL OR attachment_sha256 = $3)
         AND kind = ANY($4) AND create_ts > now() - make_interval(secs => $5) LIMIT 1`,
      [mail.orderId, mail.recipient, mail.attachmentSha256, kinds, seconds],
    );
    return found.length > 0;
  }

  /** How many mails an address got about an order within 24 hours, and in how many seconds the oldest of them leaves that day. */
  async countOfDay(
    orderId: number,
    recipient: string,
    inside: EntityManager,
  ): Promise<{ n: number; secondsLeft: number }> {
    const [row] = await inside.query<{ n: number; secondsLeft: number }[]>(
      `SELECT count(*)::int AS n,
         coalesce(ceil(extract(epoch FROM min(create_ts) + interval '1 day' - now())), 0)::int AS "secondsLeft"
       FROM mails WHERE order_id = $1 AND lower(recipient) = lower($2) AND create_ts > now() - interval '1 day'`,
      [orderId, recipient],
    );
    return row!;
  }

  /** Queues a mail once more, by another provider if one is named; false unless it had failed or bounced. */
  async requeue(id: number, provider: MailProvider | null, inside: EntityManager): Promise<boolean> {
    const [, changed] = await inside.query<[unknown, number]>(
      `UPDATE mails SET state = 'queued', state_at = now(), provider = coalesce($2, provider), failure = NULL,
         attempt_at = NULL, provider_message_id = NULL, sent_at = NULL
       WHERE id = $1 AND state IN ('failed', 'bounced')`,
      [id, provider],
    );
    return changed === 1;
  }

  /** The mail when it waits to be sent and nobody is at it. */
  waiting(id: number): Promise<Mail | null> {
    return this.database
      .getRepository(Mail)
      .createQueryBuilder('m')
      .where(`m.id = :id AND m.state = 'queued' AND m.attemptAt IS NULL AND NOT ${lacksFile}`, { id })
      .getOne();
  }

  /** The mail when it waits for its file; null once it has it, or doesn't wait any more. */
  awaitingFile(id: number): Promise<Mail | null> {
    return this.database
      .getRepository(Mail)
      .createQueryBuilder('m')
      .where(`m.id = :id AND m.state = 'queued' AND ${lacksFile}`, { id })
      .getOne();
  }

  /** Gives a mail the file it waits for. */
  async attach(id: number, { storageKey, sha256 }: { storageKey: string; sha256: string }): Promise<void> {
    await this.database.query(
      `UPDATE mails m SET attachment_key = $2, attachment_sha256 = $3, state_at = now()
       WHERE id = $1 AND state = 'queued' AND ${lacksFile}`,
      [id, storageKey, sha256],
    );
  }

  /** Opens an attempt, which one worker alone can, and notes it on `mail`; false when somebody else was quicker. */
  async claim(mail: Mail): Promise<boolean> {
    const [rows] = await this.database.query<[Pick<Mail, 'attempts' | 'attemptAt'>[], number]>(
      `UPDATE mails SET attempts = attempts + 1, attempt_at = now()
       WHERE id = $1 AND state = 'queued' AND attempt_at IS NULL RETURNING attempts, attempt_at AS "attemptAt"`,
      [mail.id],
    );
    Object.assign(mail, rows[0]);
    return rows.length === 1;
  }

  /** Closes a mail's attempt, which certainly sent nothing: it waits for the next one. */
  async release({ id, attempts }: Mail): Promise<void> {
    await this.database.query(
      `UPDATE mails SET attempt_at = NULL WHERE id = $1 AND attempts = $2 AND state = 'queued'`,
      [id, attempts],
    );
  }

  /**
   * The mail, locked until the transaction ends; its order first, as a member's change locks it, so that the two never
   * wait for each other.
   */
  async lock(id: number, inside: EntityManager): Promise<Mail> {
    await inside.query('SELECT 1 FROM orders WHERE id = (SELECT order_id FROM mails WHERE id = $1) FOR KEY SHARE', [
      id,
    ]);
    return inside
      .getRepository(Mail)
      .createQueryBuilder('m')
      .setLock('for_no_key_update')
      .where('m.id = :id', { id })
      .getOneOrFail();
  }

  /**
   * Changes a locked mail. The link in a mail about a new password is a secret, and that mail is no evidence: once it no
   * longer waits, its text goes.
   */
  async change({ id, kind }: Mail, changes: MailChange, inside: EntityManager): Promise<void> {
    const secret = kind === 'password' ? { html: '', body: '' } : {};
    await inside.getRepository(Mail).update(id, { ...changes, ...secret, stateAt: () => 'now()' });
  }

  /** Mails that wait although their job should long have come: it was lost on its way to the queue. */
  async forgotten(seconds: number, most: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT id FROM mails m WHERE state = 'queued' AND attempt_at IS NULL AND NOT ${lacksFile}
         AND state_at < now() - make_interval(secs => $1)
       ORDER BY id LIMIT $2`,
      [seconds, most],
    );
    return rows.map(({ id }) => id);
  }

  /** Mails of a kind that have waited so long for their file. */
  async withoutFile(kind: MailKind, seconds: number, most: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT id FROM mails m WHERE state = 'queued' AND ${lacksFile} AND kind = $1
         AND state_at < now() - make_interval(secs => $2)
       ORDER BY id LIMIT $3`,
      [kind, seconds, most],
    );
    return rows.map(({ id }) => id);
  }

  /** Mails whose attempt never came to an end. */
  inDoubt(seconds: number, most: number): Promise<Mail[]> {
    return this.database
      .getRepository(Mail)
      .createQueryBuilder('m')
      .where(`m.state = 'queued' AND m.attemptAt < now() - make_interval(secs => :seconds)`, { seconds })
      .orderBy('m.id')
      .limit(most)
      .getMany();
  }
}
