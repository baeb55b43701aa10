import { describe, expect, test } from '@jest/globals';
import { whatsappUrl } from '../../src/platform/phone.js';

describe('whatsappUrl', () => {
  test.each([
    ['+60', '12-345 6789', '60123456789'],
    ['60', '012 345 6789', '60123456789'],
    ['0060', '123456789', '60123456789'],
    ['Malaysia', '0123456789', '60123456789'],
    ['+60', '60123456789', '60123456789'],
    ['+60', '+60123456789', '60123456789'],
    ['+60', '0060123456789', '60123456789'],
    ['', '+60 12-345 6789', '60123456789'],
    [null, '0060 12 345 6789', '60123456789'],
    ['+1', '(212) 555-0123', '12125550123'],
    ['+1', '876 555 1234', '18765551234'],
    ['+44', '07911 123456', '447911123456'],
    ['+65', '+44 7911 123456', '447911123456'],
    // the code twice, where the whole could be a number too
    ['+62', '62 813 2468 1357', '6281324681357'],
    ['Indonesia', '0062 62 81324681357', '6281324681357'],
    ['', '+626281324681357', '6281324681357'],
    ['+49', '49 1512 3456789', '4915123456789'],
    ['+383', '383 43 201 234', '38343201234'],
    // a fixed line whose area code begins like the country's
    ['+49', '0491 123456', '49491123456'],
    ['+62', '0621 234567', '62621234567'],
    ['+7', '7172 12 34 56', '77172123456'],
    ['Atlantis', '+44 7911 123456', '447911123456'],
  ])('%s %s is wa.me/%3$s', (code, number, digits) => {
    expect(whatsappUrl(code, number, 'Hello')).toEqual({ url: `https://wa.me/${digits}?text=Hello` });
  });

  test('carries the message, whatever is in it', () => {
    const text = 'Dear 李 O’Neil & Söhne,\nyour card #1 is ready: https://x.example/?a=1+1 100% 🎉';
    const answer = whatsappUrl('+60', '123456789', text) as { url: string };
    expect(new URL(answer.url).searchParams.get('text')).toBe(text);
    expect(answer.url).toMatch(/^https:\/\/wa\.me\/60123456789\?text=[\w%.!~*'()-]+$/);
  });

  test('says that there is no number', () => {
    for (const number of ['', '  ', null]) {
      expect(whatsappUrl('+60', number, 'Hello')).toEqual({ reason: 'This order has no mobile number.' });
    }
  });

  test.each([
    ['+60', '123'],
    ['+60', '12345678901234567890'],
    ['+60', 'call me'],
    ['+60', '2125550123'],
    ['+999', '123456789'],
    ['Atlantis', '123456789'],
    ['', '0123456789'],
    ['', '60123456789'],
    ['+60', '0'.repeat(100_000)],
  ])('says that %s %.20s is not valid', (code, number) => {
    expect(whatsappUrl(code, number, 'Hello')).toEqual({ reason: 'The mobile number of this order is not valid.' });
  });
});
