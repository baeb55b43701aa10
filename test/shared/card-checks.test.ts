import { describe, expect, test } from '@jest/globals';
import { cardChecks } from '../../src/shared/card-checks.js';
import { money } from '../../src/shared/money.js';

const check = (card_brand: string | null, checks: { avs?: string; cvv?: string; three_ds?: string }) =>
  cardChecks({ card_brand, avs: null, cvv: null, three_ds: null, ...checks })[0]!;

describe('the checks of a card', () => {
  test.each([
    ['Visa', 'Y', true],
    ['visa', 'F', true],
    ['Mastercard', 'F', false],
    ['American Express', 'F', false],
    ['amex', 'M', true],
    ['Discover', 'A', true],
    ['Visa', 'A', false],
    ['Visa', 'N', false],
    ['JCB', 'Y', false],
    [null, 'N', false],
    [null, 'F', false],
    ['JCB', 'pass', true],
    ['Visa', 'fail', false],
  ])('%s reads the address check %s: passed %s', (brand, avs, passed) => {
    expect(check(brand, { avs }).passed).toBe(passed);
  });

  test.each([
    ['Visa', 'M', true],
    ['Visa', 'Y', false],
    ['Amex', 'Y', true],
    ['Visa', 'P', false],
  ])('%s reads the security code %s: passed %s', (brand, cvv, passed) => {
    expect(check(brand, { cvv }).passed).toBe(passed);
  });

  test.each([
    ['Y', true],
    ['authenticated', true],
    ['A', false],
    ['attempted', false],
    ['succeeded', true],
    ['C', false],
    ['failed', false],
  ])('3-D Secure %s: passed %s', (three_ds, passed) => {
    expect(check('Visa', { three_ds }).passed).toBe(passed);
  });

  test('have the scheme’s letter and its meaning; one that nobody knows proves nothing', () => {
    expect(check('Amex', { avs: 'f' })).toEqual({
      name: 'Address check (AVS)',
      code: 'f',
      meaning: 'the name does not match, the street does',
      passed: false,
    });
    expect(check('Visa', { avs: 'constructor' })).toMatchObject({ meaning: 'meaning not on record', passed: false });
  });
});

test.each([
  ['8800.000', 'JPY', 'JPY 8,800'],
  ['1079', 'USD', 'USD 1,079.00'],
  ['1079.500', 'USD', 'USD 1,079.50'],
  ['49.005', 'USD', 'USD 49.005'],
  ['1.250', 'KWD', 'KWD 1.250'],
  ['-1234567.8', 'EUR', 'EUR -1,234,567.80'],
  ['7', null, '7.00'],
  ['7', 'X', 'X 7.00'],
  [null, 'USD', null],
])('money %s %s is %s', (amount, currency, printed) => {
  expect(money(amount, currency)).toBe(printed);
});
