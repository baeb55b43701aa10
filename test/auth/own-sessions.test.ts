import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { members, password, startApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  // The proxy names the browsers' addresses.
  app = await startApp({ settings: { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'https://desk.example' } });
});
afterAll(() => app.close());

const post = (path: string, token: string | undefined, body: unknown = {}, headers = {}) =>
  app.call('POST', `/api/admin/${path}`, { body, headers, ...(token && { token }) });
const isGood = async (token: string) => (await app.call('GET', '/api/user_info', { token })).code === 200;

describe('the own sessions', () => {
  test('are listed with device and address, and ended one by one or all but this one', async () => {
    const agent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';
    const signIn = async () =>
      (
        await post(
          'admin-login',
          undefined,
          { email: members.team.email, password },
          { 'user-agent': agent, 'x-forwarded-for': '8.8.8.8' },
        )
      ).body.data.jwtToken as string;
    const [one, two, three] = [await signIn(), await signIn(), await signIn()];
    const other = await app.signIn('team2');
    const list = async () =>
      (await app.call('GET', '/api/admin/sessions', { token: one })).body.data as { id: string; this_one: boolean }[];
    const all = await list();
    expect(all).toHaveLength(3);
    expect(all[0]).toMatchObject({
      device: expect.stringMatching(/^Chrome on Windows/),
      place: 'United States',
      ip: '8.8.8.8',
    });
    expect(all.filter((entry) => entry.this_one)).toHaveLength(1);

    const [foreign] = (await app.call('GET', '/api/admin/sessions', { token: other })).body.data as { id: string }[];
    for (const sessionId of [foreign!.id, randomUUID()])
      expect((await post('end-session', one, { sessionId })).code).toBe(404);
    expect(await isGood(other)).toBe(true);
    const [end] = all.filter((entry) => !entry.this_one);
    expect((await post('end-session', one, { sessionId: end!.id })).code).toBe(200);
    expect(await list()).toHaveLength(2);
    expect((await post('end-other-sessions', undefined)).code).toBe(401);
    expect((await post('end-other-sessions', one)).code).toBe(200);
    expect(await Promise.all([one, two, three, other].map(isGood))).toEqual([true, false, false, true]);
  });

  test('end 12 hours after the sign-in, or 30 days when remembered, however often they are used', async () => {
    const begin = async (remember: boolean) =>
      (await post('admin-login', undefined, { email: members.night.email, password, remember })).body.data
        .jwtToken as string;
    const [short, long] = [await begin(false), await begin(true)];
    const age = (interval: string) =>
      app.database.query('UPDATE sessions SET created_at = now() - $1::interval, last_used_at = now()', [interval]);
    await age('11 hours 59 minutes');
    expect([await isGood(short), await isGood(long)]).toEqual([true, true]);
    await age('12 hours 1 minute');
    expect([await isGood(short), await isGood(long)]).toEqual([false, true]);
    await age('30 days 1 minute');
    expect(await isGood(long)).toBe(false);
  });
});

test('behind HTTPS the cookies begin with __Host-, and one without the prefix is nobody’s', async () => {
  const { headers, body } = await post('admin-login', undefined, { email: members.admin.email, password });
  const [cookie] = headers.getSetCookie().filter((line) => line.startsWith('__Host-session='));
  expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax/);
  const ask = (line: string) => app.call('GET', '/api/user_info', { headers: { cookie: line } });
  const { jwtToken: token } = body.data as { jwtToken: string };
  expect((await ask(`__Host-session=${token}`)).code).toBe(200);
  expect((await ask(`session=${token}`)).code).toBe(401);
});

test('a stranger’s thousand wrong tries keep the member’s own browser in, and an Admin sees until when others wait', async () => {
  const login = (word: string, headers: Record<string, string>) =>
    post('admin-login', undefined, { email: members.telecaller.email, password: word }, headers);
  const first = await login(password, { 'x-forwarded-for': '9.9.9.9' });
  const known = first.headers
    .getSetCookie()
    .find((line) => line.startsWith('known-'))!
    .split(';')[0]!;
  const codes = new Set<number>();
  for (let from = 0; from < 1000; from += 20) {
    const tries = Array.from({ length: 20 }, (_, n) =>
      login('wrong-one', { 'x-forwarded-for': `100.${from / 20}.0.${n}` }),
    );
    for (const { code } of await Promise.all(tries)) codes.add(code);
  }
  expect([...codes].sort()).toEqual([401, 429]);
  expect((await login(password, { 'x-forwarded-for': '100.1.1.1' })).code).toBe(429);
  expect((await login(password, { 'x-forwarded-for': '100.1.1.1', cookie: known })).code).toBe(200);
  expect((await login(password, { 'x-forwarded-for': '9.9.9.9' })).code).toBe(200);
  const html = await app.call('GET', '/admin/manage-team', { as: 'admin' });
  expect(html.body.message).toContain('Tries refused until');
});

describe('a password', () => {
  test.each([
    ['password1', 'commonest'],
    ['QWERTYUIOP', 'commonest'],
    ['team@demo.test', 'name or the address'],
    ['demo  TEAM', 'name or the address'],
    ['Demo.Team', 'name or the address'],
  ])('%s is refused with the reason', async (newPassword, reason) => {
    const answer = await post('change-password', await app.signIn('team'), { newPassword });
    expect([answer.code, answer.body.errors?.newPassword]).toEqual([422, expect.stringContaining(reason)]);
    const added = await app.call('POST', '/api/admin/add-team-member', {
      as: 'admin',
      body: {
        name: 'Demo  Team.',
        email: 'demo.team@example.com',
        type: 'Team',
        password: newPassword === 'team@demo.test' ? 'letmein' : newPassword,
      },
    });
    expect([added.code, Object.keys(added.body.errors ?? {})]).toEqual([422, ['password']]);
  });
});
