import type { Download } from '../database/download.entity.js';
import type { Mail } from '../database/mail.entity.js';
import type { Order } from '../database/order.entity.js';
import type { Remark } from '../database/remark.entity.js';
import { deviceOf } from '../platform/device.js';
import type { Brand } from '../shared/brands.js';
import { nationalityName } from '../shared/countries.js';
import { encodeOrderId } from '../shared/order-id.js';
import {
  type ComparisonRow,
  type EarlierOrder,
  type PackDocument,
  type PackDownload,
  type PackFacts,
  type PackMail,
  ipTrait,
} from '../shared/pack-facts.js';
import { type EarlierEntry, type PackType, type SharedTrait, packRoom } from '../shared/packs.js';
import type { Evidence } from './evidence.queries.js';

/** What a pack needs beside the evidence. */
export type Beside = {
  brand: Brand;
  /** The location of the purchase's IP address; '' when unknown. */
  purchasePlace: string;
  document: PackDocument | null;
};

/** The facts of a pack, from what is on record (docs/product.md#packs). Same records, same facts. */
export function packFacts(type: PackType, evidence: Evidence, beside: Beside): PackFacts {
  const { order, mails, downloads, otherDownloads, earlier, anchor } = evidence;
  const { brand } = beside;
  const talks = fitting(evidence.conversations);
  return {
    pack_type: type,
    seller: { ...brand.seller, brand: brand.name, contact: brand.contact.email },
    order: {
      order_id: order.id,
      create_ts: iso(order.createTs),
      full_name: order.fullName,
      contact_email_address: order.contactEmailAddress,
      landing_domain: order.landingDomain,
      service: order.wantsPriority ? 'Priority' : 'Standard',
      processed_at: iso(order.processedAt),
      disputed_at: iso(order.disputedAt),
    },
    payment: {
      transaction_id: order.transactionId,
      merchant_name: order.merchantName,
      statement_descriptor: order.statementDescriptor,
      amount: order.amount,
      currency: order.currency,
      paid_at: iso(order.paidAt),
      gateway_name: evidence.gatewayName,
      card_brand: order.cardBrand,
      card_last4: order.cardLast4,
      avs: order.avs,
      cvv: order.cvv,
      three_ds: order.threeDs,
    },
    sale: {
      disclosure: brand.footer.lines[0] ?? null,
      refund_policy: refundPolicy(brand),
      terms_version: order.termsVersion,
      terms_accepted_at: iso(order.termsAcceptedAt),
      purchase_ip: order.purchaseIp,
      signature_name: order.signatureName,
    },
    application: application(order),
    mails: mails.rows.map(packMail),
    downloads: downloads.rows.map(packDownload),
    other_downloads: otherDownloads.rows.map((row) => ({
      ...packDownload(row),
      actor: row.actor,
      complete: row.complete,
    })),
    comparison: comparison(type, evidence, beside.purchasePlace),
    earlier: {
      anchor: { date: day(anchor.at), event: anchor.event },
      orders: type === 2 ? earlier.rows.map((row) => earlierOrder(order, row)) : [],
    },
    communication: talks.map((remark) => ({
      create_ts: iso(remark.createTs),
      remark_name: remark.remarkName,
      remark: remark.remark,
      whatsapp: remark.whatsapp,
      telephone: remark.telephone,
    })),
    refund: { asked_at: iso(evidence.refundAskedAt), refund_date: iso(order.refundDate) },
    document: beside.document,
    omitted: {
      mails: mails.omitted,
      downloads: downloads.omitted,
      other_downloads: otherDownloads.omitted,
      earlier: type === 2 ? earlier.omitted : 0,
      communication: evidence.conversations.length - talks.length,
    },
  };
}

function refundPolicy(brand: Brand): string | null {
  const link = [...brand.footer.links, ...brand.links].find(({ label }) => /refund/i.test(label));
  return link ? `Published at ${link.href}` : null;
}

function application(order: Order): PackFacts['application'] {
  return {
    full_name: order.fullName,
    passport_last4: lastFour(order.passportNo),
    passport_expiry: order.passportExpiry,
    dob: order.dob,
    sex: order.sex,
    nationality: nationalityName(order.nationality),
    contact_email_address: order.contactEmailAddress,
    phone: `${order.phoneCode} ${order.phoneNumber}`.trim() || null,
    doa: order.doa,
    dod: order.dod,
    flight_detail: order.flightDetail,
    mode_of_travel: order.modeOfTravel,
    last_port_embarkation: order.lastPortEmbarkation,
    accommodation_of_Stay: order.accommodationOfStay,
    address: order.address,
    city: order.city,
    state: order.state,
    post_code: order.postCode,
  };
}

/** A number too short to hide behind four characters shows half of its characters. */
function lastFour(passportNo: string): string {
  const characters = Array.from(passportNo);
  return characters.slice(-Math.min(4, Math.floor(characters.length / 2)) || characters.length).join('');
}

function packMail(mail: Mail): PackMail {
  return {
    create_ts: iso(mail.createTs),
    sent_at: iso(mail.sentAt),
    kind: mail.kind,
    recipient: mail.recipient,
    subject: mail.subject,
    mail_service_provider: mail.provider,
    provider_message_id: mail.providerMessageId,
    state: mail.state,
    attachment_sha256: mail.attachmentSha256,
  };
}

function packDownload(row: Download): PackDownload {
  return {
    create_ts: iso(row.createTs),
    ip: row.ip || null,
    place: row.place || null,
    device: known(row.device),
    device_type: known(row.deviceType),
    browser: named(row.browser, row.browserVersion),
    os: known(row.os),
    file1: row.file1,
    sha256: row.sha256,
  };
}

type Trace = {
  ip: string | null;
  place: string | null;
  device: string | null;
  browser: string | null;
  os: string | null;
};

/** Purchase, tracking and download side by side; pack 1 shows only the address and the device. */
function comparison(type: PackType, evidence: Evidence, purchasePlace: string): PackFacts['comparison'] {
  const { order, tracking, firstDownload } = evidence;
  const traces = {
    purchase:
      order.purchaseIp || order.purchaseUserAgent
        ? trace(order.purchaseIp, purchasePlace, order.purchaseUserAgent)
        : null,
    tracking: tracking && trace(tracking.ip, tracking.place, tracking.userAgent),
    download: firstDownload && trace(firstDownload.ip, firstDownload.place, firstDownload.userAgent),
  };
  const row = (trait: string, of: keyof Trace): ComparisonRow => {
    const [purchase, ...later] = (['purchase', 'tracking', 'download'] as const).map(
      (time) => traces[time]?.[of] ?? null,
    );
    const [atTracking, atDownload] = later as [string | null, string | null];
    const differs = (value: string | null) => purchase != null && value !== null && value !== purchase;
    return {
      trait,
      purchase: purchase ?? null,
      tracking: atTracking,
      download: atDownload,
      differs: [
        ...(differs(atTracking) ? (['tracking'] as const) : []),
        ...(differs(atDownload) ? (['download'] as const) : []),
      ],
    };
  };
  const short = [row(ipTrait, 'ip'), row('Device', 'device')];
  const full = [
    row(ipTrait, 'ip'),
    row('Place', 'place'),
    row('Device', 'device'),
    row('Browser', 'browser'),
    row('System', 'os'),
  ];
  return {
    at: {
      purchase: traces.purchase && iso(order.paidAt ?? order.createTs),
      tracking: tracking && iso(tracking.createTs),
      download: firstDownload && iso(firstDownload.createTs),
    },
    rows: type === 1 ? short : full,
  };
}

function trace(ip: string | null, place: string, userAgent: string | null): Trace {
  const { device, deviceType, browser, browserVersion, os } = deviceOf(userAgent ?? undefined);
  return {
    ip: ip || null,
    place: place || null,
    device: [known(device), known(deviceType)].filter(Boolean).join(', ') || null,
    browser: named(browser, browserVersion),
    os: known(os),
  };
}

/** A row of Earlier Orders on an order's page. */
export function earlierEntry(order: Order, earlier: Order): EarlierEntry {
  return {
    order_id: earlier.id,
    encoded_id: encodeOrderId(earlier.id),
    create_ts: iso(earlier.createTs),
    process_status: earlier.processStatus,
    by: shared(order, earlier),
  };
}

/** What two orders have in common that makes them look like the same person's. */
function shared(order: Order, other: Order): SharedTrait[] {
  const same = [
    sameText(order.contactEmailAddress.toLowerCase(), other.contactEmailAddress.toLowerCase()) && 'email',
    sameText(order.passportNo, other.passportNo) && order.nationality === other.nationality && 'passport',
    sameText(order.cardFingerprint, other.cardFingerprint) && 'card',
    sameText(order.deviceFingerprint, other.deviceFingerprint) && 'device',
    sameText(order.purchaseIp, other.purchaseIp) && 'ip',
  ] as const;
  return same.filter((trait) => trait !== false);
}

function earlierOrder(order: Order, earlier: Order): EarlierOrder {
  return {
    order_id: earlier.id,
    create_ts: iso(earlier.createTs),
    amount: earlier.amount,
    currency: earlier.currency,
    same: shared(order, earlier).map((trait) => (trait === 'ip' ? ipTrait : trait)),
  };
}

function sameText(one: string | null, other: string | null): boolean {
  return Boolean(one) && one === other;
}

/** The newest conversations that a pack has room for, oldest first. */
function fitting(remarks: Remark[]): Remark[] {
  let room = packRoom.communication;
  const first = remarks.findLastIndex(({ remark }) => (room -= remark.length) < 0);
  return remarks.slice(first + 1);
}

function known(text: string): string | null {
  return text === '' || text === 'Unknown' ? null : text;
}

function named(browser: string, version: string): string | null {
  return known(browser) && [browser, known(version)].filter(Boolean).join(' ');
}

function iso(time: Date): string;
function iso(time: Date | null): string | null;
function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

function day(time: Date): string {
  return time.toISOString().slice(0, 10);
}
