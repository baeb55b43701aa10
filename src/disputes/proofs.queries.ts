import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { OrderStatus } from '../shared/order-statuses.js';

/** What is on record about the order of a dispute, as far as an answer can show it. Times are null when nothing is. */
export type ProofFacts = {
  disputeId: number;
  orderId: number;
  status: OrderStatus;
  landingDomain: string;
  paidAt: Date | null;
  refundDate: Date | null;
  amount: string | null;
  currency: string | null;
  transactionId: string | null;
  cardBrand: string | null;
  avs: string | null;
  cvv: string | null;
  threeDs: string | null;
  termsVersion: string | null;
  termsAcceptedAt: Date | null;
  /** Whether the order has a card at all. */
  hasCard: boolean;
  /** When the recipient's server took the mail with the current card, sent to the order's address. */
  deliveredAt: Date | null;
  /** The state of the newest mail with the current card to the order's address. */
  mailState: string | null;
  /** When the customer first downloaded the whole current card. */
  downloadedAt: Date | null;
  /** Whether such a download came from the IP address of the purchase, and from its browser. */
  sameIp: boolean;
  sameBrowser: boolean;
  /** How many paid orders with the same card are 120 to 364 days older, undisputed and not refunded. */
  earlier: number;
  /** How many other paid orders of other travellers have the same card or address within 30 days. */
  siblings: number;
  /** How many remarks note a conversation in writing. */
  written: number;
};

/** Reads, for the disputes of a page, what their answers can show. Each part is served by one index. */
@Injectable()
export class ProofsQueries {
  constructor(private readonly database: DataSource) {}

  /** In the order of the ids; a dispute that doesn't exist is left out. */
  async of(disputeIds: number[]): Promise<Map<number, ProofFacts>> {
    if (disputeIds.length === 0) return new Map();
    const rows = await this.database.query<ProofFacts[]>(
      `SELECT d.id AS "disputeId", o.id AS "orderId", o.process_status AS status, o.landing_domain AS "landingDomain",
         o.paid_at AS "paidAt", o.refund_date AS "refundDate", o.amount, o.currency, o.transaction_id AS "transactionId",
         o.card_brand AS "cardBrand", o.avs, o.cvv, o.three_ds AS "threeDs", o.terms_version AS "termsVersion",
         o.terms_accepted_at AS "termsAcceptedAt", card.id IS NOT NULL AS "hasCard", mailed.delivered_at AS "deliveredAt",
         mailed.state AS "mailState", fetched.at AS "downloadedAt", coalesce(fetched.same_ip, false) AS "sameIp",
         coalesce(fetched.same_browser, false) AS "sameBrowser", earlier.n AS earlier, siblings.n AS siblings,
         written.n AS written
       FROM disputes d JOIN orders o ON o.id = d.order_id
       LEFT JOIN LATERAL (SELECT id, sha256 FROM documents WHERE order_id = o.id ORDER BY id DESC LIMIT 1) card ON true
       LEFT JOIN LATERAL (
         SELECT min(state_at) FILTER (WHERE state = 'delivered') AS delivered_at,
           (array_agg(state ORDER BY id DESC))[1] AS state
         FROM mails WHERE order_id = o.id AND attachment_sha256 = card.sha256
           AND lower(recipient) = lower(o.contact_email_address)) mailed ON true
       LEFT JOIN LATERAL (
         SELECT min(create_ts) AS at, bool_or(ip = o.purchase_ip) AS same_ip,
           bool_or(user_agent = o.purchase_user_agent) AS same_browser
         FROM downloads WHERE order_id = o.id AND document_id = card.id AND actor = 'customer' AND complete) fetched ON true
       LEFT JOIN LATERAL (
         SELECT count(*)::int AS n FROM (SELECT FROM orders e WHERE e.card_fingerprint = o.card_fingerprint AND e.id <> o.id
           AND e.create_ts > o.create_ts - interval '365 days' AND e.create_ts <= o.create_ts - interval '120 days'
           AND e.paid_at IS NOT NULL AND e.disputed_at IS NULL AND e.refund_date IS NULL
           AND e.process_status NOT IN ('Refunds', 'Deleted') LIMIT 10) found) earlier ON true
       LEFT JOIN LATERAL (
         SELECT count(*)::int AS n FROM (SELECT FROM orders s WHERE s.id <> o.id AND s.card_fingerprint = o.card_fingerprint
           AND s.create_ts BETWEEN o.create_ts - interval '30 days' AND o.create_ts + interval '30 days'
           AND s.paid_at IS NOT NULL AND s.passport_no <> o.passport_no LIMIT 10) found) siblings ON true
       LEFT JOIN LATERAL (
         SELECT count(*)::int AS n FROM remarks WHERE order_id = o.id AND whatsapp) written ON true
       WHERE d.id = ANY($1)`,
      [disputeIds],
    );
    return new Map(rows.map((row) => [row.disputeId, row]));
  }
}
