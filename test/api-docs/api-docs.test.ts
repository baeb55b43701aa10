import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { describeApi } from '../../src/api-docs/openapi.js';
import { shapeOf } from '../../src/api-docs/shape.js';
import { addMember } from '../../src/shared/team.js';
import { startApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const fetched = async (path: string, accept?: string) => {
  const answer = await fetch(app.url + path, { headers: accept === undefined ? {} : { accept } });
  return { code: answer.status, headers: answer.headers, text: await answer.text() };
};
const page = (query = '') => fetched(`/api/docs${query}`, 'text/html,application/xhtml+xml,*/*;q=0.8');
const callsOn = (text: string) => [...text.matchAll(/<details id="(\w+\.\w+)"/g)].map(([, id]) => id);

describe('GET /api/docs', () => {
  test('is JSON for programs, whatever they accept, and a page for a browser', async () => {
    for (const accept of [undefined, '*/*', 'application/json', 'text/plain']) {
      const { code, headers, text } = await fetched('/api/docs', accept);
      expect([code, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.1' });
    }
    const { headers } = await page();
    expect([headers.get('content-type'), headers.get('vary')]).toEqual([
      'text/html; charset=utf-8',
      expect.stringContaining('Accept'),
    ]);
    const { headers: json, text } = await fetched('/api/docs.json', 'text/html');
    expect(json.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text)).toEqual(JSON.parse((await fetched('/api/docs')).text));
  });

  test('the page has every call, and nothing that the policy forbids', async () => {
    const { text, headers } = await page();
    const { paths } = JSON.parse((await fetched('/api/docs')).text) as { paths: Record<string, object> };
    expect(callsOn(text)).toHaveLength(Object.values(paths).flatMap((methods) => Object.keys(methods)).length);
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|https?:\/\//);
    expect(headers.get('content-security-policy')).toContain("style-src 'self'");
    const [, sheet] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    expect((await fetched(sheet!)).headers.get('content-type')).toBe('text/css; charset=utf-8');
  });

  test('finds calls by address, line or field', async () => {
    expect(callsOn((await page('?q=undo-')).text)).toEqual([]);
    expect(callsOn((await page('?q=PAYMENT-GATEWAY-setting')).text)).toEqual(['Gateway.set']);
    expect(callsOn((await page('?q=embarkation_country')).text)).toEqual([
      'Amend.amend',
      'Visitor.correct',
      'Intake.receive',
      'Desk.details',
    ]);
    expect(callsOn((await page('?q=defencePackType')).text)).toEqual(['Packs.pdf', 'Packs.details', 'OrderPacks.ask']);
  });

  test('what was looked for comes back as text', async () => {
    const { text } = await page(`?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(text).not.toContain('<script');
  });
});

describe('the description', () => {
  test('is made from the schemas that check the input', async () => {
    const { paths } = JSON.parse((await fetched('/api/docs.json')).text) as ReturnType<typeof describeApi>;
    const { content } = paths['/api/admin/add-team-member']!.post!.requestBody!;
    expect(content['application/json']!.schema).toEqual(written(addMember));
  });

  test('leaves out what does not lie under /api', () => {
    expect(describeApi([{ method: 'GET', url: '/healthz' }]).paths).toEqual({});
  });

  test('a call that does not say what it answers stops it', () => {
    expect(() => describeApi([{ method: 'GET', url: '/api/silent' }])).toThrow(
      'GET /api/silent does not say what it answers',
    );
  });
});

test.each([
  [z.object({ a: z.string(), b: z.int().optional() }), '{\n  a: string\n  b?: integer\n}'],
  [z.array(z.enum(['x', 'y'])), '("x" | "y")[]'],
  [z.object({ in: z.object({}).nullable() }), '{\n  in: {} | null\n}'],
  [z.record(z.string(), z.boolean()), '{ [name]: boolean }'],
  [z.literal(1).describe('one'), '1'],
  [z.unknown(), 'anything'],
])('a shape reads as TypeScript: %#', (schema, text) => {
  expect(shapeOf(written(schema))).toBe(text);
});

/** What zod itself writes. */
function written(schema: z.ZodType) {
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>;
  return own;
}
