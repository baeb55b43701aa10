import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type MemberName, startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';
import { sampleOf } from '../support/sample.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const get = async (path: string, as: MemberName = 'team', headers = {}) =>
  fetch(`${app.url}/admin/export/${path}`, {
    redirect: 'manual',
    headers: { authorization: await app.signIn(as), ...headers },
  });
/** The rows of a CSV file (RFC 4180), headings first. */
async function rowsOf(answer: Response): Promise<string[][]> {
  const text = Buffer.from(await answer.arrayBuffer()).toString();
  expect(text.startsWith('\uFEFF')).toBe(true);
  return text
    .slice(1)
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        (quoted ?? plain ?? '').replaceAll('""', '"'),
      ),
    );
}
const idsOf = (rows: string[][]) => rows.slice(1).map(([id]) => Number(id));

describe('GET /admin/export/{queue}', () => {
  test('sends a guest to the sign-in, which leads to no file', async () => {
    const answer = await fetch(`${app.url}/admin/export/newOrder`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    const next = /next=[^;]+/.exec(answer.headers.getSetCookie().join())?.[0] ?? '';
    const signedIn = await fetch(`${app.url}/api/admin/admin-login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: next, 'content-type': 'application/json', 'x-inertia': 'true' },
      body: JSON.stringify({ email: 'team@demo.test', password: 'demo-password' }),
    });
    expect(signedIn.headers.get('location')).toBe('/admin');
  });

  test('is closed as its queue is', async () => {
    expect((await get('allOrder', 'telecaller')).status).toBe(403);
    expect((await get('nope')).status).toBe(404);
    expect((await get('constructor')).status).toBe(404);
  });

  test('is a file with the columns of its screen, and no passport data', async () => {
    const { id } = await takeIn(app, { full_name: 'Zoë "Zed", Quoted', passport_no: 'PASS1234', doa: dayFromNow(1) });
    const answer = await get('newOrder');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="recent-order-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-store');

    const [headings, row] = await rowsOf(answer);
    expect(headings).toEqual([
      'Order Id',
      'Name',
      'Arrival Date',
      'Deadline',
      'Email',
      'Telephone',
      'Date & Time (UTC)',
      'Status',
    ]);
    const arrival = dayFromNow(1).split('-').reverse().join('-');
    expect(row).toEqual([
      String(id),
      'Zoë "Zed", Quoted',
      arrival,
      'At risk',
      'ann@example.com',
      "'+60 123456789",
      expect.stringMatching(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/),
      'New',
    ]);
  });

  test('has no formula in it', async () => {
    const names = ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://evil.example","x")'];
    for (const full_name of names) await takeIn(app, { full_name, processing_mode: 'Priority' });
    const rows = await rowsOf(await get('priorityOrder?sort=order_id&dir=asc'));
    expect(rows.slice(1).map(([, name]) => name)).toEqual(names.map((name) => `'${name}`));
  });

  test('has journey and stay of each order when they are asked for, as the order has them, and the audit says so', async () => {
    const { id } = await takeIn(app, {
      full_name: 'Journey And Stay',
      processing_mode: 'Priority',
      passport_no: 'PASS5678',
      mrz: 'P<GBREXAMPLE<<ANN',
      place_of_birth: 'India',
      embarkation_country: 'SGP',
      dod: dayFromNow(12),
      flight_detail: '=MH 2',
      accommodation_type: 'Hotel',
      address: '12 Jalan Ampang',
      address2: 'Tower 2, "East"',
      post_code: '50450',
    });
    const [headings, row] = await rowsOf(await get('priorityOrder?form=yes&q=Journey+And'));
    const record = Object.fromEntries(headings!.map((heading, place) => [heading, row![place]]));
    expect(record).toMatchObject({
      'Order Id': String(id),
      Nationality: 'GBR',
      'Place of Birth': 'India',
      'Country of Embarkation': 'SGP',
      'Date of Departure': dayFromNow(12).split('-').reverse().join('-'),
      'Flight/Vessel/Transport No.': "'=MH 2",
      'Kind of Stay': 'Hotel',
      'Address in Malaysia': '12 Jalan Ampang',
      'Address Line 2': 'Tower 2, "East"',
      Postcode: '50450',
      State: '',
    });
    expect(headings!.filter((heading) => /passport|birth|sex/i.test(heading))).toEqual(['Place of Birth']);
    expect(row!.join()).not.toMatch(/PASS5678|P<GBR/);
    expect((await rowsOf(await get('priorityOrder?q=Journey+And')))[0]).not.toContain('Nationality');

    const exported = await rowsOf(await get('audit?action=list.exported', 'admin'));
    const notes = exported.filter((line) => line.includes('priorityOrder')).map((line) => line.join());
    expect(notes.filter((line) => line.includes('with journey and stay'))).toHaveLength(1);
    expect(notes.length).toBeGreaterThan(1);
  });

  test('is what the screen shows: search, month and order', async () => {
    for (const made of [1, 2, 3]) await takeIn(app, { paid: false, full_name: `Pending Person ${made}` });
    const oldest = idsOf(await rowsOf(await get('pendingOrder?sort=order_id&dir=asc')));
    expect(oldest).toEqual([...oldest].sort((a, b) => a - b));
    expect(idsOf(await rowsOf(await get('pendingOrder?q=PERSON+2')))).toHaveLength(1);
    expect(await rowsOf(await get('pendingOrder?q=nobody'))).toHaveLength(1);
    expect((await get(`pendingOrder?q=${'x'.repeat(201)}`)).status).toBe(422);

    const doa = dayFromNow(90);
    const { id } = await takeIn(app, { doa });
    await takeIn(app, { doa: dayFromNow(200) });
    const { body } = await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'team' });
    expect(idsOf(await rowsOf(await get(`futureOrder?month=${body.data.process_month}`)))).toEqual([id]);
  });

  test('holds every row once, however many, in every order', async () => {
    await app.database.query(
      `INSERT INTO orders (external_ref, body_sha256, process_status, processing_mode, wants_priority, full_name,
         contact_email_address, confirm_contact_email_address, email, nationality, passport_no, dob, sex, passport_expiry, doa,
         landing_domain, processing_date, process_month, create_ts, refund_date)
       SELECT 'many-' || n, '', 'Refunds', 'Standard Processing', false, 'Many ' || n % 7, 'a@b.test', 'a@b.test', 'a@b.test',
         'GBR', 'X', '1990-01-01', 'F', '2031-01-01', '2026-01-01', 'd.test', '2026-01-01', '2026-01',
         timestamptz '2026-01-01' + n / 3 * interval '1 second', CASE WHEN n % 2 = 0 THEN now() END
       FROM generate_series(1, 4500) n`,
    );
    for (const sort of sampleOf(['create_ts', 'full_name', 'refund_date', 'order_id'], [0, 2])) {
      for (const search of ['', '&q=many', '&q=ma']) {
        const ids = idsOf(await rowsOf(await get(`refundOrder?sort=${sort}&dir=asc${search}`)));
        expect([ids.length, new Set(ids).size]).toEqual([4_500, 4_500]);
      }
    }
  });

  test('is written down', async () => {
    await (await get('refundOrder', 'night')).text();
    const [last] = await app.database.query(
      `SELECT actor, action, "to" FROM activity WHERE action = 'list.exported' ORDER BY id DESC LIMIT 1`,
    );
    expect(last).toEqual({ actor: 'Demo Night', action: 'list.exported', to: 'refundOrder' });
  });

  test('HEAD reads nothing', async () => {
    const answer = await fetch(`${app.url}/admin/export/refundOrder`, {
      method: 'HEAD',
      headers: { authorization: await app.signIn('team') },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  });
});
