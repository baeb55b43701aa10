/** A payment, and what is on record about who made it. Times are ISO 8601 in UTC; what is not on record is null. */
export type ComparedCharge = {
  order_id: number;
  transaction_id: string | null;
  at: string;
  amount: string | null;
  currency: string | null;
  /** What was bought, in words. */
  description: string;
  /** The same text for the same card, whoever typed it. */
  card_fingerprint: string | null;
  email: string | null;
  ip: string | null;
  device: string | null;
  /** Where the service was delivered: the address a card was mailed to. */
  delivery_address: string | null;
};

export type EarlierCharge = ComparedCharge & { disputed: boolean; refunded: boolean };

/** Whether a dispute can be answered with Visa's evidence: it goes with one reason alone. */
export function isCompellingAsked(network: string | null, reasonCode: string | null): boolean {
  return network === 'visa' && reasonCode?.trim() === '10.4';
}

/** The data elements that Visa compares. IP address and device are the two of which one must be equal. */
export const comparedElements = {
  email: 'User account (email)',
  ip: 'IP address',
  device: 'Device id or fingerprint',
  delivery_address: 'Delivery address',
} as const;
type ComparedElement = keyof typeof comparedElements;
const allElements = Object.keys(comparedElements) as ComparedElement[];

/** The rules, in the order in which they are told (docs/evidence.md#compelling-evidence). */
export const evidenceRules = {
  credential: 'paid with the same card',
  age: '120 to 364 whole days before the disputed charge',
  undisputed: 'not disputed',
  unrefunded: 'not refunded',
  elements: 'two equal elements, one of them IP address or device',
} as const;
type EvidenceRule = keyof typeof evidenceRules;

type Candidate = {
  charge: EarlierCharge;
  /** Whole days before the disputed charge; negative when it came later. */
  days: number;
  same: ComparedElement[];
  fails: EvidenceRule[];
};

export type Verdict = {
  disputed: ComparedCharge;
  meets: boolean;
  /** The two earlier charges that meet every rule together; empty when there are none. */
  pair: Candidate[];
  /** The elements that are equal in all three charges. */
  same: ComparedElement[];
  /** Every earlier charge with the rules it fails, the newest first. */
  candidates: Candidate[];
  /** Why it does not qualify, in one sentence; null when it does. */
  fault: string | null;
};

const dayMs = 24 * 3_600_000;

/**
 * Visa Compelling Evidence 3.0, rule by rule: two earlier charges of the same card, 120 to 364 whole days before the
 * disputed one, neither disputed nor refunded, that have two or more elements equal in all three, one of them IP address
 * or device.
 */
export function compellingEvidence(disputed: ComparedCharge, earlier: EarlierCharge[]): Verdict {
  const candidates = earlier
    .map((charge) => candidate(disputed, charge))
    .toSorted(
      (one, other) => other.charge.at.localeCompare(one.charge.at) || other.charge.order_id - one.charge.order_id,
    );
  const good = candidates.filter(({ fails }) => fails.length === 0);

  for (const [index, first] of good.entries()) {
    for (const second of good.slice(index + 1)) {
      const same = first.same.filter((element) => second.same.includes(element));
      if (suffice(same)) return { disputed, meets: true, pair: [first, second], same, candidates, fault: null };
    }
  }
  return {
    disputed,
    meets: false,
    pair: [],
    same: [],
    candidates,
    fault: faultOf(disputed, candidates.length, good.length),
  };
}

function candidate(disputed: ComparedCharge, charge: EarlierCharge): Candidate {
  const days = Math.floor((Date.parse(disputed.at) - Date.parse(charge.at)) / dayMs);
  const same = allElements.filter((element) => isSame(disputed[element], charge[element]));
  const held: Record<EvidenceRule, boolean> = {
    credential: isSame(disputed.card_fingerprint, charge.card_fingerprint),
    age: days >= 120 && days <= 364,
    undisputed: !charge.disputed,
    unrefunded: !charge.refunded,
    elements: suffice(same),
  };
  const fails = (Object.keys(evidenceRules) as EvidenceRule[]).filter((rule) => !held[rule]);
  return { charge, days, same, fails };
}

function suffice(same: ComparedElement[]): boolean {
  return same.length >= 2 && (same.includes('ip') || same.includes('device'));
}

/** Letters of addresses differ in case alone; what is not on record equals nothing. */
function isSame(one: string | null, other: string | null): boolean {
  return Boolean(one) && one!.trim().toLowerCase() === other?.trim().toLowerCase();
}

function faultOf(disputed: ComparedCharge, all: number, good: number): string {
  if (!disputed.card_fingerprint) return 'The card of the disputed charge is not on record.';
  if (all === 0) return 'No earlier charge of the same card is on record.';
  if (good === 0) return 'No earlier charge meets every rule.';
  if (good === 1) return 'One earlier charge meets every rule; two are needed.';
  return 'Earlier charges meet every rule, but no two of them have two elements in common with the disputed one.';
}
