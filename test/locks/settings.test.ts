import { afterEach, describe, expect, test } from '@jest/globals';
import { members, password, startApp, type TestApp } from '../support/app.js';

let app: TestApp | undefined;
afterEach(() => app?.close());

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
      const [session, csrf] = [attributesOf('session', headers), attributesOf('XSRF-TOKEN', headers)];
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

  test('figures are for this machine, or for who has the token; anybody else is told of no such path', async () => {
    app = await startApp();
    expect((await app.call('GET', '/metrics')).code).toBe(200);
    const { code, body } = await app.call('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect([code, body.message]).toEqual([404, 'There is no such path.']);
  });
});
