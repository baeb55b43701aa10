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

  /** Records a download that begins. */
  async begin(download: NewDownload, manager: EntityManager = this.database.manager): Promise<number> {
    const { identifiers } = await manager.getRepository(Download).insert(download);
    return (identifiers[0] as { id: number }).id;
  }

  /**
   * The download that a range request belongs to: the same session's incomplete one of the last 30 minutes, by its cookie or
   * by one of its links, else a new one. A range from byte 0 starts a new download if byte 0 was sent already. The lock makes simultaneous requests find
   * the same row.
   */
  beginPart(download: NewDownload, { start }: ByteRange): Promise<number> {
    return this.transactions.run(async (manager) => {
      await manager.query('SELECT 1 FROM documents WHERE id = $1 FOR NO KEY UPDATE', [download.documentId]);
      const [open] = await manager.query<{ id: number }[]>(
        `SELECT id FROM downloads
         WHERE order_id = $1 AND document_id = $2 AND ${sessionIn('reader')} = ${sessionIn('$3::text')} AND actor = $4 AND NOT complete
           AND create_ts > now() - interval '30 minutes' AND ($5 > 0 OR NOT served @> 0)
         ORDER BY id DESC LIMIT 1`,
        [download.orderId, download.documentId, download.reader, download.actor, start],
      );
      return open?.id ?? this.begin(download, manager);
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

  /** Adds a range that was sent, `end` inclusive. The download is complete once every byte of the file was sent. */
  async served(id: number, { start, end }: ByteRange): Promise<void> {
    await this.database.query(
      `UPDATE downloads d SET
         served = d.served + part,
         bytes = (SELECT sum(upper(one) - lower(one)) FROM unnest(d.served + part) one),
         complete = d.complete OR (d.served + part) @> int4range(0, f.size)
       FROM documents f, (SELECT int4multirange(int4range($2, $3)) AS part) sent
       WHERE d.id = $1 AND f.id = d.document_id`,
      [id, start, end + 1],
    );
  }
}
