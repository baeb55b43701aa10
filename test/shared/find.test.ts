import { describe, expect, test } from '@jest/globals';
import { compactNumber, spelledId, spokenPhone } from '../../src/shared/find.js';
import { encodeOrderId } from '../../src/shared/order-id.js';

describe('spelledId', () => {
  const encoded = encodeOrderId(102153);
  test.each([
    '102153',
    '#102153',
    ' # 102 153 ',
    '102,153',
    'Order 102153',
    'ORDER #102153',
    '１０２１５３',
    '١٠٢١٥٣',
    '102153@orders.example',
    encoded,
    encoded.replaceAll('=', ''),
    `https://desk.example/admin/view-order/${encoded}?list=recent-order%3Fpage%3D3`,
    `https://desk.example/get-new-order-details/${encoded}`,
    `/track-order/${encodeURIComponent(encoded)}#x`,
    'https://desk.example/admin/view-order/102153',
  ])('%s', (text) => expect(spelledId(text)).toBe(102153));

  test.each(['Ann Example', 'X1234567', '07700 900777 123456', 'https://desk.example/admin', '%', '/%E0%A4%A'])(
    '%s is none',
    (text) => expect(spelledId(text)).toBe(0),
  );
});

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
