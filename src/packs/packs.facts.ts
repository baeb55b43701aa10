import type { Dispute } from '../database/dispute.entity.js';
import type { Download } from '../database/download.entity.js';
import type { Order } from '../database/order.entity.js';
import type { Remark } from '../database/remark.entity.js';
import type { VisitorSession } from '../database/visitor-session.entity.js';
import { deviceOf, isMachine } from '../platform/device.js';
import { isHosted } from '../platform/hosting-networks.js';
import type { Brand } from '../shared/brands.js';
import { cardChecks } from '../shared/card-checks.js';
import { type ComparedCharge, comparedElements, compellingEvidence } from '../shared/compelling-evidence.js';
import { nationalityName } from '../shared/countries.js';
import { disputeNetworks, disputeReason } from '../shared/dispute-reasons.js';
import { mailKindRows } from '../shared/mail-kinds.js';
import { encodeOrderId } from '../shared/order-id.js';
import {
  type ComparisonRow,
  type EarlierOrder,
  type NotCounted,
  type PackDocument,
  type PackDownload,
  type PackFacts,
  type PackMail,
  type PackTrait,
  ipTrait,
  packTraits,
} from '../shared/pack-facts.js';
import { type EarlierEntry, type PackType, type SharedTrait, packRoom } from '../shared/packs.js';
import type { CardRequest, EarlierAddress, Evidence, SentMail } from './evidence.queries.js';

/** What a pack needs beside the evidence. */
export type Beside = {
  brand: Brand;
  /** The location of the purchase's IP address; '' when unknown. */
  purchasePlace: string;
  document: PackDocument | null;
  mails: PackFacts['mails'];
  mailAsSent: PackFacts['mail_as_sent'];
  /** The whole rows of the downloads that the pack prints or compares, by id. */
  rows: Map<number, Download>;
  tracking: VisitorSession | null;
  compelling: PackFacts['compelling'];
};

/** The facts of a pack, from what is on record (docs/product.md#what-a-pack-may-say). Same records, same facts. */
export function packFacts(type: PackType, evidence: Evidence, chosen: Chosen, beside: Beside): PackFacts {
  const { order, anchor, dispute } = evidence;
  const { brand } = beside;
  const talks = fitting(evidence.conversations);
  const earlier = type === 2 || dispute?.category === 'other' ? earlierOrders(order, evidence.earlier) : noEarlier;
  const device = deviceOf(order.purchaseUserAgent ?? undefined);
  return {
    pack_type: type,
    case: dispute && caseOf(dispute),
    seller: { ...brand.seller, brand: brand.name, contact: brand.contact.email },
    order: {
      order_id: order.id,
      create_ts: iso(order.createTs),
      full_name: order.fullName,
      contact_email_address: order.contactEmailAddress,
      earlier_addresses: evidence.earlierAddresses.map(({ address, until }) => ({ address, until: iso(until) })),
      landing_domain: order.landingDomain,
      service: order.wantsPriority ? 'Priority' : 'Standard',
      // an order that was moved on, or back, is not completed
      processed_at: order.processStatus === 'Completed' ? iso(order.processedAt) : null,
      disputed_at: iso(order.disputedAt),
    },
    payment: {
      transaction_id: order.transactionId,
      merchant_name: order.merchantName,
      statement_descriptor: order.statementDescriptor,
      amount: order.amount,
      currency: order.currency,
      paid: order.paidAt !== null,
      paid_at: evidence.paidTimeTold ? iso(order.paidAt) : null,
      gateway_name: evidence.gatewayName,
      card_brand: order.cardBrand,
      card_last4: order.cardLast4,
      checks: cardChecks({ card_brand: order.cardBrand, avs: order.avs, cvv: order.cvv, three_ds: order.threeDs }),
    },
    sale: {
      disclosure: brand.footer.lines[0] ?? null,
      refund_policy: refundPolicy(brand),
      terms_version: order.termsVersion,
      terms_accepted_at: iso(order.termsAcceptedAt),
      purchase_ip: order.purchaseIp,
      purchase_device: order.purchaseUserAgent
        ? [named(device.browser, device.browserVersion), known(device.os)].filter(Boolean).join(', ') || null
        : null,
      device_fingerprint: order.deviceFingerprint,
      browser_tz: order.browserTz,
      signature_name: order.signatureName,
    },
    policies: evidence.policies.map((policy) => ({
      kind: policy.kind,
      version: policy.version,
      valid_from: policy.validFrom,
      sha256: policy.sha256,
      text: policy.text.slice(0, packRoom.policy),
      cut: policy.text.length > packRoom.policy,
    })),
    application: {
      full_name: order.fullName,
      passport_last4: lastFour(order.passportNo),
      nationality: nationalityName(order.nationality),
      doa: order.doa,
      dod: order.dod,
    },
    mails: beside.mails,
    mail_as_sent: beside.mailAsSent,
    downloads: chosen.shown.map(({ request, number }) =>
      packDownload(beside.rows.get(request.id)!, number, order, beside.document),
    ),
    downloaded: chosen.counts,
    other_downloads: chosen.others.map(({ request, number, why }) => ({
      ...fetched(beside.rows.get(request.id)!, number, beside.document),
      why,
    })),
    comparison: comparison(type, evidence, chosen, beside),
    earlier: { anchor: { date: day(anchor.at), event: anchor.event }, ...earlier.facts },
    compelling: beside.compelling,
    separate: evidence.siblings.slice(0, packRoom.separate).map((other) => ({
      order_id: other.id,
      create_ts: iso(other.createTs),
      transaction_id: other.transactionId,
      amount: other.amount,
      currency: other.currency,
      traveller: other.fullName,
      passport_last4: lastFour(other.passportNo),
    })),
    communication: talks.map((remark) => ({
      id: remark.id,
      create_ts: iso(remark.createTs),
      remark: remark.remark,
      whatsapp: remark.whatsapp,
      telephone: remark.telephone,
    })),
    letters: evidence.letters.map(({ id, createTs, sender, subject, text }) => ({
      id,
      create_ts: iso(createTs),
      sender,
      subject,
      text: text.slice(0, packRoom.letter),
      cut: text.length > packRoom.letter,
    })),
    refund: {
      refund_date: iso(order.refundDate),
      amount: order.refundAmount,
      reference: order.refundReference,
      asked_at: iso(evidence.refundAskedAt),
      noted_at: iso(evidence.conversations.find(({ statusRefund }) => statusRefund)?.createTs ?? null),
    },
    document: beside.document,
    omitted: {
      mails: evidence.mails.length - beside.mails.length,
      downloads: chosen.counts.total - chosen.shown.length,
      other_downloads: chosen.othersTotal - chosen.others.length,
      earlier: earlier.omitted,
      separate: Math.max(0, evidence.siblings.length - packRoom.separate),
      communication: evidence.conversations.length - talks.length,
      letters: (evidence.letters[0]?.total ?? 0) - evidence.letters.length,
    },
  };
}

/** The pack that answers a kind of dispute by itself: who paid, or what was delivered. */
export function typeAnswering({ category }: Dispute): PackType {
  return ['fraud', 'unrecognised', 'authorisation'].includes(category) ? 2 : 1;
}

function caseOf(dispute: Dispute): NonNullable<PackFacts['case']> {
  const reason = disputeReason(dispute.network, dispute.reasonCode);
  return {
    case_id: dispute.caseId,
    arn: dispute.arn,
    network: dispute.network && disputeNetworks[dispute.network].label,
    reason_code: dispute.reasonCode,
    reason_title: reason?.title ?? null,
    category: dispute.category,
    amount: dispute.amount,
    currency: dispute.currency,
    opened_at: isOpeningTold(dispute) ? iso(dispute.openedAt) : null,
    recorded_at: iso(dispute.createTs),
    reply_by: iso(dispute.replyBy),
  };
}

/** A dispute that came in without a date has the second of our own intake. */
function isOpeningTold({ source, openedAt, createTs }: Dispute): boolean {
  return source === 'stripe' || Math.abs(openedAt.getTime() - createTs.getTime()) > 5_000;
}

type Numbered = { request: CardRequest; number: number };

/** The requests that a pack prints, and what holds for all of them. */
export type Chosen = {
  shown: Numbered[];
  others: (Numbered & { why: NotCounted })[];
  othersTotal: number;
  counts: PackFacts['downloaded'];
  /** The download that is compared with the purchase. */
  best: Numbered | undefined;
};

/**
 * Sorts the requests for a card into downloads by the customer and the rest, counts over all of them, and chooses which
 * are printed: the first and the last, those that match the purchase, then the newest.
 * @param card the SHA-256 of the current card
 */
export function chooseRequests(
  { requests, requestsUnread, memberAddresses, order }: Evidence,
  card: string | undefined,
): Chosen {
  const staffAddresses = new Set(requests.filter(({ actor }) => actor === 'staff').map(({ ip }) => ip));
  const ours = (ip: string) => memberAddresses.has(ip) || staffAddresses.has(ip);
  const customers: Numbered[] = [];
  const others: (Numbered & { why: NotCounted })[] = [];
  for (const request of requests) {
    const why = whyNot(request, ours);
    if (why) others.push({ request, number: others.length + 1, why });
    else customers.push({ request, number: customers.length + 1 });
  }

  const isCurrent = ({ request }: Numbered) => card !== undefined && request.sha256 === card;
  const isFromPurchase = ({ request }: Numbered) => Boolean(order.purchaseIp) && request.ip === order.purchaseIp;
  const current = customers.filter(isCurrent);
  const matching = current.filter(isFromPurchase);
  const [first] = current;
  return {
    shown: kept(customers, packRoom.downloads, [first, matching[0], matching.at(-1), ...matching]),
    others: kept(others, packRoom.other_downloads, []),
    othersTotal: others.length,
    counts: {
      total: customers.length,
      current: current.length,
      from_purchase_ip: matching.length,
      first: first?.number ?? null,
      more: requestsUnread > 0,
    },
    best: bestMatch(order, current) ?? bestMatch(order, customers),
  };
}

/** The rows that there is room for: the first, the last, the wanted ones, then the newest; in their order. */
function kept<Row extends object>(rows: Row[], room: number, wanted: (Row | undefined)[]): Row[] {
  const chosen = new Set<Row>();
  for (const row of [rows[0], rows.at(-1), ...wanted, ...rows.toReversed()]) {
    if (chosen.size >= room) break;
    if (row) chosen.add(row);
  }
  return rows.filter((row) => chosen.has(row));
}

/** Why a request is no download by the customer; undefined when it is one. */
export function whyNot(
  { actor, complete, userAgent, ip }: Pick<CardRequest, 'actor' | 'complete' | 'userAgent' | 'ip'>,
  isOurs: (ip: string) => boolean,
): NotCounted | undefined {
  if (actor === 'staff') return 'by staff';
  if (actor === 'machine') return 'by a machine';
  if (!complete) return 'not complete';
  if (isMachine(userAgent, 'GET')) return 'by a script';
  if (isHosted(ip)) return 'from a data centre';
  return isOurs(ip) ? 'from an address our staff signed in from' : undefined;
}

/** The download that equals the purchase in most traits, the address before all; the earliest of several. */
function bestMatch(order: Order, downloads: Numbered[]): Numbered | undefined {
  const bought = deviceOf(order.purchaseUserAgent ?? undefined);
  const match = ({ request }: Numbered) => {
    const used = deviceOf(request.userAgent);
    const same = (one: string, other: string) => (known(one) && one === other ? 1 : 0);
    return (
      (order.purchaseIp && request.ip === order.purchaseIp ? 10 : 0) +
      same(bought.device, used.device) * 2 +
      same(bought.os, used.os) +
      same(bought.browser, used.browser)
    );
  };
  // a file of thousands of requests has few different ones
  const scores = new Map<string, number>();
  const scored = (one: Numbered) => {
    const key = `${one.request.ip}\n${one.request.userAgent}`;
    if (!scores.has(key)) scores.set(key, match(one));
    return scores.get(key)!;
  };
  return downloads.reduce<Numbered | undefined>(
    (best, one) => (best && scored(best) >= scored(one) ? best : one),
    undefined,
  );
}

/** The mails that a pack prints: the first, the last, those that brought the current card, then the newest. */
export function chooseMails(mails: SentMail[], card: string | undefined): { mail: SentMail; number: number }[] {
  const all = mails.map((mail, index) => ({ mail, number: index + 1 }));
  const carriers = all.filter(({ mail }) => card !== undefined && mail.attachmentSha256 === card);
  return kept(all, packRoom.mails, [carriers.find(({ mail }) => mail.state === 'delivered'), ...carriers]);
}

/** A mail as a pack prints it. */
export function packMail(
  { mail, number }: { mail: SentMail; number: number },
  order: Order,
  card: string | undefined,
  said: { deliveredAt: Date | null; answer: string | null } | undefined,
): PackMail {
  const delivered = mail.state === 'delivered' || (mail.state === 'complained' && Boolean(said?.deliveredAt));
  return {
    number,
    create_ts: iso(mail.createTs),
    sent_at: iso(mail.sentAt),
    kind: mail.kind,
    recipient: mail.recipient,
    to_customer: mail.recipient.toLowerCase() === order.contactEmailAddress.toLowerCase(),
    subject: mail.subject,
    mail_service_provider: mail.provider,
    provider_message_id: mail.providerMessageId,
    state: mail.state,
    delivered,
    delivered_at: delivered ? iso(said?.deliveredAt ?? null) : null,
    answer: said?.answer ?? mail.failure,
    carries: carriedBy(mail, card),
    attachment_sha256: mail.attachmentSha256,
  };
}

function carriedBy({ kind, attachmentSha256 }: SentMail, card: string | undefined): PackMail['carries'] {
  const { card: carried } = mailKindRows[kind];
  if (carried !== 'attached') return carried === 'linked' ? 'link' : 'other';
  return card !== undefined && attachmentSha256 === card ? 'current card' : 'earlier card';
}

function refundPolicy(brand: Brand): string | null {
  const link = [...brand.footer.links, ...brand.links].find(({ label }) => /refund/i.test(label));
  return link ? `Published at ${link.href}` : null;
}

/** A number too short to hide behind four characters shows half of its characters. */
function lastFour(passportNo: string): string {
  const characters = Array.from(passportNo);
  return characters.slice(-Math.min(4, Math.floor(characters.length / 2)) || characters.length).join('');
}

function fetched(row: Download, number: number, document: PackDocument | null) {
  return {
    number,
    create_ts: iso(row.createTs),
    ip: row.ip || null,
    place: row.location || null,
    device: known(row.device),
    device_type: known(row.deviceType),
    browser: named(row.browser, row.browserVersion),
    os: known(row.os),
    file1: row.file1,
    sha256: row.sha256,
    current: row.sha256 === document?.sha256,
  };
}

function packDownload(row: Download, number: number, order: Order, document: PackDocument | null): PackDownload {
  return {
    ...fetched(row, number, document),
    signed_in: row.reader.startsWith('visitor:'),
    from_purchase_ip: Boolean(order.purchaseIp) && row.ip === order.purchaseIp,
  };
}

type Trace = {
  ip: string | null;
  place: string | null;
  device: string | null;
  browser: string | null;
  os: string | null;
};

/** Purchase, tracking and the best download side by side; pack 1 shows only the address and the device. */
function comparison(
  type: PackType,
  { order, paidTimeTold }: Evidence,
  { best }: Chosen,
  { purchasePlace, rows, tracking, document }: Beside,
): PackFacts['comparison'] {
  const download = best && rows.get(best.request.id)!;
  const traces = {
    purchase:
      order.purchaseIp || order.purchaseUserAgent
        ? trace(order.purchaseIp, purchasePlace, order.purchaseUserAgent)
        : null,
    tracking: tracking && trace(tracking.ip, tracking.location, tracking.userAgent),
    download: download && trace(download.ip, download.location, download.userAgent),
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
    ...short.slice(0, 1),
    row('Place', 'place'),
    row('Device', 'device'),
    row('Browser', 'browser'),
    row('System', 'os'),
  ];
  return {
    at: {
      purchase: traces.purchase && iso(paidTimeTold ? order.paidAt! : order.createTs),
      tracking: tracking && iso(tracking.createTs),
      download: download ? iso(download.createTs) : null,
    },
    download: best?.number ?? null,
    current: download !== undefined && download.sha256 === document?.sha256,
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

const noEarlier = { facts: { orders: [], groups: [] }, omitted: 0 };

/** Counts what the earlier orders share over all of them; of too many the strongest, the first and the last are printed. */
function earlierOrders(order: Order, found: Order[]) {
  const all = found.map((earlier) => earlierOrder(order, earlier));
  const strongest = all.toSorted((one, other) => weight(other.same) - weight(one.same));
  const orders = kept(all, packRoom.earlier, strongest);

  const groups = new Map<string, { same: PackTrait[]; count: number }>();
  for (const { same } of strongest) {
    const group = groups.get(same.join()) ?? { same, count: 0 };
    groups.set(same.join(), { ...group, count: group.count + 1 });
  }
  return { facts: { orders, groups: [...groups.values()] }, omitted: all.length - orders.length };
}

/** The traits that nobody types weigh more than all others together. */
function weight(same: PackTrait[]): number {
  return same.reduce((sum, trait) => sum + 2 ** (packTraits.length - packTraits.indexOf(trait)), 0);
}

function earlierOrder(order: Order, earlier: Order): EarlierOrder {
  const same = new Set(shared(order, earlier).map((trait) => (trait === 'ip' ? ipTrait : trait)));
  return {
    order_id: earlier.id,
    create_ts: iso(earlier.createTs),
    amount: earlier.amount,
    currency: earlier.currency,
    same: packTraits.filter((trait) => same.has(trait)),
  };
}

/**
 * Visa's rules over the earlier orders of the same card.
 * @param mailedTo the address that each order's card was mailed to
 * @param amended the addresses of before of the orders whose address was amended: the first one was given at the purchase
 */
export function compellingFacts(
  order: Order,
  earlier: (Order & { spoilt: boolean })[],
  mailedTo: Map<number, string>,
  amended: Map<number, EarlierAddress[]>,
): NonNullable<PackFacts['compelling']> {
  const charge = (one: Order) => chargeOf(one, mailedTo, amended);
  const verdict = compellingEvidence(
    charge(order),
    earlier.map((one) => ({ ...charge(one), disputed: one.spoilt, refunded: one.refundDate !== null })),
  );
  const printed = [charge(order), ...verdict.pair.map((one) => one.charge)];
  return {
    meets: verdict.meets,
    fault: verdict.fault,
    same: verdict.same.map((element) => comparedElements[element]),
    charges: verdict.meets
      ? printed.map(
          ({ order_id, transaction_id, at, amount, currency, description, email, ip, device, delivery_address }) => ({
            order_id,
            transaction_id,
            at,
            amount,
            currency,
            description,
            email,
            ip,
            device,
            delivery_address,
          }),
        )
      : [],
  };
}

function chargeOf(order: Order, mailedTo: Map<number, string>, amended: Map<number, EarlierAddress[]>): ComparedCharge {
  return {
    order_id: order.id,
    transaction_id: order.transactionId,
    at: iso(order.paidAt ?? order.createTs),
    amount: order.amount,
    currency: order.currency,
    description: `Malaysia Digital Arrival Card service, ${order.wantsPriority ? 'Priority' : 'Standard'}`,
    card_fingerprint: order.cardFingerprint,
    email: amended.get(order.id)?.[0]?.address ?? order.contactEmailAddress,
    ip: order.purchaseIp,
    device: order.deviceFingerprint,
    delivery_address: mailedTo.get(order.id) ?? null,
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

function sameText(one: string | null, other: string | null): boolean {
  return Boolean(one) && one === other;
}

/** The conversations that a pack has room for: the first and the last, then the newest; oldest first. */
function fitting(remarks: Remark[]): Remark[] {
  let room = packRoom.communication;
  const chosen = new Set<Remark>();
  for (const remark of new Set([remarks[0]!, ...remarks.toReversed()])) {
    if (!remark || (room -= remark.remark.length) < 0) break;
    chosen.add(remark);
  }
  return remarks.filter((remark) => chosen.has(remark));
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
