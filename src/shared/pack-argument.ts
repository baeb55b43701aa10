import { type DisputeCategory, type DisputeProof, categoryRows } from './dispute-reasons.js';
import { isPartRefund, isSameMoney } from './money.js';
import type { PackDownload, PackFacts, PackMail } from './pack-facts.js';
import type { PackType } from './packs.js';
import { whyNotSeparate } from './separate.js';
import { cardholderTookPart, isUntyped } from './took-part.js';

// What a pack may argue from its facts (docs/evidence.md#what-a-pack-may-say). views/pdf/reasons.tsx puts it in words.

/** Each reason holds only where the facts prove it. */
const holds = {
  refunded: (facts) => facts.refund.refund_date !== null && !isPartOnly(facts),
  'refunded in part': isPartOnly,
  accepted: ({ sale }) => sale.terms_accepted_at !== null,
  // the terms say who sells and what; the other texts don't prove that anybody was told
  'texts in force': ({ sale, policies }) =>
    sale.terms_accepted_at !== null && policies.some(({ kind }) => kind === 'terms'),
  'refund policy': ({ sale, policies }) =>
    sale.terms_accepted_at !== null && policies.some(({ kind }) => kind === 'refund'),
  registered: ({ registration: of }) => Boolean(of?.accepted ?? of?.mail ?? of?.entered),
  delivered: (facts) => deliveryMail(facts)?.delivered ?? false,
  sent: (facts) => deliveryMail(facts)?.delivered === false,
  downloaded: ({ downloaded }) => downloaded.current > 0,
  checked: ({ payment }) => payment.checks.some(({ passed }) => passed),
  'same address': (facts) => sameAddress(facts) !== undefined,
  returning: ({ earlier }) => earlier.groups.some(({ same }) => same.some(isUntyped)),
  compelling: ({ compelling }) => compelling?.meets ?? false,
  separate: ({ payment, separate, application, omitted, other_charges: others }) => {
    if (others) return false;
    const own = { transaction_id: payment.transaction_id, passport_last4: application.passport_last4 };
    return whyNotSeparate(own, separate, !omitted.separate) === undefined;
  },
  'other given back': ({ other_charges: others }) => others?.every(({ whole }) => whole) ?? false,
  amount: ({ case: asked, payment }) => asked !== null && isSameMoney(asked, payment),
} as const satisfies Record<string, (facts: PackFacts) => boolean>;

export type ReasonKey = keyof typeof holds;

/** A claim, whether the facts prove it, and the reasons that may carry it, which are never cut. */
type Claim = {
  headline: string;
  /** The title of the reasons; by default that the charge stands. */
  reasonsTitle?: string;
  conclusion: string | null;
  proven: (facts: PackFacts) => boolean;
  rests: readonly ReasonKey[];
};

/** Whether the document came to the customer. */
const hasArrived = (facts: PackFacts) => holds.delivered(facts) || holds.downloaded(facts);
/** Whether the service did: a document that names another passport is not the one that was ordered. */
const isDelivered = (facts: PackFacts) => hasArrived(facts) && facts.document?.verdict !== 'differs';

/** A headline about the checks is true only when every one of them passed. */
const allChecked = ({ payment: { checks } }: PackFacts) => checks.length > 0 && checks.every(({ passed }) => passed);

const delivered: Claim = {
  headline: 'The service was delivered as described',
  conclusion: 'On this record the service was delivered as it was described.',
  proven: isDelivered,
  rests: ['delivered', 'downloaded'],
};
const arrived: Claim = {
  headline: 'The document reached the customer',
  conclusion: 'On this record the document reached the customer.',
  proven: hasArrived,
  rests: delivered.rests,
};
const sent: Claim = {
  headline: 'The document was sent to the customer',
  conclusion: null,
  proven: holds.sent,
  rests: ['sent'],
};
const tookPart: Claim = {
  headline: 'The cardholder took part in the transaction',
  conclusion: 'On this record the cardholder took part in the transaction.',
  proven: tookPartIn,
  rests: ['checked', 'same address', 'returning'],
};
// after a refund a pack doesn't argue that the charge stands
const refunded: Claim = {
  headline: 'The charge was refunded',
  reasonsTitle: 'Our reasons',
  conclusion: 'On this record the money was given back.',
  proven: holds.refunded,
  rests: ['refunded'],
};

const refundedInPart: Claim = {
  headline: 'A part of the charge was refunded',
  reasonsTitle: 'Our reasons',
  conclusion: 'On this record a part of the money was given back.',
  proven: holds['refunded in part'],
  rests: ['refunded in part'],
};

type Argument = { claims: Claim[]; reasons: ReasonKey[] };

const refunds: ReasonKey[] = ['refunded', 'refunded in part'];

const packs: Record<PackType, Argument> = {
  1: {
    claims: [delivered, arrived, sent, refunded, refundedInPart],
    reasons: [...refunds, 'accepted', 'registered', 'delivered', 'sent', 'downloaded'],
  },
  2: {
    claims: [tookPart, refunded, refundedInPart],
    reasons: [...refunds, 'checked', 'same address', 'returning', 'downloaded', 'accepted', 'delivered', 'sent'],
  },
};

/** The reasons by which a pack shows each proof (dispute-reasons.ts). */
const reasonsOfProof: Record<DisputeProof, ReasonKey[]> = {
  cardholder: ['checked', 'same address'],
  earlier: ['compelling', 'returning'],
  authorised: ['checked'],
  delivered: ['delivered', 'sent', 'registered'],
  downloaded: ['downloaded'],
  described: ['texts in force', 'accepted'],
  'refund policy': ['refund policy'],
  credit: refunds,
  separate: ['separate', 'other given back'],
  amount: ['amount'],
  conversation: [],
};

const credited: Claim = { ...refunded, headline: 'Credit already issued' };

/** What answers each kind of dispute, the strongest claim first. */
const claimsOf: Record<DisputeCategory, Claim[]> = {
  fraud: [
    {
      headline: 'Visa Compelling Evidence 3.0: the cardholder paid before, with the same card',
      conclusion: tookPart.conclusion,
      proven: holds.compelling,
      rests: ['compelling'],
    },
    tookPart,
  ],
  unrecognised: [tookPart],
  'not received': [
    { ...delivered, headline: 'The service was delivered', conclusion: 'On this record the service was delivered.' },
    arrived,
    sent,
  ],
  'not as described': [
    {
      ...delivered,
      proven: (facts) => isDelivered(facts) && holds.accepted(facts),
      rests: ['texts in force', 'accepted', ...delivered.rests],
    },
    { ...delivered, headline: 'The service was delivered', conclusion: 'On this record the service was delivered.' },
    arrived,
    sent,
  ],
  misrepresented: [
    {
      headline: 'The customer was told who sells and what, and accepted it',
      conclusion: 'On this record the customer accepted the terms that say who sells and what.',
      proven: holds['texts in force'],
      rests: ['texts in force'],
    },
  ],
  cancelled: [
    {
      headline: 'The service was delivered under the refund policy in force',
      conclusion: 'On this record the service was delivered while the attached refund policy was in force.',
      proven: (facts) => isDelivered(facts) && holds['refund policy'](facts),
      rests: ['refund policy', ...delivered.rests],
    },
    { ...delivered, headline: 'The service was delivered', conclusion: 'On this record the service was delivered.' },
    arrived,
  ],
  credit: [],
  duplicate: [
    {
      headline: 'Not a duplicate: each charge paid for an order of its own',
      conclusion: 'On this record each charge paid for an order of its own.',
      proven: holds.separate,
      rests: ['separate'],
    },
    {
      headline: 'The order was charged once: the other charge was given back',
      conclusion: 'On this record the other charge of the order was given back.',
      proven: holds['other given back'],
      rests: ['other given back'],
    },
  ],
  amount: [
    {
      headline: 'The amount disputed is the amount of the order',
      conclusion: null,
      proven: holds.amount,
      rests: ['amount'],
    },
  ],
  authorisation: [
    {
      headline: 'The issuer’s checks of the card passed at payment',
      conclusion: null,
      proven: allChecked,
      rests: ['checked'],
    },
  ],
  other: [delivered, tookPart, arrived, sent],
};

type PackArgument = {
  headline: string;
  /** Whether the facts prove a claim; else the pack shows what is on record, and lists no reasons. */
  arguable: boolean;
  reasonsTitle: string;
  conclusion: string | null;
  /** The reasons that the facts prove, the strongest first. */
  reasons: ReasonKey[];
};

/** The most reasons that page one has room for. */
const reasonsShown = 4;

/** What a pack argues. Where nothing is proven it argues nothing. */
export function argumentOf(facts: PackFacts): PackArgument {
  const { claims, reasons } = facts.case ? answering(facts.case.category as DisputeCategory) : packs[facts.pack_type];
  const claim = claims.find(({ proven }) => proven(facts));
  if (!claim) {
    return { headline: 'What the records show', arguable: false, reasonsTitle: '', conclusion: null, reasons: [] };
  }

  const proven = [...new Set([...reasons, ...claim.rests])].filter((reason) => holds[reason](facts));
  const once = proven.includes('texts in force') ? proven.filter((reason) => reason !== 'accepted') : proven;
  // there is room for a few: the reasons that carry the claim are always among them
  const kept = new Set([...refunds, ...claim.rests, ...once].filter((reason) => once.includes(reason)));
  const shown = [...kept].slice(0, reasonsShown);
  return {
    headline: claim.headline,
    arguable: true,
    reasonsTitle: claim.reasonsTitle ?? 'Why the charge stands',
    conclusion: claim.conclusion,
    reasons: once.filter((reason) => shown.includes(reason)),
  };
}

function answering(category: DisputeCategory): Argument {
  const { shows, helps } = categoryRows[category];
  const reasons = [...shows, ...helps].flatMap((proof) => reasonsOfProof[proof]);
  return {
    claims: [credited, ...claimsOf[category], refundedInPart],
    reasons: [...new Set<ReasonKey>([...refunds, ...reasons])],
  };
}

/** The first delivered mail with the current card to the address of the order; else the first that the provider took. */
export function deliveryMail({ mails }: Pick<PackFacts, 'mails'>): PackMail | undefined {
  const carriers = mails.filter((mail) => mail.carries === 'current card' && mail.to_customer);
  return carriers.find((mail) => mail.delivered) ?? carriers.find((mail) => mail.state === 'sent');
}

/** The first download of the current card by the customer, if its row is printed. */
export function firstDownload({ downloads, downloaded }: PackFacts): PackDownload | undefined {
  return downloads.find((row) => row.number === downloaded.first);
}

/** The IP address of the purchase, when the customer downloaded the current card from it. */
export function sameAddress({ downloaded, sale }: PackFacts): string | undefined {
  return downloaded.from_purchase_ip > 0 ? (sale.purchase_ip ?? undefined) : undefined;
}

function tookPartIn(facts: PackFacts): boolean {
  return cardholderTookPart({
    passed: facts.payment.checks.filter(({ passed }) => passed).map(({ name }) => name),
    shared: facts.earlier.groups.map(({ same }) => same),
    sameAddress: sameAddress(facts) !== undefined,
  });
}

function isPartOnly({ refund, payment }: PackFacts): boolean {
  return isPartRefund(refund.amount, payment.amount);
}
