/**
 * Proves the sentences of a printed pack from what was done to the order. It knows the words of a pack and the rules of
 * docs/product.md#what-a-pack-may-say, and shares no code with what makes packs.
 */

export type Fetch = {
  ip: string;
  script: boolean;
  hosted: boolean;
  staff: boolean;
  member: boolean;
  complete: boolean;
  card: number;
};
export type MailDone = { card: number | null; to: string; accepted: boolean; reports: string[] };
export type EarlierDone = { traits: string[]; days: number; spoilt: boolean; paid: boolean };

/** What was done, in its order. */
export type Ledger = {
  email: string;
  amount: string | null;
  currency: string | null;
  paid: boolean;
  paidAt: string | null;
  terms: string | null;
  ip: string | null;
  /** The names of the checks that passed, by the brand's own letters. */
  passed: string[];
  cards: { pages: number }[];
  file: 'whole' | 'cut' | 'lost';
  mails: MailDone[];
  fetches: Fetch[];
  refundedNow: boolean;
  disputed: boolean;
  talks: string[];
  secrets: string[];
  earlier: EarlierDone[];
};

const ranks = ['sent', 'deferred', 'soft-bounced', 'delivered', 'failed', 'bounced', 'complained'];

function isDelivered({ reports }: MailDone): boolean {
  const strongest = Math.max(-1, ...reports.map((report) => ranks.indexOf(report)));
  return ranks[strongest] === 'delivered' || (ranks[strongest] === 'complained' && reports.includes('delivered'));
}

/** What holds by the ledger alone. */
export function truthOf(ledger: Ledger) {
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
  return { customers, ofCurrent, fromPurchase, delivered, onlySent, earlier, untyped, tookPart };
}

/** Every sentence that the ledger does not prove, in words; an empty list when the pack is true. */
export function faultsOf(text: string, ledger: Ledger, type: 1 | 2): string[] {
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => void (holds || faults.push(fault));
  const truth = truthOf(ledger);
  const [one = '', rest = ''] = text.split('Dear Sir or Madam');

  const claims: [string, boolean][] =
    type === 1
      ? [
          ['The service was delivered as described', truth.delivered || truth.ofCurrent.length > 0],
          ['The document was sent to the customer', truth.onlySent],
          ['The charge was refunded', ledger.refundedNow],
        ]
      : [
          ['The cardholder took part in the transaction', truth.tookPart],
          ['The charge was refunded', ledger.refundedNow],
        ];
  const due = claims.find(([, holds]) => holds)?.[0] ?? 'What the records show';
  expect(one.includes(` ${due} Charge `), `headline is not '${due}'`);
  const arguable = due !== 'What the records show';
  expect(one.includes('Why the charge stands') === arguable, 'reasons without a claim, or a claim without reasons');

  expect(one.includes(`Charge ${amountOf(ledger)}`), `the amount is not '${amountOf(ledger)}'`);
  expect(one.includes('paid, time not on record') === (ledger.paid && ledger.paidAt === null), 'time of the payment');
  const charged = /Charged on (\d+ \w+ \d{4}, \d\d:\d\d) UTC/.exec(one)?.[1];
  expect((charged ?? null) === (ledger.paidAt && moment(ledger.paidAt)), `charged on ${charged}`);

  for (const reason of reasonsOf(one)) {
    expect(isProven(reason, ledger, truth), `reason '${reason}'`);
  }

  const [, pages] = /attached in full \((\d+) pages?\)/.exec(one) ?? [];
  const whole = ledger.cards.length > 0 && ledger.file === 'whole';
  expect((pages !== undefined) === whole, 'attached in full');
  expect(!whole || Number(pages) === ledger.cards.at(-1)!.pages, `attached with ${pages} pages`);
  expect(one.includes('is not attached') === (ledger.cards.length > 0 && !whole), 'what is wrong with the card');

  const printed = ledger.fetches.length - (ledger.fetches.length - truth.customers.length);
  expect(!rest.includes('every complete download') || printed <= 50, 'every download');
  const [, omitted, of] = /Left out for length: (\d+) downloads? on record, of (\d+)/.exec(rest) ?? [];
  expect(Number(omitted ?? 0) === Math.max(0, printed - 50), `left out ${omitted}`);
  expect(of === undefined || Number(of) === printed, `of ${of}`);
  const [, same, all] = /(\d+) of (\d+) downloads? of the approved document came from the IP address/.exec(rest) ?? [];
  expect(same === undefined || Number(same) === truth.fromPurchase.length, `compared: ${same} from the purchase`);
  expect(all === undefined || Number(all) === truth.ofCurrent.length, `compared: ${all} of the document`);

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
    !/Refund asked for|Exhibit [A-M], the refund |Money given back on \d/.test(text) || ledger.refundedNow,
    'a refund',
  );
  return faults;
}

type Truth = ReturnType<typeof truthOf>;

/** Every reason that a pack may print, and what proves it. Another sentence is proven by nothing. */
function isProven(reason: string, ledger: Ledger, truth: Truth): boolean {
  const { ofCurrent, fromPurchase, earlier } = truth;
  const times = ofCurrent.length === 1 ? 'once' : `${ofCurrent.length} times`;
  if (reason.startsWith('Already refunded.')) return ledger.refundedNow;
  if (reason.startsWith('Agreed.') || reason.startsWith('Told and agreed.')) {
    return (
      ledger.terms !== null &&
      reason.includes(moment(ledger.terms)) &&
      (ledger.ip === null || reason.includes(ledger.ip))
    );
  }
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
  const [, list] = /Why the charge stands (.*?)(?: The approved document| Exhibits A )/.exec(one) ?? [];
  return (list ?? '')
    .split(/Exhibit [A-M]\./)
    .map((reason) => reason.trim().replace(/^\d\. /, ''))
    .filter(Boolean);
}

function amountOf({ amount, currency }: Ledger): string {
  if (amount === null || currency === null) return 'None on record';
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(Number(amount)).replace(/\s/g, ' ');
}

/** `12 Oct 2026, 14:03`, by the platform's own formatter. */
function moment(iso: string): string {
  const at = new Date(iso);
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const clock = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  return `${day.replace('Sept', 'Sep')}, ${clock}`;
}
