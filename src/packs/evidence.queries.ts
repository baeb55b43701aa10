import { Injectable } from '@nestjs/common';
import { DataSource, type EntityTarget, type FindOptionsWhere, In } from 'typeorm';
import { Activity } from '../database/activity.entity.js';
import { Document } from '../database/document.entity.js';
import { Download } from '../database/download.entity.js';
import { Gateway } from '../database/gateway.entity.js';
import { Mail } from '../database/mail.entity.js';
import { Order } from '../database/order.entity.js';
import { Remark } from '../database/remark.entity.js';
import { VisitorSession } from '../database/visitor-session.entity.js';
import { earlierEntries, packRoom } from '../shared/packs.js';

/** The newest rows of a history, oldest first, and how many older ones there are. */
export type Newest<Row> = { rows: Row[]; omitted: number };

/** The records of an order, bounded by `packRoom`. */
export type Evidence = {
  order: Order;
  gatewayName: string | null;
  mails: Newest<Mail>;
  downloads: Newest<Download>;
  otherDownloads: Newest<Download>;
  /** The first download that counts, and the tracking that led to it; else the newest tracking. */
  firstDownload: Download | null;
  tracking: VisitorSession | null;
  conversations: Remark[];
  earlier: Newest<Order>;
  anchor: Anchor;
  refundAskedAt: Date | null;
  document: Document | null;
};

/** The time that the ages of earlier orders are counted from: the dispute if there is one, else the payment. */
export type Anchor = { at: Date; event: 'dispute' | 'payment' | 'order' };

type HistoryRow = { id: number; orderId: number | null };

/** Reads the records that a pack prints. Each query is served by one index. */
@Injectable()
export class EvidenceQueries {
  constructor(private readonly database: DataSource) {}

  /** Everything on record about an order. */
  async of(order: Order): Promise<Evidence> {
    const orderId = order.id;
    const anchor = anchorOf(order);
    const customers = { orderId, actor: 'customer', complete: true } as const;
    const [
      gatewayName,
      mails,
      downloads,
      otherDownloads,
      firstDownload,
      conversations,
      earlier,
      refundAskedAt,
      document,
    ] = await Promise.all([
      this.gatewayName(order),
      this.newest(Mail, { orderId }, packRoom.mails),
      this.newest(Download, customers, packRoom.downloads),
      this.newest(
        Download,
        [
          { orderId, actor: 'staff' },
          { orderId, actor: 'machine' },
          { orderId, actor: 'customer', complete: false },
        ],
        packRoom.other_downloads,
      ),
      this.database.getRepository(Download).findOne({ where: customers, order: { id: 'ASC' } }),
      this.database.getRepository(Remark).find({
        where: [
          { orderId, whatsapp: true },
          { orderId, telephone: true },
        ],
        order: { id: 'ASC' },
      }),
      this.earlier(order, anchor.at),
      this.refundAskedAt(orderId),
      this.currentDocument(orderId),
    ]);
    const tracking = await this.tracking(orderId, firstDownload);
    return {
      order,
      gatewayName,
      mails,
      downloads,
      otherDownloads,
      firstDownload,
      tracking,
      conversations,
      earlier,
      anchor,
      refundAskedAt,
      document,
    };
  }

  /** The newest orders before this one that share an address, passport, card, device or IP with it, newest first. */
  async before({ id, createTs, ...order }: Order): Promise<Order[]> {
    const newest = `ORDER BY create_ts DESC LIMIT ${earlierEntries + 1}`;
    const rows = await this.database.query<{ id: number }[]>(
      `WITH same AS (
         (SELECT id FROM orders WHERE lower(contact_email_address) = lower($3) AND create_ts <= $2 ${newest})
         UNION (SELECT id FROM orders WHERE passport_no = $4 AND nationality = $5 AND create_ts <= $2 ${newest})
         UNION (SELECT id FROM orders WHERE card_fingerprint = $6 AND create_ts <= $2 ${newest})
         UNION (SELECT id FROM orders WHERE device_fingerprint = $7 AND create_ts <= $2 ${newest})
         UNION (SELECT id FROM orders WHERE purchase_ip = $8 AND create_ts <= $2 ${newest}))
       SELECT id FROM orders JOIN same USING (id) WHERE id <> $1 ORDER BY create_ts DESC, id DESC LIMIT ${earlierEntries}`,
      [
        id,
        createTs,
        order.contactEmailAddress,
        order.passportNo,
        order.nationality,
        order.cardFingerprint,
        order.deviceFingerprint,
        order.purchaseIp,
      ],
    );
    return this.byIds(rows.map((row) => row.id));
  }

  /** The newest document of an order. */
  currentDocument(orderId: number): Promise<Document | null> {
    return this.database.getRepository(Document).findOne({ where: { orderId }, order: { id: 'DESC' } });
  }

  documentByFile(orderId: number, file1: string): Promise<Document | null> {
    return this.database.getRepository(Document).findOneBy({ orderId, file1 });
  }

  private async newest<Row extends HistoryRow>(
    entity: EntityTarget<Row>,
    where: FindOptionsWhere<Row> | FindOptionsWhere<Row>[],
    room: number,
  ): Promise<Newest<Row>> {
    const repository = this.database.getRepository(entity);
    const [rows, total] = await repository.findAndCount({ where, order: { id: 'DESC' } as never, take: room });
    return { rows: rows.toReversed(), omitted: total - rows.length };
  }

  private async gatewayName({ gatewayId }: Order): Promise<string | null> {
    if (gatewayId === null) return null;
    const gateway = await this.database.getRepository(Gateway).findOneBy({ id: gatewayId });
    return gateway?.gatewayName ?? null;
  }

  /**
   * The visitor session of a download: the one its row names; for a download by a link, the last session that began before
   * it; without a download the newest.
   */
  private async tracking(orderId: number, download: Download | null): Promise<VisitorSession | null> {
    const [, sessionId] = /^visitor:(.+)$/.exec(download?.reader ?? '') ?? [];
    const [row] = await this.database.query<{ id: string }[]>(
      `SELECT id FROM visitor_sessions WHERE order_id = $1
       ORDER BY id IS NOT DISTINCT FROM $3 DESC, create_ts <= coalesce($2, now()) DESC, create_ts DESC LIMIT 1`,
      [orderId, download?.createTs ?? null, sessionId ?? null],
    );
    return row ? this.database.getRepository(VisitorSession).findOneBy({ id: row.id }) : null;
  }

  private async refundAskedAt(orderId: number): Promise<Date | null> {
    const moved = await this.database
      .getRepository(Activity)
      .findOne({ where: { orderId, action: 'order.moved', to: 'Refunds' }, order: { id: 'DESC' } });
    return moved?.createTs ?? null;
  }

  /**
   * Paid, undisputed and unrefunded orders of the same person, 120 to 365 days before `until`, the newest ones.
   * The same person is the same address, passport, card or device; an IP address alone does not count, because a hotel's guests share one.
   */
  private async earlier(order: Order, until: Date): Promise<Newest<Order>> {
    const rows = await this.database.query<{ id: number; total: number }[]>(
      `WITH same AS (
         SELECT id FROM orders WHERE lower(contact_email_address) = lower($4) AND create_ts BETWEEN $2 AND $3
         UNION SELECT id FROM orders WHERE passport_no = $5 AND nationality = $6 AND create_ts BETWEEN $2 AND $3
         UNION SELECT id FROM orders WHERE card_fingerprint = $7 AND create_ts BETWEEN $2 AND $3
         UNION SELECT id FROM orders WHERE device_fingerprint = $8 AND create_ts BETWEEN $2 AND $3)
       SELECT o.id, (count(*) OVER ())::int AS total FROM orders o JOIN same USING (id)
       WHERE o.id <> $1 AND o.paid_at IS NOT NULL AND o.disputed_at IS NULL AND o.refund_date IS NULL
         AND o.process_status NOT IN ('Refunds', 'Deleted')
       ORDER BY o.create_ts DESC LIMIT ${packRoom.earlier}`,
      [
        order.id,
        daysBefore(until, 365),
        daysBefore(until, 120),
        order.contactEmailAddress,
        order.passportNo,
        order.nationality,
        order.cardFingerprint,
        order.deviceFingerprint,
      ],
    );
    const found = await this.byIds(rows.map(({ id }) => id));
    return { rows: found.toReversed(), omitted: (rows[0]?.total ?? 0) - rows.length };
  }

  /** These orders, newest first. */
  private byIds(ids: number[]): Promise<Order[]> {
    return this.database.getRepository(Order).find({ where: { id: In(ids) }, order: { createTs: 'DESC', id: 'DESC' } });
  }
}

function anchorOf({ disputedAt, paidAt, createTs }: Order): Anchor {
  if (disputedAt) return { at: disputedAt, event: 'dispute' };
  return paidAt ? { at: paidAt, event: 'payment' } : { at: createTs, event: 'order' };
}

function daysBefore(time: Date, days: number): Date {
  return new Date(time.getTime() - days * 24 * 3_600_000);
}
