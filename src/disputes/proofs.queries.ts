import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { printedLetter } from '../database/printed-letter.js';
import { ofMailbox } from '../database/of-mailbox.js';
import { siblingsOf } from '../database/siblings.js';
import { spoilt } from '../database/undisputed.js';
import type { OrderStatus } from '../shared/order-statuses.js';
import { isSameMailbox } from '../shared/mailbox.js';
import type { PackTrait } from '../shared/pack-facts.js';
import { packRoom } from '../shared/packs.js';

/** What is on record about the order of a dispute, as far as an answer can show it. Times are null when nothing is. */
export type ProofFacts = {
  disputeId: number;
  orderId: number;
  status: OrderStatus;
  landingDomain: string;
  paidAt: Date | null;
  refundDate: Date | null;
  refundAmount: string | null;
  refundReference: string | null;
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
  purchaseIp: string | null;
  /** From where and with what the whole current card was fetched as a customer, not from an address of staff; oldest first. */
  fetches: { ip: string; userAgent: string; at: string }[];
  /** How many paid orders with the same card are 120 to 364 days older and undisputed; ten at the most. */
  earlier: number;
  /** What each earlier undisputed order of 120 to 365 days before the dispute shares with this one. */
  shared: Record<PackTrait, boolean>[];
  passportNo: string;
  /** The other paid orders with the same address or card within 30 days, and one more than a pack lists. */
  /** Whether the order itself was charged more than once. */
  isTwice: boolean;
  siblings: { transactionId: string | null; passportNo: string }[];
  /** How many remarks note a conversation in writing. */
  written: number;
  /** How many emails of the customer a pack can print. */
  letters: number;
  /** What the bank asks back. */
  disputedAmount: string | null;
  disputedCurrency: string | null;
};

/** The facts as they are read; `mailed` are the mails with the current card, in any state, oldest first. */
type Row = Omit<ProofFacts, 'deliveredAt' | 'mailState'> & {
  address: string;
  mailed: { recipient: string; state: string; at: string | null }[];
};

/** The newest orders before order `o` that share its mailbox, passport, card or device, 120 to 365 days before dispute `d`. */
const samePerson = [
  ...ofMailbox('mailbox_of(o.contact_email_address)').contact,
  'passport_no = o.passport_no AND nationality = o.nationality',
  'card_fingerprint = o.card_fingerprint',
  'device_fingerprint = o.device_fingerprint',
]
  .map(
    (same) =>
      `(SELECT id FROM orders WHERE ${same}
         AND create_ts BETWEEN d.opened_at - interval '365 days'
           AND least(d.opened_at - interval '120 days', o.create_ts) ORDER BY create_ts DESC LIMIT 100)`,
  )
  .join(' UNION ');

/** Reads, for the disputes of a page, what their answers can show. Each part is served by one index. */
@Injectable()
export class ProofsQueries {
  constructor(private readonly database: DataSource) {}

  /** In the order of the ids; a dispute that doesn't exist is left out. */
  async of(disputeIds: number[]): Promise<Map<number, ProofFacts>> {
    if (disputeIds.length === 0) return new Map();
    const rows = await this.database.query<Row[]>(
      `SELECT d.id AS "disputeId", o.id AS "orderId", o.process_status AS status, o.landing_domain AS "landingDomain",
         o.paid_at AS "paidAt", o.refund_date AS "refundDate",
         o.refund_amount AS "refundAmount", o.refund_reference AS "refundReference", o.purchase_ip AS "purchaseIp", o.amount, o.currency, o.transaction_id AS "transactionId",
         o.passport_no AS "passportNo", EXISTS (SELECT FROM order_charges c WHERE c.order_id = o.id) AS "isTwice",
         o.card_brand AS "cardBrand", o.avs, o.cvv, o.three_ds AS "threeDs", o.terms_version AS "termsVersion",
         o.terms_accepted_at AS "termsAcceptedAt", card.id IS NOT NULL AS "hasCard", mailed.all AS mailed, o.contact_email_address AS "address", fetched.all AS fetches, earlier.n AS earlier, kin.shared,
         siblings.all AS siblings, written.n AS written, letters.n AS letters,
         d.amount AS "disputedAmount", d.currency AS "disputedCurrency"
       FROM disputes d JOIN orders o ON o.id = d.order_id
       LEFT JOIN LATERAL (SELECT id, sha256 FROM documents WHERE order_id = o.id AND id > coalesce(o.outdated_card, 0)
         ORDER BY id DESC LIMIT 1) card ON true
       LEFT JOIN LATERAL (
         SELECT coalesce(json_agg(json_build_object('recipient', recipient, 'state', state, 'at', state_at) ORDER BY id), '[]') AS all
         FROM mails WHERE order_id = o.id AND attachment_sha256 = card.sha256) mailed ON true
       LEFT JOIN LATERAL (
         SELECT coalesce(json_agg(json_build_object('ip', ip, 'userAgent', user_agent, 'at', at) ORDER BY at), '[]') AS all
         FROM (SELECT ip, user_agent, min(create_ts) AS at FROM downloads l
           WHERE order_id = o.id AND sha256 = card.sha256 AND actor = 'customer' AND complete
             AND NOT EXISTS (SELECT FROM downloads s WHERE s.order_id = o.id AND s.actor = 'staff' AND s.ip = l.ip)
             AND (ip ~ '^(127\\.|::1$)' OR NOT EXISTS (SELECT FROM member_networks WHERE network = network_of(ip)))
           GROUP BY ip, user_agent ORDER BY at LIMIT 100) each) fetched ON true
       LEFT JOIN LATERAL (
         SELECT count(*)::int AS n FROM (SELECT FROM orders e WHERE e.card_fingerprint = o.card_fingerprint AND e.id <> o.id
           AND e.create_ts > o.create_ts - interval '365 days' AND e.create_ts <= o.create_ts - interval '120 days'
           AND e.paid_at IS NOT NULL AND NOT ${spoilt('e')} LIMIT 10) found) earlier ON true
       LEFT JOIN LATERAL (
         SELECT coalesce(json_agg(json_build_object(
           'card', coalesce(e.card_fingerprint = o.card_fingerprint, false),
           'device', coalesce(e.device_fingerprint = o.device_fingerprint, false),
           'IP address', coalesce(e.purchase_ip = o.purchase_ip, false),
           'passport', e.passport_no = o.passport_no AND e.nationality = o.nationality,
           'email', mailbox_of(e.contact_email_address) = mailbox_of(o.contact_email_address))), '[]') AS shared
         FROM (${samePerson}) same JOIN orders e USING (id)
         WHERE e.id <> o.id AND e.paid_at IS NOT NULL AND NOT ${spoilt('e')}) kin ON true
       LEFT JOIN LATERAL (
         SELECT coalesce(json_agg(json_build_object('transactionId', transaction_id, 'passportNo', passport_no)), '[]') AS all
         FROM (${siblingsOf('o', packRoom.separate + 1)}) found) siblings ON true
       LEFT JOIN LATERAL (
         SELECT count(*)::int AS n FROM remarks WHERE order_id = o.id AND whatsapp) written ON true
       LEFT JOIN LATERAL (
         SELECT count(*)::int AS n FROM inbound_mails m WHERE order_id = o.id AND ${printedLetter}) letters ON true
       WHERE d.id = ANY($1)`,
      [disputeIds],
    );
    return new Map(
      rows.map(({ mailed, address, ...row }) => {
        const toCustomer = mailed.filter(({ recipient }) => isSameMailbox(recipient, address));
        const times = toCustomer.flatMap(({ state, at }) => (state === 'delivered' && at ? [new Date(at)] : []));
        const deliveredAt = times.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
        return [row.disputeId, { ...row, deliveredAt, mailState: toCustomer.at(-1)?.state ?? null }];
      }),
    );
  }
}
