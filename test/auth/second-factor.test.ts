import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { codeAt } from '../../src/auth/totp.js';
import { type MemberName, members, password, startApp, type TestApp, waitForLocks } from '../support/app.js';
import { makePasskey } from '../support/passkey.js';

let app: TestApp;
/** The origin of the demonstration's passkeys. */
let origin: string;
beforeAll(async () => {
  app = await startApp({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
  origin = app.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.query('DELETE FROM throttles');
  await app.database.query('DELETE FROM factors');
  await app.database.query('DELETE FROM recovery_codes');
  await app.database.query('DELETE FROM factor_roles');
});

const post = (path: string, token: string | undefined, body: unknown = {}) =>
  app.call('POST', `/api/admin/${path}`, { body, ...(token && { token }) });
const login = async (who: MemberName, more = {}) => {
  const { body, code } = await post('admin-login', undefined, { email: members[who].email, password, ...more });
  return { code, ...(body.data as { jwtToken: string; missing?: string }), message: body.message };
};
/** The next code that was not used yet: each step's code counts once. */
let step = 0;
const codeOf = (secret: string) => codeAt(secret, Date.now() + (step++ % 2) * 30_000);

/** Gives the member an app as second factor. */
async function withApp(who: MemberName) {
  const token = await app.signIn(who);
  const { secret } = (await post('factors/app', token)).body.data as { secret: string };
  step = 0;
  const { body } = await post('factors/app/confirm', token, { code: codeOf(secret) });
  return { token, secret, codes: body.data.recovery_codes as string[] };
}

test('a network and a country count once the sign-in is complete, and a country that is new is noted', async () => {
  const { codes } = await withApp('night');
  const signIn = async (ip: string, more = {}) => {
    const headers = { 'x-forwarded-for': ip };
    const body = { email: members.night.email, password, ...more };
    return (await app.call('POST', '/api/admin/admin-login', { body, headers })).body.data as { jwtToken: string };
  };
  const seen = async () => ({
    networks: await app.database.query("SELECT network FROM member_networks WHERE network <> '127.0.0.1' ORDER BY 1"),
    countries: await app.database.query('SELECT country FROM member_countries ORDER BY first_at'),
    noted: await app.database.query('SELECT actor, "to", note FROM activity WHERE action = \'sign-in.new-country\''),
  });
  const { jwtToken: halfway } = await signIn('8.8.8.8');
  await app.call('GET', '/api/user_info', { token: halfway });
  expect(await seen()).toEqual({ networks: [], countries: [], noted: [] });

  await post('admin-login/factor', halfway, { code: codes[0] });
  const first = { networks: [{ network: '8.8.8.8' }], countries: [{ country: 'United States' }], noted: [] };
  expect(await seen()).toEqual(first);
  await signIn('5.9.77.77');
  expect(await seen()).toEqual(first);

  for (const code of codes.slice(1, 3)) await signIn('5.9.77.77', { code });
  expect(await seen()).toEqual({
    networks: [{ network: '5.9.77.77' }, { network: '8.8.8.8' }],
    countries: [{ country: 'United States' }, { country: 'Germany' }],
    noted: [{ actor: 'Demo Night', to: 'Germany', note: '5.9.77.77' }],
  });
});

test('codes are those of RFC 6238', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const vectors: [number, string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, digits] of vectors) expect(codeAt(secret, seconds * 1000)).toBe(digits.slice(2));
});

describe('an authenticator app', () => {
  test('counts from its first right code; the sign-in then lacks a step, and nothing else is open', async () => {
    const token = await app.signIn('team');
    const other = await app.signIn('team');
    expect((await post('factors/app/confirm', token, { code: '123456' })).code).toBe(409);
    const begun = await post('factors/app', token);
    expect(begun.body.data).toMatchObject({
      address: expect.stringContaining('team%40demo.test'),
      qr: expect.stringContaining('<svg'),
    });
    expect((await login('team')).missing).toBeUndefined();
    expect((await post('factors/app/confirm', token, { code: '000000' })).body.errors).toHaveProperty('code');
    step = 0;
    const added = await post('factors/app/confirm', token, { code: codeOf(begun.body.data.secret) });
    expect(added.body.data.recovery_codes).toHaveLength(10);

    expect((await app.call('GET', '/api/user_info', { token })).code).toBe(200);
    expect((await app.call('GET', '/api/user_info', { token: other })).code).toBe(401);
    const half = await login('team');
    expect(half.missing).toBe('factor');
    const refused = await app.call('GET', '/api/user_info', { token: half.jwtToken });
    expect([refused.code, refused.body.message]).toEqual([403, 'Confirm with your second factor first.']);
    for (const path of ['factors/app', 'factors/passkey-options'])
      expect((await post(path, half.jwtToken)).code).toBe(403);

    expect((await post('admin-login/factor', half.jwtToken, { code: '000000' })).code).toBe(422);
    expect((await post('admin-login/factor', half.jwtToken, {})).code).toBe(422);
    const code = codeOf(begun.body.data.secret);
    expect(
      (await post('admin-login/factor', half.jwtToken, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).code,
    ).toBe(200);
    expect((await app.call('GET', '/api/user_info', { token: half.jwtToken })).code).toBe(200);
  });

  test('that is begun twice at once is begun once', async () => {
    const token = await app.signIn('team');
    await post('factors/app', token);
    const begun = await app.database.transaction(async (manager) => {
      await manager.query('SELECT FROM factors WHERE confirmed_at IS NULL FOR UPDATE');
      const answers = [1, 2].map(() => post('factors/app', token));
      await waitForLocks(manager, 2);
      return { answers };
    });
    await Promise.all(begun.answers);
    expect(await app.database.query('SELECT name FROM factors WHERE confirmed_at IS NULL')).toHaveLength(1);
    await app.database.query('DELETE FROM factors WHERE confirmed_at IS NULL');
  });

  test('signs in with one call; a code counts once, also when it is sent twice at once', async () => {
    const { secret } = await withApp('team');
    expect((await login('team', { code: '000000' })).code).toBe(401);
    const code = codeOf(secret);
    const both = await Promise.all([login('team', { code }), login('team', { code })]);
    expect(both.map((one) => one.code).sort()).toEqual([200, 401]);
    expect(both.find((one) => one.code === 200)!.missing).toBeUndefined();
  });

  test('is guessed five times at the most', async () => {
    await withApp('team');
    const { jwtToken } = await login('team');
    const tries = await Promise.all(
      Array.from({ length: 9 }, () => post('admin-login/factor', jwtToken, { code: '000000' })),
    );
    expect(tries.filter(({ code }) => code === 422)).toHaveLength(5);
    expect(tries.filter(({ code }) => code === 429)).toHaveLength(4);
  });
});

test('a recovery code works once, in any spelling; new ones make the old void', async () => {
  const { token, codes } = await withApp('team');
  const [first, second] = codes as [string, string];
  expect((await login('team', { code: ` ${first.toUpperCase().replaceAll('-', ' ')}` })).missing).toBeUndefined();
  expect((await login('team', { code: first })).code).toBe(401);
  expect((await app.call('GET', '/api/admin/factors', { token })).body.data.recovery_codes_left).toBe(9);
  const stored = await app.database.query<{ code_sha256: string }[]>('SELECT code_sha256 FROM recovery_codes');
  expect(stored.some(({ code_sha256: hash }) => codes.some((code) => hash.includes(code.slice(0, 4))))).toBe(false);

  // asked for twice at once: the codes of one answer are good
  const asked = await app.database.transaction(async (manager) => {
    await manager.query('SELECT FROM recovery_codes FOR UPDATE');
    const answers = [1, 2].map(() => post('factors/recovery-codes', token));
    await waitForLocks(manager, 2);
    return { answers };
  });
  const renewed = await Promise.all(asked.answers);
  for (const { body } of renewed) expect(body.data.recovery_codes).toHaveLength(10);
  expect((await app.call('GET', '/api/admin/factors', { token })).body.data.recovery_codes_left).toBe(10);
  expect((await login('team', { code: second })).code).toBe(401);
});

describe('a passkey', () => {
  async function withPasskey(who: MemberName) {
    const token = await app.signIn(who);
    const passkey = makePasskey(origin);
    const { challenge } = (await post('factors/passkey-options', token)).body.data as { challenge: string };
    const added = await post('factors/passkey', token, { name: 'Laptop', passkey: passkey.registration(challenge) });
    expect([added.code, added.body.data.recovery_codes.length]).toEqual([200, 10]);
    expect((await post('factors/passkey', token, { passkey: passkey.registration(challenge) })).code).toBe(422);
    return { token, passkey };
  }
  const challengeFor = async (token?: string) =>
    (await post('admin-login/passkey-options', token)).body.data.challenge as string;

  test('is the second factor, or signs in alone when the device asked for a PIN; a challenge counts once', async () => {
    const { passkey } = await withPasskey('team');
    const { jwtToken, missing } = await login('team');
    expect(missing).toBe('factor');
    const answer = passkey.assertion(await challengeFor(jwtToken), { verified: false });
    expect((await post('admin-login/factor', jwtToken, { passkey: answer })).code).toBe(200);
    expect((await post('admin-login/factor', jwtToken, { passkey: answer })).code).toBe(422);

    const alone = passkey.assertion(await challengeFor());
    const signedIn = await post('admin-login/passkey', undefined, { passkey: alone });
    expect(signedIn.body.data).toEqual({ jwtToken: expect.any(String) });
    expect((await post('admin-login/passkey', undefined, { passkey: alone })).code).toBe(401);
    const withoutPin = passkey.assertion(await challengeFor(), { verified: false });
    expect((await post('admin-login/passkey', undefined, { passkey: withoutPin })).code).toBe(401);
    expect((await post('admin-login/passkey', undefined, { passkey: { id: 'x', response: {} } })).code).toBe(401);
  });

  test('of another member, of another site or for another challenge proves nothing', async () => {
    const theirs = await withPasskey('team2');
    const { passkey } = await withPasskey('team');
    const { jwtToken } = await login('team');
    const prove = (answer: object) => post('admin-login/factor', jwtToken, { passkey: answer });
    expect((await prove(theirs.passkey.assertion(await challengeFor(jwtToken)))).code).toBe(422);
    expect((await prove(passkey.assertion(await challengeFor()))).code).toBe(422);
    expect((await prove(passkey.assertion('a-challenge-of-mine'))).code).toBe(422);
    const { challenge } = (await post('factors/passkey-options', theirs.token)).body.data as { challenge: string };
    const foreign = makePasskey('https://evil.example').registration(challenge);
    expect((await post('factors/passkey', theirs.token, { passkey: foreign })).code).toBe(422);
  });
});

describe('a proof of the second factor', () => {
  test('is asked for again after ten minutes: gateway, team, exports, own factors; a member without one is not asked', async () => {
    const { token, secret } = await withApp('manager');
    const asked = async (by: string) => [
      (await post('payment-gateway-setting', by)).code,
      (await post('deactivate-team-member', by)).code,
      (await post('add-team-member', by)).code,
      (await app.call('PUT', '/api/admin/disputes/1/submitted', { token: by, body: {} })).code,
      (await post('disputes/1/stripe/submit', by)).code,
      (await app.call('GET', '/admin/export/newOrder', { token: by })).code,
      (await post('factors/remove', by)).code,
    ];
    const open = [422, 422, 422, 422, 422, 200, 422];
    expect(await asked(token)).toEqual(open);
    await app.database.query(
      "UPDATE sessions SET factor_at = now() - interval '11 minutes' WHERE factor_at IS NOT NULL",
    );
    expect(new Set(await asked(token))).toEqual(new Set([403]));
    const { body } = await post('payment-gateway-setting', token);
    expect(body).toMatchObject({ missing: 'fresh factor', message: 'Confirm again with your second factor.' });
    expect((await post('factors/app', token)).code).toBe(403);
    expect((await app.call('GET', '/api/user_info', { token })).code).toBe(200);

    expect((await post('admin-login/factor', token, { code: codeOf(secret) })).code).toBe(200);
    expect(await asked(token)).toEqual(open);
    expect(await asked(await app.signIn('admin'))).toEqual(open);
  });
});

describe('who must have one', () => {
  test('is set by an Admin; who has none gets through enrolment alone, also by cookie, live stream and file', async () => {
    const before = await app.signIn('team');
    const require = (as: MemberName, roles: string[]) =>
      app.call('POST', '/api/admin/require-second-factors', { as, body: { roles } });
    expect((await require('manager', ['Team'])).code).toBe(403);
    expect((await require('admin', ['Boss'])).code).toBe(422);
    expect((await require('admin', ['Team'])).code).toBe(200);

    const { jwtToken: token, missing } = await login('team');
    expect(missing).toBe('enrolment');
    for (const one of [token, before]) {
      for (const headers of [{ authorization: `Bearer ${one}` }, { cookie: `session=${one}` }] as Record<
        string,
        string
      >[]) {
        for (const path of [
          '/admin',
          '/admin/live',
          '/uploads/docs/1/x.pdf',
          '/api/user_info',
          '/admin/export/newOrder',
        ])
          expect([path, (await app.call('GET', path, { headers })).code]).toEqual([path, 403]);
        expect((await app.call('GET', '/', { headers })).body.message).toContain('Set up your second factor');
      }
    }
    const { secret } = (await post('factors/app', token)).body.data as { secret: string };
    step = 0;
    expect((await post('factors/app/confirm', token, { code: codeOf(secret) })).code).toBe(200);
    expect((await app.call('GET', '/api/user_info', { token })).code).toBe(200);
    const { factors } = (await app.call('GET', '/api/admin/factors', { token })).body.data as {
      factors: { id: number }[];
    };
    expect((await post('factors/remove', token, { factorId: factors[0]!.id })).code).toBe(409);

    expect((await require('admin', [])).code).toBe(200);
    expect((await post('factors/remove', token, { factorId: factors[0]!.id })).code).toBe(200);
    expect((await post('factors/remove', token, { factorId: factors[0]!.id })).code).toBe(404);
    expect((await login('team')).missing).toBeUndefined();
  });

  test('has lost it: an Admin takes it away, and the member is told by mail', async () => {
    await withApp('team');
    const [{ id }] = (await app.database.query('SELECT id FROM members WHERE email = $1', [members.team.email])) as [
      { id: number },
    ];
    const reset = (as: MemberName, memberId: number) =>
      app.call('POST', '/api/admin/reset-second-factors', { as, body: { memberId } });
    expect((await reset('team2', id)).code).toBe(403);
    expect((await reset('admin', id)).code).toBe(200);
    expect((await reset('admin', 2_000_000_000)).code).toBe(404);
    expect((await login('team')).missing).toBeUndefined();
    const mails = await app.database.query<{ body: string }[]>(
      "SELECT body FROM mails WHERE kind = 'factor-changed' AND recipient = $1 ORDER BY id DESC",
      [members.team.email],
    );
    expect(mails[0]!.body).toContain('By Demo Admin');
  });
});
