import type { Dispute } from '../database/dispute.entity.js';
import type { Order } from '../database/order.entity.js';
import type { Remark } from '../database/remark.entity.js';
import { deviceOf } from '../platform/device.js';
import type { Brand } from '../shared/brands.js';
import { cardChecks } from '../shared/card-checks.js';
import { nationalityName } from '../shared/countries.js';
import { disputeNetworks, disputeReason } from '../shared/dispute-reasons.js';
import { isSameMailbox } from '../shared/mailbox.js';
import type { PackFacts, RegistrationCheck } from '../shared/pack-facts.js';
import { type PackType, packRoom } from '../shared/packs.js';
import { wordsApart } from '../shared/quotes.js';
import { erasureRows } from '../shared/retention.js';
import { lastFour } from '../shared/separate.js';
import { refundPolicyOf } from '../shared/refund-policy.js';
import type { Evidence } from './evidence.queries.js';
import { known, named, iso, day } from './facts-of-rows.js';
import { type Chosen, fetched, packDownload } from './downloads.facts.js';
import { registrationFacts } from './registration.facts.js';
import { type Compared, comparison } from './comparison.facts.js';
import { noEarlier, earlierOrders } from './earlier.facts.js';

/** What a pack needs beside the evidence. */
type Beside = Compared & {
  brand: Brand;
  mails: PackFacts['mails'];
  mailAsSent: PackFacts['mail_as_sent'];
  compelling: PackFacts['compelling'];
  /** What members added of the authority's page. */
  checks: RegistrationCheck[];
  /** Leaves of the order's passport numbers their ends: that is all that a bank needs. */
  withoutPassport: (text: string) => string;
  /** Whose mails an email of the customer may quote as ours: the domain of the mailboxes, and the brand's address. */
  ourAddresses: string[];
};

/** The facts of a pack, from what is on record (docs/evidence.md#what-a-pack-may-say). Same records, same facts. */
export function packFacts(type: PackType, evidence: Evidence, chosen: Chosen, beside: Beside): PackFacts {
  const { order, anchor, dispute } = evidence;
  const { brand } = beside;
  const talks = fitting(evidence.conversations);
  const earlier = type === 2 || dispute?.category === 'other' ? earlierOrders(order, evidence.earlier) : noEarlier;
  return {
    pack_type: type,
    case: dispute && caseOf(dispute),
    seller: { ...brand.seller, brand: brand.name, contact: brand.contact.email },
    order: orderFacts(evidence),
    payment: paymentFacts(evidence),
    sale: saleFacts(order, brand),
    policies: evidence.policies.map(policyFacts),
    application: {
      full_name: order.fullName,
      passport_last4: lastFour(order.passportNo),
      nationality: nationalityName(order.nationality),
      doa: order.doa,
      dod: order.dod,
    },
    ...registrationFacts(evidence, beside.checks),
    mails: beside.mails,
    mail_as_sent: beside.mailAsSent,
    ...downloadFacts(order, chosen, beside),
    comparison: comparison(type, evidence, chosen, beside),
    earlier: { anchor: { date: day(anchor.at), event: anchor.event }, ...earlier.facts },
    compelling: beside.compelling,
    separate: evidence.siblings.slice(0, packRoom.separate).map(separateFacts),
    ...writtenFacts(talks, evidence, beside),
    refund: refundFacts(evidence),
    // absent where there is one charge, so that packs stored before this field existed keep their hash
    ...(evidence.others.length > 0 && { other_charges: evidence.others }),
    document: beside.document,
    // absent when nothing was erased, so that packs stored before this field existed keep their hash
    ...(evidence.erased.length > 0 && {
      erased: evidence.erased.map(({ kind, at }) => ({ what: erasureRows[kind].what, at: iso(at) })),
    }),
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

function orderFacts({ order, earlierAddresses, document }: Evidence): PackFacts['order'] {
  return {
    order_id: order.id,
    create_ts: iso(order.createTs),
    full_name: order.fullName,
    contact_email_address: order.contactEmailAddress,
    earlier_addresses: earlierAddresses.map(({ address, until }) => ({ address, until: iso(until) })),
    landing_domain: order.landingDomain,
    service: order.wantsPriority ? 'Priority' : 'Standard',
    // an order that was moved on, or back, is not completed
    processed_at: order.processStatus === 'Completed' ? iso(order.processedAt) : null,
    disputed_at: iso(order.disputedAt),
    card_outdated: order.outdatedCard !== null && document === null,
  };
}

function paymentFacts({ order, paidTimeTold, gatewayName }: Evidence): PackFacts['payment'] {
  return {
    transaction_id: order.transactionId,
    merchant_name: order.merchantName,
    statement_descriptor: order.statementDescriptor,
    amount: order.amount,
    currency: order.currency,
    paid: order.paidAt !== null,
    paid_at: paidTimeTold ? iso(order.paidAt) : null,
    gateway_name: gatewayName,
    card_brand: order.cardBrand,
    card_last4: order.cardLast4,
    checks: cardChecks({ card_brand: order.cardBrand, avs: order.avs, cvv: order.cvv, three_ds: order.threeDs }),
  };
}

function saleFacts(order: Order, brand: Brand): PackFacts['sale'] {
  const policyAt = refundPolicyOf(brand);
  const device = deviceOf(order.purchaseUserAgent ?? undefined);
  return {
    disclosure: brand.footer.lines[0] ?? null,
    refund_policy: policyAt ? `Published at ${policyAt}` : null,
    terms_version: order.termsVersion,
    terms_accepted_at: iso(order.termsAcceptedAt),
    purchase_ip: order.purchaseIp,
    purchase_device: order.purchaseUserAgent
      ? [named(device.browser, device.browserVersion), known(device.os)].filter(Boolean).join(', ') || null
      : null,
    device_fingerprint: order.deviceFingerprint,
    browser_tz: order.browserTz,
    signature_name: order.signatureName,
  };
}

function policyFacts(policy: Evidence['policies'][number]): PackFacts['policies'][number] {
  return {
    kind: policy.kind,
    version: policy.version,
    valid_from: policy.validFrom,
    sha256: policy.sha256,
    text: policy.text.slice(0, packRoom.policy),
    cut: policy.text.length > packRoom.policy,
  };
}

type DownloadFacts = Pick<PackFacts, 'downloads' | 'downloaded' | 'other_downloads'>;

function downloadFacts(order: Order, chosen: Chosen, { rows, document }: Beside): DownloadFacts {
  return {
    downloads: chosen.shown.map(({ request, number }) => packDownload(rows.get(request.id)!, number, order, document)),
    downloaded: chosen.counts,
    other_downloads: chosen.others.map(({ request, number, why }) => ({
      ...fetched(rows.get(request.id)!, number, document),
      why,
    })),
  };
}

/** What members noted of talks with the customer, and what the customer wrote. */
function writtenFacts(
  talks: Evidence['conversations'],
  { letters, order, earlierAddresses }: Evidence,
  beside: Beside,
): Pick<PackFacts, 'communication' | 'letters'> {
  const { withoutPassport } = beside;
  const addresses = [order.contactEmailAddress, order.email, ...earlierAddresses.map((earlier) => earlier.address)];
  return {
    communication: talks.map((remark) => ({
      id: remark.id,
      create_ts: iso(remark.createTs),
      remark: withoutPassport(remark.remark),
      whatsapp: remark.whatsapp,
      telephone: remark.telephone,
    })),
    letters: letters.flatMap((letter) => letterFacts(letter, addresses, beside)),
  };
}

/**
 * An email of the customer: the words of the customer's own, which have the room before what the email quotes. One that only
 * quotes says nothing of the customer's, and is none.
 */
function letterFacts(
  { id, createTs, sender, subject, text }: Evidence['letters'][number],
  addresses: string[],
  { withoutPassport, ourAddresses }: Beside,
): PackFacts['letters'] {
  const { own, quoted } = wordsApart(text);
  if (own === '' && quoted !== '') return [];
  const earlier = quoted.slice(0, Math.max(0, packRoom.letter - own.length));
  const head = quoted.toLowerCase();
  const isAsSpelled = addresses.some((one) => one.trim().toLowerCase() === sender);
  const address = isAsSpelled ? null : addresses.find((one) => isSameMailbox(one, sender));
  return [
    {
      id,
      create_ts: iso(createTs),
      sender,
      address: address ?? null,
      subject: withoutPassport(subject),
      text: withoutPassport(own.slice(0, packRoom.letter)),
      quoted: withoutPassport(earlier) || null,
      quotes_us: ourAddresses.some((address) => head.includes(address.toLowerCase())),
      cut: own.length + quoted.length > packRoom.letter,
    },
  ];
}

function separateFacts(other: Order): PackFacts['separate'][number] {
  return {
    order_id: other.id,
    create_ts: iso(other.createTs),
    transaction_id: other.transactionId,
    amount: other.amount,
    currency: other.currency,
    traveller: other.fullName,
    passport_last4: lastFour(other.passportNo),
  };
}

function refundFacts({ order, refunds, refundAskedAt, conversations }: Evidence): PackFacts['refund'] {
  const given = refunds.filter(({ state }) => state === 'done');
  const failed = refunds.filter(({ state }) => state === 'failed');
  const isOneForAll = given.length === 1 && order.refundDate !== null;
  return {
    refund_date: iso(order.refundDate),
    amount: order.refundAmount,
    reference: order.refundReference,
    // both absent where one refund closed the charge, so that packs stored before these fields existed keep their hash
    ...(given.length > 0 &&
      !isOneForAll && { given: given.map(({ amount, at, reference }) => ({ amount, at: iso(at), reference })) }),
    ...(failed.length > 0 && {
      failed: failed.map(({ amount, at, failedAt, reference }) => ({
        amount: amount ?? order.amount,
        at: iso(at),
        failed_at: iso(failedAt!),
        reference,
      })),
    }),
    asked_at: iso(refundAskedAt),
    noted_at: iso(conversations.find(({ statusRefund }) => statusRefund)?.createTs ?? null),
  };
}

/** The type of pack that answers a dispute: 2 argues who paid, 1 what was delivered. */
export function typeAnswering({ category }: Dispute): PackType {
  return ['fraud', 'unrecognised', 'authorisation'].includes(category) ? 2 : 1;
}

function caseOf(dispute: Dispute): NonNullable<PackFacts['case']> {
  const reason = disputeReason(dispute.network, dispute.reasonCode);
  return {
    case_id: dispute.caseId,
    arn: dispute.arn,
    // the code of a network that the table does not know stands alone
    network: dispute.network && dispute.network !== 'other' ? disputeNetworks[dispute.network].label : null,
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
