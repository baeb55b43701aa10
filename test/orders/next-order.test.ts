import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { NextOrderService } from '../../src/orders/next-order.service.js';
import { hashPassword } from '../../src/platform/passwords.js';
import { type MemberName, members, password, startApp, type TestApp, waitForLocks } from '../support/app.js';
import { asWorked, dayFromNow, takeIn } from '../support/orders.js';
import { times } from '../support/sample.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
/** Nobody's orders of an earlier test are free. */
beforeEach(() => app.database.query("UPDATE orders SET process_status = 'Completed', held_by = NULL"));

const next = (as: MemberName, body = {}) => app.call('POST', '/api/admin/next-order', { as, body });
const skip = (as: MemberName, body: object) => app.call('PUT', '/api/admin/skip-order', { as, body });
const keep = (as: MemberName, orderId: number) => app.call('PUT', '/api/admin/keep-order', { as, body: { orderId } });
const nextId = async (as: MemberName, body = {}) => (await next(as, body)).body.data?.order_id as number | undefined;
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' })).body.data;
const endLeases = () => app.web.get<NextOrderService>('NextOrderService').endLeases();
/** Lets minutes pass for every lease and skip. */
const pass = async (minutes: number) => {
  for (const table of ['leases', 'skips'])
    await app.database.query(`UPDATE ${table} SET until = until - make_interval(mins => $1)`, [minutes]);
};
const minutesLeft = async (id: number) => {
  const [row] = await app.database.query(
    'SELECT extract(epoch FROM until - now()) / 60 AS n FROM leases WHERE order_id = $1',
    [id],
  );
  return row && Math.round(Number(row.n));
};

describe('POST /api/admin/next-order', () => {
  test('nobody gets an order without signing in, and no queue is a number', async () => {
    expect((await app.call('POST', '/api/admin/next-order', { body: {} })).code).toBe(401);
    expect((await next('team', { queue: 7 })).code).toBe(422);
  });

  test('refuses an unknown queue, one that the role does not see, and one that is no work', async () => {
    expect((await next('team', { queue: 'nope' })).code).toBe(404);
    expect((await next('telecaller', { queue: 'allOrder' })).code).toBe(403);
    for (const queue of ['allOrder', 'myOrder', 'completedOrder'])
      expect((await next('team', { queue })).code).toBe(422);
  });

  test('gives the free order with the nearest arrival of the queues that the role works, priority first', async () => {
    const later = await takeIn(app, { doa: dayFromNow(2) });
    const standard = await takeIn(app, { doa: dayFromNow(1) });
    const priority = await takeIn(app, { doa: dayFromNow(1), processing_mode: 'Priority' });
    const called = await takeIn(app);
    await app.call('PUT', '/api/admin/move-order-status', {
      as: 'admin',
      body: { orderId: called.id, updatingStatus: 'Contact Customer' },
    });

    expect(await nextId('telecaller')).toBe(called.id);
    expect(await nextId('team')).toBe(priority.id);
    expect(await nextId('team2', { queue: 'newOrder' })).toBe(standard.id);
    expect(await nextId('night')).toBe(later.id);
    const { code, body } = await next('team');
    expect([code, body.status, body.data]).toEqual([200, 1, null]);
    expect(body.message).toBe('No order waits here that nobody holds.');
    expect(await details(priority.id)).toMatchObject({ assign_to: 'Demo Team', version: 2 });
    expect((await details(priority.id)).activity[0]).toMatchObject({ action: 'order.leased', actor: 'Demo Team' });
  });

  test('what has arrived already comes after all others, the latest first', async () => {
    const arriving = async (days: number) => (await takeIn(app, { doa: dayFromNow(days) })).id;
    const [longLate, late] = [await arriving(-563), await arriving(-1)];
    const [tomorrow, today] = [await arriving(1), await arriving(0)];
    const given = [];
    for (const as of ['team', 'team2', 'night', 'admin'] as const) given.push(await nextId(as, { queue: 'newOrder' }));
    expect(given).toEqual([today, tomorrow, late, longLate]);
  });

  test('the answer asked for again with its key is the same order', async () => {
    await takeIn(app);
    await takeIn(app);
    const ask = () =>
      app.call('POST', '/api/admin/next-order', {
        as: 'team',
        body: {},
        headers: { 'idempotency-key': 'next-once-1' },
      });
    expect((await ask()).body.data).toEqual((await ask()).body.data);
  });
});

test('while a bulk action has its orders locked, the next one behind them is given', async () => {
  const orders = await Promise.all(
    Array.from({ length: 51 }, (_, n) => takeIn(app, { doa: dayFromNow(n < 50 ? 1 : 2) })),
  );
  await app.database.transaction(async (manager) => {
    await manager.query("SELECT FROM orders WHERE process_status = 'New' AND doa < $1 FOR UPDATE", [dayFromNow(2)]);
    expect(await nextId('team')).toBe(orders[50]!.id);
  });
});

test('a member who is deactivated at that moment gets no order', async () => {
  const { id } = await takeIn(app);
  const member = { name: 'Leaves Now', email: 'leaves@demo.test', password: 'secret-of-x', type: 'Team' };
  const added = await app.call('POST', '/api/admin/add-team-member', { as: 'admin', body: member });
  const { email, password: secret } = member;
  const { body } = await app.call('POST', '/api/admin/admin-login', { body: { email, password: secret } });
  const answers = await app.database.transaction(async (manager) => {
    // keeps the claim from ending until the Admin has pressed
    await manager.query('LOCK TABLE leases IN EXCLUSIVE MODE');
    const claim = app.call('POST', '/api/admin/next-order', { token: body.data.jwtToken as string, body: {} });
    await waitForLocks(manager, 1);
    const deactivating = app.call('POST', '/api/admin/deactivate-team-member', {
      as: 'admin',
      body: { memberId: added.body.data.id as number },
    });
    await Promise.race([deactivating, waitForLocks(manager, 2)]);
    return { claim, deactivating };
  });
  expect((await answers.deactivating).code).toBe(200);
  await answers.claim;
  expect((await details(id)).assign_to).toBeNull();
});

describe('many members at once', () => {
  test('ten who press it many times at once each get other orders, each the nearest first', async () => {
    const presses = times(20, 100);
    await app.database.query(
      `INSERT INTO orders (external_ref, body_sha256, process_status, processing_mode, wants_priority, full_name,
         contact_email_address, confirm_contact_email_address, email, nationality, passport_no, dob, sex, passport_expiry,
         doa, landing_domain, processing_date, process_month, paid_at)
       SELECT 'next-' || n, '', CASE WHEN n % 5 = 0 THEN 'Priority' ELSE 'New' END, '', false, 'Ann', 'a@b.co', 'a@b.co',
         'a@b.co', 'GBR', 'X1', '1990-01-01', 'F', '2031-01-01', date '2026-01-01' + n * 7919 % 400, 'x.example',
         '2026-01-01', '2026-01', now()
       FROM generate_series(1, $1::int) n`,
      [10 * presses],
    );
    const hash = await hashPassword(password);
    const tokens = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const email = `next-${n}@demo.test`;
        await app.database.query('INSERT INTO members (name, email, type, password_hash) VALUES ($1, $2, $3, $4)', [
          `Next ${n}`,
          email,
          'Team',
          hash,
        ]);
        const { body } = await app.call('POST', '/api/admin/admin-login', { body: { email, password } });
        return body.data.jwtToken as string;
      }),
    );

    const taken = await Promise.all(
      tokens.map(async (token) => {
        const got: number[] = [];
        for (let n = 0; n < presses; n += 1) {
          const { body } = await app.call('POST', '/api/admin/next-order', { token, body: {} });
          got.push(body.data.order_id);
          // else it would go back with the fourth
          await app.call('PUT', '/api/admin/keep-order', { token, body: { orderId: body.data.order_id } });
        }
        return got;
      }),
    );
    expect(new Set(taken.flat()).size).toBe(10 * presses);
    const days = new Map<number, string>(
      (await app.database.query('SELECT id, doa::text FROM orders WHERE held_by IS NOT NULL')).map(
        ({ id, doa }: { id: number; doa: string }) => [id, doa],
      ),
    );
    for (const got of taken) {
      const arrivals = got.map((id) => days.get(id)!);
      expect(arrivals).toEqual(asWorked(arrivals));
    }
    expect(await nextId('team')).toBeUndefined();
  });
});

describe('of the orders that a member did not work on', () => {
  /** Takes in so many orders; the one that is free longest comes first. */
  async function arriving(count: number): Promise<number[]> {
    const made: number[] = [];
    for (let n = 0; n < count; n += 1) made.push((await takeIn(app, { doa: dayFromNow(1) })).id);
    return made;
  }
  const held = async () => {
    const rows = await app.database.query('SELECT id FROM orders WHERE held_by IS NOT NULL ORDER BY id');
    return rows.map(({ id }: { id: number }) => id);
  };
  const remark = (orderId: number, as: MemberName = 'team') =>
    app.call('POST', '/api/admin/add-new-remark', { as, body: { orderId, remark: 'Called' } });
  const draft = (about: number, revision: string) =>
    app.call('PUT', '/api/admin/drafts', {
      as: 'team',
      body: { form: 'remark', about, fields: { remark: 'x' }, revision },
    });

  test('the one that Next order is pressed on is given back, and does not come again', async () => {
    const [first, second, third] = await arriving(3);
    expect((await next('team')).body.data).toMatchObject({ order_id: first, given_back: [] });
    const { body } = await next('team', { from: first });
    expect(body.data).toMatchObject({ order_id: second, given_back: [first] });
    expect(body.message).toBe(
      `Order ${second} is yours. Order ${first} went back to its queue, because you had not worked on it`,
    );
    expect(await details(first!)).toMatchObject({ assign_to: null });
    expect((await details(first!)).activity[0]).toMatchObject({ action: 'order.released', actor: 'Demo Team' });
    expect((await next('team', { from: second })).body.data).toMatchObject({ order_id: third, given_back: [second] });
    expect(await held()).toEqual([third]);
    expect(await nextId('team2')).toBe(first);
  });

  test('it stays when no other is free', async () => {
    const [only] = await arriving(1);
    await next('team');
    expect((await next('team', { from: only })).body.data).toBeNull();
    expect(await held()).toEqual([only]);
  });

  test('it stays when it is somebody else’s, was taken by hand, or the caller works on it', async () => {
    const [hers, byHand, chosen] = await arriving(4);
    await next('team2');
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team',
      body: { orderId: byHand, assignto: 'Demo Team' },
    });
    await next('team');
    for (const body of [{ from: hers }, { from: byHand }, { from: chosen, keep: [chosen] }]) {
      await arriving(1);
      expect((await next('team', body)).body.data.given_back).toEqual([]);
      const [newest] = await app.database.query(
        'SELECT max(order_id) AS id FROM leases WHERE member_id = (SELECT id FROM members WHERE name = $1)',
        ['Demo Team'],
      );
      await remark(newest.id);
    }
    expect((await next('team', { keep: 'all' })).code).toBe(422);
  });

  test('a fourth gives back the oldest', async () => {
    const orders = await arriving(5);
    for (const id of orders.slice(0, 3))
      expect((await next('team')).body.data).toMatchObject({ order_id: id, given_back: [] });
    expect((await next('team')).body.data).toMatchObject({ order_id: orders[3], given_back: [orders[0]] });
    expect((await next('team', { keep: [orders[1]] })).body.data).toMatchObject({
      order_id: orders[4],
      given_back: [orders[2]],
    });
    expect(await held()).toEqual([orders[1], orders[3], orders[4]]);
  });

  test.each([
    ['a remark', (id: number) => remark(id)],
    ['a text that is not sent', (id: number) => draft(id, '00000000-0000-4000-8000-000000000011')],
    ['Keep', (id: number) => keep('team', id)],
    [
      'a move',
      (id: number) =>
        app.call('PUT', '/api/admin/move-order-status', {
          as: 'team',
          body: { orderId: id, updatingStatus: 'Awaiting' },
        }),
    ],
  ])('%s is work: the order stays, from wherever the next one is asked for', async (_what, work) => {
    const orders = await arriving(5);
    await next('team');
    // in the first minute a lease is not renewed
    expect((await work(orders[0]!)).code).toBe(200);
    expect((await next('team', { from: orders[0] })).body.data.given_back).toEqual([]);
    for (let n = 0; n < 2; n += 1) expect((await next('team')).body.data.given_back).toEqual([]);
    expect((await next('team')).body.data.given_back).toEqual([orders[1]]);
    expect(await held()).toContain(orders[0]);
  });

  test('opening it, and a colleague’s remark, are no work of the holder', async () => {
    const [first] = await arriving(2);
    await next('team');
    await remark(first!, 'team2');
    const { encoded_id: encoded } = (await app.call('GET', `/api/admin/get-orders-details/${first}`, { as: 'team' }))
      .body.data;
    expect(encoded).toBeTruthy();
    expect((await next('team', { from: first })).body.data.given_back).toEqual([first]);
  });

  test('two presses at once, in two tabs, leave three; each gives another back', async () => {
    const orders = await arriving(12);
    for (let n = 0; n < 2; n += 1) await next('team');
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all([
        next('team', { from: orders[0] }),
        next('team', { from: orders[0] }),
        next('team'),
      ]);
      expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
      const backs = answers.flatMap(({ body }) => body.data.given_back as number[]);
      expect(new Set(backs).size).toBe(backs.length);
      expect(await held()).toHaveLength(3);
    }
  });

  test('one that is being worked on at that moment stays', async () => {
    const [first] = await arriving(2);
    await next('team');
    const answer = await app.database.transaction(async (manager) => {
      await manager.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [first]);
      const press = next('team', { from: first });
      await waitForLocks(manager, 1);
      await manager.query(
        `INSERT INTO activity (order_id, member_id, actor, action, create_ts)
         SELECT $1, held_by, 'Demo Team', 'order.amended', clock_timestamp() FROM orders WHERE id = $1`,
        [first],
      );
      return { press };
    });
    expect((await answer.press).body.data.given_back).toEqual([]);
    expect(await held()).toContain(first);
  });
});

describe('a hold by Next order is a lease', () => {
  test('after 45 minutes without work the order is free, with the draft there', async () => {
    const { id } = await takeIn(app);
    expect(await nextId('team')).toBe(id);
    await app.call('PUT', '/api/admin/drafts', {
      as: 'team',
      body: {
        form: 'remark',
        about: id,
        fields: { remark: 'Half a sentence' },
        revision: '00000000-0000-4000-8000-000000000001',
      },
    });
    await pass(45);
    expect(await endLeases()).toBe(1);
    expect(await endLeases()).toBe(0);

    expect(await details(id)).toMatchObject({ assign_to: null, held_since: null });
    expect((await details(id)).activity[0]).toMatchObject({
      action: 'order.lease-ended',
      actor: 'System',
      from: 'Demo Team',
    });
    expect(await nextId('team2')).toBe(id);
    const [draft] = await app.database.query("SELECT fields FROM drafts WHERE about = $1 AND form = 'remark'", [id]);
    expect(draft.fields).toEqual({ remark: 'Half a sentence' });
  });

  test('work on the order begins it anew: a remark, a draft, a move', async () => {
    const { id } = await takeIn(app);
    await next('team');
    const works = [
      () => app.call('POST', '/api/admin/add-new-remark', { as: 'team', body: { orderId: id, remark: 'Called' } }),
      () =>
        app.call('PUT', '/api/admin/drafts', {
          as: 'team',
          body: {
            form: 'remark',
            about: id,
            fields: { remark: 'x' },
            revision: '00000000-0000-4000-8000-000000000002',
          },
        }),
      () =>
        app.call('PUT', '/api/admin/move-order-status', {
          as: 'team',
          body: { orderId: id, updatingStatus: 'Awaiting' },
        }),
      () => keep('team', id),
    ];
    for (const work of works) {
      await pass(20);
      expect(await minutesLeft(id)).toBe(20);
      expect((await work()).code).toBeLessThan(300);
      expect(await minutesLeft(id)).toBe(40);
    }
  });

  test('a colleague’s remark does not, and nobody keeps a lease that is not theirs', async () => {
    const { id } = await takeIn(app);
    await next('team');
    await pass(20);
    await app.call('POST', '/api/admin/add-new-remark', { as: 'team2', body: { orderId: id, remark: 'Looked' } });
    expect(await minutesLeft(id)).toBe(20);
    expect((await keep('team2', id)).code).toBe(409);
    expect((await app.call('PUT', '/api/admin/keep-order', { body: { orderId: id } })).code).toBe(401);
    expect((await app.call('PUT', '/api/admin/keep-order', { as: 'team', body: {} })).code).toBe(422);
  });

  test('it ends with the hold: given back, taken over, completed', async () => {
    const assign = (as: MemberName, orderId: number, assignto: string) =>
      app.call('PUT', '/api/admin/assign-order-status', { as, body: { orderId, assignto } });
    const complete = (orderId: number) =>
      app.call('PUT', '/api/admin/move-order-status', { as: 'team', body: { orderId, updatingStatus: 'Completed' } });
    const ways = [
      (id: number) => assign('team', id, ''),
      (id: number) => assign('manager', id, members.manager.name),
      complete,
    ];
    for (const end of ways) {
      const { id } = await takeIn(app);
      await nextId('team');
      expect((await end(id)).code).toBe(200);
      expect(await minutesLeft(id)).toBeUndefined();
      await complete(id);
    }
  });

  test('a hold that was taken by hand never ends by itself', async () => {
    const { id } = await takeIn(app);
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team',
      body: { orderId: id, assignto: 'Demo Team' },
    });
    expect(await endLeases()).toBe(0);
    const { held_since: since, assign_to: holder } = await details(id);
    expect(holder).toBe('Demo Team');
    expect(Date.now() - Date.parse(since)).toBeLessThan(60_000);
  });
});

describe('PUT /api/admin/skip-order', () => {
  test('nobody skips without signing in, without a reason, or what somebody else holds', async () => {
    const { id } = await takeIn(app);
    expect((await app.call('PUT', '/api/admin/skip-order', { body: {} })).code).toBe(401);
    expect((await skip('team', { orderId: id })).code).toBe(422);
    expect((await skip('team', { orderId: 2_000_000_000, reason: 'other' })).code).toBe(404);
    await next('team');
    expect((await skip('team2', { orderId: id, reason: 'other' })).code).toBe(409);
  });

  test('puts the order behind for an hour, for this member alone', async () => {
    const first = await takeIn(app, { doa: dayFromNow(1) });
    const second = await takeIn(app, { doa: dayFromNow(2) });
    expect(await nextId('team')).toBe(first.id);
    expect((await skip('team', { orderId: first.id, reason: 'no answer' })).code).toBe(200);
    expect(await details(first.id)).toMatchObject({ assign_to: null });
    expect((await details(first.id)).activity[0]).toMatchObject({ action: 'order.skipped', note: 'no answer' });

    expect(await nextId('team')).toBe(second.id);
    expect(await nextId('team')).toBeUndefined();
    expect(await nextId('team2')).toBe(first.id);
    await skip('team2', { orderId: first.id, reason: 'data missing' });
    await pass(61);
    expect(await nextId('team2')).toBe(first.id);
  });
});
