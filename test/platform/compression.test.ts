import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { members, password, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await startApp();
  for (let n = 0; n < 20; n++) await takeIn(app);
  const { headers } = await app.call('POST', '/api/admin/admin-login', {
    body: { email: members.team.email, password },
  });
  cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
});
afterAll(() => app.close());

/** An answer as it went over the wire; `fetch` would unpack it. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(app.url + path, { headers: { cookie, 'accept-encoding': 'gzip, deflate, br, zstd', ...headers } }, resolve).on(
      'error',
      reject,
    ),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return {
    code: answer.statusCode,
    encoding: answer.headers['content-encoding'],
    headers: answer.headers,
    bytes: Buffer.concat(chunks),
  };
}

describe('Answers are compressed', () => {
  test('a page by brotli, or by gzip for who knows no better; its length is that of the bytes sent', async () => {
    const plain = await ask('/admin/recent-order', { 'accept-encoding': 'identity' });
    const brotli = await ask('/admin/recent-order');
    const gzip = await ask('/admin/recent-order', { 'accept-encoding': 'gzip' });
    expect([plain.code, plain.encoding, brotli.encoding, gzip.encoding]).toEqual([200, undefined, 'br', 'gzip']);
    expect(Number(brotli.headers['content-length'])).toBe(brotli.bytes.length);
    expect(brotli.headers.vary).toMatch(/accept-encoding/i);
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 3);
    for (const html of [plain.bytes, brotliDecompressSync(brotli.bytes), gunzipSync(gzip.bytes)]) {
      expect(String(html)).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/i);
    }
  });

  test('a list of the API, and no answer that is smaller than a packet', async () => {
    const list = await ask('/api/admin/get-orders-list/newOrder');
    expect([list.code, list.encoding]).toEqual([200, 'br']);
    expect(JSON.parse(String(brotliDecompressSync(list.bytes)))).toMatchObject({ status: 1 });
    expect((await ask('/healthz')).encoding).toBeUndefined();
  });

  test('not for a request that another site began, nor the stream of changes', async () => {
    for (const site of ['cross-site', 'same-site']) {
      expect((await ask('/admin/recent-order', { 'sec-fetch-site': site })).encoding).toBeUndefined();
    }
    expect((await ask('/admin/recent-order', { 'sec-fetch-site': 'same-origin' })).encoding).toBe('br');

    const stream = await new Promise<IncomingMessage>((resolve) => {
      const request = get(`${app.url}/admin/live`, { headers: { cookie, 'accept-encoding': 'br' } }, (answer) => {
        answer.once('data', () => {
          resolve(answer);
          request.destroy();
        });
      });
    });
    expect(stream.headers).toMatchObject({ 'content-type': expect.stringContaining('text/event-stream') });
    expect(stream.headers['content-encoding']).toBeUndefined();
  });

  test('a compressed request is not unpacked: nobody sends a small one that becomes a large one', async () => {
    const { status } = await fetch(`${app.url}/api/admin/admin-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ email: members.team.email, password })),
    });
    expect(status).toBe(422);
  });
});

describe('The CSRF token in a page', () => {
  const tokenIn = (html: string) => /"csrf":"([^"]+)"/.exec(html)![1]!;
  const attempt = (proof: string) =>
    app.call('POST', '/api/admin/change-password', { body: {}, headers: { cookie, 'x-xsrf-token': proof } });

  test('differs in each answer, and each is taken, as is the cookie; a changed one is not', async () => {
    const pages = await Promise.all([1, 2].map(() => ask('/admin/recent-order', { 'accept-encoding': 'identity' })));
    const [first, second] = pages.map(({ bytes }) => tokenIn(String(bytes)));
    expect(first).not.toBe(second);
    const own = /XSRF-TOKEN=([^;]+)/.exec(cookie)![1]!;
    for (const proof of [first!, second!, own]) expect((await attempt(proof)).code).toBe(422);
    const changed = first!
      .replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
      .replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    for (const proof of [changed, `${first}~x`.slice(1), '~', 'x~', '~x', ''])
      expect((await attempt(proof)).code).toBe(403);
  });
});
