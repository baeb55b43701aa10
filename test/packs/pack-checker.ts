/**
 * Proves the sentences of a printed pack from what was done to the order. It knows the words of a pack and the rules of
 * docs/evidence.md#what-a-pack-may-say, and shares no code with what makes packs.
 */

import { isRegistered, type Registered, registrationFaults } from './registration-ledger.js';

export type Fetch = {
  ip: string;
  script: boolean;
  hosted: boolean;
  staff: boolean;
  member: boolean;
  complete: boolean;
  card: number;
};
type MailDone = { card: number | null; to: string; accepted: boolean; reports: string[] };
type EarlierDone = { traits: string[]; days: number; spoilt: boolean; paid: boolean };
/** A text that customers buy under, and its first day. */
export type Policy = { kind: 'terms' | 'refund' | 'disclosure'; version: string; from: string };

/** Reason codes of the four networks, and what each is about: as the networks publish them. */
export const codes = {
  'visa 10.4': 'fraud',
  'visa 10.5': 'fraud',
  'visa 11.3': 'authorisation',
  'visa 12.6.1': 'duplicate',
  'visa 13.1': 'not received',
  'visa 13.3': 'not as described',
  'visa 13.5': 'misrepresented',
  'visa 13.6': 'credit',
  'visa 13.7': 'cancelled',
  'mastercard 4808': 'authorisation',
  'mastercard 4834': 'duplicate',
  'mastercard 4837': 'fraud',
  'mastercard 4841': 'cancelled',
  'mastercard 4853': 'not as described',
  'mastercard 4855': 'not received',
  'mastercard 4863': 'unrecognised',
  'amex C02': 'credit',
  'amex C08': 'not received',
  'amex C14': 'duplicate',
  'amex C28': 'cancelled',
  'amex C31': 'not as described',
  'amex F29': 'fraud',
  'discover AA': 'unrecognised',
  'discover AW': 'amount',
  'discover DP': 'duplicate',
  'discover RG': 'not received',
  'discover UA02': 'fraud',
  'discover ZZ9': 'other',
} as const;
type DisputeDone = {
  name: keyof typeof codes;
  caseId: string | null;
  amount: string | null;
  currency: string | null;
  openedAt: string | null;
  replyBy: string | null;
};

/** What was done, in its order. */
export type Ledger = {
  email: string;
  amount: string | null;
  currency: string | null;
  paid: boolean;
  paidAt: string | null;
  terms: string | null;
  termsVersion: string | null;
  /** Every text of the brand. */
  policies: Policy[];
  transaction: string | null;
  passport: string;
  ip: string | null;
  /** The names of the checks that passed, by the brand's own letters. */
  passed: string[];
  /** How many checks the shop told. */
  checks: number;
  /** `differs`: it was sent although it is not this order's. */
  cards: { pages: number; differs: boolean }[];
  file: 'whole' | 'cut' | 'lost';
  mails: MailDone[];
  fetches: Fetch[];
  /** The money that was given back; without an amount all of it. */
  refund: { amount: string | null } | null;
  dispute: DisputeDone | null;
  /** Other orders of these days with the same address or card. */
  family: { passport: string; transaction: string | null; counts: boolean }[];
  talks: string[];
  secrets: string[];
  earlier: EarlierDone[];
  registered: Registered;
};

const ranks = ['sent', 'deferred', 'soft-bounced', 'delivered', 'failed', 'bounced', 'complained'];

function isDelivered({ reports }: MailDone): boolean {
  const strongest = Math.max(-1, ...reports.map((report) => ranks.indexOf(report)));
  return ranks[strongest] === 'delivered' || (ranks[strongest] === 'complained' && reports.includes('delivered'));
}

type Truth = ReturnType<typeof truthOf>;

/** What holds by the ledger alone. */
function truthOf(ledger: Ledger) {
  const current = ledger.cards.length - 1;
  const staffAddresses = new Set(ledger.fetches.filter(({ staff }) => staff).map(({ ip }) => ip));
  const isCustomer = (fetch: Fetch) =>
    !fetch.staff && fetch.complete && !fetch.script && !fetch.hosted && !fetch.member && !staffAddresses.has(fetch.ip);
  const customers = ledger.fetches.filter(isCustomer);
  const ofCurrent = customers.filter(({ card }) => card === current);
  const fromPurchase = ofCurrent.filter(({ ip }) => ledger.ip !== null && ip === ledger.ip);
  const carriers = ledger.mails.filter(
    ({ card, to }) => current >= 0 && card === current && to.toLowerCase() === ledger.email.toLowerCase(),
  );
  const delivered = carriers.some(isDelivered);
  const onlySent =
    !delivered && carriers.some(({ accepted, reports }) => accepted && reports.every((one) => one === 'sent'));
  const earlier = ledger.earlier.filter(
    ({ days, spoilt, paid, traits }) =>
      days >= 120 && days <= 365 && !spoilt && paid && traits.some((one) => one !== 'IP address'),
  );
  const untyped = (traits: string[]) => traits.some((one) => ['card', 'device', 'IP address'].includes(one));
  const facts = new Set([
    ...ledger.passed,
    ...earlier.filter(({ traits }) => untyped(traits)).flatMap(({ traits }) => traits),
    ...(fromPurchase.length > 0 ? ['IP address'] : []),
  ]);
  const tookPart = ledger.passed.includes('3-D Secure') || (facts.size >= 2 && untyped([...facts]));
  const refund = ledger.refund && {
    isWhole:
      ledger.refund.amount === null || ledger.amount === null || Number(ledger.refund.amount) >= Number(ledger.amount),
  };
  const family = ledger.family.filter(({ counts }) => counts);
  return {
    customers,
    ofCurrent,
    differs: ledger.cards.at(-1)?.differs ?? false,
    fromPurchase,
    delivered,
    onlySent,
    earlier,
    untyped,
    tookPart,
    refund,
    family,
    texts: textsInForce(ledger),
    pairs: ledger.dispute?.name === 'visa 10.4' ? visaPairs(ledger) : [],
    isNoDuplicate:
      ledger.transaction !== null &&
      family.length > 0 &&
      new Set([ledger.transaction, ...family.map(({ transaction }) => transaction)]).size === family.length + 1 &&
      family.every(
        ({ passport, transaction }) => transaction !== null && passport.slice(-4) !== ledger.passport.slice(-4),
      ),
    isSameAmount:
      ledger.amount !== null &&
      ledger.dispute?.amount != null &&
      Number(ledger.amount) === Number(ledger.dispute.amount) &&
      ledger.currency === ledger.dispute.currency,
  };
}

/** The texts that were in force when the terms were accepted: of the terms the version that the order names. */
function textsInForce({ terms, termsVersion, policies }: Ledger): Policy[] {
  if (terms === null) return [];
  const newest = (kind: Policy['kind']) =>
    policies
      .filter((one) => one.kind === kind && one.from <= terms.slice(0, 10))
      .toSorted((one, other) => other.from.localeCompare(one.from))
      .slice(0, 1);
  return [
    ...policies.filter(({ kind, version }) => kind === 'terms' && version === termsVersion),
    ...newest('refund'),
    ...newest('disclosure'),
  ];
}

const visaNames: Record<string, string> = {
  email: 'User account (email)',
  'IP address': 'IP address',
  device: 'Device id or fingerprint',
};

/** What any two earlier charges that meet Visa's rules have in common with this one, pair by pair, in Visa's words. */
function visaPairs({ earlier }: Ledger): string[][] {
  const suffice = (names: string[]) => names.length >= 2 && names.some((name) => name !== visaNames.email);
  const good = earlier.flatMap(({ traits, days, spoilt, paid }) => {
    const names = traits.flatMap((trait) => visaNames[trait] ?? []);
    const isOld = Math.floor(days) >= 120 && Math.floor(days) <= 364;
    return isOld && !spoilt && paid && traits.includes('card') && suffice(names) ? [names] : [];
  });
  return good
    .flatMap((one, index) => good.slice(index + 1).map((other) => one.filter((name) => other.includes(name))))
    .filter(suffice);
}

/** What answers each kind of dispute, the strongest first, and whether the ledger proves it. */
function claimsOf(ledger: Ledger, truth: Truth): [string, boolean][] {
  const hasArrived = truth.delivered || truth.ofCurrent.length > 0;
  const isDelivered = hasArrived && !truth.differs;
  const arrived: [string, boolean] = ['The document reached the customer', hasArrived];
  const has = (kind: Policy['kind']) => truth.texts.some((one) => one.kind === kind);
  const tookPart: [string, boolean] = ['The cardholder took part in the transaction', truth.tookPart];
  const delivered: [string, boolean] = ['The service was delivered', isDelivered];
  const sent: [string, boolean] = ['The document was sent to the customer', truth.onlySent];
  const answers: Record<(typeof codes)[keyof typeof codes], [string, boolean][]> = {
    fraud: [
      ['Visa Compelling Evidence 3.0: the cardholder paid before, with the same card', truth.pairs.length > 0],
      tookPart,
    ],
    unrecognised: [tookPart],
    'not received': [delivered, arrived, sent],
    'not as described': [
      ['The service was delivered as described', isDelivered && ledger.terms !== null],
      delivered,
      arrived,
      sent,
    ],
    misrepresented: [['The customer was told who sells and what, and accepted it', has('terms')]],
    cancelled: [
      ['The service was delivered under the refund policy in force', isDelivered && has('refund')],
      delivered,
      arrived,
    ],
    credit: [],
    duplicate: [['Not a duplicate: each charge paid for an order of its own', truth.isNoDuplicate]],
    amount: [['The amount disputed is the amount of the order', truth.isSameAmount]],
    authorisation: [
      [
        'The issuer’s checks of the card passed at payment',
        ledger.checks > 0 && ledger.passed.length === ledger.checks,
      ],
    ],
    other: [['The service was delivered as described', isDelivered], tookPart, arrived, sent],
  };
  return [['Credit already issued', truth.refund?.isWhole ?? false], ...answers[codes[ledger.dispute!.name]]];
}

const networks = { visa: 'Visa', mastercard: 'Mastercard', amex: 'Amex', discover: 'Discover' };

/** The words of page one about the case, as the bank told it. */
function caseWords({ name, caseId, amount, currency, replyBy }: DisputeDone): string {
  const [network, code] = name.split(' ') as [keyof typeof networks, string];
  return [
    `Case ${caseId ?? 'None on record'}`,
    `Reason ${networks[network]} ${code}`,
    `Disputed ${amountOf({ amount, currency })}`,
    `Reply by ${replyBy ? `${moment(replyBy)} UTC` : 'None on record'}`,
  ].join(' ');
}

/** Every sentence that the ledger does not prove, in words; an empty list when the pack is true. */
export function faultsOf(text: string, ledger: Ledger, type: 1 | 2 | 'dispute'): string[] {
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => void (holds || faults.push(fault));
  const truth = truthOf(ledger);
  const [one = '', rest = ''] = text.split('Dear Sir or Madam');

  const whole = truth.refund?.isWhole ?? false;
  const hasArrived = truth.delivered || truth.ofCurrent.length > 0;
  const ofType: [string, boolean][] =
    type === 'dispute'
      ? claimsOf(ledger, truth)
      : type === 1
        ? [
            ['The service was delivered as described', hasArrived && !truth.differs],
            ['The document reached the customer', hasArrived],
            ['The document was sent to the customer', truth.onlySent],
            ['The charge was refunded', whole],
          ]
        : [
            ['The cardholder took part in the transaction', truth.tookPart],
            ['The charge was refunded', whole],
          ];
  const claims: [string, boolean][] = [...ofType, ['A part of the charge was refunded', truth.refund !== null]];
  const due = claims.find(([, holds]) => holds)?.[0] ?? 'What the records show';
  const next = type === 'dispute' ? caseWords(ledger.dispute!) : 'Charge';
  expect(one.includes(` ${due} ${next} `), `headline and case are not '${due} ${next}'`);
  if (type === 'dispute') expectDates(text, ledger.dispute!, expect);
  else expect(!/dispute noted|Dispute opened on|the dispute be decided/.test(text), 'a dispute');
  const arguable = due !== 'What the records show';
  const isBack = /refunded|Credit already issued/.test(due);
  const titles = [one.includes('Why the charge stands'), one.includes(' Our reasons ')];
  expect(String(titles) === String([arguable && !isBack, isBack]), `what stands above the reasons: ${titles.join()}`);

  expect(one.includes(`Charge ${amountOf(ledger)}`), `the amount is not '${amountOf(ledger)}'`);
  expect(one.includes('paid, time not on record') === (ledger.paid && ledger.paidAt === null), 'time of the payment');
  const charged = /Charged on (\d+ \w+ \d{4}, \d\d:\d\d) UTC/.exec(one)?.[1];
  expect((charged ?? null) === (ledger.paidAt && moment(ledger.paidAt)), `charged on ${charged}`);

  const reasons = reasonsOf(one);
  for (const reason of reasons) expect(isProven(reason, ledger, truth), `reason '${reason}'`);
  if (arguable) expect(carries[due]?.(reasons) ?? true, `no reason carries '${due}'`);
  expect(!/Exhibit \./.test(one), 'a reason without its exhibit');
  expect(!/Visa Compelling Evidence 3\.0 (?:\(none|None) on record/.test(text), 'an empty exhibit of Visa’s evidence');
  expect(
    !/ 1 earlier order with[^;]*; all /.test(one) && !/ 1 of 1 downloads? /.test(text),
    'one that is said as many',
  );
  expect(!/Reason Other\b/.test(one), 'a network that the bank does not have');

  const [, pages] = /attached in full \((\d+) pages?\)/.exec(one) ?? [];
  const isThere = ledger.cards.length > 0 && ledger.file === 'whole';
  expect((pages !== undefined) === isThere, 'attached in full');
  expect(!isThere || Number(pages) === ledger.cards.at(-1)!.pages, `attached with ${pages} pages`);
  expect(one.includes('is not attached') === (ledger.cards.length > 0 && !isThere), 'what is wrong with the card');

  const printed = ledger.fetches.length - (ledger.fetches.length - truth.customers.length);
  expect(!rest.includes('every complete download') || printed <= 50, 'every download');
  const [, omitted, of] = /Left out for length: (\d+) downloads? on record, of (\d+)/.exec(rest) ?? [];
  expect(Number(omitted ?? 0) === Math.max(0, printed - 50), `left out ${omitted}`);
  expect(of === undefined || Number(of) === printed, `of ${of}`);
  const [, same, all] = /(\d+) of (\d+) downloads? of the approved document came from the IP address/.exec(rest) ?? [];
  expect(same === undefined || Number(same) === truth.fromPurchase.length, `compared: ${same} from the purchase`);
  expect(all === undefined || Number(all) === truth.ofCurrent.length, `compared: ${all} of the document`);
  const marked = [...rest.matchAll(/(?<!IP |the )address of the purchase/g)].length;
  const matching = truth.customers.filter(({ ip }) => ledger.ip !== null && ip === ledger.ip).length;
  expect(printed > 50 || marked === matching, `${marked} rows marked as from the purchase, of ${matching}`);

  for (const [why, holds] of Object.entries(reasonsNot)) {
    const known = new Set(ledger.fetches.filter((fetch) => fetch.staff).map(({ ip }) => ip));
    if (rest.includes(` ${why} `))
      expect(
        ledger.fetches.some((fetch) => holds(fetch, known)),
        `appendix: ${why}`,
      );
  }
  for (const talk of ledger.talks) expect(rest.includes(talk), `the note '${talk}' is missing`);
  for (const secret of ledger.secrets) expect(!text.includes(secret), `'${secret}' is printed`);
  expect(!/\b\d\d-\d\d-\d{4}\b/.test(text), 'a date that can be misread');
  // a life's payment, where its time was told, came before its order
  expect(text.includes('Ordered on') === (ledger.paidAt === null), 'the time of the order');
  expect(!/Asked for by the customer on \d/.test(text), 'a refund that was asked for');
  expect(
    !/Refund asked for|Exhibit [A-M], the refund |Money given back on \d/.test(text) || ledger.refund !== null,
    'a refund',
  );
  for (const { kind, version } of ledger.policies) {
    const isPrinted = rest.includes(` ${policyNames[kind]}, version ${version}, first in force on`);
    const isDue = truth.texts.some((one) => one.kind === kind && one.version === version);
    expect(isPrinted === isDue, `the text ${kind} ${version}`);
  }
  expect(rest.includes('Compared with the order differs') === truth.differs, 'how the card compares');
  const isUnknown = ledger.termsVersion !== null && !truth.texts.some(({ kind }) => kind === 'terms');
  expect(rest.includes('which the order names, is not on record') === isUnknown, 'the text of unknown terms');
  return [...faults, ...registrationFaults(text, ledger.registered)];
}

const begins = (reasons: string[], ...leads: string[]) =>
  reasons.some((reason) => leads.some((lead) => reason.startsWith(lead)));

/** What page one has to say for a headline to be more than a claim. */
const carries: Record<string, (reasons: string[]) => boolean> = {
  'The cardholder took part in the transaction': (reasons) =>
    begins(reasons, 'Earlier orders.', 'The same at purchase and download.') ||
    reasons.some((reason) => reason.startsWith('Checked at payment.') && reason.includes('3-D Secure')),
  'The service was delivered as described': (reasons) =>
    begins(reasons, 'Delivered to the customer.', 'Downloaded by the customer.'),
  'The service was delivered': (reasons) =>
    begins(reasons, 'Delivered to the customer.', 'Downloaded by the customer.'),
  'The document reached the customer': (reasons) =>
    begins(reasons, 'Delivered to the customer.', 'Downloaded by the customer.'),
  'The document was sent to the customer': (reasons) => begins(reasons, 'Sent to the customer.'),
  'The service was delivered under the refund policy in force': (reasons) => begins(reasons, 'The refund policy.'),
  'The issuer’s checks of the card passed at payment': (reasons) => begins(reasons, 'Checked at payment.'),
  'Credit already issued': (reasons) => begins(reasons, 'Already refunded.'),
  'The amount disputed is the amount of the order': (reasons) => begins(reasons, 'The amount.'),
};

const policyNames = { terms: 'Terms of sale', refund: 'Refund policy', disclosure: 'Disclosure' };

/** When the bank opened the dispute is said only where somebody told. */
function expectDates(text: string, { openedAt }: DisputeDone, expect: (holds: boolean, fault: string) => void): void {
  expect(/\bdisputed \d/.test(text) === (openedAt !== null), 'disputed on a day that nobody told');
  expect(text.includes('dispute noted') === (openedAt === null), 'the dispute in the timeline');
  const [, opened] = /The dispute was opened on (\d+ \w+ \d{4}, \d\d:\d\d) UTC/.exec(text) ?? [];
  expect((opened ?? null) === (openedAt && moment(openedAt)), `the dispute opened on ${opened}`);
}

/** Every reason that a pack may print, and what proves it. Another sentence is proven by nothing. */
function isProven(reason: string, ledger: Ledger, truth: Truth): boolean {
  const { ofCurrent, fromPurchase, earlier } = truth;
  const times = ofCurrent.length === 1 ? 'once' : `${ofCurrent.length} times`;
  if (reason.startsWith('Already refunded.')) return (truth.refund?.isWhole ?? false) && isAmountTold(reason, ledger);
  if (reason.startsWith('Refunded in part.')) return truth.refund?.isWhole === false && isAmountTold(reason, ledger);
  if (reason.startsWith('The refund policy.')) {
    const policy = truth.texts.find(({ kind }) => kind === 'refund');
    return (
      policy !== undefined &&
      reason.includes(`Version ${policy.version}, in force since ${day(policy.from)},`) &&
      reason.includes(moment(ledger.terms!))
    );
  }
  if (reason.startsWith('Visa Compelling Evidence 3.0.')) {
    const [, names = ''] = /have the same (.*)\.$/.exec(reason) ?? [];
    const told = names
      .split(/, | and /)
      .toSorted()
      .join();
    return truth.pairs.some((pair) => pair.toSorted().join() === told);
  }
  if (reason.startsWith('Not a duplicate.')) {
    const [, others] = /This charge and (\d+) other charges? with the same email address or card/.exec(reason) ?? [];
    return truth.isNoDuplicate && Number(others) === truth.family.length;
  }
  if (reason.startsWith('The amount.')) return truth.isSameAmount && reason.includes(amountOf(ledger));
  if (reason.startsWith('Told and agreed.') && !truth.texts.some(({ kind }) => kind === 'terms')) return false;
  if (reason.startsWith('Agreed.') || reason.startsWith('Told and agreed.')) {
    return (
      ledger.terms !== null &&
      reason.includes(moment(ledger.terms)) &&
      (ledger.ip === null || reason.includes(ledger.ip))
    );
  }
  if (reason.startsWith('Registered with the authority.')) return isRegistered(reason, ledger.registered);
  if (reason.startsWith('Delivered to the customer.')) return truth.delivered && reason.includes(ledger.email);
  if (reason.startsWith('Sent to the customer.')) return truth.onlySent && reason.includes(ledger.email);
  if (reason.startsWith('Downloaded by the customer.')) {
    return (
      ofCurrent.length > 0 && reason.includes(`downloaded the document ${times}`) && reason.includes(ofCurrent[0]!.ip)
    );
  }
  if (reason.startsWith('Checked at payment.')) {
    const named = ['Address check (AVS)', 'Security code check (CVV)', '3-D Secure'].filter((name) =>
      reason.includes(name),
    );
    return (
      named.length > 0 && named.length === ledger.passed.length && named.every((name) => ledger.passed.includes(name))
    );
  }
  if (reason.startsWith('The same at purchase and download.')) {
    const [, same, all] = /(\d+) of (\d+) downloads? of the document/.exec(reason) ?? [undefined, '1', '1'];
    return (
      fromPurchase.length === Number(same) &&
      ofCurrent.length === Number(all) &&
      fromPurchase.length > 0 &&
      reason.includes(`IP address ${ledger.ip},`)
    );
  }
  if (reason.startsWith('Earlier orders.')) {
    const groups = [...reason.matchAll(/(\d+) (?:earlier orders?|more) with the same ([^;]+)/g)];
    const rest = Number(/(\d+) more in the exhibit/.exec(reason)?.[1] ?? 0);
    const counted = groups.every(([, number, names]) => {
      const traits = names!
        .split(/, | and /)
        .toSorted()
        .join();
      return earlier.filter((one) => one.traits.toSorted().join() === traits).length === Number(number);
    });
    const sum = groups.reduce((total, [, number]) => total + Number(number), rest);
    return (
      groups.length > 0 && counted && sum === earlier.length && earlier.some(({ traits }) => truth.untyped(traits))
    );
  }
  return false;
}

const reasonsNot: Record<string, (fetch: Fetch, staffAddresses: Set<string>) => boolean> = {
  'by staff': ({ staff }) => staff,
  'not complete': ({ staff, complete }) => !staff && !complete,
  'by a script': ({ script }) => script,
  'from a data centre': ({ hosted }) => hosted,
  'from an address our staff signed in from': ({ member, ip }, staffAddresses) => member || staffAddresses.has(ip),
};

function reasonsOf(one: string): string[] {
  const [, list] = /(?:Why the charge stands|Our reasons) (.*?)(?: The approved document| Exhibits A )/.exec(one) ?? [];
  return (list ?? '')
    .split(/Exhibit [A-M]\./)
    .map((reason) => reason.trim().replace(/^\d\. /, ''))
    .filter(Boolean);
}

/** A refund whose amount somebody told says it. */
function isAmountTold(reason: string, { refund, amount, currency }: Ledger): boolean {
  if (refund!.amount === null) return reason.includes('The money was given back on ');
  return reason.includes(`${amountOf({ amount: refund!.amount, currency })} of ${amountOf({ amount, currency })} was`);
}

function amountOf({ amount, currency }: Pick<Ledger, 'amount' | 'currency'>): string {
  if (amount === null || currency === null) return 'None on record';
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(Number(amount)).replace(/\s/g, ' ');
}

/** `12 Oct 2026, 14:03`, by the platform's own formatter. */
function moment(iso: string): string {
  const clock = new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  return `${day(iso)}, ${clock}`;
}

function day(iso: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(iso).toLocaleDateString('en-GB', options).replace('Sept', 'Sep');
}
