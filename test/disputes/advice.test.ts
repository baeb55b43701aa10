import { describe, expect, test } from '@jest/globals';
import { adviceFor, proofsFor } from '../../src/disputes/proofs.js';
import type { ProofFacts } from '../../src/disputes/proofs.queries.js';
import { allDisputeCategories } from '../../src/shared/dispute-reasons.js';
import { allStatuses, packStatuses } from '../../src/shared/order-statuses.js';

/** A completed order of which nothing is on record. */
const bare: ProofFacts = {
  disputeId: 1,
  orderId: 100_001,
  status: 'Completed',
  landingDomain: 'example.com',
  paidAt: null,
  refundDate: null,
  refundAmount: null,
  refundReference: null,
  amount: '49.000',
  currency: 'USD',
  transactionId: null,
  cardBrand: null,
  avs: null,
  cvv: null,
  threeDs: null,
  termsVersion: null,
  termsAcceptedAt: null,
  hasCard: false,
  deliveredAt: null,
  mailState: null,
  purchaseIp: null,
  fetches: [],
  earlier: 0,
  shared: [],
  passportNo: 'A1234567',
  isTwice: false,
  siblings: [],
  written: 0,
  letters: 0,
  disputedAmount: null,
  disputedCurrency: null,
};
const on = new Date('2026-03-01T10:00:00Z');
const fetch = { ip: '203.0.113.9', userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/126.0', at: on.toISOString() };

/** What may be on record, each by itself; any of them may come together. */
const records: Partial<ProofFacts>[] = [
  { threeDs: 'Y' },
  { paidAt: on, transactionId: 'ch_1' },
  { hasCard: true },
  { hasCard: true, deliveredAt: on, mailState: 'delivered' },
  { hasCard: true, fetches: [fetch] },
  { termsVersion: '2026-01', termsAcceptedAt: on },
  { siblings: [{ transactionId: 'ch_2', passportNo: 'B7654321' }], transactionId: 'ch_1' },
  { disputedAmount: '49.000', disputedCurrency: 'USD' },
  { written: 1 },
];
const every = Array.from({ length: 2 ** records.length }, (_, chosen) =>
  Object.assign({ ...bare }, ...records.filter((_record, bit) => chosen & (1 << bit))),
) as ProofFacts[];
const policies = [true, false].map((is) => ({ terms: is, refund: is }));

/** The verdicts on these facts, by every kind of dispute and with and without the texts in force. */
const verdictsOn = (facts: ProofFacts) =>
  allDisputeCategories.flatMap((category) =>
    policies.map((texts) => {
      const proofs = proofsFor(category, facts, texts);
      return { ...adviceFor(facts, proofs), proofs };
    }),
  );
type Verdict = ReturnType<typeof verdictsOn>[number];
const wordsIn = (sentence: string) => sentence.split(' ').length;

describe('the verdict on a dispute', () => {
  const refunds: Partial<ProofFacts>[] = [
    { refundDate: on, refundAmount: '49.000' },
    { refundDate: on, refundAmount: null },
    { refundDate: on, refundAmount: '9.500' },
    { refundAmount: '1234567.890', amount: '2345678.900' },
  ];
  const statuses = allStatuses.filter((status) => !packStatuses.includes(status));
  const answered = every.flatMap(verdictsOn);
  const others = [
    ...refunds.map((refund) => ({ ...bare, ...refund })),
    ...statuses.map((status) => ({ ...bare, status })),
  ].flatMap(verdictsOn);
  const all = [...answered, ...others];

  test('is one sentence of at most twelve words, whatever is on record', () => {
    const sentences = [...new Set(all.map(({ sentence }) => sentence))];
    expect(sentences.length).toBeGreaterThan(15);
    const isOne = (sentence: string) => /^[A-Z].*\.$/.test(sentence) && !sentence.includes('. ');
    expect(sentences.filter((sentence) => wordsIn(sentence) > 12 || !isOne(sentence))).toEqual([]);
  });

  test('calls the case weak where it advises no answer, and nowhere else', () => {
    expect(all.filter(({ fight, sentence }) => fight === sentence.startsWith('Weak:'))).toEqual([]);
  });

  test('says that what the bank asks for is on record only where all of it is', () => {
    const isWhole = ({ proofs }: Verdict) => proofs.every(({ needed, found }) => found || !needed);
    const says = ({ sentence }: Verdict) => sentence === 'Answer: what the bank asks for is on record.';
    expect(answered.filter((one) => isWhole(one) !== says(one))).toEqual([]);
    expect(answered.some(says)).toBe(true);
  });

  test('has as its reasons what the records say of the proofs, nothing else', () => {
    const isTrue = ({ reasons, proofs }: Verdict) =>
      reasons.length > 0 && reasons.every((reason) => proofs.some(({ why }) => why === reason));
    expect(answered.filter((one) => !isTrue(one))).toEqual([]);
  });

  test.each([
    [
      'nothing of the cardholder',
      'fraud',
      { paidAt: on, transactionId: 'ch_1' },
      'Weak: nothing shows that the cardholder took part.',
    ],
    ['no record at all', 'fraud', {}, 'Weak: nothing that answers the bank is on record.'],
    ['3-D Secure', 'fraud', { threeDs: 'Y' }, 'Answer: what the bank asks for is on record.'],
    [
      'no card, but accepted terms',
      'not received',
      { termsVersion: '1', termsAcceptedAt: on },
      'Send the card first, then answer.',
    ],
    [
      'a delivery without a download',
      'not received',
      { hasCard: true, deliveredAt: on },
      'Answer, although nothing shows that the customer downloaded the card.',
    ],
    ['a refund', 'fraud', { refundDate: on }, 'Answer with “credit already issued”: the order was marked refunded.'],
    [
      'a part given back',
      'fraud',
      { refundAmount: '9.500' },
      'Answer for the rest: USD 9.50 of USD 49.00 was given back.',
    ],
    ['a new order', 'fraud', { status: 'New' as const }, 'Weak: the service can’t be shown as given.'],
  ] as const)('on %s', (_what, category, record, sentence) => {
    const facts = { ...bare, ...record };
    expect(adviceFor(facts, proofsFor(category, facts, { terms: true, refund: false }))).toMatchObject({ sentence });
  });
});
