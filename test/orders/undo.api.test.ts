import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { type MemberName, members, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const put = (path: string, as: MemberName, body: unknown) => app.call('PUT', `/api/admin/${path}`, { as, body });
const take = (as: MemberName, orderId: unknown) =>
  put('assign-order-status', as, { orderId, assignto: members[as].name });
const giveBack = (as: MemberName, orderId: unknown) => put('assign-order-status', as, { orderId, assignto: '' });
const move = (as: MemberName, orderId: unknown, updatingStatus: string) =>
  put('move-order-status', as, { orderId, updatingStatus });
const undo = (as: MemberName, token: unknown) => put('undo', as, { token });
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' })).body.data;
const counts = async () => (await app.call('GET', '/api/admin/get-folder-count', { as: 'team' })).body.data;
/** Moves the expiry of all undos `seconds` into the past. */
const age = (seconds: number) =>
  app.database.query('UPDATE undos SET expires_at = expires_at - make_interval(secs => $1)', [seconds]);
const expiryOf = async (token: string) =>
  (await app.database.query('SELECT expires_at FROM undos WHERE token = $1', [token]))[0].expires_at;

describe('PUT /api/admin/undo', () => {
  test('refuses guests, and what is no token', async () => {
    expect((await app.call('PUT', '/api/admin/undo', { body: {} })).code).toBe(401);
    for (const token of [undefined, '', 'x', 7]) expect((await undo('team', token)).code).toBe(422);
    const { code, body } = await undo('team', '00000000-0000-4000-8000-000000000000');
    expect([code, body.message]).toEqual([404, 'This can no longer be undone.']);
  });

  test('a take: the order is free again, once', async () => {
    const { id } = await takeIn(app);
    const before = await counts();
    const began = Date.now();
    const { body } = await take('team', id);
    expect(body.data).toEqual({ done: [id], failed: [] });
    expect(Date.parse(body.undo.until)).toBeGreaterThanOrEqual(began + 60_000);
    expect(Date.parse(body.undo.until)).toBeLessThanOrEqual(Date.now() + 60_000);

    const { version } = await details(id);
    expect((await undo('team', body.undo.token)).body).toMatchObject({ status: 1, data: { done: [id], failed: [] } });
    const order = await details(id);
    expect(order).toMatchObject({ assign_to: null, version: version + 1 });
    expect(order.activity[0]).toMatchObject({
      actor: 'Demo Team',
      action: 'order.undone',
      from: 'Demo Team',
      to: null,
    });
    expect(await counts()).toEqual(before);
    expect((await undo('team', body.undo.token)).code).toBe(404);
  });

  test('whose process ended on the way is sent again: what it had put back counts, and the rest follows', async () => {
    const [first, second] = await Promise.all([takeIn(app), takeIn(app)]);
    const ids = [first.id, second.id];
    const { undo: offer } = (await take('team', ids)).body;
    // the second order makes the undo end as a killed process would: without spending the token
    await app.database.query(`CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.id = ${second.id} THEN RAISE EXCEPTION 'gone'; END IF; RETURN NEW; END $$`);
    await app.database.query('CREATE TRIGGER broken BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION broken()');
    expect((await undo('team', offer.token)).code).toBe(500);
    expect([(await details(first.id)).assign_to, (await details(second.id)).assign_to]).toEqual([null, 'Demo Team']);

    await app.database.query('DROP TRIGGER broken ON orders; DROP FUNCTION broken');
    await age(30);
    expect((await undo('team', offer.token)).body).toMatchObject({ status: 1, data: { done: ids, failed: [] } });
    expect((await details(second.id)).assign_to).toBeNull();
    expect((await undo('team', offer.token)).code).toBe(404);
  });

  test('what changed nothing has no way back', async () => {
    const { id } = await takeIn(app);
    await take('team', id);
    expect((await take('team', id)).body.undo).toBeUndefined();
    expect((await giveBack('manager', (await takeIn(app)).id)).body.undo).toBeUndefined();
  });

  test('completing: status, holder and who processed it are as before', async () => {
    const { id } = await takeIn(app);
    await take('team', id);
    await move('team', id, 'Awaiting');
    const before = await details(id);
    const { undo: offer } = (await move('team', id, 'Completed')).body;
    expect((await undo('team', offer.token)).code).toBe(200);
    const after = await details(id);
    expect(after).toMatchObject({
      process_status: 'Awaiting',
      assign_to: 'Demo Team',
      processed_by: null,
      processed_at: null,
    });
    expect(after.allowed_moves).toEqual(before.allowed_moves);
    expect(after.activity[0]).toMatchObject({ action: 'order.undone', from: 'Completed', to: 'Awaiting' });
  });

  test('in batches: the earlier ones stay good as long as the last, and while the others are taken back', async () => {
    const batches = await Promise.all([1, 2, 3].map(() => takeIn(app)));
    const tokens: string[] = [];
    for (const { id } of batches) {
      const body = { orderId: [id], assignto: members.team.name, undo: tokens.at(-1) };
      tokens.push((await put('assign-order-status', 'team', body)).body.undo.token);
      await age(4);
    }
    for (const token of tokens.reverse()) {
      expect((await undo('team', token)).body).toMatchObject({ status: 1, data: { failed: [] } });
      await age(6);
    }
    for (const { id } of batches) expect((await details(id)).assign_to).toBeNull();
  });

  test('in batches that take long each: the earlier ones wait for the later, done or taken back', async () => {
    const batches = [await takeIn(app), await takeIn(app)];
    const tokens: string[] = [];
    for (const { id } of batches) {
      if (tokens.length > 0) await age(40);
      const body = { orderId: [id], assignto: members.team.name, undo: tokens.at(-1) };
      tokens.push((await put('assign-order-status', 'team', body)).body.undo.token);
    }
    expect((await undo('team', tokens[1]!)).code).toBe(200);
    await age(40);
    expect((await undo('team', tokens[0]!)).body).toMatchObject({ status: 1, data: { failed: [] } });
  });

  test('a batch that names another member’s token makes nothing of his good again', async () => {
    const [his, mine] = await Promise.all([takeIn(app), takeIn(app)]);
    const { undo: offer } = (await take('team', his.id)).body;
    await age(4);
    const before = await expiryOf(offer.token);
    await put('assign-order-status', 'night', { orderId: mine.id, assignto: members.night.name, undo: offer.token });
    expect(await expiryOf(offer.token)).toEqual(before);
  });

  test('many at once, each to its own status and holder', async () => {
    const orders = await Promise.all([1, 2, 3].map(() => takeIn(app)));
    const [free, awaiting, held] = orders.map(({ id }) => id) as [number, number, number];
    await move('team', awaiting, 'AwaitingGovt');
    await take('night', held);
    const { body } = await put('change-order-status', 'admin', { orderId: [free, awaiting, encodeOrderId(held)] });
    expect(body.data.done).toEqual([free, awaiting, held]);

    expect((await undo('admin', body.undo.token)).body.data.done).toEqual([free, awaiting, held]);
    expect(await details(free)).toMatchObject({ process_status: 'New', assign_to: null });
    expect(await details(awaiting)).toMatchObject({ process_status: 'AwaitingGovt', assign_to: null });
    expect(await details(held)).toMatchObject({ process_status: 'New', assign_to: 'Demo Night' });
    expect((await put('restore-order', 'admin', { orderId: free })).code).toBe(409);
  });

  test('giving back: the order is in the same hands again', async () => {
    const { id } = await takeIn(app);
    await take('night', id);
    const { undo: offer } = (await giveBack('manager', id)).body;
    await undo('manager', offer.token);
    expect((await details(id)).assign_to).toBe('Demo Night');
  });

  test('what somebody changed since stays, and is reported', async () => {
    const [one, other] = [await takeIn(app), await takeIn(app)];
    const { undo: offer } = (await move('team', [one.id, other.id], 'Awaiting')).body;
    await move('manager', one.id, 'Completed');
    const { code, body } = await undo('team', offer.token);
    expect([code, body.data.done]).toEqual([200, [other.id]]);
    expect(body.data.failed).toEqual([
      { order_id: one.id, message: expect.stringMatching(/^Order was moved to Completed by Demo Manager at .* UTC$/) },
    ]);
    expect((await details(one.id)).process_status).toBe('Completed');
  });

  test('is for who did it alone', async () => {
    const { id } = await takeIn(app);
    const { undo: offer } = (await take('team', id)).body;
    for (const other of ['admin', 'team2'] as const) expect((await undo(other, offer.token)).code).toBe(404);
    expect((await undo('team', offer.token)).code).toBe(200);
  });

  test('is for a minute alone', async () => {
    const { id } = await takeIn(app);
    const { undo: offer } = (await take('team', id)).body;
    await app.database.query("UPDATE undos SET expires_at = expires_at - interval '60 seconds'");
    expect((await undo('team', offer.token)).code).toBe(404);
    expect((await details(id)).assign_to).toBe('Demo Team');
  });

  test('of many at once one restores the order', async () => {
    const { id } = await takeIn(app);
    const { undo: offer } = (await take('team', id)).body;
    const answers = await Promise.all(Array.from({ length: 8 }, () => undo('team', offer.token)));
    expect(new Set([200, 404, ...answers.map(({ code }) => code)])).toEqual(new Set([200, 404]));
    expect(answers.some(({ code }) => code === 200)).toBe(true);
    expect(
      (await details(id)).activity.filter(({ action }: { action: string }) => action === 'order.undone'),
    ).toHaveLength(1);
  });

  test('a page is told of it beside its toast', async () => {
    const { id } = await takeIn(app);
    const token = await app.signIn('team');
    const cookie = `session=${token}`;
    const shown = await fetch(`${app.url}/admin`, { headers: { cookie } });
    const proof = /XSRF-TOKEN=([^;]+)/.exec(shown.headers.get('set-cookie') ?? '')![1]!;
    const answer = await fetch(`${app.url}/api/admin/assign-order-status`, {
      method: 'PUT',
      redirect: 'manual',
      headers: {
        cookie: `${cookie}; XSRF-TOKEN=${proof}`,
        'x-xsrf-token': decodeURIComponent(proof),
        'x-inertia': 'true',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ orderId: id, assignto: 'Demo Team' }),
    });
    expect(answer.status).toBe(303);
    const flash = /flash=([^;]+)/.exec(answer.headers.getSetCookie().join('\n'))![0];
    const next = await fetch(`${app.url}/admin/recent-order`, {
      headers: { cookie: `${cookie}; ${flash}`, 'x-inertia': 'true' },
    });
    const page = (await next.json()) as { flash: { toast: object; undo: { token: string } } };
    expect(page.flash.toast).toEqual({ type: 'success', message: 'Order has been assigned successfully' });
    expect((await undo('team', page.flash.undo.token)).code).toBe(200);
  });
});

describe('the sentence after a bulk change', () => {
  test('says how many, and why not the others', async () => {
    const orders = await Promise.all([1, 2, 3].map(() => takeIn(app)));
    await take('team2', orders[0]!.id);
    const ids = [...orders.map(({ id }) => id), 99_999_999];
    expect((await take('team', ids)).body.message).toBe('2 done, 1 held by others, 1 not possible');
  });
});

describe('a deleted member', () => {
  test('is given no order, by no race', async () => {
    const make = async (name: string) =>
      (
        await app.call('POST', '/api/admin/add-team-member', {
          as: 'admin',
          body: { name, email: `${name}@demo.test`, password: 'demo-password', type: 'Team' },
        })
      ).body.data.id as number;
    for (let round = 0; round < 10; round += 1) {
      const name = `leaver${round}`;
      const memberId = await make(name);
      const orders = await Promise.all([1, 2, 3, 4].map(() => takeIn(app)));
      await Promise.all([
        ...orders.map(({ id }) => put('assign-order-status', 'manager', { orderId: id, assignto: name })),
        put('delete-team-member', 'admin', { teamMemberId: memberId }),
      ]);
      const held = await app.database.query('SELECT id FROM orders WHERE held_by = $1', [memberId]);
      expect(held).toEqual([]);
    }
  });

  test('gets nothing back by an undo', async () => {
    const added = await app.call('POST', '/api/admin/add-team-member', {
      as: 'admin',
      body: { name: 'Gone', email: 'gone@demo.test', password: 'demo-password', type: 'Team' },
    });
    const { id } = await takeIn(app);
    await put('assign-order-status', 'manager', { orderId: id, assignto: 'Gone' });
    const { undo: offer } = (await giveBack('manager', id)).body;
    await put('delete-team-member', 'admin', { teamMemberId: added.body.data.id });
    expect((await undo('manager', offer.token)).code).toBe(200);
    expect((await details(id)).assign_to).toBeNull();
  });
});
