import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type MemberName, startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ask = (path: string, body?: unknown, as: MemberName = 'manager') =>
  app.call('POST', `/api/admin/${path}`, { as, body });
const countries = async (body?: unknown, as: MemberName = 'team') =>
  (await ask('get-country-order-list', body, as)).body.data as Record<string, unknown>[];
const processed = async (body?: unknown) => (await ask('get-processed-by-count', body)).body.data;
const complete = (as: MemberName, id: number) =>
  app.call('PUT', '/api/admin/move-order-status', { as, body: { orderId: id, updatingStatus: 'Completed' } });
const today = () => new Date().toISOString().slice(0, 10);
/** The props of a screen, as Inertia's client gets them. */
const propsOf = async (path: string, as: MemberName = 'manager') => {
  const answer = await app.call('GET', path, { as, headers: { 'x-inertia': 'true' } });
  return { code: answer.code, props: answer.body.props };
};

describe('POST /api/admin/get-country-order-list', () => {
  test('refuses guests, and days that are none or in the wrong order', async () => {
    expect((await app.call('POST', '/api/admin/get-country-order-list', { body: {} })).code).toBe(401);
    expect((await ask('get-country-order-list', { fromDate: '2026-02-30' })).code).toBe(422);
    const { code, body } = await ask('get-country-order-list', { fromDate: '2026-03-02', toDate: '2026-03-01' });
    expect([code, body.errors]).toEqual([422, { toDate: 'From must not be after To.' }]);
  });

  test('counts each order once, under the way it is processed, and leaves deleted ones out', async () => {
    await takeIn(app, { nationality: 'fra' });
    await takeIn(app, { nationality: 'FRA', processing_mode: 'Priority', doa: dayFromNow(50) });
    await takeIn(app, { nationality: 'FRA', doa: dayFromNow(50) });
    const { id } = await takeIn(app, { nationality: 'FRA' });
    await app.call('PUT', '/api/admin/change-order-status', { as: 'admin', body: { orderId: id } });

    expect(await countries({ searchVal: 'fra' })).toEqual([
      { nationality: 'FRANCE', citizenship_id: 'FRA', count: 3, standard_count: 1, priority_count: 1, future_count: 1 },
    ]);
  });

  test('counts a country once, however shops wrote it, and no word that is none as a country', async () => {
    for (const nationality of ['NZ', 'nzl', 'New Zealand', 'QQQ', 'Atlantis']) await takeIn(app, { nationality });
    const { id } = await takeIn(app, { nationality: 'NZL' });
    // as an older version stored it
    await app.database.query(`UPDATE orders SET nationality = 'NZ' WHERE id = $1`, [id]);
    expect(await countries({ searchVal: 'zealand' })).toMatchObject([
      { nationality: 'NEW ZEALAND', citizenship_id: 'NZL', count: 4, standard_count: 4 },
    ]);
    expect(await countries({ searchVal: 'unspecified' })).toMatchObject([{ citizenship_id: 'XXX', count: 2 }]);
    expect([...(await countries({ searchVal: 'qq' })), ...(await countries({ searchVal: 'atlantis' }))]).toEqual([]);
  });

  test('searches code and name whatever the case, and takes % for a letter', async () => {
    await takeIn(app, { nationality: 'XXB' });
    expect(await countries({ searchVal: 'xXb' })).toMatchObject([{ citizenship_id: 'XXB' }]);
    expect(await countries({ searchVal: 'refugee (1951' })).toMatchObject([{ citizenship_id: 'XXB' }]);
    expect(await countries({ searchVal: '%' })).toEqual([]);
  });

  test('both days count, and either may be missing', async () => {
    await takeIn(app, { nationality: 'ITA' });
    const italians = async (days: object) => (await countries({ searchVal: 'ITA', ...days })).length;
    expect(await italians({ fromDate: today(), toDate: today() })).toBe(1);
    expect(await italians({ fromDate: today() })).toBe(1);
    expect(await italians({ toDate: today() })).toBe(1);
    expect(await italians({ toDate: '2020-01-01' })).toBe(0);
    expect(await countries()).toEqual(await countries({ fromDate: '', toDate: null, searchVal: '' }));
  });
});

describe('POST /api/admin/get-processed-by-count', () => {
  test('refuses guests and everybody but Admin and Manager', async () => {
    expect((await app.call('POST', '/api/admin/get-processed-by-count', { body: {} })).code).toBe(401);
    for (const as of ['team', 'telecaller', 'night'] as const)
      expect((await ask('get-processed-by-count', {}, as)).code).toBe(403);
  });

  test('counts who completed what, most first, by the days of completing', async () => {
    const orders = await Promise.all(Array.from({ length: 3 }, () => takeIn(app)));
    await complete('night', orders[0]!.id);
    await complete('night', orders[1]!.id);
    await complete('team', orders[2]!.id);
    const both = [
      { processed_by: 'Demo Night', count: 2 },
      { processed_by: 'Demo Team', count: 1 },
    ];
    expect(await processed()).toEqual(both);
    expect(await processed({ fromDate: today(), toDate: today() })).toEqual(both);
    expect(await processed({ searchVal: 'NIGHT' })).toEqual(both.slice(0, 1));
    expect(await processed({ toDate: '2020-01-01' })).toEqual([]);
  });
});

describe('the screens', () => {
  test('show what their query asks for', async () => {
    await takeIn(app, { nationality: 'NOR' });
    const { props } = await propsOf(`/admin/country-order?fromDate=${today()}&q=norw`);
    expect(props).toMatchObject({ fromDate: today(), toDate: '', search: 'norw', rows: [{ citizenship_id: 'NOR' }] });
    expect((await propsOf('/admin/processed-order')).props.rows).toEqual(await processed());
    expect((await propsOf('/admin/send-invoice', 'team')).code).toBe(200);
  });

  test('say what is wrong with the days and keep them', async () => {
    const { code, props } = await propsOf('/admin/country-order?fromDate=2026-05-02&toDate=2026-05-01');
    expect(code).toBe(200);
    expect(props).toMatchObject({
      rows: [],
      fromDate: '2026-05-02',
      toDate: '2026-05-01',
      errors: { toDate: 'From must not be after To.' },
    });
  });

  test('Order Processed is closed to the others', async () => {
    expect((await propsOf('/admin/processed-order', 'team')).code).toBe(403);
  });
});
