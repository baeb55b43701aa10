import { describe, expect, test } from '@jest/globals';
import { decodeOrderId, encodeOrderId, parseOrderId } from '../../src/shared/order-id.js';
import { growth, proportional } from '../support/growth.js';

const LARGEST = 2_147_483_647;
/** Every small id, then ever larger steps up to the largest: all lengths of base64, with and without padding. */
const manyIds = [
  ...Array.from({ length: 2000 }, (_, index) => index + 1),
  ...Array.from({ length: 2000 }, (_, index) => Math.floor(1.0102 ** index) + 100_000).filter((id) => id < LARGEST),
  LARGEST,
];

describe('encodeOrderId', () => {
  test('is base64 of the doubled number', () => {
    expect(encodeOrderId(123456)).toBe('MjQ2OTEy');
    expect(encodeOrderId(100001)).toBe('MjAwMDAy');
  });

  test('is never all digits, so that a plain number can be told from it', () => {
    for (const id of manyIds) expect(encodeOrderId(id)).not.toMatch(/^\d+$/);
  });
});

describe('decodeOrderId', () => {
  test('gives back every id that was encoded', () => {
    for (const id of manyIds) expect(decodeOrderId(encodeOrderId(id))).toBe(id);
  });

  test('does without the padding', () => {
    expect(encodeOrderId(5)).toBe('MTA=');
    expect(decodeOrderId('MTA')).toBe(5);
    expect(encodeOrderId(1)).toBe('Mg==');
    expect(decodeOrderId('Mg')).toBe(1);
  });

  test.each([
    ['nothing', ''],
    ['an odd number', btoa('200001')],
    ['a leading zero', btoa('0200002')],
    ['zero', btoa('0')],
    ['a negative number', btoa('-200002')],
    ['a sign', btoa('+200002')],
    ['a fraction', btoa('200002.0')],
    ['an exponent', btoa('2e5')],
    ['a hexadecimal number', btoa('0x20')],
    ['a blank', btoa(' 200002')],
    ['a word', btoa('order')],
    ['an id beyond an integer column', btoa(String(2 * (LARGEST + 1)))],
    ['an unsafe integer', btoa('99999999999999999998')],
    ['a plain number', '100001'],
    ['a blank inside', 'MjAw MDAy'],
    ['too much padding', 'MjAwMDAy=='],
    ['half of the padding', 'Mg='],
    ['loose bits at the end', 'MTB='],
    ['another alphabet', 'MjAw-_=='],
    ['letters outside Latin-1', 'номер'],
    ['NUL', 'MjAwMDAy\0'],
  ])('is 0 for %s', (_, text) => {
    expect(decodeOrderId(text)).toBe(0);
  });
});

describe('parseOrderId', () => {
  test('takes an encoded id, a number, and a string of digits', () => {
    for (const value of ['MjAwMDAy', ' MjAwMDAy ', 100001, '100001', ' 100001\n', '0100001']) {
      expect(parseOrderId(value)).toBe(100001);
    }
  });

  test('is 0 for what is an id but can name no order', () => {
    for (const value of [
      0,
      '0',
      LARGEST + 1,
      '99999999999999999999',
      1e300,
      Infinity,
      'Atlantis',
      btoa('200001'),
      '%%%',
    ]) {
      expect(parseOrderId(value)).toBe(0);
    }
  });

  test('is undefined for what is no id', () => {
    const numbers = [-1, -0.5, 1.5, NaN, -Infinity];
    const texts = ['', '  ', '-1', '-100001', '1.5', '100001.0', '.5', '-', '.', 'MjAwMDAy\0', '100001\0', '\0'];
    for (const value of [undefined, null, true, {}, [], [100001], ...numbers, ...texts]) {
      expect(parseOrderId(value)).toBeUndefined();
    }
  });

  test('reads a megabyte of digits or letters without stalling', () => {
    const read = (letters: number) => {
      for (const letter of ['1', '-', 'M']) parseOrderId(`${letter.repeat(letters)}x`);
    };
    expect(growth(read, 1_000_000)).toBeLessThan(proportional);
  });
});
