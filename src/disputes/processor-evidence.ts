import type { Stripe } from 'stripe';
import { textOf } from '../platform/html.js';
import type { DisputeEvidence, StripeEvidence } from '../shared/answers/evidence.js';
import { formatMoment, formatMomentSeconds, formatShortDay } from '../shared/dates.js';
import { evidenceFieldLength, evidenceLength } from '../shared/limits.js';
import { money } from '../shared/money.js';
import { argumentOf, deliveryMail, firstDownload } from '../shared/pack-argument.js';
import { type PackFacts, withOwn } from '../shared/pack-facts.js';
import { isPlacedBefore } from '../../views/pdf/parts.js';
import { reasonsOf } from '../../views/pdf/reasons.js';

/** A text: what stands first, and lines from the oldest to the newest, of which the oldest are left out first. */
type Draft = { head: string; lines?: string[] };
type TextField = {
  [Field in keyof StripeEvidence]-?: StripeEvidence[Field] extends string | undefined ? Field : never;
}[keyof StripeEvidence];

/** The texts by field, the short ones first, so that they have room; undefined where the facts prove nothing. */
const drafts: Record<TextField, (facts: PackFacts) => Draft | string | null | undefined> = {
  customer_name: ({ order }) => order.full_name,
  customer_email_address: ({ order }) => order.contact_email_address,
  customer_purchase_ip: ({ sale }) => sale.purchase_ip,
  service_date: (facts) => {
    const at = deliveryMail(facts)?.delivered_at ?? firstDownload(facts)?.create_ts;
    return at && formatMoment(at);
  },
  product_description: product,
  duplicate_charge_id: ({ separate }) => separate.map(({ transaction_id: id }) => id).find(isCharge),
  uncategorized_text: argument,
  refund_refusal_explanation: refusal,
  refund_policy_disclosure: refundPolicy,
  duplicate_charge_explanation: sideBySide,
  access_activity_log: accessLog,
};

/**
 * The evidence of a dispute for Stripe, from the facts of its pack, so that both say the same. Each text has at most
 * 20,000 characters, all together 150,000 (docs/disputes.md#evidence-for-stripe).
 */
export function evidenceOf(facts: PackFacts): Omit<DisputeEvidence, 'dispute_id'> {
  const { evidence: compelling, notes } = compellingEvidence(facts);
  let room = evidenceLength - lengthOf(compelling);
  const texts: Partial<Record<TextField, string>> = {};
  const cut: DisputeEvidence['cut'] = [];
  for (const [field, draft] of Object.entries(drafts) as [TextField, (typeof drafts)[TextField]][]) {
    const drafted = draft(facts);
    if (!drafted) continue;
    const { text, leftOut } = fitted(drafted, Math.min(evidenceFieldLength, room));
    texts[field] = text;
    room -= text.length;
    if (leftOut > 0) cut.push({ field, characters: leftOut });
  }
  const evidence = {
    ...texts,
    ...(compelling && { enhanced_evidence: { visa_compelling_evidence_3: compelling } }),
  } satisfies StripeEvidence & Stripe.DisputeUpdateParams.Evidence;
  return { evidence, characters: evidenceLength - room, cut, notes };
}

function product(facts: PackFacts): string {
  const { order, application, seller, sale } = facts;
  // one that was paid before it reached us was not ordered then
  const when = `${isPlacedBefore(facts) ? ', recorded on' : ' of'} ${formatMoment(order.create_ts)}`;
  return [
    `Malaysia Digital Arrival Card service, ${order.service}, order ${order.order_id}${when}, for ${application.full_name}, arriving on ${formatShortDay(application.doa)}.`,
    `Sold by ${seller.name} (${seller.brand}), ${order.landing_domain}.`,
    sale.disclosure,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The headline and the reasons of page one of the pack, in its words. */
function argument(facts: PackFacts): string | undefined {
  const { headline, arguable, conclusion } = argumentOf(facts);
  if (!arguable) return undefined;
  const reasons = reasonsOf(facts).map(({ lead, text }, index) => `${index + 1}. ${lead}: ${textOf(text)}`);
  return [`${headline}.`, ...reasons, conclusion].filter(Boolean).join('\n');
}

/** The text in force at the purchase. Without the time at which terms were accepted nobody knows which one that is. */
function refundPolicy({ sale, policies }: PackFacts): string | undefined {
  const policy = policies.find(({ kind }) => kind === 'refund');
  if (!policy || !sale.terms_accepted_at) return undefined;
  const terms = sale.terms_version ? `the terms of sale, version ${sale.terms_version},` : 'the terms of sale';
  return [
    `The customer accepted ${terms} on ${formatMoment(sale.terms_accepted_at)}. The refund policy in force on that day is version ${policy.version}, in force since ${formatShortDay(policy.valid_from)} (SHA-256 ${policy.sha256}).`,
    policy.cut ? 'Its text begins:' : 'Its text:',
    policy.text,
  ].join('\n');
}

/** Why a refund that the customer asked for was not given: only where the document was there before, and a policy holds. */
function refusal(facts: PackFacts): string | undefined {
  const { refund, policies, sale } = facts;
  const policy = policies.find(({ kind }) => kind === 'refund');
  const [came] = [deliveryMail(facts)?.delivered_at, firstDownload(facts)?.create_ts].filter(Boolean).toSorted();
  if (!refund.asked_at || refund.refund_date || refund.amount || !policy || !sale.terms_accepted_at || !came)
    return undefined;
  if (came >= refund.asked_at) return undefined;
  return [
    `The customer asked for a refund on ${formatMoment(refund.asked_at)}.`,
    `The document that was ordered had reached the customer on ${formatMoment(came)}, before that.`,
    `The refund policy in force when the customer accepted the terms is version ${policy.version}; its text is given as the refund policy.`,
  ].join(' ');
}

function sideBySide(facts: PackFacts): Draft | undefined {
  const reason = reasonsOf(facts).find(({ key }) => key === 'separate');
  if (!reason) return undefined;
  return {
    head: textOf(reason.text),
    lines: withOwn(facts).map((one) =>
      [
        `Order ${one.order_id}`,
        formatMoment(one.create_ts),
        one.transaction_id && `transaction ${one.transaction_id}`,
        money(one.amount, one.currency),
        `traveller ${one.traveller}, passport ending ${one.passport_last4}`,
      ]
        .filter(Boolean)
        .join(' · '),
    ),
  };
}

/** The customer's complete downloads, and nobody else's requests. */
function accessLog({ downloads, downloaded, omitted }: PackFacts): Draft | undefined {
  if (downloads.length === 0) return undefined;
  const all = `${downloaded.more ? 'At least ' : ''}${downloaded.total} complete ${downloaded.total === 1 ? 'download' : 'downloads'} of the document by the customer, ${downloaded.current} of them of its current version.`;
  const listed = omitted.downloads
    ? ` ${downloads.length} are listed: the first, the last, those from the IP address of the purchase, then the newest.`
    : '';
  return {
    head: all + listed,
    lines: downloads.map((row) =>
      [
        `${row.number}. ${formatMomentSeconds(row.create_ts)}`,
        row.ip && `IP ${row.ip}${row.from_purchase_ip ? ', the address of the purchase' : ''}`,
        row.place,
        [row.device, row.browser, row.os].filter(Boolean).join(', '),
        `file ${row.file1}${row.current ? '' : ', an earlier version'}`,
        row.signed_in && 'signed in with order number and email address',
        row.confirmed && 'the browser read the whole file and reported its SHA-256',
      ]
        .filter(Boolean)
        .join(' · '),
    ),
  };
}

type Compelling = NonNullable<StripeEvidence['enhanced_evidence']>['visa_compelling_evidence_3'];

/** Stripe finds the earlier charges by their ids. Without them, or where a rule fails, there is no such evidence. */
function compellingEvidence({ compelling }: PackFacts): { evidence: Compelling | undefined; notes: string[] } {
  if (!compelling) return { evidence: undefined, notes: [] };
  if (!compelling.meets) return { evidence: undefined, notes: [`Visa Compelling Evidence 3.0: ${compelling.fault}`] };

  const [disputed, ...earlier] = compelling.charges;
  const prior = earlier.flatMap((one) =>
    isCharge(one.transaction_id) ? [{ charge: one.transaction_id!, ...identifiers(one) }] : [],
  );
  if (prior.length < earlier.length) {
    const note = 'Visa Compelling Evidence 3.0: an earlier order has no charge id of Stripe (ch_… or py_…).';
    return { evidence: undefined, notes: [note] };
  }
  return {
    evidence: {
      disputed_transaction: { ...identifiers(disputed!), merchandise_or_services: 'services' },
      prior_undisputed_transactions: prior,
    },
    notes: [],
  };
}

/** Stripe takes no device fingerprint of less than 20 characters. */
function identifiers({ email, ip, device, description }: NonNullable<PackFacts['compelling']>['charges'][number]) {
  return {
    // a visitor is known by order number and email address
    ...(email && { customer_account_id: email, customer_email_address: email }),
    ...(ip && { customer_purchase_ip: ip }),
    ...(device && device.length >= 20 && { customer_device_fingerprint: device }),
    product_description: description,
  };
}

function isCharge(transactionId: string | null): boolean {
  return /^(?:ch|py)_\w+$/.test(transactionId ?? '');
}

/** Cuts a text to a length, whole characters and whole lines, and says so in it. */
function fitted(drafted: Draft | string, most: number): { text: string; leftOut: number } {
  const { head, lines = [] } = typeof drafted === 'string' ? { head: drafted } : drafted;
  const whole = [head, ...lines].join('\n');
  if (whole.length <= most) return { text: whole, leftOut: 0 };
  if (lines.length === 0) {
    const said = '\n[The text goes on.]';
    const text = whole.slice(0, Math.max(0, most - said.length)).replace(/[\uD800-\uDBFF]$/, '') + said;
    return { text, leftOut: whole.length - text.length + said.length };
  }

  const said = (leftOut: number) => `${head}\n[The oldest ${leftOut} lines are left out.]`;
  let first = 0;
  let length = whole.length + said(lines.length).length - head.length;
  while (first < lines.length && length > most) length -= lines[first++]!.length + 1;
  const left = lines.slice(0, first).join('\n').length + 1;
  return { text: [said(first), ...lines.slice(first)].join('\n').slice(0, most), leftOut: left };
}

/** The characters of all texts in a value. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, one) => sum + lengthOf(one), 0)
    : 0;
}
