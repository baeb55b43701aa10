import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { InboundFile } from '../database/inbound-file.entity.js';
import { InboundMail } from '../database/inbound-mail.entity.js';
import { isSettled } from '../database/settled.js';
import type { CardMatch } from '../documents/card-match.js';
import type { ComparedOrder } from '../documents/card-traveller.js';
import type { InboxMark } from '../shared/inbox-marks.js';
import { historyRows } from '../shared/limits.js';

type NewInboundMail = Pick<
  InboundMail,
  | 'orderId'
  | 'mailbox'
  | 'provider'
  | 'messageId'
  | 'storageKey'
  | 'sha256'
  | 'size'
  | 'spf'
  | 'dmarc'
  | 'virus'
  | 'vouched'
>;
/** What reading a mail adds to its row. */
export type ReadMail = Pick<
  InboundMail,
  'kind' | 'sender' | 'subject' | 'text' | 'textCut' | 'hasHtml' | 'note' | 'notKept' | 'pin' | 'dkim'
>;
export type NewInboundFile = Omit<InboundFile, 'id' | 'createTs' | 'erasedAt'>;

@Injectable()
export class InboundQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * Adds a mail; undefined when the mailbox has it already. One without an order is listed (docs/mail.md#without-an-order).
   * @param why why it has none
   */
  async add(mail: NewInboundMail, why: string, manager: EntityManager): Promise<number | undefined> {
    const { orderId, mailbox, provider, messageId, storageKey, sha256, size, spf, dmarc, virus, vouched } = mail;
    const [row] = await manager.query<{ id: number }[]>(
      `INSERT INTO inbound_mails (order_id, mailbox, provider, message_id, storage_key, sha256, size, spf, dmarc, virus, vouched)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (mailbox, message_id) DO NOTHING RETURNING id`,
      [orderId, mailbox, provider, messageId, storageKey, sha256, size, spf, dmarc, virus, vouched],
    );
    if (row && orderId === null) {
      await manager.query(`INSERT INTO unmatched (kind, inbound_mail_id, why) VALUES ('mail', $1, $2)`, [row.id, why]);
    }
    return row?.id;
  }

  /** Gives a mail that has no order to this one, to be read as one to its mailbox; false when it has an order. */
  async place(id: number, orderId: number, manager: EntityManager): Promise<boolean> {
    const [, changed] = await manager.query<[unknown, number]>(
      `UPDATE inbound_mails SET order_id = $2, kind = 'unread', read_at = NULL WHERE id = $1 AND order_id IS NULL`,
      [id, orderId],
    );
    await manager.query('DELETE FROM unmatched WHERE inbound_mail_id = $1', [id]);
    return changed === 1;
  }

  byId(id: number): Promise<InboundMail | null> {
    return this.database.getRepository(InboundMail).findOneBy({ id });
  }

  fileById(id: number): Promise<InboundFile | null> {
    return this.database.getRepository(InboundFile).findOneBy({ id });
  }

  /** Stores what was read; a customer's mail to an order waits to be read. False when another worker did so first. */
  async read(id: number, found: ReadMail, manager: EntityManager): Promise<boolean> {
    const { kind, sender, subject, text, textCut, hasHtml, note, notKept, pin, dkim } = found;
    const [, changed] = await manager.query<[unknown, number]>(
      `UPDATE inbound_mails SET kind = $2, sender = $3, subject = $4, text = $5, has_html = $6, note = $7, pin = $8,
         dkim = $9, not_kept = $10, text_cut = $11, read_at = now(),
         waits = $2 = 'customer' AND order_id IS NOT NULL
       WHERE id = $1 AND kind = 'unread'`,
      [id, kind, sender, subject, text, hasHtml, note, pin, dkim, notKept, textCut],
    );
    return changed === 1;
  }

  async addFile(file: NewInboundFile, manager: EntityManager): Promise<void> {
    await manager.getRepository(InboundFile).insert(file);
  }

  /** What a card is compared with. The order can't be amended until the transaction ends. */
  async orderOf(orderId: number, manager: EntityManager): Promise<ComparedOrder> {
    const [row] = await manager.query<ComparedOrder[]>(
      `SELECT passport_no AS "passportNo", full_name AS "fullName", doa::text, dod::text, dob::text,
         passport_expiry::text AS "passportExpiry", nationality, sex, submitted
       FROM orders WHERE id = $1 FOR SHARE`,
      [orderId],
    );
    return row!;
  }

  /** Cards that have no verdict, because their order was amended. */
  toCompare(after: number, most: number): Promise<Pick<InboundFile, 'id' | 'orderId' | 'storageKey'>[]> {
    return this.database.query(
      `SELECT id, order_id AS "orderId", storage_key AS "storageKey" FROM inbound_files
       WHERE kind = 'card' AND verdict IS NULL AND erased_at IS NULL AND id > $1 ORDER BY id LIMIT $2`,
      [after, most],
    );
  }

  /** Stores a card's verdict. */
  async compared(id: number, { verdict, note }: CardMatch, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE inbound_files SET verdict = $2, verdict_note = $3 WHERE id = $1 AND verdict IS NULL', [
      id,
      verdict,
      note,
    ]);
  }

  /** Marks an order for what waits in its mailbox; a mark that its status would end is not made. */
  async mark(orderId: number, mark: InboxMark, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO inbox_marks (order_id, mark) SELECT id, $2 FROM orders
       WHERE id = $1 AND ($2 <> 'answered' OR process_status = 'Awaiting')
         AND ($2 <> 'card' OR NOT ${isSettled('process_status')})
       ON CONFLICT DO NOTHING`,
      [orderId, mark],
    );
  }

  /**
   * A new question is open: the answer before it is none to it, and it answers what the customer wrote.
   * @param seen the newest message that the member saw; later ones wait on
   */
  async endAnswer(orderId: number, seen: number, manager: EntityManager): Promise<void> {
    await manager.query(`DELETE FROM inbox_marks WHERE order_id = $1 AND mark = 'answered'`, [orderId]);
    await manager.query('UPDATE inbound_mails SET waits = false WHERE order_id = $1 AND waits AND id <= $2', [
      orderId,
      seen,
    ]);
    await this.endMarks(orderId, manager);
  }

  /** Stores who looked at a mail, or read a customer's that waited; false when somebody did. */
  async see(mail: { id: number; orderId: number }, seenBy: string, manager: EntityManager): Promise<boolean> {
    const [, changed] = await manager.query<[unknown, number]>(
      `UPDATE inbound_mails SET seen_by = $2, waits = false
       WHERE id = $1 AND (waits OR kind = 'look' AND seen_by IS NULL)`,
      [mail.id, seenBy],
    );
    await this.endMarks(mail.orderId, manager);
    return changed === 1;
  }

  /** The marks of an order go with its last mail to look at, and its last unread message. */
  private async endMarks(orderId: number, manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM inbox_marks WHERE order_id = $1
         AND (mark = 'look' AND NOT EXISTS (
             SELECT FROM inbound_mails WHERE order_id = $1 AND kind = 'look' AND seen_by IS NULL)
           OR mark = 'wrote' AND NOT EXISTS (SELECT FROM inbound_mails WHERE order_id = $1 AND waits))`,
      [orderId],
    );
  }

  /** The newest mails to an order, newest first. */
  ofOrder(orderId: number): Promise<InboundMail[]> {
    return this.database
      .getRepository(InboundMail)
      .find({ where: { orderId }, order: { id: 'DESC' }, take: historyRows });
  }

  /** The PINs that the authority gave an order. */
  async pinsOf(orderId: number): Promise<string[]> {
    const rows = await this.database.query<{ pin: string }[]>(
      `SELECT DISTINCT pin FROM inbound_mails
       WHERE order_id = $1 AND kind = 'authority' AND pin IS NOT NULL LIMIT 20`,
      [orderId],
    );
    return rows.map(({ pin }) => pin);
  }

  /** The PIN that the authority gave an order last. */
  async newestPin(orderId: number): Promise<string | undefined> {
    const [row] = await this.database.query<{ pin: string }[]>(
      `SELECT pin FROM inbound_mails WHERE order_id = $1 AND kind = 'authority' AND pin IS NOT NULL
       ORDER BY id DESC LIMIT 1`,
      [orderId],
    );
    return row?.pin;
  }

  /** Whether an order has a received card of these bytes, and how it compares; undefined when it has none. */
  async cardOf(orderId: number, sha256: string, manager: EntityManager): Promise<CardMatch | undefined> {
    const [row] = await manager.query<CardMatch[]>(
      `SELECT verdict, verdict_note AS note FROM inbound_files
       WHERE order_id = $1 AND sha256 = $2 AND kind = 'card' AND verdict IS NOT NULL ORDER BY id LIMIT 1`,
      [orderId, sha256],
    );
    return row;
  }

  /** The files that came with mails to an order, or were taken by the script, newest first; `isSent`: a card of the order has the same bytes. */
  filesOf(orderId: number): Promise<(InboundFile & { isSent: boolean })[]> {
    return this.database.query(
      `SELECT id, mail_id AS "mailId", order_id AS "orderId", kind, name, content_type AS "contentType", storage_key AS "storageKey",
         sha256, size, verdict, verdict_note AS "verdictNote", create_ts AS "createTs", erased_at AS "erasedAt", taken_by AS "takenBy",
         EXISTS (SELECT FROM documents d WHERE d.order_id = f.order_id AND d.sha256 = f.sha256) AS "isSent"
       FROM inbound_files f WHERE order_id = $1 ORDER BY id DESC LIMIT ${historyRows}`,
      [orderId],
    );
  }

  /** Mails that have waited this many seconds to be read: their job was lost. */
  async forgotten(seconds: number, most: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT id FROM inbound_mails WHERE kind = 'unread' AND create_ts < now() - make_interval(secs => $1)
       ORDER BY create_ts LIMIT $2`,
      [seconds, most],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Removes mails without an order: those that were set aside this many days ago, and those that nobody gave an order for
   * this many months. Returns their storage keys.
   */
  async removeAside(days: number, months: number, most: number): Promise<string[]> {
    const [rows] = await this.database.query<[{ key: string }[], number]>(
      `DELETE FROM inbound_mails WHERE id IN (
         (SELECT inbound_mail_id FROM unmatched
          WHERE aside_at < now() - make_interval(days => $1) AND inbound_mail_id IS NOT NULL ORDER BY aside_at LIMIT $3)
         UNION
         (SELECT id FROM inbound_mails WHERE order_id IS NULL AND create_ts < now() - make_interval(months => $2)
          ORDER BY create_ts LIMIT $3))
       RETURNING storage_key AS key`,
      [days, months, most],
    );
    return rows.map(({ key }) => key);
  }

  /** Whether a mail still has this file, as its raw message or as one of its files. */
  async isKept(storageKey: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `SELECT FROM inbound_mails WHERE storage_key = $1
       UNION ALL SELECT FROM inbound_files WHERE storage_key = $1 LIMIT 1`,
      [storageKey],
    );
    return rows.length > 0;
  }
}
