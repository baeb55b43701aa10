import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ReportService } from '../../src/disputes/report.service.js';
import { reportRowsQuery } from '../../src/shared/dispute-report.js';
import {
  allReportColumns,
  allReportDimensions,
  allReportExhibits,
  reportColumns,
} from '../../src/shared/dispute-report-tables.js';
import type { DisputeReport } from '../../src/shared/dispute-report.js';
import { seedOrders } from '../../src/seed/seed-orders.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

const days = { fromDate: '2026-01-15', toDate: '2026-06-10' };
const networks = ['visa', 'mastercard', 'amex', null];
const codes = ['10.4', '13.1', '4837', 'A code with blanks', null];
const states = ['inquiry', 'open', 'submitted', 'won', 'lost', 'accepted'];

let app: TestApp;
let report: DisputeReport;
beforeAll(async () => {
  app = await startApp();
  const domains = [
    'malaysia-arrival-card.example',
    'www.arrival-help.example',
    'arrivalhelp.example',
    'elsewhere.example',
  ];
  const orders: number[] = [];
  for (const [index, landing_domain] of domains.entries()) {
    const { id } = await takeIn(app, { landing_domain, paid_at: `2026-0${index + 2}-03T10:00:00Z` });
    await app.database.query('UPDATE orders SET gateway_id = $2 WHERE id = $1', [id, [1, 2, null, 1][index]]);
    orders.push(id);
  }
  for (let turn = 0; turn < 90; turn++) {
    const pick = <Item>(items: Item[], step: number) => items[Math.floor(turn / step) % items.length]!;
    // from before the first day until after the last, some at the last second of a day in UTC
    const opened = new Date(Date.UTC(2026, 0, 10) + turn * 2 * 86_400_000 - (turn % 2));
    await app.database.query(
      `INSERT INTO disputes (order_id, network, reason_code, amount, currency, opened_at, state, source, changed_by, case_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'import', 'test', $8)`,
      [
        pick(orders, 1),
        pick(networks, 2),
        pick(codes, 3),
        turn % 7 === 0 ? null : `${turn + 1}.50`,
        turn % 7 === 0 ? null : turn % 3 ? 'USD' : 'JPY',
        opened,
        pick(states, 1),
        `case ${turn}`,
      ],
    );
  }
  const { body } = await app.call('GET', `/api/admin/dispute-report?${new URLSearchParams(days)}`, { as: 'manager' });
  report = body.data as DisputeReport;
});
afterAll(() => app.close());

const counted = async (where: string) => {
  const [row] = await app.database.query<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM disputes d JOIN orders o ON o.id = d.order_id LEFT JOIN gateways g ON g.id = o.gateway_id
     WHERE d.opened_at >= '2026-01-15T00:00:00Z' AND d.opened_at < '2026-06-11T00:00:00Z' AND ${where}`,
  );
  return row!.count;
};

describe('the report of disputes', () => {
  test('equals SQL', async () => {
    for (const column of allReportColumns) {
      const list = reportColumns[column].states.map((state) => `'${state}'`).join();
      expect([column, report.total[column]]).toEqual([column, await counted(`d.state IN (${list})`)]);
    }
    for (const { value, disputes } of report.by.network)
      expect(disputes).toBe(await counted(value === 'none' ? 'network IS NULL' : `network = '${value}'`));
    for (const { value, disputes } of report.by.gateway)
      expect(disputes).toBe(await counted(value === 'none' ? 'g.id IS NULL' : `g.gateway_name = '${value}'`));
    const alt = report.by.brand.find(({ value }) => value === 'alt')!;
    expect([alt.label, alt.disputes]).toEqual(['Malaysia Arrival Help', await counted(`landing_domain ~ 'help'`)]);
    const [{ lost }] = (await app.database.query<{ lost: string }[]>(
      `SELECT to_char(sum(amount), 'FM999999990.00') AS lost FROM disputes WHERE state IN ('lost', 'accepted') AND currency = 'USD'
         AND opened_at >= '2026-01-15T00:00:00Z' AND opened_at < '2026-06-11T00:00:00Z'`,
    )) as [{ lost: string }];
    expect(report.total.money_lost.join().replaceAll(',', '')).toContain(`USD ${lost}`.replaceAll(',', ''));
  });

  test('each of its numbers opens exactly its rows', async () => {
    const service = app.web.get<ReportService>('ReportService');
    for (const by of allReportDimensions) {
      let sum = 0;
      for (const line of report.by[by]) {
        sum += line.disputes;
        for (const column of allReportColumns) {
          const asked = reportRowsQuery.parse({ ...days, column, by, value: line.value });
          const { rows, total } = await service.rows(asked);
          expect([by, line.value, column, total]).toEqual([by, line.value, column, line[column]]);
          expect(rows.every(({ state }) => (reportColumns[column].states as readonly string[]).includes(state))).toBe(
            true,
          );
        }
      }
      expect([by, sum]).toEqual([by, report.total.disputes]);
    }
  });

  test('tells whether an exhibit is on record, and opens exactly those disputes', async () => {
    const [own] = await app.database.query<{ id: number }[]>('SELECT min(order_id) AS id FROM disputes');
    await app.database.query(`UPDATE orders SET three_ds = ' y ', terms_accepted_at = now() WHERE id = $1`, [own!.id]);
    const service = app.web.get<ReportService>('ReportService');
    const { exhibits, total } = await service.report(days);
    const lines = new Map(exhibits.map((line) => [line.value, line]));
    const ofOwn = await counted(`o.id = ${own!.id}`);
    expect(ofOwn).toBeGreaterThan(0);
    expect([lines.get('three-ds')!.disputes, lines.get('terms')!.disputes]).toEqual([ofOwn, ofOwn]);
    expect([lines.get('delivered')!.disputes, lines.get('downloaded')!.disputes]).toEqual([0, 0]);
    for (const name of allReportExhibits) {
      const [there, absent] = [lines.get(name)!, lines.get(`no ${name}`)!];
      expect(there.disputes + absent.disputes).toBe(total.disputes);
      for (const line of [there, absent]) {
        for (const column of [...allReportColumns, 'decided', 'gone'] as const) {
          const asked = reportRowsQuery.parse({ ...days, column, by: 'exhibit', value: line.value });
          const due =
            column === 'decided' ? line.won + line.lost : column === 'gone' ? line.lost + line.accepted : line[column];
          expect([line.value, column, (await service.rows(asked)).total]).toEqual([line.value, column, due]);
        }
      }
    }
  });

  test('sets each month’s disputes against the orders paid in it', () => {
    expect(report.ratio.map(({ month, paid_orders: paid }) => [month, paid])).toEqual([
      ['2026-01', 0],
      ['2026-02', 1],
      ['2026-03', 1],
      ['2026-04', 1],
      ['2026-05', 1],
      ['2026-06', 0],
    ]);
    const [january, february] = report.ratio;
    expect([january!.percent, february!.percent]).toEqual([null, february!.disputes * 100]);
  });

  test('is a screen and a CSV file, for leads', async () => {
    const token = await app.signIn('manager');
    const get = (path: string) => fetch(app.url + path, { headers: { authorization: `Bearer ${token}` } });
    const shown = async (query: object) =>
      (await get(`/admin/dispute-report?${new URLSearchParams({ ...days, ...query })}`)).text();
    const html = await shown({ by: 'brand' });
    for (const words of ['Visa’s limit', 'By brand', 'Malaysia Arrival Help']) expect(html).toContain(words);
    for (const query of [{}, { by: '__proto__' }]) expect(await shown(query)).toContain('By month');
    const value = encodeURIComponent('mastercard A code with blanks');
    const rows = await (await get(`/admin/dispute-report/disputes?by=reason&value=${value}&column=won`)).text();
    expect(rows).toContain('Mastercard A code with blanks');
    const csv = await (await get(`/admin/export/dispute-report?${new URLSearchParams(days)}`)).text();
    expect(csv).toContain(`All,All,${report.total.disputes},`);
    expect((await app.call('GET', '/api/admin/dispute-report', { as: 'team' })).code).toBe(403);
  });

  test('a wrong range is said', async () => {
    const { code, body } = await app.call('GET', '/api/admin/dispute-report?fromDate=2026-02-01&toDate=2026-01-01', {
      as: 'admin',
    });
    expect([code, body.errors]).toEqual([422, { toDate: 'From must not be after To.' }]);
  });
});

describe('the report of the demonstration’s disputes', () => {
  type Row = {
    id: number;
    order: number;
    state: string;
    network: string | null;
    code: string | null;
    gateway: string | null;
    domain: string;
    opened: string;
    amount: string | null;
    currency: string | null;
    three_ds: string | null;
    terms: Date | null;
    email: string;
  };
  const passed = new Set(['Y', 'AUTHENTICATED']);

  /** Every dispute with what the report may say of it, read without any of the report's code. */
  async function read(from: string) {
    const rows = await app.database.query<Row[]>(
      `SELECT d.id, d.order_id AS order, d.state, d.network, d.reason_code AS code, g.gateway_name AS gateway,
         o.landing_domain AS domain, to_char(d.opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS opened, d.amount, d.currency,
         o.three_ds, o.terms_accepted_at AS terms, o.contact_email_address AS email
       FROM disputes d JOIN orders o ON o.id = d.order_id LEFT JOIN gateways g ON g.id = o.gateway_id`,
    );
    const cards = new Map(
      (
        await app.database.query<{ order: number; sha256: string }[]>(
          'SELECT order_id AS order, sha256 FROM documents WHERE order_id = ANY($1) ORDER BY id',
          [rows.map(({ order }) => order)],
        )
      ).map(({ order, sha256 }) => [order, sha256]),
    );
    const came = new Set(
      (
        await app.database.query<{ name: string }[]>(
          `SELECT 'delivered ' || order_id || attachment_sha256 || lower(recipient) AS name FROM mails WHERE state = 'delivered'
           UNION SELECT 'downloaded ' || order_id || sha256 FROM downloads WHERE actor = 'customer' AND complete`,
        )
      ).map(({ name }) => name),
    );
    const brand = (domain: string) => (/arrival-?help/i.test(domain) ? 'alt' : 'main');
    return rows
      .filter(({ opened }) => opened >= from)
      .map((row) => {
        const card = `${row.order}${cards.get(row.order)}`;
        const on = (name: string, isThere: boolean) => (isThere ? name : `no ${name}`);
        return {
          ...row,
          values: {
            month: [row.opened.slice(0, 7)],
            network: [row.network ?? 'none'],
            reason: [`${row.network ?? 'none'} ${row.code ?? 'none'}`],
            brand: [brand(row.domain)],
            gateway: [row.gateway ?? 'none'],
            exhibit: [
              on('delivered', came.has(`delivered ${card}${row.email.toLowerCase()}`)),
              on('downloaded', came.has(`downloaded ${card}`)),
              on('three-ds', passed.has((row.three_ds ?? '').trim().toUpperCase())),
              on('terms', row.terms !== null),
            ],
          },
        };
      });
  }

  test('equals what its rows say one by one, and every number opens exactly its rows', async () => {
    const members = [{ name: 'Ann', email: 'ann@example.com', type: 'Admin', passwordHash: '!' } as const];
    const { DATABASE_OWNER_URL: ownerUrl } = app.env;
    await seedOrders({ ownerUrl: ownerUrl!, env: app.env, orders: 500, now: new Date(), members });
    const service = app.web.get<ReportService>('ReportService');
    const { total, by, exhibits, fromDate } = await service.report({ fromDate: '2015-01-01', toDate: undefined });
    const all = await read(fromDate);
    expect(all.length).toBeGreaterThan(40);
    const stripes = await app.database.query<{ state: string; note: string }[]>(
      `SELECT state, note FROM disputes WHERE source = 'stripe' ORDER BY state`,
    );
    expect(stripes.map(({ state }) => state)).toEqual([
      'accepted',
      'inquiry',
      'lost',
      'lost',
      'open',
      'submitted',
      'submitted',
      'won',
      'won',
    ]);
    expect(stripes.every(({ note }) => note.startsWith('Stripe names the reason '))).toBe(true);

    const wanted = { ...by, exhibit: exhibits };
    for (const [name, lines] of Object.entries(wanted) as [keyof typeof wanted, DisputeReport['exhibits']][]) {
      const known = new Set(all.flatMap(({ values }) => values[name]));
      expect([
        name,
        lines
          .filter(({ disputes }) => disputes > 0)
          .map(({ value }) => value)
          .toSorted(),
      ]).toEqual([name, [...known].toSorted()]);
      for (const line of lines)
        for (const [column, { states: counts }] of Object.entries(reportColumns) as [
          (typeof allReportColumns)[number],
          { states: readonly string[] },
        ][]) {
          const due = all
            .filter(({ values, state }) => values[name].includes(line.value) && counts.includes(state))
            .map(({ id }) => id)
            .toSorted((one, other) => one - other);
          expect([name, line.value, column, line[column]]).toEqual([name, line.value, column, due.length]);
          if (due.length === 0 || due.length > 50) continue;
          const asked = reportRowsQuery.parse({ fromDate, column, by: name, value: line.value });
          const { rows } = await service.rows(asked);
          const opened = rows.map(({ id }) => id).toSorted((one, other) => one - other);
          expect([name, line.value, column, opened]).toEqual([name, line.value, column, due]);
        }
    }
    const lostUsd = all
      .filter(({ state, currency }) => ['lost', 'accepted'].includes(state) && currency === 'USD')
      .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 1000), 0);
    expect(total.money_lost.find((text) => text.startsWith('USD'))?.replaceAll(',', '')).toBe(
      lostUsd > 0 ? `USD ${(lostUsd / 1000).toFixed(2)}` : undefined,
    );
  });
});
