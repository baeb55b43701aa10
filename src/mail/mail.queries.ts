import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { system } from '../activity/actor.js';
import { noting } from '../activity/noting.js';
import { Mail } from '../database/mail.entity.js';
import type { Member } from '../database/member.entity.js';
import { prepared } from '../database/prepared.js';
import { literal, sql } from '../database/sql.js';
import { historyRows } from '../shared/limits.js';
import {
  acceptedStates,
  type MailKind,
  mailKindRows,
  mailKindsWhere,
  type MailState,
  notArrivedStates,
} from '../shared/mail-kinds.js';
import { type MailProvider, mailProviders } from '../shared/mail-providers.js';
import type { Role } from '../shared/roles.js';
import { isOut } from './outages.queries.js';

/** The columns that Email History shows. */
const listed = [
  'id',
  'orderId',
  'createTs',
  'provider',
  'switchedFrom',
  'kind',
  'recipient',
  'subject',
  'state',
  'failure',
  'providerMessageId',
  'attachmentSha256',
  'sentBy',
] as const satisfies (keyof Mail)[];

/** A mail of Email History, with the file name of its card. */
export type ListedMail = Pick<Mail, (typeof listed)[number]> & { file1: string | null };

type NewMail = Pick<Mail, 'orderId' | 'memberId' | 'kind' | 'provider' | 'recipient' | 'subject' | 'html' | 'body'> &
  Pick<Mail, 'sender' | 'replyTo' | 'documentId' | 'question' | 'sentBy'> &
  Pick<Mail, 'attachmentKey' | 'attachmentName' | 'attachmentType' | 'attachmentSha256'>;

/** The fields of a mail that sending and delivery events change. */
export type MailChange = { state: Exclude<MailState, 'queued'> } & Partial<
  Pick<Mail, 'failure' | 'providerMessageId' | 'sentAt'>
>;

/** A mail that waits, with what a sending needs; `isOut`: its provider is (docs/mail.md#when-a-provider-fails). */
export type WaitingMail = Pick<Mail, 'id' | 'orderId' | 'kind' | 'sender' | 'replyTo' | 'recipient' | 'subject'> &
  Pick<Mail, 'html' | 'body' | 'attachmentKey' | 'attachmentName' | 'attachmentType' | 'attachmentSha256'> &
  Claim & {
    /** It brings a card that an amendment made outdated (docs/orders.md#amend-an-order). */
    isOutdated: boolean;
    isOut: boolean;
    /** Its attempt was started when it was read. */
    isClaimed: boolean;
  };
type Claim = Pick<Mail, 'id' | 'provider' | 'attempts' | 'attemptAt'>;
/** A mail that the provider took, by which attempt, the id that the provider gave it, and the note of the activity. */
export type Taken = Pick<Mail, 'id' | 'attempts'> & { messageId: string | null; note: string };

const secretKinds = mailKindsWhere(({ secret }) => secret);

/** SQL condition: the mail `m` waits, and no worker is sending it. */
const isFree = "(m.state = 'queued' AND m.attempt_at IS NULL)";

/** SQL condition: the attachment has a name but no file yet. */
const lacksFile = '(m.attachment_name IS NOT NULL AND m.attachment_key IS NULL)';

/** SQL condition: the mail `m` brings a card from before its order was amended; a link leads to the newest card. */
const bringsOutdated = `(m.kind IN (${mailKindsWhere(({ card }) => card)
  .map((kind) => `'${kind}'`)
  .join(', ')})
  AND coalesce(m.document_id, (SELECT max(d.id) FROM documents d WHERE d.order_id = m.order_id))
    <= (SELECT o.outdated_card FROM orders o WHERE o.id = m.order_id))`;

export type AskedQuestion = Pick<Mail, 'id' | 'recipient' | 'subject' | 'question' | 'state' | 'sentBy' | 'createTs'>;

export type MailedCard = { documentId: number | null; at: Date };

@Injectable()
export class MailQueries {
  constructor(private readonly database: DataSource) {}

  async add(mail: NewMail, manager: EntityManager): Promise<Mail> {
    const { identifiers } = await manager.getRepository(Mail).insert(mail);
    return manager.getRepository(Mail).findOneByOrFail(identifiers[0]!);
  }

  /** The members of these types who may sign in, in the order in which they came. */
  members(types: readonly Role[], manager: EntityManager): Promise<Pick<Member, 'id' | 'name' | 'email'>[]> {
    return manager.query(
      `SELECT id, name, email FROM members
       WHERE type = ANY($1) AND deleted_at IS NULL AND deactivated_at IS NULL ORDER BY id`,
      [types],
    );
  }

  mailById(id: number): Promise<Mail | null> {
    return this.database.getRepository(Mail).findOneBy({ id });
  }

  /** The provider that sends a mail; null when there is no such mail. */
  async providerOf(id: number): Promise<MailProvider | null> {
    const [row] = await this.database.query<Pick<Mail, 'provider'>[]>('SELECT provider FROM mails WHERE id = $1', [id]);
    return row?.provider ?? null;
  }

  /** The age of the oldest waiting mail in seconds, by kind. */
  async oldestWaiting(): Promise<Record<string, number>> {
    const rows = await this.database.query<{ kind: string; age: number }[]>(
      `SELECT kind, extract(epoch FROM now() - min(create_ts))::float AS age FROM mails WHERE state = 'queued' GROUP BY kind`,
    );
    return Object.fromEntries(rows.map(({ kind, age }) => [kind, age]));
  }

  /** How many of the newest two thousand mails did not arrive, as known for this many seconds at most, by provider. */
  async notArrivedWithin(seconds: number): Promise<Record<MailProvider, number>> {
    const rows = await this.database.query<{ provider: MailProvider; n: number }[]>(
      `SELECT provider, count(*)::int AS n
       FROM (SELECT provider, state, state_at FROM mails ORDER BY id DESC LIMIT 2000) newest
       WHERE state = ANY($2) AND state_at > now() - make_interval(secs => $1) GROUP BY provider`,
      [seconds, notArrivedStates],
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

  questionsOf(orderId: number): Promise<AskedQuestion[]> {
    return this.database.getRepository(Mail).find({
      where: { orderId, kind: 'question' },
      select: { id: true, recipient: true, subject: true, question: true, state: true, sentBy: true, createTs: true },
      order: { id: 'DESC' },
      take: historyRows,
    });
  }

  /** The mails with an order's card or the link to it that a provider accepted; `documentId` is null for a link. */
  mailedCards(orderId: number): Promise<MailedCard[]> {
    return this.database.query<MailedCard[]>(
      `SELECT document_id AS "documentId", create_ts AS "at" FROM mails
       WHERE order_id = $1 AND kind = ANY($2) AND state = ANY($3) ORDER BY id DESC LIMIT ${historyRows}`,
      [orderId, mailKindsWhere(({ card }) => card), acceptedStates],
    );
  }

  /** The newest mail with an order's card that is newer than this one, and has neither failed nor bounced. */
  async cardMailAfter(
    orderId: number,
    mailId: number,
    manager: EntityManager,
  ): Promise<Pick<Mail, 'id' | 'kind' | 'sentBy' | 'createTs'> | undefined> {
    const [newest] = await manager.query<Pick<Mail, 'id' | 'kind' | 'sentBy' | 'createTs'>[]>(
      `SELECT id, kind, sent_by AS "sentBy", create_ts AS "createTs" FROM mails
       WHERE order_id = $1 AND id > $2 AND kind = ANY($3) AND state <> ALL($4) ORDER BY id DESC LIMIT 1`,
      [orderId, mailId, mailKindsWhere(({ card }) => card), notArrivedStates],
    );
    return newest;
  }

  /** The newest mail's number; 0 while there is none. */
  async newestId(): Promise<number> {
    const [{ id }] = await this.database.query<[{ id: number }]>('SELECT coalesce(max(id), 0)::int AS id FROM mails');
    return id;
  }

  /**
   * Whether the same mail, of one of these kinds and with this file, was written within this many seconds. When the file
   * is not made yet, the kind alone is compared.
   */
  async isRepeated(
    mail: Pick<Mail, 'orderId' | 'recipient' | 'attachmentSha256'>,
    kinds: readonly MailKind[],
    seconds: number,
    manager: EntityManager,
  ): Promise<boolean> {
    const found = await manager.query<unknown[]>(
      `SELECT 1 FROM mails WHERE order_id = $1 AND lower(recipient) = lower($2) AND ($3::text IS NULL OR attachment_sha256 = $3)
         AND kind = ANY($4) AND create_ts > now() - make_interval(secs => $5) LIMIT 1`,
      [mail.orderId, mail.recipient, mail.attachmentSha256, kinds, seconds],
    );
    return found.length > 0;
  }

  /**
   * How many mails an address got about an order within 24 hours, and the seconds until the oldest of them is 24 hours
   * old.
   */
  async countOfDay(
    orderId: number,
    recipient: string,
    manager: EntityManager,
  ): Promise<{ n: number; secondsLeft: number }> {
    const [row] = await manager.query<{ n: number; secondsLeft: number }[]>(
      `SELECT count(*)::int AS n,
         coalesce(ceil(extract(epoch FROM min(create_ts) + interval '1 day' - now())), 0)::int AS "secondsLeft"
       FROM mails WHERE order_id = $1 AND lower(recipient) = lower($2) AND create_ts > now() - interval '1 day'`,
      [orderId, recipient],
    );
    return row!;
  }

  /**
   * The addresses at which a mail about the order bounced for good, in lower case. A later delivery to the same mailbox shows
   * that it works. Bounces before the address was amended do not count.
   */
  async bouncedFor(orderId: number, manager: EntityManager = this.database.manager): Promise<string[]> {
    const rows = await manager.query<{ address: string }[]>(
      `SELECT DISTINCT lower(m.recipient) AS address FROM mails m JOIN mail_events e ON e.mail_id = m.id
       WHERE m.order_id = $1 AND e.type = 'bounced'
         AND e.at > coalesce((SELECT address_since FROM orders WHERE id = $1), '-infinity') AND NOT EXISTS (
         SELECT FROM mails later WHERE later.order_id = $1 AND mailbox_of(later.recipient) = mailbox_of(m.recipient)
           AND later.state = 'delivered' AND later.sent_at > e.at)`,
      [orderId],
    );
    return rows.map(({ address }) => address);
  }

  /** When a card was erased; null while it is kept, and without a card. */
  async cardErasedAt(documentId: number | null, manager: EntityManager): Promise<Date | null> {
    const [row] = await manager.query<{ at: Date | null }[]>('SELECT erased_at AS at FROM documents WHERE id = $1', [
      documentId,
    ]);
    return row?.at ?? null;
  }

  /** Queues a mail again, with another provider if given; false unless it did not arrive. */
  async requeue(id: number, provider: MailProvider | null, manager: EntityManager): Promise<boolean> {
    const [, changed] = await manager.query<[unknown, number]>(
      `UPDATE mails SET state = 'queued', state_at = now(), provider = coalesce($2, provider), failure = NULL,
         attempt_at = NULL, provider_message_id = NULL, sent_at = NULL, switched_from = NULL
       WHERE id = $1 AND state = ANY($3)`,
      [id, provider, notArrivedStates],
    );
    return changed === 1;
  }

  /**
   * Of each id the mail, if it waits to be sent and no worker is sending it, else null. Starts the attempt of those that
   * need nothing else before the call: no file, no other provider, no refusal. Skips locked mails, as `claim`.
   */
  async take(ids: number[]): Promise<(WaitingMail | null)[]> {
    const taken = sql`WITH found AS MATERIALIZED (
        SELECT m.*, (${literal(bringsOutdated)}) IS TRUE AS is_outdated, ${literal(isOut('m.provider'))} AS is_out
        FROM mails m WHERE m.id = ANY(${ids}::int[]) AND ${literal(isFree)} AND NOT ${literal(lacksFile)}),
      claimed AS (UPDATE mails c SET attempts = c.attempts + 1, attempt_at = now()
        FROM (SELECT m.id FROM found f JOIN mails m ON m.id = f.id WHERE ${literal(isFree)}
                AND NOT f.is_outdated AND NOT f.is_out AND f.attachment_name IS NULL
              FOR NO KEY UPDATE OF m SKIP LOCKED) AS free
        WHERE c.id = free.id RETURNING c.id, c.provider, c.attempts, c.attempt_at)
      SELECT f.id, f.order_id AS "orderId", f.kind, f.sender, f.reply_to AS "replyTo", f.recipient, f.subject, f.html, f.body,
        f.attachment_key AS "attachmentKey", f.attachment_name AS "attachmentName", f.attachment_type AS "attachmentType",
        f.attachment_sha256 AS "attachmentSha256", coalesce(c.provider, f.provider) AS provider,
        coalesce(c.attempts, f.attempts) AS attempts, c.attempt_at AS "attemptAt", f.is_outdated AS "isOutdated",
        f.is_out AS "isOut", c.id IS NOT NULL AS "isClaimed"
      FROM found f LEFT JOIN claimed c ON c.id = f.id`;
    const rows = await this.database.query<WaitingMail[]>(...prepared('mails.take', taken).asArguments);
    return firstOfEach(ids, rows);
  }

  /** The mail if it waits for its file; null when it has the file or no longer waits. */
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

  /**
   * Starts an attempt of each mail. Null for one that another worker has, and where an id stands twice for the second. A
   * locked mail counts as another worker's, so that no statement waits for a second mail while it has the first.
   */
  async claim(ids: number[]): Promise<(Claim | null)[]> {
    const claimed = sql`UPDATE mails c SET attempts = c.attempts + 1, attempt_at = now()
      FROM (SELECT m.id FROM mails m WHERE m.id = ANY(${ids}) AND ${literal(isFree)}
              AND (${literal(bringsOutdated)}) IS NOT TRUE FOR NO KEY UPDATE SKIP LOCKED) AS free
      WHERE c.id = free.id RETURNING c.id, c.provider, c.attempts, c.attempt_at AS "attemptAt"`;
    const [rows] = await this.database.query<[Claim[], number]>(...prepared('mails.claim', claimed).asArguments);
    return firstOfEach(ids, rows);
  }

  /** Ends a mail's attempt that certainly sent nothing, so that the mail waits for the next one. */
  async release({ id, attempts }: Claim): Promise<void> {
    await this.database.query(
      `UPDATE mails SET attempt_at = NULL WHERE id = $1 AND attempts = $2 AND state = 'queued'`,
      [id, attempts],
    );
  }

  /**
   * The mail, locked until the transaction ends. Its order is locked first, in the same sequence as a member's change, so
   * that the two can't deadlock.
   */
  async lockMail(id: number, manager: EntityManager): Promise<Mail> {
    await this.lockOrdersOf([id], manager);
    return manager
      .getRepository(Mail)
      .createQueryBuilder('m')
      .setLock('for_no_key_update')
      .where('m.id = :id', { id })
      .getOneOrFail();
  }

  /**
   * Records that the provider took mails, each with the number of the attempt that it took, and notes it in the activity.
   * Of a mail that a delivery event, or a later attempt, has told already nothing changes. The orders are locked first, as
   * in `lockMail`: the WHERE without a column is evaluated before the mails are read.
   */
  async accept(taken: Taken[]): Promise<void[]> {
    const column = <Key extends keyof Taken>(key: Key) => taken.map((mail) => mail[key]);
    const accepted = sql`WITH locked AS MATERIALIZED (
        SELECT FROM orders WHERE id IN (SELECT order_id FROM mails WHERE id = ANY(${column('id')}::int[]))
        ORDER BY id FOR KEY SHARE),
      sent AS (UPDATE mails m SET state = 'sent', failure = NULL, provider_message_id = waited.message, sent_at = now(),
          state_at = now(), html = CASE WHEN m.kind = ANY(${secretKinds}::text[]) THEN '' ELSE m.html END,
          body = CASE WHEN m.kind = ANY(${secretKinds}::text[]) THEN '' ELSE m.body END
        FROM (SELECT w.id, w.state, t.message, t.note
              FROM unnest(${column('id')}::int[], ${column('attempts')}::int[], ${column('messageId')}::text[],
                  ${column('note')}::text[]) AS t (id, attempts, message, note)
                JOIN mails w ON w.id = t.id AND w.attempts = t.attempts AND w.sent_at IS NULL
              WHERE (SELECT count(*) FROM locked) >= 0
              ORDER BY w.id FOR NO KEY UPDATE OF w) AS waited
        WHERE m.id = waited.id RETURNING m.order_id, waited.state, waited.note)
      ${noting(system, sql`SELECT order_id, 'mail.sent' AS action, state AS "from", 'sent' AS "to", note FROM sent`)}`;
    await this.database.query(...prepared('mails.accept', accepted).asArguments);
    return taken.map(() => undefined);
  }

  private async lockOrdersOf(mailIds: number[], manager: EntityManager): Promise<void> {
    await manager.query(
      `SELECT FROM orders WHERE id IN (SELECT order_id FROM mails WHERE id = ANY($1)) ORDER BY id FOR KEY SHARE`,
      [mailIds],
    );
  }

  /**
   * Changes a locked mail. A secret text is removed, because the mail no longer waits.
   */
  async change({ id, kind }: Mail, changes: MailChange, manager: EntityManager): Promise<void> {
    const text = mailKindRows[kind].secret ? { html: '', body: '' } : {};
    await manager.getRepository(Mail).update(id, { ...changes, ...text, stateAt: () => 'now()' });
  }

  /** Mails that still wait this many seconds after they were queued: their job was lost. */
  forgotten(seconds: number, most: number): Promise<Pick<Mail, 'id' | 'provider'>[]> {
    return this.database.query(
      `SELECT id, provider FROM mails m WHERE state = 'queued' AND attempt_at IS NULL AND NOT ${lacksFile}
         AND state_at < now() - make_interval(secs => $1)
       ORDER BY id LIMIT $2`,
      [seconds, most],
    );
  }

  /** Mails of a kind that have waited this many seconds for their file. */
  async withoutFile(kind: MailKind, seconds: number, most: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT id FROM mails m WHERE state = 'queued' AND ${lacksFile} AND kind = $1
         AND state_at < now() - make_interval(secs => $2)
       ORDER BY id LIMIT $3`,
      [kind, seconds, most],
    );
    return rows.map(({ id }) => id);
  }

  /** Mails whose attempt has not ended. */
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

/** The row of each id, and null where an id stands for the second time or has none. */
function firstOfEach<Row extends { id: number }>(ids: number[], rows: Row[]): (Row | null)[] {
  return ids.map((id, place) => (ids.indexOf(id) === place && rows.find((row) => row.id === id)) || null);
}
