import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { roles } from '../../src/shared/roles.js';
import type { MemberEntry } from '../../src/shared/team.js';
import { type MemberName, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const call = (method: string, path: string, as?: MemberName, body?: unknown) =>
  app.call(method, `/api/admin/${path}`, { as, body });
const add = (member: unknown, as: MemberName = 'admin') => call('POST', 'add-team-member', as, member);
const update = (member: unknown, as: MemberName = 'admin') => call('POST', 'update-team-member', as, member);
const remove = (teamMemberId: unknown, as: MemberName = 'admin') =>
  call('PUT', 'delete-team-member', as, { teamMemberId });

function someone(more: Record<string, unknown> = {}) {
  const name = `Member ${randomUUID()}`;
  return { name, email: `${randomUUID()}@example.com`, password: 'secret-of-x', type: 'Team', ...more };
}

/** A new member, with a token. */
async function join(more: Record<string, unknown> = {}) {
  const member = someone(more);
  const { body } = await add(member);
  const id = (body.data as { id: number }).id;
  return { ...member, id, token: await signIn(member.email, member.password) };
}

async function signIn(email: string, password: string): Promise<string> {
  const { body } = await app.call('POST', '/api/admin/admin-login', { body: { email, password } });
  return (body.data as { jwtToken: string } | null)?.jwtToken ?? '';
}

async function isSignedIn(token: string): Promise<boolean> {
  return (await app.call('GET', '/api/user_info', { token })).code === 200;
}

async function list(): Promise<MemberEntry[]> {
  return (await call('GET', 'get-team-member-list', 'manager')).body.data as MemberEntry[];
}

async function idOf(name: string): Promise<number> {
  return (await list()).find((member) => member.name === name)!.id;
}

describe('who may manage the team', () => {
  const calls = [
    ['GET', 'get-team-member-list'],
    ['GET', 'get-team-member-type'],
    ['GET', 'team-member-info/1'],
    ['POST', 'add-team-member'],
    ['POST', 'update-team-member'],
    ['PUT', 'delete-team-member'],
  ] as const;

  test.each(calls)('%s %s: no guest, no Team, Telecaller or Night Staff, whatever the body', async (method, path) => {
    const body = method === 'GET' ? undefined : {};
    expect((await call(method, path, undefined, body)).code).toBe(401);
    for (const role of ['team', 'telecaller', 'night'] as const) {
      expect((await call(method, path, role, body)).code).toBe(403);
    }
  });

  test('nor see its pages', async () => {
    for (const path of ['/admin/manage-team', '/admin/manage-team/1']) {
      expect((await app.call('GET', path, { as: 'team' })).code).toBe(403);
      expect((await app.call('GET', path, { as: 'manager' })).code).toBe(200);
    }
    expect((await app.call('GET', '/admin/manage-team/99999', { as: 'manager' })).code).toBe(404);
  });
});

describe('GET get-team-member-list, -type and team-member-info', () => {
  test('list the members without password or hash', async () => {
    const members = await list();
    expect(members[0]).toEqual({
      id: members[0]!.id,
      name: 'Demo Admin',
      email: 'admin@demo.test',
      type: 'Admin',
      memberRole: 'Admin',
    });
    const { body } = await call('GET', `team-member-info/${members[0]!.id}`, 'manager');
    expect(body.data).toEqual(members[0]);
  });

  test('the five types in order', async () => {
    expect((await call('GET', 'get-team-member-type', 'manager')).body.data).toEqual(roles);
  });

  test.each(['99999', '99999999999', 'abc', '1.5', '-1'])('member %s: 404', async (id) => {
    expect((await call('GET', `team-member-info/${id}`, 'admin')).code).toBe(404);
  });
});

describe('POST /api/admin/add-team-member', () => {
  test('a bad body is refused with the messages of the form', async () => {
    const { code, body } = await add({ name: ' ', email: '', password: '', type: 'Boss' });
    expect([code, body.errors]).toEqual([
      422,
      {
        name: 'Please enter your name.',
        email: 'Please enter your email.',
        password: 'Please enter your password.',
        type: 'Please select type.',
      },
    ]);
    expect((await add(someone({ email: 'nobody' }))).body.errors).toEqual({ email: 'Invalid email address' });
    expect((await add(someone({ password: '12345' }))).code).toBe(422);
  });

  test('a new member can sign in with six characters', async () => {
    const member = someone({ password: ' 12345', type: 'Night Staff' });
    const { code, body } = await add(member, 'manager');
    expect([code, typeof body.data.id]).toEqual([200, 'number']);
    expect(await isSignedIn(await signIn(member.email.toUpperCase(), ' 12345'))).toBe(true);
  });

  test('name and address are taken whatever the case', async () => {
    expect((await add(someone({ name: 'DEMO TEAM' }))).code).toBe(409);
    expect((await add(someone({ email: 'Team@Demo.Test' }))).code).toBe(409);
  });

  test('of many at once with one name one is added', async () => {
    const member = someone();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => add({ ...member, email: `${n}-${member.email}` })),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 409)).toHaveLength(5);
  });

  test('only an Admin makes an Admin', async () => {
    expect((await add(someone({ type: 'Admin' }), 'manager')).code).toBe(403);
    expect((await add(someone({ type: 'Admin' }), 'admin')).code).toBe(200);
  });
});

describe('POST /api/admin/update-team-member', () => {
  test('a bad body: 422; nobody of that id: 404', async () => {
    expect((await update({ ...someone(), tmId: 'x' })).code).toBe(422);
    expect((await update({ ...someone(), tmId: undefined })).code).toBe(422);
    expect((await update({ ...someone(), tmId: 99_999 })).code).toBe(404);
    expect((await update({ ...someone(), tmId: 99_999_999_999 })).code).toBe(422);
  });

  test('an empty password keeps the old one and the sessions; a new one ends them', async () => {
    const member = await join();
    const told = () =>
      app.database.query<{ recipient: string }[]>(
        "SELECT recipient FROM mails WHERE kind = 'password-changed' AND member_id = $1",
        [member.id],
      );
    await update({ ...member, tmId: member.id, password: '', name: `${member.name} II` });
    expect(await isSignedIn(member.token)).toBe(true);
    expect(await told()).toEqual([]);

    // The mail goes to the old address, which the member knows.
    await update({ ...member, tmId: String(member.id), password: 'short' });
    await update({ ...member, email: 'taken.over@example.com', tmId: String(member.id), password: 'another' });
    expect(await told()).toEqual([{ recipient: member.email }]);
    await update({ ...member, tmId: String(member.id), password: '' });
    expect(await isSignedIn(member.token)).toBe(false);
    expect(await signIn(member.email, 'secret')).toBe('');
    expect(await isSignedIn(await signIn(member.email, 'another'))).toBe(true);
  });

  test('a new type ends the sessions', async () => {
    const member = await join();
    await update({ ...member, tmId: member.id, password: '', type: 'Telecaller' });
    expect(await isSignedIn(member.token)).toBe(false);
  });

  test('a name or address of somebody else is refused, one’s own in another case is not', async () => {
    const member = await join();
    const change = { ...member, tmId: member.id, password: '' };
    expect((await update({ ...change, name: 'demo team' })).code).toBe(409);
    expect((await update({ ...change, email: 'TEAM@demo.test' })).code).toBe(409);
    expect((await update({ ...change, name: member.name.toUpperCase() })).code).toBe(200);
  });

  test('a renamed member keeps the orders', async () => {
    const member = await join();
    const { id, encoded } = await takeIn(app);
    await app.call('PUT', '/api/admin/assign-order-status', {
      token: member.token,
      body: { orderId: encoded, assignto: member.name },
    });
    const name = `Renamed ${randomUUID()}`;
    await update({ ...member, tmId: member.id, password: '', name });
    const { body } = await app.call('GET', '/api/admin/get-orders-list/myOrder', { token: member.token });
    expect(body.data).toMatchObject([{ order_id: id, assign_to: name }]);
  });

  test.each(['Manager', 'Admin'])('a %s does not change their own type, but their own name', async (type) => {
    const self = await join({ type });
    const change = (more: object) =>
      app.call('POST', '/api/admin/update-team-member', {
        token: self.token,
        body: { name: self.name, email: self.email, type, password: '', tmId: self.id, ...more },
      });
    const { code, body } = await change({ type: 'Team' });
    expect([code, body.message]).toEqual([409, 'You cannot change your own type.']);
    expect(await isSignedIn(self.token)).toBe(true);
    expect((await change({ name: `${self.name} II` })).code).toBe(200);
    expect((await list()).find(({ id }) => id === self.id)).toMatchObject({ type, name: `${self.name} II` });
  });

  test('a Manager neither touches an Admin nor makes one', async () => {
    const admin = await join({ type: 'Admin' });
    expect((await update({ ...admin, tmId: admin.id, password: '' }, 'manager')).code).toBe(403);
    const member = await join();
    expect((await update({ ...member, tmId: member.id, password: '', type: 'Admin' }, 'manager')).code).toBe(403);
  });
});

describe('PUT /api/admin/delete-team-member', () => {
  test('a bad body: 422; nobody of that id: 404', async () => {
    expect((await remove('')).code).toBe(422);
    expect((await remove(99_999)).code).toBe(404);
  });

  test('not oneself; a Manager not an Admin', async () => {
    expect((await remove(await idOf('Demo Manager'), 'manager')).code).toBe(409);
    expect((await remove(await idOf('Demo Admin'), 'manager')).code).toBe(403);
  });

  test('ends the sessions, gives the orders back, keeps the name in the history, frees name and address', async () => {
    const member = await join();
    const { encoded } = await takeIn(app);
    await app.call('PUT', '/api/admin/assign-order-status', {
      token: member.token,
      body: { orderId: encoded, assignto: member.name },
    });
    await app.call('POST', '/api/admin/add-new-remark', {
      token: member.token,
      body: { orderId: encoded, remark: 'Called' },
    });
    const { code, body } = await remove(member.id);
    expect([code, body.message]).toEqual([200, 'Team member deleted successfully']);

    expect(await isSignedIn(member.token)).toBe(false);
    expect(await signIn(member.email, member.password)).toBe('');
    const { data: order } = (await call('GET', `get-orders-details/${encoded}`, 'admin')).body;
    expect(order).toMatchObject({ assign_to: null, version: 3 });
    expect(order.activity[0]).toMatchObject({ action: 'order.released', actor: 'Demo Admin', from: member.name });
    expect(order.remark[0].remark_name).toBe(member.name);
    expect((await add({ ...member })).code).toBe(200);
    expect((await remove(member.id)).code).toBe(404);
  });
});

describe('the last Admin', () => {
  test('keeps the type and stays, also when all Admins go at once', async () => {
    for (const { id, name, type } of await list()) if (type === 'Admin' && name !== 'Demo Admin') await remove(id);
    const self = { name: 'Demo Admin', email: 'admin@demo.test', password: '', tmId: await idOf('Demo Admin') };
    expect((await update({ ...self, type: 'Manager' })).code).toBe(409);

    const others = await Promise.all([1, 2, 3].map(() => join({ type: 'Admin' })));
    const answers = await Promise.all(
      others.map(({ token }, n) =>
        app.call('PUT', '/api/admin/delete-team-member', { token, body: { teamMemberId: others[(n + 1) % 3]!.id } }),
      ),
    );
    expect(answers.every(({ code }) => [200, 401].includes(code))).toBe(true);

    const rest = (await list()).filter(({ type }) => type === 'Admin');
    const demotions = await Promise.all(
      rest.map(({ id, name, email }) => update({ name, email, password: '', tmId: id, type: 'Team' })),
    );
    expect(demotions.filter(({ code }) => code === 200).length).toBeLessThan(rest.length);
    expect((await list()).some(({ type }) => type === 'Admin')).toBe(true);
  });
});
