import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Keys } from '../../src/platform/keys.js';
import { intakeKey, members, password, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { request, sendRaw } from './raw.js';
import { cpuTime } from '../support/cpu.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true });
});
afterAll(() => app.close());

const login = (email: string, word: string = password, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/admin/admin-login', { body: { email, password: word }, headers });

/** The name, value and attributes of the cookies an answer sets. */
function cookies(headers: Headers): Record<string, { value: string; attributes: string }> {
  return Object.fromEntries(
    headers.getSetCookie().map((line) => {
      const [, name, value, attributes] = /^([^=]+)=([^;]*);?(.*)$/.exec(line)!;
      return [name!, { value: value!, attributes: attributes! }];
    }),
  );
}

const part = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url');
const hs = (text: string, key: Uint8Array | string, hash = 'sha256') =>
  createHmac(hash, key).update(text).digest('base64url');

describe('a session', () => {
  test('that somebody put into the browser before is not the one that the sign-in gives', async () => {
    const planted = await app.signIn('team');
    const csrf = cookies((await app.call('GET', '/', { headers: { cookie: `session=${planted}` } })).headers)[
      'XSRF-TOKEN'
    ]!;
    for (const session of [planted, 'chosen-by-a-stranger', '']) {
      const { headers } = await login(members.night.email, password, {
        cookie: `session=${session}; XSRF-TOKEN=${csrf.value}`,
        ...(session === planted && { 'x-xsrf-token': csrf.value }),
      });
      const given = cookies(headers).session;
      if (session === planted) expect(given?.value).toBeTruthy();
      expect(given?.value).not.toBe(session || undefined);
    }
    expect((await app.call('GET', '/api/user_info', { token: planted })).body.data.email).toBe(members.team.email);
  });

  test('of a visitor is a new one with every tracking, and none that came along', async () => {
    const order = await takeIn(app);
    const body = { orderId: order.id, email: 'ann@example.com' };
    const first = await app.call('POST', '/api/front/track-order', { body });
    const csrf = cookies((await app.call('GET', '/track-order')).headers)['XSRF-TOKEN']!.value;
    const second = await app.call('POST', '/api/front/track-order', {
      body,
      headers: { cookie: `visitor=${first.body.data.accessToken}; XSRF-TOKEN=${csrf}`, 'x-xsrf-token': csrf },
    });
    expect(second.code).toBe(200);
    expect(second.body.data.accessToken).not.toBe(first.body.data.accessToken);
    expect(cookies(second.headers).visitor!.value).toBe(second.body.data.accessToken);
  });
});

describe('a forged token', () => {
  test('opens nothing: without a signature, with another’s, of another purpose, altered, or signed otherwise', async () => {
    const token = await app.signIn('admin');
    const [head = '', claims = '', signature = ''] = token.split('.');
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string };
    const keys = app.web.get<Keys>('Keys');
    const visitor = `${head}.${claims}`;
    const forged = [
      `${part({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      `${part({ alg: 'None' })}.${claims}.${signature}`,
      `${part({ alg: 'NONE', typ: 'JWT' })}.${claims}.`,
      `${head}.${claims}.`,
      `${head}.${claims}`,
      `${head}.${part({ sid, role: 'Admin' })}.${signature}`,
      `${head}.${claims}.${hs(`${head}.${claims}`, '')}`,
      `${head}.${claims}.${hs(`${head}.${claims}`, app.env.APP_SECRET!)}`,
      `${visitor}.${keys.sign('visitor', visitor)}`,
      ...['sha384', 'sha512'].map((hash) => {
        const text = `${part({ alg: `HS${hash.slice(3)}`, typ: 'JWT' })}.${claims}`;
        return `${text}.${hs(text, keys.of('session'), hash)}`;
      }),
      `${signature}.${claims}.${head}`,
    ];
    for (const one of forged)
      expect([one, (await app.call('GET', '/api/user_info', { token: one })).code]).toEqual([one, 401]);
    expect((await app.call('GET', '/api/user_info', { token })).code).toBe(200);
  });

  test('that is signed by us names a session anyway, or nobody', async () => {
    const keys = app.web.get<Keys>('Keys');
    const signed = (claims: unknown) => {
      const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
      return `${text}.${keys.sign('session', text)}`;
    };
    for (const claims of [
      {},
      { sid: null },
      { sid: { $ne: '' } },
      { sid: "' OR 1=1 --" },
      { sid: ['x'] },
      [],
      'text',
    ]) {
      expect([claims, (await app.call('GET', '/api/user_info', { token: signed(claims) })).code]).toEqual([
        claims,
        401,
      ]);
    }
  });

  test('is no better when its session has ended, or is that of a visitor', async () => {
    const token = await app.signIn('night');
    await app.call('POST', '/api/admin/logout', { token });
    expect((await app.call('GET', '/api/user_info', { token })).code).toBe(401);

    const order = await takeIn(app);
    const { body } = await app.call('POST', '/api/front/track-order', {
      body: { orderId: order.id, email: 'ann@example.com' },
    });
    for (const path of ['/api/user_info', `/api/admin/get-orders-details/${order.id}`]) {
      expect((await app.call('GET', path, { token: body.data.accessToken })).code).toBe(401);
      expect((await app.call('GET', path, { headers: { cookie: `session=${body.data.accessToken}` } })).code).toBe(401);
    }
  });
});

describe('another site', () => {
  test('writes nothing with the cookie of a member, in whatever form it sends', async () => {
    const order = await takeIn(app);
    const details = async () =>
      (await app.call('GET', `/api/admin/get-orders-details/${order.id}`, { as: 'admin' })).body.data;
    const { version } = await details();
    const session = await app.signIn('admin');
    const cookie = `session=${session}`;
    const json = JSON.stringify({ orderId: order.id });
    const path = '/api/admin/change-order-status';
    const tries: [string, string, Record<string, string>, string][] = [
      ['PUT', path, { 'content-type': 'application/json' }, json],
      ['PUT', path, { 'content-type': 'text/plain' }, json],
      ['PUT', path, {}, json],
      ['POST', path, { 'content-type': 'application/json', 'x-http-method-override': 'PUT' }, json],
      [
        'POST',
        `${path}?_method=PUT`,
        { 'content-type': 'application/x-www-form-urlencoded' },
        `orderId=${order.id}&_method=PUT`,
      ],
      ['PUT', path, { 'content-type': 'application/x-www-form-urlencoded' }, `orderId=${order.id}&_csrf=`],
      ['PUT', path, { 'content-type': 'application/json', 'x-xsrf-token': 'x' }, json],
      [
        'PUT',
        path,
        { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
        json,
      ],
      ['GET', `${path}?orderId=${order.id}`, {}, ''],
      ['PUT', `/api/webhooks/..${path}`, { 'content-type': 'application/json' }, json],
      ['PUT', `//x/api/intake/../..${path}`, { 'content-type': 'application/json' }, json],
    ];
    for (const [method, to, headers, body] of tries) {
      const all: [string, string][] = Object.entries({
        Host: '127.0.0.1',
        cookie,
        ...headers,
        'content-length': String(body.length),
      });
      const { status } = await sendRaw(app.url, request(`${method} ${to} HTTP/1.1`, all, body));
      // a plain form is redirected to its page
      const refused = [303, 403, 404, 415].includes(status);
      expect([method, to, headers, refused || status]).toEqual([method, to, headers, true]);
    }
    expect(await details()).toMatchObject({ process_status: 'New', version });
  });

  test('reads nothing by a script: no answer names it as allowed', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await app.call(method, '/api/user_info', {
        as: 'admin',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
      });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('who has an account or an order', () => {
  test('is not told by a forgotten password: the same words, status and headers, and no answer before the other could be there', async () => {
    const ask = async (email: string) => {
      const began = performance.now();
      const { code, body, headers } = await app.call('POST', '/api/admin/forgot-password', { body: { email } });
      const told = { code, message: body.message, data: body.data, headers: [...headers.keys()].sort() };
      return { told, ms: performance.now() - began };
    };
    const known = await ask(members.manager.email);
    const unknown = await ask('nobody@demo.test');
    expect(known.told).toEqual(unknown.told);
    expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(245);
  });

  test('is not told by a sign-in: an unknown address costs the work that a wrong password costs', async () => {
    const spent: Record<string, number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 4; round++) {
      for (const [who, email] of [
        ['known', members.telecaller.email],
        ['unknown', `nobody${round}@demo.test`],
      ] as const) {
        const began = cpuTime();
        const { code, body } = await login(email, 'wrong-password');
        spent[who]!.push(cpuTime() - began);
        expect([code, body.message]).toEqual([401, 'Invalid email or password']);
      }
    }
    // the hash takes ten times the work of the rest of the answer: without it the cheapest answer would be far cheaper
    const [known, unknown] = [Math.min(...spent.known!), Math.min(...spent.unknown!)];
    expect(unknown).toBeGreaterThan(known / 3);
    expect(known).toBeGreaterThan(unknown / 3);
  });
});

describe('a shop’s key', () => {
  test('is one alone: not part of one, not two in one header, not in the query or the body', async () => {
    const ask = (headers: [string, string][], path = '/api/intake/active-gateway') =>
      sendRaw(app.url, request(`GET ${path} HTTP/1.1`, [['Host', '127.0.0.1'], ...headers]));
    for (const key of [intakeKey.slice(0, -1), `${intakeKey}x`, intakeKey.toUpperCase(), '', "' OR 1=1 --"]) {
      expect([key, (await ask([['X-Intake-Key', key]])).status]).toEqual([key, 401]);
    }
    expect(
      (
        await ask([
          ['X-Intake-Key', 'x'],
          ['X-Intake-Key', intakeKey],
        ])
      ).status,
    ).toBe(401);
    expect((await ask([], `/api/intake/active-gateway?X-Intake-Key=${intakeKey}`)).status).toBe(401);
    expect((await ask([['X-Intake-Key', intakeKey]])).status).toBe(200);
  });
});
