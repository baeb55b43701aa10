import { afterEach, describe, expect, test } from '@jest/globals';
import { members, password, startApp, type TestApp } from '../support/app.js';
import { shopKey } from '../support/orders.js';
import { times } from '../support/sample.js';

let app: TestApp | undefined;
afterEach(() => app?.close());

const keyOf = (shop: string) => shopKey((sql, values) => app!.database.query(sql, values), shop);

/** The attributes of a cookie that an answer sets. */
function attributesOf(name: string, headers: Headers): string {
  return headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? '';
}

describe('the cookies of a session', () => {
  test.each(['http', 'https'])(
    'behind %s are this site’s alone, Secure and out of scripts’ reach where they can be',
    async (scheme) => {
      app = await startApp({ settings: { PUBLIC_URL: `${scheme}://desk.example` } });
      const { headers } = await app.call('POST', '/api/admin/admin-login', {
        body: { email: members.admin.email, password },
      });
      // Behind https the name says that no other host can set it.
      const name = scheme === 'https' ? '__Host-session' : 'session';
      const [session, csrf] = [attributesOf(name, headers), attributesOf('XSRF-TOKEN', headers)];
      for (const cookie of [session, csrf]) {
        expect(cookie).toMatch(/; Path=\/;.*SameSite=Lax/);
        expect(cookie).not.toMatch(/Domain=/i);
        expect(/; Secure/.test(cookie)).toBe(scheme === 'https');
      }
      expect(session).toMatch(/; HttpOnly/);
      expect(headers.has('strict-transport-security')).toBe(scheme === 'https');
    },
  );
});

describe('what is counted by address', () => {
  const addresses = async (settings: Record<string, string>) => {
    app = await startApp({ settings });
    const codes: number[] = [];
    for (let n = 0; n < 22; n++) {
      const { code } = await app.call('POST', '/api/admin/admin-login', {
        body: { email: `n${n}@demo.test`, password: 'wrong-one' },
        headers: { 'x-forwarded-for': `10.0.0.${n}`, 'x-real-ip': `10.0.1.${n}`, forwarded: `for=10.0.2.${n}` },
      });
      codes.push(code);
    }
    return codes.filter((code) => code === 429).length;
  };

  test('goes by the connection, whatever X-Forwarded-For says', async () => {
    expect(await addresses({})).toBe(2);
  });

  test('goes by X-Forwarded-For where the proxy that speaks is trusted', async () => {
    expect(await addresses({ TRUSTED_PROXIES: '127.0.0.1' })).toBe(0);
    expect(await app!.database.query("SELECT 1 FROM throttles WHERE key = 'sign-in:ip:10.0.0.7'")).toHaveLength(1);
  });

  test('is no address that a stranger puts in front of what the proxy saw', async () => {
    app = await startApp({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
    await app.call('POST', '/api/admin/admin-login', {
      body: { email: 'n@demo.test', password: 'wrong-one' },
      headers: { 'x-forwarded-for': '1.1.1.1, 2.2.2.2' },
    });
    const keys = await app.database.query<{ key: string }[]>("SELECT key FROM throttles WHERE key LIKE 'sign-in:ip:%'");
    expect(keys).toEqual([{ key: 'sign-in:ip:2.2.2.2' }]);
  });
});

describe('what nobody need know', () => {
  test('a request too many without a session waits; what looks like a health check is none', async () => {
    app = await startApp({ settings: { REQUESTS_PER_MINUTE: '10' } });
    const ask = async (path: string) => (await app!.call('GET', path)).code;
    for (let n = 0; n < 10; n++) await ask('/healthz-or-not');
    expect(await ask('/track-order')).toBe(429);
    expect(await ask('/metricsx')).toBe(429);
    expect(await ask('/healthz')).toBe(200);
    expect(await ask('/readyz?x=1')).toBe(200);
  });

  test('a session that has ended is counted like none; one that is good is not', async () => {
    app = await startApp({ settings: { REQUESTS_PER_MINUTE: '10' } });
    const [ended, good] = [await app.signIn('team'), await app.signIn('team')];
    await app.call('POST', '/api/admin/logout', { token: ended });
    const ask = async (token: string) => (await app!.call('GET', '/api/user_info', { token })).code;
    const codes: number[] = [];
    for (let n = 0; n < 12; n++) codes.push(await ask(ended));
    expect([codes[0], codes.at(-1)]).toEqual([401, 429]);
    for (let n = 0; n < 12; n++) expect(await ask(good)).toBe(200);
  });

  test('a shop is counted by its key, wherever it calls from; a network of IPv6 is one caller', async () => {
    app = await startApp({ settings: { REQUESTS_PER_MINUTE: '10', TRUSTED_PROXIES: '127.0.0.1' } });
    const [north, south] = [await keyOf('north'), await keyOf('south')];
    const from = async (ip: string, key = '', path = '/api/intake/active-gateway') =>
      (await app!.call('GET', path, { headers: { 'x-forwarded-for': ip, 'x-intake-key': key } })).code;
    for (let n = 0; n < 10; n++) expect(await from(`203.0.113.${n}`, north)).toBe(200);
    expect(await from('203.0.113.99', north)).toBe(429);
    for (let n = 0; n < 10; n++) expect(await from('203.0.113.1', south)).toBe(200);
    expect(await from('203.0.113.1', '', '/track-order')).toBe(200);

    // unknown keys share the limit of their network; they get no limit of their own
    for (let n = 0; n < 10; n++) expect(await from(`2001:db8:1:2::${n}`, `guess ${n}`)).toBe(401);
    expect(await from('2001:db8:1:2:ffff::1', 'guess')).toBe(429);
    expect(await from('2001:db8:1:3::1', 'guess')).toBe(401);
  });

  test('figures are for this machine, or for who has the token; anybody else is told of no such path', async () => {
    app = await startApp();
    expect((await app.call('GET', '/metrics')).code).toBe(200);
    const { code, body } = await app.call('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect([code, body.message]).toEqual([404, 'There is no such path.']);
  });
});

describe('a sign-in', () => {
  test('a stranger’s tries by the hundred keep nobody out: neither the member’s own browser nor the member’s own network', async () => {
    app = await startApp({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
    const { email } = members.night;
    const from = (ip: string, word: string, cookie = '') =>
      app!.call('POST', '/api/admin/admin-login', {
        body: { email, password: word },
        headers: { 'x-forwarded-for': ip, cookie },
      });
    const before = await from('2001:db8:1:2::1', password);
    const [{ id }] = (await app.database.query('SELECT id FROM members WHERE email = $1', [email])) as [{ id: number }];
    const known = before.headers.getSetCookie().find((line) => line.startsWith(`known-${id}=`))!;
    expect(known).toMatch(/HttpOnly/i);
    const cookie = known.split(';')[0]!;

    for (let network = 0; network < times(15, 100); network++)
      await Promise.all(Array.from({ length: 10 }, (_, n) => from(`198.51.100.${network}`, `guess ${n}`)));
    const locked = await from('203.0.113.9', password);
    expect([locked.code, locked.body.message]).toEqual([
      429,
      expect.stringMatching(/^Too many tries\. Try again after ([01]\d|2[0-3]):[0-5]\d UTC\.$/),
    ]);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);

    expect((await from('203.0.113.10', password, cookie)).code).toBe(200);
    expect((await from('2001:db8:1:2:ffff::9', password)).code).toBe(200);
    expect((await from('2001:db8:1:3::9', password)).code).toBe(429);

    // the cookie is valid for this member only, can't be forged, and its bucket is bounded too
    const other = cookie.replace(`known-${id}`, `known-${id + 1}`);
    expect((await from('203.0.113.11', password, other)).code).toBe(429);
    expect((await from('203.0.113.11', password, `known-${id}=made.up`)).code).toBe(429);
    const own: number[] = [];
    for (let n = 0; n < 7; n++) own.push((await from(`203.0.113.${20 + n}`, 'wrong-one', cookie)).code);
    expect(own).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test('counts a network of IPv6 as one', async () => {
    app = await startApp({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
    const codes: number[] = [];
    for (let n = 1; n <= 21; n++) {
      const { code } = await app.call('POST', '/api/admin/admin-login', {
        body: { email: `nobody${n}@demo.test`, password: 'wrong-one' },
        headers: { 'x-forwarded-for': `2001:db8:1:2::${n}` },
      });
      codes.push(code);
    }
    expect([codes[19], codes[20]]).toEqual([401, 429]);
  });
});
