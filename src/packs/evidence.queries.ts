import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, MoreThan } from 'typeorm';
import { Dispute } from '../database/dispute.entity.js';
import { Document } from '../database/document.entity.js';
import { Download } from '../database/download.entity.js';
import { Gateway } from '../database/gateway.entity.js';
import type { InboundMail } from '../database/inbound-mail.entity.js';
import { printedLetter } from '../database/printed-letter.js';
import { Mail } from '../database/mail.entity.js';
import { OrderFile } from '../database/order-file.entity.js';
import { Order } from '../database/order.entity.js';
import { Policy } from '../database/policy.entity.js';
import type { Charged } from '../orders/charged.js';
import type { OtherCharge } from '../shared/charges.js';
import type { Refund } from '../database/refund.entity.js';
import { Remark } from '../database/remark.entity.js';
import { VisitorSession } from '../database/visitor-session.entity.js';
import { ofMailbox } from '../database/of-mailbox.js';
import { siblingsOf } from '../database/siblings.js';
import { spoilt } from '../database/undisputed.js';
import { mailKindsWhere } from '../shared/mail-kinds.js';
import { mailboxOf } from '../shared/mailbox.js';
import type { LeftOut } from '../shared/left-out.js';
import type { ErasureKind } from '../shared/retention.js';
import { earlierEntries, earlierRead, packRoom, requestsRead } from '../shared/packs.js';

/** Conditions of the orders of one person: $3 is a mailbox, as `mailboxOf` spells it. Each has its index. */
const samePerson = [
  ...ofMailbox('$3').contact,
  'passport_no = $4 AND nationality = $5',
  'card_fingerprint = $6',
  'device_fingerprint = $7',
];

/** A request for an order's card, with what decides whether it counts. */
export type CardRequest = Pick<Download, 'id' | 'actor' | 'complete' | 'ip' | 'userAgent' | 'sha256' | 'reader'> & {
  /** Whether the customer's browser reported the file's size and hash. */
  confirmed: boolean;
};

/** A mail without its texts. */
export type SentMail = Pick<
  Mail,
  | 'id'
  | 'createTs'
  | 'sentAt'
  | 'kind'
  | 'recipient'
  | 'subject'
  | 'provider'
  | 'providerMessageId'
  | 'state'
  | 'failure'
  | 'attachmentSha256'
>;

/** The records of an order. */
export type Evidence = {
  order: Order;
  dispute: Dispute | null;
  /** Whether the time of the payment was told, and is not that of our own intake. */
  paidTimeTold: boolean;
  gatewayName: string | null;
  mails: SentMail[];
  requests: CardRequest[];
  /** How many requests lie between the first ones and the last ones, and were not looked at. */
  requestsUnread: number;
  /** Of the addresses of the requests those that members signed in from. */
  memberAddresses: Set<string>;
  conversations: Remark[];
  /** What the customer wrote: the first letter and the newest, oldest first. */
  letters: Letter[];
  /** When the customer first asked for a refund on the order's page. */
  refundAskedAt: Date | null;
  /** What was given back, and what the bank returned of it, the first first. */
  refunds: Refund[];
  /** The other charges of the order. */
  others: OtherCharge[];
  earlier: Order[];
  /** Other paid orders of the same mailbox or card, made in the month around this one, and one more than are printed. */
  siblings: Order[];
  policies: Policy[];
  anchor: Anchor;
  document: Document | null;
  /** When the authority's page accepted the form, and its words; null where a member noted another submission since. */
  accepted: { at: Date; words: string } | null;
  /** The newest mail of the authority with a PIN, of which nothing is to be looked at. */
  authorityMail: { at: Date; sender: string; isSigned: boolean } | null;
  /** The date of entry that *Check Visit Pass* showed last, YYYY-MM-DD, and when it was read. */
  entered: { at: Date; day: string } | null;
  /** What members added of the authority's page, the oldest first. */
  checks: OrderFile[];
  /** When the authority's form did not answer while the order waited to be submitted, the first first. */
  outages: Outage[];
  /** The contact addresses that the order had before it was amended, oldest first. */
  earlierAddresses: EarlierAddress[];
  /** What was erased of the order, the first first. */
  erased: { kind: ErasureKind; at: Date }[];
};

/** A received mail of the customer; `total`: how many there are. */
type Letter = Pick<InboundMail, 'id' | 'createTs' | 'sender' | 'subject' | 'text'> & { total: number };

/** A time in which the authority's form did not answer; `until` is null while it lasts. */
type Outage = { since: Date; until: Date | null; tries: number; members: number };

/** A contact address of an order, and when it was amended. */
export type EarlierAddress = { address: string; until: Date };

/** The time that the ages of earlier orders are counted from: the dispute if there is one, else the payment. */
type Anchor = { at: Date; event: 'dispute' | 'payment' | 'order' };

/** Remarks of a talk with the customer. */
const isTalk = '(r.whatsapp OR r.telephone)';

/** An address of the machine itself, which everybody has who opens the product where it runs. */
const loopback = /^(?:127\.|::1$)/;

/** Reads the records that a pack prints. Each query is served by one index. */
@Injectable()
export class EvidenceQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * Everything on record about an order.
   * @param charged the order by the charge that the pack is about
   * @param brand the key of its brand, whose texts are looked for
   * @param leftOut what a member left out
   */
  async of(charged: Charged, brand: string, dispute: Dispute | null, leftOut: LeftOut): Promise<Evidence> {
    const { order } = charged;
    const orderId = order.id;
    const paidTimeTold = order.paidAt !== null && order.paidTimeTold === true;
    const anchor = anchorOf(order, dispute, paidTimeTold);
    const [
      gatewayName,
      mails,
      requests,
      conversations,
      letters,
      refundAskedAt,
      earlier,
      siblings,
      policies,
      document,
      accepted,
      authorityMail,
      entered,
      checks,
      outages,
      addresses,
      erased,
    ] = await Promise.all([
      this.gatewayName(order),
      this.mails(orderId),
      this.requests(orderId),
      this.conversations(orderId, leftOut.leftOut),
      this.letters(orderId, leftOut.leftOutMails),
      this.refundAskedAt(orderId),
      this.earlier(order, anchor.at),
      dispute?.category === 'duplicate' ? this.siblings(order) : [],
      order.termsAcceptedAt ? this.policies(brand, order.termsVersion, order.termsAcceptedAt) : [],
      this.currentDocument(orderId),
      this.accepted(orderId),
      this.authorityMail(orderId),
      this.entered(orderId),
      this.checks(orderId),
      this.outages(order),
      this.earlierAddresses([orderId]),
      this.erased(orderId),
    ]);
    const isPersonErased = erased.some(({ kind }) => kind === 'person');
    return {
      ...charged,
      dispute,
      paidTimeTold,
      gatewayName,
      mails,
      ...requests,
      // what was said is erased: an empty note proves nothing
      conversations: isPersonErased ? [] : conversations,
      letters: isPersonErased ? [] : letters,
      refundAskedAt,
      earlier,
      siblings,
      policies,
      anchor,
      document,
      accepted,
      authorityMail,
      entered,
      checks,
      outages,
      earlierAddresses: addresses.get(orderId) ?? [],
      erased,
    };
  }

  /** The ids of the charge that Stripe has for a case; none where it is not Stripe's. */
  async chargeOf({ caseId }: Dispute): Promise<string[]> {
    const [row] = await this.database.query<{ ids: string[] }[]>(
      `SELECT array_remove(ARRAY[dispute->>'charge', dispute->>'payment_intent'], NULL) AS ids FROM stripe_events
       WHERE case_id = $1 ORDER BY at DESC LIMIT 1`,
      [caseId],
    );
    return row?.ids ?? [];
  }

  dispute(orderId: number, id: number): Promise<Dispute | null> {
    return this.database.getRepository(Dispute).findOneBy({ id, orderId });
  }

  /** The whole rows of these downloads, oldest first. */
  async downloads(ids: number[]): Promise<Download[]> {
    if (ids.length === 0) return [];
    return this.database.getRepository(Download).find({ where: { id: In(ids) }, order: { id: 'ASC' } });
  }

  /** The next requests for an order's card behind one of them, oldest first. */
  requestsAfter(orderId: number, id: number, most: number): Promise<Download[]> {
    return this.database
      .getRepository(Download)
      .find({ where: { orderId, id: MoreThan(id) }, order: { id: 'ASC' }, take: most });
  }

  /** The addresses from which staff fetched an order's card. */
  async staffAddresses(orderId: number): Promise<Set<string>> {
    const rows = await this.database.query<{ ip: string }[]>(
      `SELECT DISTINCT ip FROM downloads WHERE order_id = $1 AND actor = 'staff' LIMIT 1000`,
      [orderId],
    );
    return new Set(rows.map(({ ip }) => ip));
  }

  mail(id: number): Promise<Mail> {
    return this.database.getRepository(Mail).findOneByOrFail({ id });
  }

  /**
   * The visitor session of a download: the one its row names; for a download by a link, the last session that began before
   * it; without a download the newest.
   */
  tracking(orderId: number, download: CardRequest | undefined): Promise<VisitorSession | null> {
    const [, sessionId] = /^visitor:(.+)$/.exec(download?.reader ?? '') ?? [];
    return this.database
      .getRepository(VisitorSession)
      .createQueryBuilder('v')
      .where('v.orderId = :orderId', { orderId })
      .orderBy('v.id IS NOT DISTINCT FROM :sessionId::uuid', 'DESC')
      .addOrderBy('v.create_ts <= coalesce((SELECT create_ts FROM downloads WHERE id = :downloadId), now())', 'DESC')
      .addOrderBy('v.create_ts', 'DESC')
      .setParameters({ sessionId: sessionId ?? null, downloadId: download?.id ?? null })
      .limit(1)
      .getOne();
  }

  /**
   * What was last reported about each of these mails' current messages: when it was delivered, and the server's words. Of one
   * that failed at the provider no server said anything.
   */
  async answers(mailIds: number[]): Promise<Map<number, { deliveredAt: Date | null; answer: string | null }>> {
    if (mailIds.length === 0) return new Map();
    const rows = await this.database.query<{ id: number; deliveredAt: Date | null; answer: string | null }[]>(
      `SELECT m.id, max(e.at) FILTER (WHERE e.type = 'delivered') AS "deliveredAt",
         (array_agg(e.detail->>'reason' ORDER BY e.at DESC) FILTER (WHERE e.type = m.state AND e.type <> 'failed'))[1] AS answer
       FROM mails m JOIN mail_events e
         ON e.mail_id = m.id AND e.provider = m.provider AND e.provider_message_id = m.provider_message_id
       WHERE m.id = ANY($1) GROUP BY m.id`,
      [mailIds],
    );
    return new Map(rows.map(({ id, ...row }) => [id, row]));
  }

  /** Which of these orders were mailed a card, and to which address last. */
  async mailedTo(orderIds: number[]): Promise<Map<number, string>> {
    const rows = await this.database.query<{ orderId: number; recipient: string }[]>(
      `SELECT DISTINCT ON (order_id) order_id AS "orderId", recipient FROM mails
       WHERE order_id = ANY($1) AND kind = ANY($2) AND state = 'delivered'
       ORDER BY order_id, id DESC`,
      [orderIds, mailKindsWhere(({ card }) => card === 'attached')],
    );
    return new Map(rows.map(({ orderId, recipient }) => [orderId, recipient]));
  }

  /** The contact addresses that these orders had before they were amended, oldest first, by order. */
  async earlierAddresses(orderIds: number[]): Promise<Map<number, EarlierAddress[]>> {
    const rows = await this.database.query<({ orderId: number } & EarlierAddress)[]>(
      `SELECT order_id AS "orderId", changes->'contact_email_address'->>'from' AS address, create_ts AS until FROM activity
       WHERE order_id = ANY($1) AND changes ? 'contact_email_address' ORDER BY id`,
      [orderIds],
    );
    const of = new Map<number, EarlierAddress[]>();
    for (const { orderId, ...earlier } of rows) of.set(orderId, [...(of.get(orderId) ?? []), earlier]);
    return of;
  }

  /** Earlier orders paid with the same card, in the two years before a time, whatever became of them. */
  async ofSameCard({ id, cardFingerprint }: Order, until: Date): Promise<(Order & { spoilt: boolean })[]> {
    if (!cardFingerprint) return [];
    const rows = await this.database.query<{ id: number; spoilt: boolean }[]>(
      `SELECT o.id, ${spoilt('o')} AS spoilt FROM orders o
       WHERE o.card_fingerprint = $2 AND o.id <> $1 AND o.create_ts BETWEEN $3 AND $4 AND o.paid_at IS NOT NULL
       ORDER BY o.create_ts DESC LIMIT 100`,
      [id, cardFingerprint, daysBefore(until, 730), until],
    );
    const states = new Map(rows.map((row) => [row.id, row.spoilt]));
    const orders = await this.byIds([...states.keys()]);
    return orders.map((order) => Object.assign(order, { spoilt: states.get(order.id)! }));
  }

  /** The newest orders before this one that share a mailbox, passport, card, device or IP with it, newest first. */
  async before({ id, createTs, ...order }: Order): Promise<Order[]> {
    const same = [...samePerson, 'purchase_ip = $8'].map(
      (trait) =>
        `(SELECT id FROM orders WHERE ${trait} AND create_ts <= $2 ORDER BY create_ts DESC LIMIT ${earlierEntries + 1})`,
    );
    const rows = await this.database.query<{ id: number }[]>(
      `WITH same AS (${same.join(' UNION ')})
       SELECT id FROM orders JOIN same USING (id) WHERE id <> $1 ORDER BY create_ts DESC, id DESC LIMIT ${earlierEntries}`,
      [
        id,
        createTs,
        mailboxOf(order.contactEmailAddress),
        order.passportNo,
        order.nationality,
        order.cardFingerprint,
        order.deviceFingerprint,
        order.purchaseIp,
      ],
    );
    return this.byIds(rows.map((row) => row.id));
  }

  /** The newest document of an order; none when the order was amended since (docs/orders.md#amend-an-order). */
  currentDocument(orderId: number): Promise<Document | null> {
    return this.database
      .getRepository(Document)
      .createQueryBuilder('d')
      .where(
        `d.orderId = :orderId AND d.id > coalesce((SELECT o.outdated_card FROM orders o WHERE o.id = :orderId), 0)`,
        { orderId },
      )
      .orderBy('d.id', 'DESC')
      .limit(1)
      .getOne();
  }

  /** The file of the newest invoice whose mail the provider took and nobody sent back. */
  async sentInvoice(orderId: number): Promise<{ name: string; storageKey: string; sha256: string } | undefined> {
    const [row] = await this.database.query<{ name: string; storageKey: string; sha256: string }[]>(
      `SELECT attachment_name AS name, attachment_key AS "storageKey", attachment_sha256 AS sha256 FROM mails
       WHERE order_id = $1 AND kind = 'invoice' AND state IN ('sent', 'delivered') AND attachment_key IS NOT NULL
       ORDER BY id DESC LIMIT 1`,
      [orderId],
    );
    return row;
  }

  documentByFile(orderId: number, file1: string): Promise<Document | null> {
    return this.database.getRepository(Document).findOneBy({ orderId, file1 });
  }

  private async gatewayName({ gatewayId }: Order): Promise<string | null> {
    if (gatewayId === null) return null;
    const gateway = await this.database.getRepository(Gateway).findOneBy({ id: gatewayId });
    return gateway?.gatewayName ?? null;
  }

  /** An order has a few dozen mails; a thousand is a bound that nobody reaches. */
  private mails(orderId: number): Promise<SentMail[]> {
    return this.database.query(
      `SELECT * FROM (
         SELECT id, create_ts AS "createTs", sent_at AS "sentAt", kind, recipient, subject, provider,
           provider_message_id AS "providerMessageId", state, failure, attachment_sha256 AS "attachmentSha256"
         FROM mails WHERE order_id = $1 ORDER BY id DESC LIMIT 1000) newest ORDER BY id`,
      [orderId],
    );
  }

  /** All requests for an order's card, oldest first; of more than `requestsRead` the first and the last ones; with their members. */
  private async requests(orderId: number): Promise<Pick<Evidence, 'requests' | 'requestsUnread' | 'memberAddresses'>> {
    const read = await this.requestsOf(orderId);
    return { ...read, memberAddresses: await this.memberAddresses(read.requests.map(({ ip }) => ip)) };
  }

  private async requestsOf(orderId: number): Promise<Pick<Evidence, 'requests' | 'requestsUnread'>> {
    const half = requestsRead / 2;
    const part = (order: string, most: number) =>
      this.database.query<CardRequest[]>(
        `SELECT id, actor, complete, ip, user_agent AS "userAgent", sha256, reader, confirmed_at IS NOT NULL AS confirmed
         FROM downloads WHERE order_id = $1 ORDER BY id ${order} LIMIT ${most}`,
        [orderId],
      );
    const first = await part('ASC', requestsRead);
    if (first.length < requestsRead) return { requests: first, requestsUnread: 0 };

    const [last, [row]] = await Promise.all([
      part('DESC', half),
      this.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM downloads WHERE order_id = $1', [orderId]),
    ]);
    const known = new Map([...first.slice(0, half), ...last.toReversed()].map((request) => [request.id, request]));
    return { requests: [...known.values()], requestsUnread: Math.max(0, row!.n - known.size) };
  }

  /** The addresses of networks that members signed in from. The machine's own address names nobody's network. */
  async memberAddresses(addresses: string[]): Promise<Set<string>> {
    if (addresses.length === 0) return new Set();
    const rows = await this.database.query<{ ip: string }[]>(
      `SELECT DISTINCT ip FROM unnest($1::text[]) ip
       WHERE EXISTS (SELECT 1 FROM member_networks m WHERE m.network = network_of(ip))`,
      [[...new Set(addresses)].filter((ip) => !loopback.test(ip))],
    );
    return new Set(rows.map(({ ip }) => ip));
  }

  private erased(orderId: number): Promise<Evidence['erased']> {
    return this.database.query('SELECT kind, create_ts AS at FROM erasures WHERE order_id = $1 ORDER BY id', [orderId]);
  }

  private async accepted(orderId: number): Promise<Evidence['accepted']> {
    const [row] = await this.database.query<NonNullable<Evidence['accepted']>[]>(
      `SELECT create_ts AS at, coalesce(note, '') AS words FROM activity a
       WHERE order_id = $1 AND action = 'form.accepted' AND NOT EXISTS (
         SELECT FROM activity WHERE order_id = $1 AND "to" = 'AwaitingGovt' AND create_ts > a.create_ts)
       ORDER BY id DESC LIMIT 1`,
      [orderId],
    );
    return row ?? null;
  }

  private async authorityMail(orderId: number): Promise<Evidence['authorityMail']> {
    const [row] = await this.database.query<NonNullable<Evidence['authorityMail']>[]>(
      `SELECT create_ts AS at, sender, coalesce(dkim = 'pass', false) AS "isSigned" FROM inbound_mails
       WHERE order_id = $1 AND kind = 'authority' AND pin IS NOT NULL AND note IS NULL ORDER BY id DESC LIMIT 1`,
      [orderId],
    );
    return row ?? null;
  }

  /** Of an erased order the day is no day any more. */
  private async entered(orderId: number): Promise<Evidence['entered']> {
    const [row] = await this.database.query<NonNullable<Evidence['entered']>[]>(
      `SELECT create_ts AS at, "to" AS day FROM activity
       WHERE order_id = $1 AND action = 'visit-pass.read' AND "to" ~ '^\\d{4}-\\d\\d-\\d\\d$' ORDER BY id DESC LIMIT 1`,
      [orderId],
    );
    return row ?? null;
  }

  /** One member's line proves nothing of the authority, so those count that two members or more met. */
  private outages({ createTs, submitted }: Order): Promise<Outage[]> {
    return this.database.query(
      `SELECT since, until, tries, cardinality(members) AS members FROM page_troubles
       WHERE page = 'form' AND kind = 'away' AND cardinality(members) > 1
         AND since < coalesce($2::timestamptz, now()) AND (until IS NULL OR until > $1)
       ORDER BY since LIMIT 5`,
      [createTs, submitted?.at],
    );
  }

  /** What members added of the authority's page, the oldest first. */
  checks(orderId: number): Promise<OrderFile[]> {
    return this.database
      .getRepository(OrderFile)
      .find({ where: { orderId, kind: 'registration_check', removedBy: IsNull() }, order: { id: 'ASC' } });
  }

  /** Where a picture that members added is stored; the newest, where one was removed and added again. */
  async checkKey(orderId: number, sha256: string): Promise<string> {
    const { storageKey } = await this.database
      .getRepository(OrderFile)
      .findOneOrFail({ where: { orderId, kind: 'registration_check', sha256 }, order: { id: 'DESC' } });
    return storageKey;
  }

  private conversations(orderId: number, leftOut: number[]): Promise<Remark[]> {
    return this.database
      .getRepository(Remark)
      .createQueryBuilder('r')
      .where(`r.orderId = :orderId AND ${isTalk} AND NOT (r.id = ANY(:leftOut))`, { orderId, leftOut })
      .orderBy('r.id')
      .getMany();
  }

  private async refundAskedAt(orderId: number): Promise<Date | null> {
    const [row] = await this.database.query<{ at: Date | null }[]>(
      `SELECT min(create_ts) AS at FROM order_requests WHERE order_id = $1 AND kind = 'refund'`,
      [orderId],
    );
    return row!.at;
  }

  /** Emails from an address of the order that a signature proves, the first and the newest. */
  private letters(orderId: number, leftOut: number[]): Promise<Letter[]> {
    return this.database.query<Letter[]>(
      `SELECT id, "createTs", sender, subject, text, total FROM (
         SELECT id, create_ts AS "createTs", sender, subject, text,
           row_number() OVER (ORDER BY id) AS n, (count(*) OVER ())::int AS total
         FROM inbound_mails m
         WHERE order_id = $1 AND ${printedLetter} AND NOT (id = ANY($2))) letters
       WHERE n = 1 OR n > total - $3 ORDER BY id`,
      [orderId, leftOut, packRoom.letters - 1],
    );
  }

  /** The texts of a brand that were in force when terms were accepted; of the terms the version that the order names. */
  private policies(brand: string, version: string | null, at: Date): Promise<Policy[]> {
    return this.database
      .getRepository(Policy)
      .createQueryBuilder('p')
      .where(
        `p.brand = :brand AND CASE p.kind WHEN 'terms' THEN p.version = :version
         ELSE p.validFrom = (SELECT max(q.valid_from) FROM policies q
           WHERE q.brand = p.brand AND q.kind = p.kind AND q.valid_from <= (:at::timestamptz AT TIME ZONE 'UTC')::date) END`,
        { brand, version: version ?? '', at },
      )
      .orderBy(`CASE p.kind WHEN 'terms' THEN 1 WHEN 'refund' THEN 2 ELSE 3 END`)
      .getMany();
  }

  /**
   * Paid orders of the same person before this one, 120 to 365 days before `until`, neither disputed, refunded nor voided,
   * the newest `earlierRead`, oldest first. The same person is the same mailbox, passport, card or device; an IP address
   * alone does not count, because a hotel's guests share one.
   */
  private async earlier(order: Order, until: Date): Promise<Order[]> {
    const same = samePerson.map((trait) => `SELECT id FROM orders WHERE ${trait} AND create_ts BETWEEN $2 AND $8`);
    const rows = await this.database.query<{ id: number }[]>(
      `WITH same AS (${same.join(' UNION ')})
       SELECT o.id FROM orders o JOIN same USING (id)
       WHERE o.id <> $1 AND o.paid_at IS NOT NULL AND NOT ${spoilt('o')}
       ORDER BY o.create_ts DESC LIMIT ${earlierRead}`,
      [
        order.id,
        daysBefore(until, 365),
        mailboxOf(order.contactEmailAddress),
        order.passportNo,
        order.nationality,
        order.cardFingerprint,
        order.deviceFingerprint,
        new Date(Math.min(daysBefore(until, 120).getTime(), order.createTs.getTime())),
      ],
    );
    const found = await this.byIds(rows.map(({ id }) => id));
    return found.toReversed();
  }

  private async siblings({ id }: Order): Promise<Order[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT s.id FROM orders o, LATERAL (${siblingsOf('o', packRoom.separate + 1)}) s WHERE o.id = $1`,
      [id],
    );
    const found = await this.byIds(rows.map((row) => row.id));
    return found.toReversed();
  }

  /** These orders, newest first. */
  private async byIds(ids: number[]): Promise<Order[]> {
    if (ids.length === 0) return [];
    return this.database.getRepository(Order).find({ where: { id: In(ids) }, order: { createTs: 'DESC', id: 'DESC' } });
  }
}

function anchorOf({ disputedAt, paidAt, createTs }: Order, dispute: Dispute | null, paidTimeTold: boolean): Anchor {
  if (dispute) return { at: dispute.openedAt, event: 'dispute' };
  if (disputedAt) return { at: disputedAt, event: 'dispute' };
  return paidAt && paidTimeTold ? { at: paidAt, event: 'payment' } : { at: createTs, event: 'order' };
}

function daysBefore(time: Date, days: number): Date {
  return new Date(time.getTime() - days * 24 * 3_600_000);
}
