import { expect, test } from '@jest/globals';
import { compactNumber, spokenPhone } from '../../src/shared/find.js';

test('a telephone number is its last nine digits, however it is said', () => {
  for (const said of ['07700 900777', '+44 7700 900777', '0044 (0)7700-900777', '٠٧٧٠٠ ٩٠٠٧٧٧', '7700900777'])
    expect(spokenPhone(said)).toBe('700900777');
  expect(spokenPhone('12345')).toBeUndefined();
  expect(spokenPhone('call 07700 900777')).toBeUndefined();
});

test('a passport number is its letters and digits', () => {
  expect(compactNumber(' X 123-45 67')).toBe('X1234567');
  expect(compactNumber('Ann Example')).toBeUndefined();
});
