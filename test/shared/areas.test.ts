import { describe, expect, test } from '@jest/globals';
import { areaOf, areas, isForVisitors } from '../../src/shared/areas.js';

const prefixOf = (route: string | undefined, url: string) => areaOf(route, url).prefix;

test('each area holds its prefix and what lies below it, and nothing that only begins alike', () => {
  for (const { prefix } of areas) {
    expect(prefixOf(undefined, prefix)).toBe(prefix);
    expect(prefixOf(undefined, `${prefix === '/' ? '' : prefix}/x?y=/api`)).toBe(prefix);
    if (prefix !== '/') expect(prefixOf(undefined, `${prefix}x`)).not.toBe(prefix);
  }
  expect(new Set(areas.map(({ prefix }) => prefix)).size).toBe(areas.length);
});

test('the route decides, however the address is spelled', () => {
  expect(prefixOf('/api/user_info', '/%61pi/user_info')).toBe('/api');
  expect(prefixOf('/api/intake/orders/:externalRef/paid', '/api/intake/orders/..%2F..%2Fadmin/paid')).toBe(
    '/api/intake',
  );
  expect(prefixOf('/track-order/:orderId', '/track-order/..%2f..%2fapi%2fintake')).toBe('/track-order');
});

describe('an address that no route takes', () => {
  test.each([
    ['/%61pi/nowhere', '/api'],
    ['/API/nowhere', '/api'],
    ['//api//intake/x', '/api/intake'],
    ['/./api/./nowhere', '/api'],
    ['/x/../admin/nowhere', '/admin'],
    ['/x/%2e%2e/admin/nowhere', '/admin'],
    ['/%2e%2e/%2E/uploads/docs/1/x', '/uploads'],
    ['/api%2fintake%2Fx', '/api/intake'],
    ['/api\\webhooks\\x', '/api/webhooks'],
    ['/api/intake/../admin/x', '/api'],
    ['/admin?to=/api', '/admin'],
    ['/admin#/api', '/admin'],
    ['/apiary', '/'],
    ['/%zz/api', '/'],
    ['/..', '/'],
    ['', '/'],
  ])('%s lies in %s', (url, prefix) => expect(prefixOf(undefined, url)).toBe(prefix));
});

test('what tells of people is kept by no cache; a key, a code or a signature needs no proof', () => {
  const named = (wanted: (prefix: string) => boolean) => areas.filter(({ prefix }) => wanted(prefix));
  for (const { prefix, cache } of named((one) => /^\/(?:api|admin|uploads)/.test(one)))
    expect([prefix, cache]).toEqual([prefix, 'never']);
  expect(areas.filter(({ csrf }) => !csrf).map(({ prefix }) => prefix)).toEqual([
    '/api/filler',
    '/api/intake',
    '/api/webhooks',
    '/dev',
  ]);
  expect(areas.filter(isForVisitors).map(({ prefix }) => prefix)).toEqual([
    '/track-order',
    '/get-new-order-details',
    '/policies',
    '/uploads',
  ]);
});
