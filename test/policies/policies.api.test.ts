import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { compared } from '../../src/policies/compared.js';
import type { PoliciesService } from '../../src/policies/policies.service.js';
import { type MemberName, startApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const add = (body: object, as: MemberName = 'admin') => app.call('POST', '/api/admin/policies', { as, body });
const input = (more: object = {}) => ({
  brand: 'main',
  kind: 'refund',
  version: '2027-01',
  text: 'No refunds — ever.\n\nExcept ours. 中文',
  validFrom: '2027-01-01',
  ...more,
});

describe('POST /api/admin/policies', () => {
  test('is for Admin alone', async () => {
    for (const as of ['manager', 'team', 'telecaller', 'night'] as const)
      expect((await add(input(), as)).code).toBe(403);
    expect((await app.call('POST', '/api/admin/policies', { body: input() })).code).toBe(401);
  });

  test.each([
    [{ brand: 'none' }, 'brand', 'Please choose a brand.'],
    [{ kind: 'privacy' }, 'kind', 'Please choose a kind.'],
    [{ version: '' }, 'version', 'Please enter a version.'],
    [{ version: 'a/b' }, 'version', 'A version has letters, digits, dots, dashes and underscores.'],
    [{ text: ' ' }, 'text', 'Please enter the text.'],
    [{ validFrom: '2027-02-30' }, 'validFrom', 'Please enter the first day.'],
  ])('%j is refused', async (wrong, field, message) => {
    expect((await add(input(wrong))).body.errors).toEqual({ [field]: message });
  });

  test('adds a version, once by name and by day; its page has the text and the list its hash', async () => {
    expect((await add(input())).code).toBe(200);
    expect((await add(input({ validFrom: '2028-01-01' }))).code).toBe(409);
    expect((await add(input({ version: 'other' }))).code).toBe(409);
    const { body } = await app.call('GET', '/api/admin/policies', { as: 'admin' });
    const added = body.data.find(({ version }: { version: string }) => version === '2027-01');
    const sha256 = createHash('sha256').update(input().text).digest('hex');
    expect(added).toMatchObject({ sha256, added_by: 'Demo Admin', path: '/policies/main/refund/2027-01' });
    const page = await fetch(app.url + added.path);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Except ours. 中文')]);
    for (const path of ['main/refund/none', 'none/refund/2027-01', 'main/none/2027-01'])
      expect((await fetch(`${app.url}/policies/${path}`)).status).toBe(404);
  });
});

test('an order’s texts: the terms by their version, the others by the day of acceptance', async () => {
  const policies = app.web.get<PoliciesService>('PoliciesService');
  const of = async (termsVersion: string | null, at: string | null) => {
    const texts = await policies.of({
      landingDomain: 'arrival-help.example',
      termsVersion,
      termsAcceptedAt: at === null ? null : new Date(at),
    });
    return Object.values(texts).map((policy) => policy && `${policy.brand} ${policy.version}`);
  };
  expect(await of('2025-01', '2025-12-31T23:59:59Z')).toEqual(['alt 2025-01', 'alt 2025-01', 'alt 2025-01']);
  expect(await of('2025-01', '2026-01-01T00:00:00Z')).toEqual(['alt 2025-01', 'alt 2026-01', 'alt 2025-01']);
  expect(await of('unknown', '2024-12-31T23:59:59Z')).toEqual([null, null, null]);
  expect(await of(null, null)).toEqual([null, null, null]);
});

test('two texts are compared line by line', () => {
  expect(compared('a\nb\nc', 'a\nc\nd')).toEqual([
    { text: 'a', in: 'both' },
    { text: 'b', in: 'before' },
    { text: 'c', in: 'both' },
    { text: 'd', in: 'after' },
  ]);
  const long = 'x\n'.repeat(20_000);
  expect(compared(long, long).filter(({ in: where }) => where === 'before')).toHaveLength(20_001);
});
