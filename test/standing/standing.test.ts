import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BoardService } from '../../src/standing/board.service.js';
import { Random } from '../../src/seed/random.js';
import { standing } from '../../src/shared/standing.js';
import { startApp, type TestApp } from '../support/app.js';
import { asWorked, dayFromNow, takeIn } from '../support/orders.js';
import { times } from '../support/sample.js';
import { compare, compareUndelivered, liveRandomly, moments } from './sequences.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('standing', () => {
  const arrives = { card_due: true, doa: '2027-01-01', processing_date: '2026-12-30' };
  test.each([
    ['2026-12-29T15:59:59Z', 'waits'],
    ['2026-12-29T16:00:00Z', 'today'],
    ['2026-12-30T15:59:59Z', 'today'],
    ['2026-12-30T16:00:00Z', 'at risk'],
    ['2026-12-31T15:59:59Z', 'at risk'],
    ['2026-12-31T16:00:00Z', 'late'],
    ['2027-03-01T00:00:00Z', 'late'],
  ] as const)('an order that arrives on New Year’s Day is, at %s, %s', (now, expected) => {
    expect(standing(arrives, new Date(now))).toBe(expected);
    expect(standing({ ...arrives, card_due: false }, new Date(now))).toBe('safe');
  });

  test('a wider window opens earlier; a window of the arrival day alone still warns a day before', () => {
    expect(standing({ ...arrives, processing_date: '2026-12-28' }, new Date('2026-12-29T00:00:00Z'))).toBe('open');
    const narrow = { ...arrives, processing_date: '2027-01-01' };
    expect(standing(narrow, new Date('2026-12-30T15:59:59Z'))).toBe('waits');
    expect(standing(narrow, new Date('2026-12-31T00:00:00Z'))).toBe('at risk');
  });
});

test('whatever happens to orders, the board has each one that lacks its card, and its count equals its rows', async () => {
  const lives = times(40, 1_000);
  const random = new Random(20_260_101);
  for (let life = 0; life < lives; life++) await liveRandomly(app, random);

  let most = 0;
  for (const now of moments(random, times(30, 100))) {
    const { listed, expected, total } = await compare(app, now);
    expect({ now, listed }).toEqual({ now, listed: expected });
    expect(total).toBe(listed.length);
    most = Math.max(most, total);
  }
  expect(most).toBeGreaterThan(lives / 10);
  const { listed, expected } = await compareUndelivered(app);
  expect(listed).toEqual(expected);
  expect(listed.length).toBeGreaterThan(0);
}, 900_000);

test('changes of one order at once leave its card neither due nor delivered by mistake', async () => {
  const { id } = await takeIn(app, { doa: dayFromNow(1) });
  for (let round = 0; round < 15; round++) {
    const add = (state: string) =>
      app.database.query(
        `INSERT INTO mails (order_id, kind, provider, recipient, subject, html, body, sender, sent_by, state)
         VALUES ($1, 'upload', 'AWS', 'a@b.test', '', '', '', '', '', $2)`,
        [id, state],
      );
    await add('queued');
    await Promise.all([
      app.database.query("UPDATE mails SET state = 'sent' WHERE order_id = $1", [id]),
      app.database.query("UPDATE orders SET process_status = 'Refunds' WHERE id = $1", [id]),
      app.database.query("UPDATE orders SET process_status = 'New' WHERE id = $1", [id]),
      add(round % 2 ? 'failed' : 'delivered'),
    ]);
    const { listed, expected } = await compare(app, new Date());
    expect(listed).toEqual(expected);
  }
});

describe('GET /api/admin/orders-at-risk', () => {
  test('needs a session, and a standing of the board', async () => {
    expect((await app.call('GET', '/api/admin/orders-at-risk')).code).toBe(401);
    expect((await app.call('GET', '/api/admin/orders-at-risk?standing=safe', { as: 'team' })).code).toBe(422);
  });

  test('lists the nearest arrival first and what has passed last, with the newest mail of the card, and the count that the menu shows', async () => {
    const near = await takeIn(app, { doa: dayFromNow(1), full_name: 'Near' });
    for (const days of [-563, -563, -2, -1, -1, 0]) await takeIn(app, { doa: dayFromNow(days) });
    const { body } = await app.call('GET', '/api/admin/orders-at-risk?limit=500', { as: 'telecaller' });
    const days = (body.data as { doa: string }[]).map(({ doa }) => doa);
    expect(days).toEqual(asWorked(days));
    expect(days[0]! >= dayFromNow(0) && days.at(-1)! < dayFromNow(0)).toBe(true);
    expect(body.data).toContainEqual(
      expect.objectContaining({ order_id: near.id, standing: 'at risk', card_mail: null, process_status: 'New' }),
    );
    expect(body.total).toBe(body.data.length);

    const frame = await app.call('GET', '/admin/at-risk', { as: 'telecaller', headers: { 'x-inertia': 'true' } });
    expect(frame.body['props'].counts.atRiskOrdersCount).toBe(body.total);
    const { body: late } = await app.call('GET', '/api/admin/orders-at-risk?standing=late&limit=1', { as: 'team' });
    expect(late.total).toBe(body.counts.late);
  });
});

test.each(['', '&standing=late'])(
  'pages of the board%s and its orders one by one are all of it, in its order',
  async (part) => {
    const { body } = await app.call('GET', `/api/admin/orders-at-risk?limit=500${part}`, { as: 'team' });
    const all = (body.data as { order_id: number }[]).map(({ order_id }) => order_id);
    const paged = [];
    for (let page = 1; page <= Math.ceil(all.length / 7); page++) {
      const { body: few } = await app.call('GET', `/api/admin/orders-at-risk?limit=7&page=${page}${part}`, {
        as: 'team',
      });
      paged.push(...(few.data as { order_id: number }[]).map(({ order_id }) => order_id));
    }
    expect(paged).toEqual(all);
    const board = app.web.get<BoardService>('BoardService');
    for (const [at, id] of all.entries()) {
      const { previous, next } = await board.beside(id, part ? 'late' : undefined);
      expect([previous?.orderId, id, next?.orderId]).toEqual([all[at - 1], id, all[at + 1]]);
    }
  },
);

test('customers without their card: the last mail failed, bounced, was complained about, or does not leave', async () => {
  const list = async () => {
    const { body } = await app.call('GET', '/api/admin/orders-without-card?limit=500', { as: 'team' });
    expect(body.total).toBe(body.data.length);
    return (body.data as { order_id: number; card_mail: { state: string } }[]).map((row) => [
      row.order_id,
      row.card_mail.state,
    ]);
  };
  await app.database.query("UPDATE mails SET state = 'sent'");
  expect(await list()).toEqual([]);
  const { id } = await takeIn(app, { doa: dayFromNow(30) });
  await app.database.query(
    `INSERT INTO mails (order_id, kind, provider, recipient, subject, html, body, sender, sent_by)
     VALUES ($1, 'approval', 'AWS', 'a@b.test', '', '', '', '', '')`,
    [id],
  );
  expect(await list()).toEqual([]);
  await app.database.query(
    "UPDATE mails SET state = 'queued', state_at = now() - interval '11 minutes' WHERE order_id = $1",
    [id],
  );
  expect(await list()).toEqual([[id, 'queued']]);
  for (const state of ['failed', 'bounced', 'complained']) {
    await app.database.query('UPDATE mails SET state = $2 WHERE order_id = $1', [id, state]);
    expect(await list()).toEqual([[id, state]]);
  }
  await app.database.query("UPDATE mails SET state = 'delivered' WHERE order_id = $1", [id]);
  expect(await list()).toEqual([]);
});

describe('PUT /api/admin/card-outcome', () => {
  const say = (as: 'team' | 'team2' | 'admin' | undefined, orderId: unknown, outcome: unknown, more = {}) =>
    app.call('PUT', '/api/admin/card-outcome', { as, body: { orderId, outcome, ...more } });

  test('refuses strangers, other words, unknown orders, and an order that somebody else holds', async () => {
    const { id, encoded } = await takeIn(app);
    expect((await say(undefined, id, 'refund')).code).toBe(401);
    expect((await say('team', id, 'lost')).code).toBe(422);
    expect((await say('team', 99_999_999, 'refund')).code).toBe(404);
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team',
      body: { orderId: encoded, assignto: 'Demo Team' },
    });
    expect((await say('team2', id, 'refund')).code).toBe(409);
  });

  test('takes the order off the board with who and when, until it is taken back or the arrival moves', async () => {
    const { id, encoded } = await takeIn(app, { doa: dayFromNow(1) });
    const standingOf = async () =>
      (await app.call('GET', `/api/admin/get-orders-details/${encoded}`, { as: 'team' })).body.data;
    expect((await standingOf()).standing).toBe('at risk');
    expect((await say('team', id, 'not travelling')).code).toBe(200);
    const after = await standingOf();
    expect(after).toMatchObject({ standing: 'safe', card_due: false });
    expect(after.activity[0]).toMatchObject({ actor: 'Demo Team', action: 'card.outcome', to: 'not travelling' });

    expect((await say('team', id, 'not travelling')).code).toBe(200);
    expect((await standingOf()).activity).toHaveLength(after.activity.length);
    await say('team', id, null);
    expect((await standingOf()).standing).toBe('at risk');
    await say('team', id, 'delivered otherwise');
    await app.database.query('UPDATE orders SET doa = doa + 1, processing_date = processing_date + 1 WHERE id = $1', [
      id,
    ]);
    expect((await standingOf()).standing).toBe('today');
  });

  test('is refused when the card was delivered', async () => {
    const { id } = await takeIn(app);
    await app.database.query("UPDATE orders SET process_status = 'Deleted' WHERE id = $1", [id]);
    expect((await say('admin', id, 'refund')).code).toBe(409);
  });
});

test('the board is a screen for every role, and New and Priority begin with the nearest deadline', async () => {
  const session = { 'x-inertia': 'true' };
  const page = async (path: string) => {
    const { body, code, headers } = await app.call('GET', path, { as: 'night', headers: session });
    if (code === 409) throw new Error(`version ${headers.get('x-inertia-location')}`);
    return body as unknown as { component: string; props: Record<string, unknown> };
  };
  expect((await page('/admin/at-risk')).component).toBe('standing/at-risk');
  const { props } = await page('/admin/recent-order');
  const days = (props['orders'] as { doa: string }[]).map(({ doa }) => doa);
  expect(props).toMatchObject({ sort: 'doa', dir: 'asc' });
  expect(days).toEqual(days.toSorted());
  expect((await page('/admin/recent-order?sort=create_ts')).props).toMatchObject({ sort: 'create_ts', dir: 'desc' });
  expect((await page('/admin/pending-order')).props).toMatchObject({ sort: 'create_ts', dir: 'desc' });
});
