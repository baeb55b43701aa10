import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Document } from '../database/document.entity.js';
import { Download } from '../database/download.entity.js';
import type { Order } from '../database/order.entity.js';
import { belongsToNoRow } from '../database/stored-files.js';
import { Transactions } from '../database/transactions.js';
import type { ByteRange } from '../platform/storage.js';
import { historyRows } from '../shared/limits.js';

type NewDocument = Omit<Document, 'id' | 'createTs' | 'erasedAt'>;

/** A download that begins; `reader` identifies one visitor's session, member's session or link. */
export type NewDownload = Pick<
  Download,
  | 'orderId'
  | 'documentId'
  | 'file1'
  | 'sha256'
  | 'actor'
  | 'reader'
  | 'ip'
  | 'location'
  | 'userAgent'
  | 'browser'
  | 'browserVersion'
  | 'os'
  | 'device'
  | 'deviceType'
  | 'label'
>;

/** The session within a reader, `visitor:…` and `link:…` alike. */
const sessionIn = (reader: string) => `substr(${reader}, strpos(${reader}, ':') + 1)`;

@Injectable()
export class DocumentsQueries {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** The newest document of an order, which is its current card. */
  current(orderId: number, manager: EntityManager = this.database.manager): Promise<Document | null> {
    return manager.getRepository(Document).findOne({ where: { orderId }, order: { id: 'DESC' } });
  }

  /** Every document of an order, newest first. */
  ofOrder(orderId: number): Promise<Document[]> {
    return this.database.getRepository(Document).find({ where: { orderId }, order: { id: 'DESC' } });
  }

  /**
   * The newest other order, of another passport, that these very bytes were to be mailed to. What became of the mail does
   * not matter: the file belongs to that order.
   */
  async mailedElsewhere(
    sha256: string,
    { id, passportNo }: Order,
    manager: EntityManager,
  ): Promise<number | undefined> {
    const [other] = await manager.query<{ order_id: number }[]>(
      `SELECT d.order_id FROM documents d JOIN orders o ON o.id = d.order_id
       WHERE d.sha256 = $1 AND d.order_id <> $2 AND o.passport_no <> $3
         AND EXISTS (SELECT FROM mails m WHERE m.order_id = d.order_id AND m.document_id = d.id)
       ORDER BY d.id DESC LIMIT 1`,
      [sha256, id, passportNo],
    );
    return other?.order_id;
  }

  byFile(orderId: number, file1: string): Promise<Document | null> {
    return this.database.getRepository(Document).findOneBy({ orderId, file1 });
  }

  async add(document: NewDocument, manager: EntityManager): Promise<number> {
    const { identifiers } = await manager.getRepository(Document).insert(document);
    return (identifiers[0] as { id: number }).id;
  }

  /** The keys among these that belong to no row. */
  async unneeded(storageKeys: string[]): Promise<string[]> {
    const rows = await this.database.query<{ key: string }[]>(
      `SELECT key FROM unnest($1::text[]) key WHERE ${belongsToNoRow}`,
      [storageKeys],
    );
    return rows.map(({ key }) => key);
  }

  /** The newest downloads of an order, by anybody, newest first. */
  downloadsOf(orderId: number): Promise<Download[]> {
    return this.database.getRepository(Download).find({ where: { orderId }, order: { id: 'DESC' }, take: historyRows });
  }

  /** The newest complete downloads by the customer, newest first (docs/evidence.md#downloads-and-evidence). */
  customersDownloadsOf(orderId: number): Promise<Download[]> {
    return this.database
      .getRepository(Download)
      .find({ where: { orderId, actor: 'customer', complete: true }, order: { id: 'DESC' }, take: historyRows });
  }

  /** Whether a mail about the order was sent or delivered in the last minutes. */
  async wasJustMailed(orderId: number, minutes: number): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `SELECT FROM mails WHERE order_id = $1 AND greatest(sent_at, state_at) > now() - make_interval(mins => $2) LIMIT 1`,
      [orderId, minutes],
    );
    return rows.length > 0;
  }

  /**
   * The download that a request belongs to: the one that the same session, by its cookie or by one of its links, began from
   * the same address within a minute; a range belongs to an incomplete one of 30 minutes, too, unless it begins at byte 0 and that was sent already. Else
   * a new one. The lock makes simultaneous requests find the same row.
   * @param start the first byte of a range; undefined for the whole file
   */
  begin(download: NewDownload, start: number | undefined): Promise<number> {
    return this.transactions.run(async (manager) => {
      await manager.query('SELECT 1 FROM documents WHERE id = $1 FOR NO KEY UPDATE', [download.documentId]);
      const [open] = await manager.query<{ id: number }[]>(
        `SELECT id FROM downloads
         WHERE order_id = $1 AND document_id = $2 AND ${sessionIn('reader')} = ${sessionIn('$3::text')} AND actor = $4
           AND (create_ts > now() - interval '1 minute' AND ip = $6
             OR NOT complete AND create_ts > now() - interval '30 minutes' AND ($5 > 0 OR $5 = 0 AND NOT served @> 0))
         ORDER BY id DESC LIMIT 1`,
        [download.orderId, download.documentId, download.reader, download.actor, start ?? null, download.ip],
      );
      if (open) return open.id;
      const { identifiers } = await manager.getRepository(Download).insert(download);
      return (identifiers[0] as { id: number }).id;
    });
  }

  /**
   * Takes the last byte of a range back that was sent: it did not arrive, nor perhaps others before it. The download is complete
   * no longer. A reader that goes on asks from the byte that it lacks, and completes it.
   */
  async takeBack(id: number, { end }: ByteRange): Promise<void> {
    await this.database.query(
      `UPDATE downloads SET served = served - int4multirange(int4range($2::integer, $2::integer + 1)), bytes = bytes - 1, complete = false
       WHERE id = $1 AND served @> $2::integer`,
      [id, end],
    );
  }

  /**
   * Adds a range that was sent, `end` inclusive; whether its last byte had not been sent before. The download is complete once
   * every byte of the file was sent.
   */
  async served(id: number, { start, end }: ByteRange): Promise<boolean> {
    const [rows] = await this.database.query<[{ isNew: boolean }[], number]>(
      `UPDATE downloads d SET
         served = d.served + part,
         bytes = (SELECT sum(upper(one) - lower(one)) FROM unnest(d.served + part) one),
         complete = d.complete OR (d.served + part) @> int4range(0, f.size)
       FROM documents f, (SELECT int4multirange(int4range($2, $3)) AS part) sent,
         (SELECT served FROM downloads WHERE id = $1) before
       WHERE d.id = $1 AND f.id = d.document_id RETURNING NOT before.served @> $3 - 1 AS "isNew"`,
      [id, start, end + 1],
    );
    return rows[0]?.isNew ?? false;
  }

  /** The customer's newest complete download of a file in a session, of the last half hour, with what the file is. */
  async downloadOf(
    orderId: number,
    file1: string,
    session: string,
  ): Promise<{ id: number; sha256: string; size: number } | undefined> {
    const [row] = await this.database.query<{ id: number; sha256: string; size: number }[]>(
      `SELECT d.id, f.sha256, f.size FROM downloads d JOIN documents f ON f.id = d.document_id
       WHERE d.order_id = $1 AND d.file1 = $2 AND ${sessionIn('d.reader')} = $3 AND d.actor = 'customer' AND d.complete
         AND d.create_ts > now() - interval '30 minutes'
       ORDER BY d.id DESC LIMIT 1`,
      [orderId, file1, session],
    );
    return row;
  }

  /** Notes that the device has the whole file; the first time counts. */
  async confirm(downloadId: number): Promise<void> {
    await this.database.query('UPDATE downloads SET confirmed_at = now() WHERE id = $1 AND confirmed_at IS NULL', [
      downloadId,
    ]);
  }
}
