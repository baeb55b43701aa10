import { describe, expect, test } from '@jest/globals';
import {
  type ComparedCharge,
  type EarlierCharge,
  compellingEvidence,
  evidenceRules,
} from '../../src/shared/compelling-evidence.js';

const disputed: ComparedCharge = {
  order_id: 200_000,
  transaction_id: 'ch_disputed',
  at: '2026-06-01T12:00:00Z',
  amount: '49.00',
  currency: 'USD',
  description: 'Malaysia Digital Arrival Card service, Standard',
  card_fingerprint: 'card-1',
  email: 'ann@example.com',
  ip: '203.0.113.77',
  device: 'device-1',
  delivery_address: 'ann@example.com',
};

let next = 100_001;
/** A charge this many days and milliseconds before the disputed one. */
const before = (days: number, more: Partial<EarlierCharge> = {}, ms = 0): EarlierCharge => ({
  ...disputed,
  order_id: next++,
  at: new Date(Date.parse(disputed.at) - days * 24 * 3_600_000 - ms).toISOString(),
  disputed: false,
  refunded: false,
  ...more,
});

const failsOf = (charge: EarlierCharge) => compellingEvidence(disputed, [charge]).candidates[0]!.fails;

describe('an earlier charge', () => {
  test.each([
    [119, ['age']],
    [120, []],
    [364, []],
    [365, ['age']],
  ])('of %i whole days before fails %j', (days, fails) => {
    expect(failsOf(before(days))).toEqual(fails);
  });

  test('counts whole days alone', () => {
    expect(failsOf(before(119, {}, 24 * 3_600_000 - 1))).toEqual(['age']);
    expect(failsOf(before(364, {}, 24 * 3_600_000 - 1))).toEqual([]);
  });

  test.each<[string, Partial<EarlierCharge>, (keyof typeof evidenceRules)[]]>([
    ['another card', { card_fingerprint: 'card-2' }, ['credential']],
    ['a card that is not on record', { card_fingerprint: null }, ['credential']],
    ['the IP address alone', { email: 'x@example.com', device: null, delivery_address: null }, ['elements']],
    ['no IP address and no device', { ip: null, device: null }, ['elements']],
    ['IP address and device', { email: null, delivery_address: null }, []],
    ['a dispute', { disputed: true }, ['undisputed']],
    ['a refund', { refunded: true }, ['unrefunded']],
    [
      'everything wrong',
      { card_fingerprint: 'x', ip: null, device: null, disputed: true, refunded: true },
      ['credential', 'undisputed', 'unrefunded', 'elements'],
    ],
  ])('with %s', (_, more, fails) => {
    expect(failsOf(before(200, more))).toEqual(fails);
  });
});

describe('the verdict', () => {
  test('is met by two, and names what is equal in all three', () => {
    const two = [before(150, { email: null }), before(300)];
    const verdict = compellingEvidence(disputed, [before(100), ...two]);
    expect(verdict).toMatchObject({ meets: true, same: ['ip', 'device', 'delivery_address'], fault: null });
    expect(verdict.pair.map(({ charge }) => charge.order_id)).toEqual(two.map(({ order_id }) => order_id));
  });

  test('is not met by one', () => {
    expect(compellingEvidence(disputed, [before(200), before(119)])).toMatchObject({
      meets: false,
      pair: [],
      fault: 'One earlier charge meets every rule; two are needed.',
    });
    expect(compellingEvidence(disputed, []).fault).toBe('No earlier charge of the same card is on record.');
  });

  test('is not met by two that share different things with the disputed one', () => {
    const one = before(200, { email: null, delivery_address: null, device: 'device-1', ip: '203.0.113.77' });
    const other = before(250, { ip: null, device: 'device-1', delivery_address: null });
    expect(compellingEvidence(disputed, [one, other])).toMatchObject({ meets: false });
    expect(compellingEvidence(disputed, [one, other]).fault).toContain('no two of them');
  });

  test('is not met without a card on record', () => {
    const unknown = { ...disputed, card_fingerprint: null };
    expect(compellingEvidence(unknown, [before(200), before(250)]).fault).toBe(
      'The card of the disputed charge is not on record.',
    );
  });

  test('finds the pair among many', () => {
    const many = [
      before(130, { email: null, delivery_address: null, device: null }),
      before(140, { ip: null, delivery_address: null }),
      before(150, { device: null, delivery_address: null }),
      before(160, { device: null, delivery_address: null }),
    ];
    expect(compellingEvidence(disputed, many).pair.map(({ days }) => days)).toEqual([150, 160]);
  });
});
