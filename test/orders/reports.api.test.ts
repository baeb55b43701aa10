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

describe('GET /admin/country-order/orders', () => {
  const listOf = async (query: string, as: MemberName = 'team') => {
    const { code, props } = await propsOf(`/admin/country-order/orders?${query}`, as);
    return { code, ...(props as { rows: { order_id: number; create_ts: string }[]; total: number; country: string }) };
  };
  /** All orders that a number counts, from page to page. */
  async function everyOne(query: string): Promise<number[]> {
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const { rows } = await listOf(`${query}&page=${page}`);
      if (rows.length === 0) return ids;
      ids.push(...rows.map(({ order_id }) => order_id));
    }
  }

  test('is for who sees every order; a country that is none is not found', async () => {
    expect((await app.call('GET', '/admin/country-order/orders?country=FRA')).headers.get('location')).toBe('/');
    for (const as of ['admin', 'manager', 'team', 'night'] as const)
      expect((await listOf('country=FRA', as)).code).toBe(200);
    expect((await listOf('country=FRA', 'telecaller')).code).toBe(403);
    for (const country of ['', 'Atlantis', 'FR', 'fra', '__proto__'])
      expect([country, (await listOf(`country=${country}`)).code]).toEqual([country, 404]);
  });

  test('says what is wrong with the days, and takes a number or a page that is none for the first', async () => {
    const { props } = await propsOf('/admin/country-order/orders?country=FRA&fromDate=2026-05-02&toDate=2026-05-01');
    expect(props).toMatchObject({ rows: [], total: 0, errors: { toDate: 'From must not be after To.' } });
    // also as the whole page, which puts the days into words
    const cookie = `session=${(await app.signIn('manager')).replace('Bearer ', '')}`;
    const page = await fetch(`${app.url}/admin/country-order/orders?country=FRA&fromDate=x`, { headers: { cookie } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Orders that came in, deleted')]);
    expect((await listOf('country=FRA&number=__proto__&page=-1')).total).toBe((await listOf('country=FRA')).total);
    expect(await listOf('country=FRA&page=900000')).toMatchObject({ code: 200, rows: [] });
  });

  test('has what each number of the report counts, over all days and over some, the newest first', async () => {
    const days = `fromDate=${dayFromNow(-40)}&toDate=${dayFromNow(-2)}`;
    // orders of many days, and on both ends of the days that are asked for
    for (const [place, nationality] of ['CHE', 'ch', 'Switzerland', 'CHE', 'Atlantis'].entries())
      for (const mode of ['Standard', 'Priority', 'Future']) {
        const { id } = await takeIn(app, {
          nationality,
          ...(mode === 'Priority' && { processing_mode: mode }),
          ...(mode !== 'Standard' && { doa: dayFromNow(50) }),
        });
        const at = ['-41T23:59:59.999', '-40T00:00', '-2T23:59:59.999', '-1T00:00', '-20T12:00'][place]!.split('T');
        await app.database.query(
          `UPDATE orders SET create_ts = $2, nationality = CASE nationality WHEN 'CHE' THEN 'CH' ELSE nationality || '?' END
           WHERE id = $1`,
          [id, `${dayFromNow(Number(at[0]))}T${at[1]}Z`],
        );
      }
    const { id } = await takeIn(app, { nationality: 'CHE' });
    await app.call('PUT', '/api/admin/change-order-status', { as: 'admin', body: { orderId: id } });
    // as an older version stored it
    await app.database.query(`UPDATE orders SET nationality = 'CH' WHERE id = $1`, [(await takeIn(app)).id]);
    await app.database.query(
      `INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object('id', o.id + 1000 + n,
         'external_ref', 'many-' || n, 'create_ts', now() - n / 4 * interval '1 day'))).*
       FROM orders o, generate_series(1, 130) n WHERE o.id = $1`,
      [(await takeIn(app, { nationality: 'CHE' })).id],
    );

    for (const asked of ['', days]) {
      const body = Object.fromEntries(new URLSearchParams(asked));
      const found = await countries(body);
      expect(found.length).toBeGreaterThan(1);
      for (const { citizenship_id: country, nationality, ...counts } of found) {
        const numbers = {
          all: 'count',
          standard: 'standard_count',
          priority: 'priority_count',
          future: 'future_count',
        };
        for (const [number, name] of Object.entries(numbers)) {
          const query = `country=${String(country)}&number=${number}&${asked}`;
          const [list, ids] = [await listOf(query), await everyOne(query)];
          expect([query, list.country, list.total, new Set(ids).size, ids.length]).toEqual([
            query, nationality, counts[name], counts[name], counts[name],
          ]); // prettier-ignore
          const times = list.rows.map(({ create_ts }) => create_ts);
          expect(times).toEqual(times.toSorted().toReversed());
        }
      }
    }
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
