import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, members, password, startApp, type TestApp, waitForLocks } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true });
});
afterAll(() => app.close());

const login = (body: unknown, headers = {}) => app.call('POST', '/api/admin/admin-login', { body, headers });
const cookiesOf = (headers: Headers) =>
  new Map(
    headers.getSetCookie().map((line): [string, string] => {
      const [name = '', value = ''] = line.split(';')[0]!.split('=');
      return [name, `${value}; ${line.slice(line.indexOf(';') + 1)}`];
    }),
  );
const valueOf = (headers: Headers, name: string) => cookiesOf(headers).get(name)?.split(';')[0] ?? '';

const forgot = (email: string) => app.call('POST', '/api/admin/forgot-password', { body: { email } });

/** The cookies of a signed-in browser. */
async function browser(email: string = members.night.email) {
  const page = await app.call('GET', '/');
  const { headers } = await login({ email, password }, { cookie: `XSRF-TOKEN=${valueOf(page.headers, 'XSRF-TOKEN')}` });
  const [session, xsrf] = [valueOf(headers, 'session'), valueOf(headers, 'XSRF-TOKEN')];
  return { session, xsrf, cookie: `session=${session}; XSRF-TOKEN=${xsrf}` };
}

describe('POST /api/admin/admin-login', () => {
  test('names what is missing, with the fixed words', async () => {
    const { code, body } = await login({});
    expect(code).toBe(422);
    expect(body.errors).toEqual({ email: 'Email Address is required', password: 'Password is required' });
    expect((await login({ email: 'nobody', password: 'x' })).body.errors).toEqual({ email: 'Invalid email address' });
    expect((await login('{"email":')).code).toBe(422);
    expect((await login('email=x', { 'content-type': 'text/plain' })).code).toBe(415);
  });

  test('a wrong password and an unknown address get the same words', async () => {
    const answers = [
      await login({ email: 'nobody@demo.test', password: 'wrong-one' }),
      await login({ email: members.team2.email, password: 'wrong-one' }),
    ];
    for (const { code, body } of answers) {
      expect(code).toBe(401);
      expect(body).toMatchObject({ status: 0, error: { message: 'Invalid email or password' } });
    }
  });

  test('takes the address in any case, and sets a cookie no script can read', async () => {
    const { body, headers } = await login({ email: ' ADMIN@Demo.Test ', password, remember: true, more: 1 });
    expect(body).toMatchObject({ status: 1, data: { jwtToken: expect.any(String) } });
    expect(cookiesOf(headers).get('session')).toMatch(/HttpOnly.*SameSite=Lax/i);
    expect(cookiesOf(headers).get('session')).toMatch(/Max-Age=2592000/);
  });

  test('after five failures for one address the right password waits too', async () => {
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => login({ email: members.team.email, password: 'wrong-one' })),
    );
    expect(tries.filter(({ code }) => code === 401)).toHaveLength(5);
    const { code, headers } = await login({ email: members.team.email.toUpperCase(), password });
    expect(code).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await app.database.query('DELETE FROM throttles');
  });

  test('a session carried by another is not taken over: every sign-in is a new one', async () => {
    const { session } = await browser();
    const { headers } = await login({ email: members.night.email, password }, { authorization: `Bearer ${session}` });
    expect(valueOf(headers, 'session')).not.toBe(session);
  });
});

describe('GET /api/user_info', () => {
  test('tells who is signed in, by token with or without Bearer, and by cookie', async () => {
    const token = await app.signIn('manager');
    const spellings: Record<string, string>[] = [
      { authorization: `Bearer ${token}` },
      { authorization: token },
      { cookie: `session=${token}` },
    ];
    for (const headers of spellings) {
      const { body } = await app.call('GET', '/api/user_info', { headers });
      expect(body.data).toEqual({
        id: expect.any(Number),
        name: 'Demo Manager',
        email: 'manager@demo.test',
        type: 'Manager',
      });
    }
  });

  test.each(['', 'Bearer', 'Bearer x', 'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIn0.'])(
    'refuses %p',
    async (authorization) => {
      const { code, body } = await app.call('GET', '/api/user_info', { headers: { authorization } });
      expect([code, body.status]).toEqual([401, 401]);
    },
  );
});

describe('POST /api/admin/logout', () => {
  test('ends that session, its token and its cookie, and no other', async () => {
    const [one, other] = [await app.signIn('manager'), await app.signIn('manager')];
    expect((await app.call('POST', '/api/admin/logout', { token: one })).code).toBe(200);
    expect((await app.call('GET', '/api/user_info', { token: one })).code).toBe(401);
    expect((await app.call('GET', '/api/user_info', { headers: { cookie: `session=${one}` } })).code).toBe(401);
    expect((await app.call('GET', '/api/user_info', { token: other })).code).toBe(200);
  });
});

describe('the CSRF proof', () => {
  test('is needed for every write that rides on the cookie', async () => {
    const { id } = await takeIn(app);
    const { cookie, xsrf } = await browser();
    const take = (headers: Record<string, string>) =>
      app.call('PUT', '/api/admin/assign-order-status', {
        body: { orderId: id, assignto: members.night.name },
        headers,
      });
    expect((await take({ cookie })).code).toBe(403);
    expect((await take({ cookie, 'x-xsrf-token': `${xsrf}x` })).code).toBe(403);
    expect((await take({ cookie, 'x-xsrf-token': xsrf, 'sec-fetch-site': 'cross-site' })).code).toBe(403);
    expect((await take({ cookie, 'x-xsrf-token': encodeURIComponent(xsrf) })).code).toBe(200);
  });

  test('of one session is worth nothing in another, nor is one made up', async () => {
    const [mine, theirs] = [await browser(), await browser()];
    for (const token of [theirs.xsrf, 'made.up']) {
      const headers = { cookie: `session=${mine.session}; XSRF-TOKEN=${token}`, 'x-xsrf-token': token };
      expect((await app.call('POST', '/api/admin/logout', { headers })).code).toBe(403);
    }
  });

  test('a plain form carries it as a field', async () => {
    const page = await app.call('GET', '/');
    const xsrf = valueOf(page.headers, 'XSRF-TOKEN');
    const post = (fields: Record<string, string>) =>
      app.call('POST', '/api/admin/admin-login', {
        body: new URLSearchParams({ email: members.admin.email, password, ...fields }),
        headers: { cookie: `XSRF-TOKEN=${xsrf}`, referer: `${app.url}/` },
      });
    expect((await post({})).headers.get('set-cookie') ?? '').not.toMatch(/session=/);
    const { code, headers } = await post({ _csrf: xsrf });
    expect([code, headers.get('location')]).toEqual([303, '/admin']);
  });
});

/** Waits for `count` mails about a changed password, checks their content, and returns how each says it was changed. */
async function toldOf({ name, email }: { name: string; email: string }, count: number): Promise<string[]> {
  const mails = await eventually(async () => {
    const told = (await app.mailbox()).filter(
      ({ to, subject }) => to[0] === email && subject === 'Your password for the Admin Portal was changed',
    );
    return told.length >= count && (told as { text: string; html: string }[]);
  });
  return mails.map(({ text, html }) => {
    expect(text).toContain(`Dear ${name},`);
    expect(text).toContain('tell an Admin at once');
    expect(text).toMatch(/When: \d{1,2} \w{3} \d{4}, \d\d:\d\d UTC/);
    expect([...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, href]) => href)).toEqual([`${app.url}/`]);
    return /How: (.+)/.exec(text)![1]!.trim();
  });
}

describe('a page that was read for another member', () => {
  test('writes and reads nothing as the one who signed in since, and ends nobody’s session', async () => {
    const { id } = await takeIn(app);
    const { session, cookie, xsrf } = await browser();
    const idOf = async (token: string) => (await app.call('GET', '/api/user_info', { token })).body.data.id as number;
    const [own, other] = [await idOf(session), await idOf(await app.signIn('admin'))];
    const take = (headers: Record<string, string>) =>
      app.call('PUT', '/api/admin/assign-order-status', {
        body: { orderId: id, assignto: members.night.name },
        headers: { 'x-xsrf-token': xsrf, ...headers },
      });
    const refused = { status: 401, message: 'Somebody else signed in in this browser.', data: null };
    for (const named of [String(other), '', 'x', `${own} `.padEnd(9, '0')]) {
      const { code, body } = await take({ cookie, 'x-member': named });
      expect([named, code, body]).toEqual([named, 401, expect.objectContaining(refused)]);
    }
    const { body } = await app.call('GET', `/api/admin/get-orders-details/${id}`, { token: session });
    expect(body.data.assign_to).toBeNull();

    const page = { cookie, 'x-xsrf-token': xsrf, 'x-member': String(other), 'x-inertia': 'true' };
    for (const [method, path, sent] of [
      ['GET', '/admin', undefined],
      ['POST', '/api/admin/logout', {}],
      ['POST', '/api/admin/change-password', { newPassword: 'x' }],
      ['POST', '/api/admin/change-password', { newPassword: 'another-password' }],
    ] as const) {
      const answer = await app.call(method, path, { headers: page, ...(sent && { body: sent }) });
      expect([path, answer.code, answer.body]).toEqual([path, 401, expect.objectContaining(refused)]);
      expect(cookiesOf(answer.headers).has('session')).toBe(false);
    }

    // accepted: the page of the session's own member, a caller with a token, and a new sign-in
    expect((await take({ cookie, 'x-member': String(own) })).code).toBe(200);
    expect((await app.call('GET', '/api/user_info', { token: session, headers: { 'x-member': '0' } })).code).toBe(200);
    const again = { cookie, 'x-xsrf-token': xsrf, 'x-member': String(other) };
    expect((await login({ email: members.admin.email, password }, again)).code).toBe(200);
  });
});

describe('POST /api/admin/change-password', () => {
  test('refuses short ones with the fixed words', async () => {
    const change = (newPassword: string) =>
      app.call('POST', '/api/admin/change-password', { as: 'manager', body: { newPassword } });
    expect((await change('')).body.message).toBe('Please enter your New Password.');
    expect((await change('12345')).body.message).toBe('New Password must be at least 6 characters.');
    expect((await app.call('POST', '/api/admin/change-password', { body: { newPassword: 'abcdef' } })).code).toBe(401);
  });

  test('attempted by another site, without the proof, ends no session; an attempt on the page does', async () => {
    const { session, xsrf, cookie } = await browser();
    const attempt = (headers: Record<string, string>) =>
      app.call('POST', '/api/admin/change-password', {
        body: { newPassword: 'x' },
        headers: { 'x-inertia': 'true', ...headers },
      });
    const isGood = async () => (await app.call('GET', '/api/user_info', { token: session })).code === 200;
    await attempt({ cookie });
    await attempt({ cookie, 'x-xsrf-token': 'made.up' });
    await attempt({ cookie, 'x-xsrf-token': xsrf, 'sec-fetch-site': 'cross-site' });
    await app.call('POST', '/api/admin/change-password', {
      body: new URLSearchParams({ newPassword: 'x' }),
      headers: { cookie },
    });
    expect(await isGood()).toBe(true);
    await attempt({ cookie, 'x-xsrf-token': xsrf });
    expect(await isGood()).toBe(false);
  });

  test('ends every session of the member at once', async () => {
    const [one, other] = [await app.signIn('telecaller'), await app.signIn('telecaller')];
    const { code } = await app.call('POST', '/api/admin/change-password', {
      token: one,
      body: { newPassword: '  six66' },
    });
    expect(code).toBe(200);
    expect(await toldOf(members.telecaller, 1)).toEqual(['In the Admin Portal, signed in as you']);
    for (const token of [one, other]) expect((await app.call('GET', '/api/user_info', { token })).code).toBe(401);
    expect((await login({ email: members.telecaller.email, password: '  six66' })).code).toBe(200);
  });
});

describe('a forgotten password', () => {
  test('gets the same answer for a known and an unknown address, and four tries an hour are one too many', async () => {
    const said = 'If this address belongs to a team member, a link has been sent.';
    for (const email of ['nobody@else.test', members.manager.email])
      expect((await forgot(email)).body.message).toBe(said);
    await forgot('nobody@else.test');
    await forgot('nobody@else.test');
    expect((await forgot('Nobody@Else.test')).code).toBe(429);
  });

  test('a new password, by a link, by the member or by an Admin, ends every other link and is told to the member', async () => {
    const { email } = members.night;
    const links = async (count: number) => {
      await app.database.query('DELETE FROM throttles');
      await app.database.query('DELETE FROM mails');
      await app.database.query('DELETE FROM reset_links');
      const tokens = new Set<string>();
      for (let n = 0; n < count; n++) {
        await forgot(email);
        await eventually(async () => {
          for (const { to, text } of await app.mailbox())
            for (const [, token] of to[0] === email ? (text as string).matchAll(/reset-password\/([\w-]+)/g) : [])
              tokens.add(token!);
          const [row] = await app.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM reset_links');
          return row!.n === n + 1;
        });
      }
      const kept = async (token: string) =>
        (await app.call('GET', `/reset-password/${token}`)).headers.get('location') === null;
      await eventually(async () => {
        for (const { to, text } of await app.mailbox())
          for (const [, token] of to[0] === email ? (text as string).matchAll(/reset-password\/([\w-]+)/g) : [])
            tokens.add(token!);
        const good = await Promise.all([...tokens].map(kept));
        return good.filter(Boolean).length === count;
      });
      const good: string[] = [];
      for (const token of tokens) if (await kept(token)) good.push(token);
      return good;
    };
    const reset = (token: string) =>
      app.call('POST', '/api/admin/reset-password', { body: { token, newPassword: password } });

    const [one, two] = await links(2);
    expect((await reset(one!)).code).toBe(200);
    expect((await reset(two!)).code).toBe(404);
    expect(await toldOf(members.night, 1)).toContain('With the link that was mailed to you');

    const [before] = await links(1);
    const token = await app.signIn('night');
    await app.call('POST', '/api/admin/change-password', { token, body: { newPassword: password } });
    expect((await reset(before!)).code).toBe(404);
    expect(await toldOf(members.night, 2)).toContain('In the Admin Portal, signed in as you');

    const [earlier] = await links(1);
    const [{ id: tmId }] = (await app.database.query('SELECT id FROM members WHERE email = $1', [email])) as [
      { id: number },
    ];
    await app.call('POST', '/api/admin/update-team-member', {
      as: 'admin',
      body: { ...members.night, tmId, password },
    });
    expect((await reset(earlier!)).code).toBe(404);
    expect(await toldOf(members.night, 3)).toContain('By Demo Admin');
  });

  test('of before opens no session while it is being changed', async () => {
    const { email } = members.night;
    const [{ id: memberId }] = (await app.database.query('SELECT id FROM members WHERE email = $1', [email])) as [
      { id: number },
    ];
    const signIn = await app.database.transaction(async (manager) => {
      await manager.query("UPDATE members SET password_hash = password_hash || ' ' WHERE id = $1", [memberId]);
      await manager.query('UPDATE sessions SET ended_at = now() WHERE member_id = $1', [memberId]);
      const answer = login({ email, password });
      await waitForLocks(manager, 1);
      return { answer };
    });
    const { code, body } = await signIn.answer;
    expect([code, body.message]).toEqual([401, 'Please sign in again.']);
    await app.database.query('UPDATE members SET password_hash = trim(password_hash) WHERE id = $1', [memberId]);
  });

  test('an invitation ends when the address is another one; it is accepted once, also twice at once', async () => {
    const invited = { name: 'Invited', email: 'mistyped@example.com', type: 'Team' };
    const { body } = await app.call('POST', '/api/admin/add-team-member', {
      as: 'admin',
      body: { ...invited, invite: true },
    });
    const linkTo = async (email: string) => {
      const mail = await eventually(async () => (await app.mailbox()).find(({ to }) => to[0] === email));
      return /reset-password\/([\w-]+)/.exec(mail.text as string)![1]!;
    };
    const accept = (token: string) =>
      app.call('POST', '/api/admin/reset-password', { body: { token, newPassword: 'six-letters' } });
    const mistyped = await linkTo(invited.email);
    const email = 'right@example.com';
    const changed = { ...invited, email, tmId: body.data.id, password: '' };
    expect((await app.call('POST', '/api/admin/update-team-member', { as: 'admin', body: changed })).code).toBe(200);
    expect((await accept(mistyped)).code).toBe(404);

    await app.call('POST', '/api/admin/invite-team-member', { as: 'admin', body: { memberId: body.data.id } });
    const link = await linkTo(email);
    const answers = await Promise.all([accept(link), accept(link)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 404]);
  });

  test('while an Admin changes the address gets no link at the one before', async () => {
    await app.database.query('DELETE FROM throttles');
    const { email } = members.telecaller;
    const links = async () => (await app.database.query('SELECT count(*)::int AS n FROM reset_links'))[0].n as number;
    const before = await links();
    const { answer } = await app.database.transaction(async (manager) => {
      await manager.query("UPDATE members SET email = 'elsewhere@example.com' WHERE email = $1", [email]);
      const asked = forgot(email);
      await waitForLocks(manager, 1);
      return { answer: asked };
    });
    expect((await answer).code).toBe(200);
    expect(await links()).toBe(before);
    await app.database.query("UPDATE members SET email = $1 WHERE email = 'elsewhere@example.com'", [email]);
  });

  test('is replaced by a link that works once', async () => {
    await forgot(members.team2.email);
    const mail = await eventually(async () => (await app.mailbox()).find(({ to }) => to[0] === members.team2.email));
    const token = /reset-password\/([\w-]+)/.exec(mail.text as string)![1]!;
    const reset = (newPassword: string) =>
      app.call('POST', '/api/admin/reset-password', { body: { token, newPassword } });
    expect((await reset('short')).code).toBe(422);
    expect((await reset('a new one')).code).toBe(200);
    expect((await reset('another one')).code).toBe(404);
    expect(await toldOf(members.team2, 1)).toEqual(['With the link that was mailed to you']);
    expect((await login({ email: members.team2.email, password: 'a new one' })).code).toBe(200);
  });
});

describe('the page of an invitation', () => {
  const post = (path: string, body: object) => app.call('POST', `/api/admin/${path}`, { as: 'admin', body });
  const accept = (token: string) =>
    app.call('POST', '/api/admin/reset-password', { body: { token, newPassword: 'chosen by the member' } });

  /** Invites somebody; the newest link that was mailed to an address. */
  async function invite(name: string) {
    const email = `${name.toLowerCase()}@example.com`;
    const { body } = await post('add-team-member', { name, email, type: 'Team', invite: true });
    const id = body.data.id as number;
    const link = (nth = 1, to = email) =>
      eventually(async () => {
        // other mails go to the address too: that the password was changed, that a member was told
        const links = (await app.mailbox()).flatMap((mail) =>
          mail.to[0] === to ? (/reset-password\/([\w-]+)/.exec(mail.text as string)?.[1] ?? []) : [],
        );
        return links.length >= nth && links[0]!;
      });
    return { id, name, email, link };
  }

  /** What somebody sees who opens the link: the form's props, or where it leads to and what is said there. */
  async function opened(token: string | false) {
    const headers = { 'x-inertia': 'true' };
    const answer = await app.call('GET', `/reset-password/${token}`, { headers });
    if (answer.code === 200) return answer.body['props'].invited as object | null;
    const to = answer.headers.get('location')!;
    const cookie = `flash=${valueOf(answer.headers, 'flash')}`;
    const { body } = await app.call('GET', to, { headers: { ...headers, cookie } });
    return [to, body['flash'].toast.message];
  }

  test('greets the member and names the address to sign in with; that of a forgotten password greets nobody', async () => {
    const { name, email, link } = await invite('Newcomer');
    expect(await opened(await link())).toEqual({ name, email });
    expect((await accept(await link())).code).toBe(200);
    await forgot(email);
    expect(await opened(await link(2))).toBeNull();
  });

  test('that was accepted leads to the sign-in', async () => {
    const { link } = await invite('Accepted');
    const token = await link();
    expect((await accept(token)).code).toBe(200);
    expect(await opened(token)).toEqual([
      '/',
      'This link was used, or a newer one was sent. Sign in with your password, or ask for a new link.',
    ]);
  });

  test('that is too old says so, and a new link can be asked for', async () => {
    const { id, email, link } = await invite('Late');
    const token = await link();
    await app.database.query(`UPDATE reset_links SET expires_at = now() - interval '1 hour' WHERE member_id = $1`, [
      id,
    ]);
    expect(await opened(token)).toEqual([
      '/forgot-password',
      'This invitation ended after 7 days. Give the address that was invited, and we send a new link.',
    ]);
    await forgot(email);
    expect((await accept(await link(2))).code).toBe(200);
  });

  test('that was withdrawn sends to an Admin, whether the member was deactivated or removed', async () => {
    const [one, other] = [await invite('Deactivated'), await invite('Removed')];
    const tokens = [await one.link(), await other.link()];
    expect((await post('deactivate-team-member', { memberId: one.id })).code).toBe(200);
    const removed = await app.call('PUT', '/api/admin/delete-team-member', {
      as: 'admin',
      body: { teamMemberId: other.id },
    });
    expect(removed.code).toBe(200);
    for (const token of tokens)
      expect(await opened(token)).toEqual([
        '/forgot-password',
        'This link no longer works. Please ask an Admin of your team.',
      ]);
  });

  test('before a newer one, or before another address, names the newest mail', async () => {
    const { id, name, link } = await invite('Moved');
    const first = await link();
    await post('invite-team-member', { memberId: id });
    const newer = [
      '/forgot-password',
      'A newer invitation was sent, or the address was changed. Open the newest mail, or ask who invited you.',
    ];
    expect(await opened(first)).toEqual(newer);
    const second = await link(2);
    const email = 'elsewhere@example.com';
    await post('update-team-member', { tmId: id, name, email, type: 'Team', password: '' });
    expect(await opened(second)).toEqual(newer);
    await post('invite-team-member', { memberId: id });
    expect(await opened(await link(1, email))).toEqual({ name, email });
  });

  test('of an unknown link asks for a new one', async () => {
    expect(await opened('no-such-link')).toEqual([
      '/forgot-password',
      'This link is no longer valid. Please ask for a new one.',
    ]);
  });
});

describe('pages', () => {
  test('lead a guest to the login, and from there to the page that was wanted', async () => {
    const wanted = await app.call('GET', '/admin/recent-order');
    expect([wanted.code, wanted.headers.get('location')]).toEqual([303, '/']);
    const page = await app.call('GET', '/');
    const xsrf = valueOf(page.headers, 'XSRF-TOKEN');
    const signedIn = await app.call('POST', '/api/admin/admin-login', {
      body: { email: members.admin.email, password },
      headers: {
        'x-inertia': 'true',
        'x-xsrf-token': xsrf,
        cookie: `XSRF-TOKEN=${xsrf}; next=${valueOf(wanted.headers, 'next')}`,
      },
    });
    expect([signedIn.code, signedIn.headers.get('location')]).toEqual([303, '/admin/recent-order']);
  });

  test('are refused by role with a page of their own', async () => {
    const token = await app.signIn('telecaller').catch(() => app.signIn('night'));
    const { code, body } = await app.call('GET', '/admin/manage-team', { token });
    expect(code).toBe(403);
    expect(body.message).toContain('Not allowed');
  });

  test('that do not exist are a page as well, with the reference the log has', async () => {
    const { code, body, headers } = await app.call('GET', '/no/such/page');
    expect(code).toBe(404);
    expect(body.message).toContain(headers.get('x-request-id'));
    expect(body.message).not.toMatch(/Unexpected Application Error|at .*\.js:/);
  });
});
