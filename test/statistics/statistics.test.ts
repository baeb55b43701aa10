import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { seedOrders } from '../../src/seed/seed-orders.js';
import { daysFrom, kualaLumpurToday } from '../../src/shared/dates.js';
import type { StatisticLine } from '../../src/shared/statistics.js';
import {
  allStatisticDimensions,
  allStatisticMeasures,
  duration,
  type StatisticDimension,
} from '../../src/shared/statistics-tables.js';
import type { StatisticsService } from '../../src/statistics/statistics.service.js';
import { pdf, upload, uploadForm } from '../documents/cards.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

const day = (ago: number) => kualaLumpurToday(new Date(Date.now() - ago * 86_400_000));
type Period = { fromDate: string; toDate: string };
const period: Period = { fromDate: day(200), toDate: day(0) };

let app: TestApp;
let service: StatisticsService;
beforeAll(async () => {
  app = await startApp();
  service = app.web.get<StatisticsService>('StatisticsService');
  await seedOrders({
    ownerUrl: app.settings.DATABASE_OWNER_URL!,
    env: app.env,
    orders: 400,
    now: new Date(),
    members: [],
  });
});
afterAll(() => app.close());

const put = (path: string, body: object, as: 'admin' | 'manager' | 'team' = 'admin') =>
  app.call('PUT', `/api/admin/${path}`, { as, body });
/** The numbers of today, once the job has run. */
async function total() {
  await service.countDays();
  return (await service.statistics({ fromDate: day(0), toDate: day(0) }, 'day')).total;
}

/** What the statistics count, found without their tables and functions: one row for each event of the period. */
const facts = `
  SELECT f.measure, f.at, f.member, f.minutes,
    CASE o.nationality WHEN 'FJ' THEN 'FJI' WHEN 'ATLANTIS' THEN 'XXX' ELSE o.nationality END AS country, coalesce(o.gateway_id::text, '') AS gateway,
    o.processing_mode AS mode, (f.at AT TIME ZONE 'Asia/Kuala_Lumpur')::date::text AS day,
    CASE WHEN o.landing_domain ~ 'help' THEN 'alt' ELSE 'main' END AS brand
  FROM (
    WITH steps AS (
      SELECT id, order_id, actor, action, "to", create_ts, lead(action) OVER (PARTITION BY order_id ORDER BY id) AS next
      FROM activity WHERE action ~ '^(order\\.(assigned|leased|lease-ended|released|moved|amended|promoted|refunded|undone)|transaction\\.saved)$'
    ), done AS (SELECT * FROM steps WHERE next IS DISTINCT FROM 'order.undone'),
    first_submissions AS (
      SELECT DISTINCT ON (order_id) * FROM done WHERE action = 'order.moved' AND "to" = 'AwaitingGovt' ORDER BY order_id, id
    ), cards AS (
      SELECT DISTINCT ON (order_id) order_id, sent_at, sent_by FROM mails
      WHERE sent_at IS NOT NULL AND kind IN ('approval', 'resend', 'upload', 'download-link') ORDER BY order_id, sent_at, id
    ), starts AS (
      SELECT id, greatest(create_ts, paid_at, (processing_date || ' 00:00 Asia/Kuala_Lumpur')::timestamptz) AS at FROM orders
    ), arrivals AS (
      SELECT o.id, (o.doa || ' 00:00 Asia/Kuala_Lumpur')::timestamptz AS at, c.sent_at, c.sent_by, o.process_status AS status
      FROM orders o LEFT JOIN cards c ON c.order_id = o.id WHERE o.process_status NOT IN ('Pending', 'Refunds')
    )
    SELECT 'received' AS measure, id, create_ts AS at, '' AS member, NULL::numeric AS minutes FROM orders
    UNION ALL SELECT 'taken', order_id, create_ts, actor, NULL FROM done
      WHERE action = 'order.leased' OR action = 'order.assigned' AND actor = "to"
    UNION ALL SELECT 'submitted', s.order_id, s.create_ts, s.actor,
      greatest(0, floor(extract(epoch FROM s.create_ts - b.at) / 60)) FROM first_submissions s JOIN starts b ON b.id = s.order_id
    UNION ALL SELECT 'cards', c.order_id, c.sent_at, c.sent_by, greatest(0, floor(extract(epoch FROM c.sent_at - b.at) / 60))
      FROM cards c JOIN starts b ON b.id = c.order_id
    UNION ALL SELECT 'completed', id, processed_at, processed_by, NULL FROM orders WHERE processed_at IS NOT NULL
    UNION ALL SELECT 'in_time', id, at, sent_by, NULL FROM arrivals WHERE sent_at < at
    UNION ALL SELECT 'late', id, at, coalesce(sent_by, ''), NULL FROM arrivals
      WHERE sent_at >= at OR sent_at IS NULL AND status <> 'Completed'
    UNION ALL SELECT 'unknown', id, at, '', NULL FROM arrivals WHERE sent_at IS NULL AND status = 'Completed'
    UNION ALL SELECT 'refunds', o.id, refund_date, coalesce(r.actor, ''), NULL FROM orders o LEFT JOIN (
        SELECT DISTINCT ON (order_id) order_id, actor FROM activity WHERE action = 'order.refunded' ORDER BY order_id, id DESC
      ) r ON r.order_id = o.id WHERE refund_date IS NOT NULL
    UNION ALL SELECT 'bounces', order_id, state_at, sent_by, NULL FROM mails WHERE state = 'bounced'
  ) f JOIN orders o ON o.id = f.id
  WHERE o.process_status <> 'Deleted' AND (f.at AT TIME ZONE 'Asia/Kuala_Lumpur')::date BETWEEN $1 AND $2`;

/** The lines of a dimension as plain SQL counts them, by value; of everything, even of nothing, one under ''. */
async function bySql(by: StatisticDimension | null, { fromDate, toDate }: Period) {
  const key = by ?? `''::text`;
  const rows = await app.database.query<Record<string, string | number>[]>(
    `SELECT ${key} AS value, ${allStatisticMeasures.map((name) => `count(*) FILTER (WHERE measure = '${name}')::int AS ${name}`).join()},
       percentile_disc(0.5) WITHIN GROUP (ORDER BY minutes) FILTER (WHERE measure = 'submitted')::int AS submit_median,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY minutes) FILTER (WHERE measure = 'cards')::int AS card_median
     FROM (${facts}) facts GROUP BY ${by ? '1' : '()'}`,
    [fromDate, toDate],
  );
  return new Map(rows.map((row) => [row['value'], row]));
}

/** Runs the job until no day is to be counted, and no month to be summed. */
async function countAll() {
  for (let left = 1; left > 0;) {
    await service.countDays();
    left = (await service.statistics({ fromDate: day(399), toDate: day(0) }, 'day')).uncounted;
  }
  // four months a run
  for (let months = 0; months < 24; months += 4) await service.countDays();
}

/** How many whole months of the period are summed. */
const months = async ({ fromDate, toDate }: Period) =>
  (
    await app.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM statistic_months
       WHERE month >= $1::date AND (month + interval '1 month')::date <= $2::date + 1`,
      [fromDate, toDate],
    )
  )[0]!.n;

/** How many months that are over lie whole within the period. */
function wholeMonths({ fromDate, toDate }: Period): number {
  let n = 0;
  for (let first = `${fromDate.slice(0, 7)}-01`; first < `${day(0).slice(0, 7)}-01`; first = nextMonth(first))
    if (first >= fromDate && nextMonth(first) <= daysFrom(toDate, 1)) n++;
  return n;
}
const nextMonth = (first: string) => `${daysFrom(first, 31).slice(0, 7)}-01`;

const numbers = ({ label: _label, ...line }: StatisticLine) => line;
const nothing = (line: StatisticLine) => allStatisticMeasures.every((name) => line[name] === 0);

async function equalSql(dimensions = allStatisticDimensions, of = period) {
  for (const by of dimensions) {
    const { lines, total: all } = await service.statistics(of, by);
    expect([by, new Map(lines.filter((line) => !nothing(line)).map((line) => [line.value, numbers(line)]))]).toEqual([
      by,
      await bySql(by, of),
    ]);
    expect(numbers(all)).toEqual((await bySql(null, of)).get(''));
  }
}

describe('the statistics', () => {
  test('are for Admins and Managers; a bad period says why and shows the usual one', async () => {
    for (const path of ['/admin/statistics', '/admin/statistics/orders', '/admin/export/statistics']) {
      expect((await app.call('GET', path)).headers.get('location')).toBe('/');
      expect((await app.call('GET', path, { as: 'team' })).code).toBe(403);
      expect((await app.call('GET', path, { as: 'manager' })).code).toBe(200);
    }
    const asked = async (query: string) => {
      const answer = await app.call('GET', `/admin/statistics?${query}`, {
        as: 'manager',
        headers: { 'x-inertia': 'true' },
      });
      const { statistics, errors } = answer.body['props'];
      return [statistics.lines.length, Object.values(errors as Record<string, string>)];
    };
    expect(await asked('fromDate=2026-02-02&toDate=2026-02-01')).toEqual([30, ['From must not be after To.']]);
    expect(await asked('fromDate=2020-01-01')).toEqual([30, ['A period has 400 days at most.']]);
    expect(await asked('toDate=x&by=__proto__')).toEqual([30, ['Date must be YYYY-MM-DD.']]);
    expect(await asked(`fromDate=${day(399)}&toDate=2099-01-01`)).toEqual([30, ['A period has 400 days at most.']]);
    expect(await asked(`fromDate=${day(3)}`)).toEqual([4, []]);
  });

  test('by country: one line for each, however its orders were written, with the rows that it counts', async () => {
    const lines = async () => (await service.statistics({ fromDate: day(0), toDate: day(0) }, 'country')).lines;
    const received = async (value: string) => (await lines()).find((line) => line.value === value)?.received ?? 0;
    await service.countDays();
    const [before, unspecified] = [await received('FJI'), await received('XXX')];
    await takeIn(app, { nationality: 'Fiji' });
    const { id } = await takeIn(app, { nationality: 'Atlantis' });
    const old = await takeIn(app);
    await app.database.query(`UPDATE orders SET nationality = 'FJ' WHERE id = $1`, [old.id]);
    await service.countDays();
    expect([await received('FJI'), await received('XXX')]).toEqual([before + 2, unspecified + 1]);
    expect((await lines()).map(({ value }) => value)).not.toContain('ATLANTIS');
    const rowsOf = (value: string) =>
      service.rows({ fromDate: day(0), toDate: day(0) }, { measure: 'received', by: 'country', value }, 1);
    expect((await rowsOf('FJI')).total).toBe(before + 2);
    expect((await rowsOf('XXX')).rows.map(({ order_id }) => order_id)).toContain(id);
  });

  test('equal plain SQL on the demo data, and after a day of work', async () => {
    await equalSql();
    expect((await service.statistics(period, 'day')).total).toMatchObject({
      received: expect.any(Number),
      submit_median: expect.any(Number),
      card_median: expect.any(Number),
    });

    const before = await total();
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push((await takeIn(app, { nationality: n ? 'NOR' : 'JPN' })).id);
    const [one, two, three, four] = ids as [number, number, number, number];
    for (const id of [one, two]) await put('assign-order-status', { orderId: id, assignto: 'Demo Team' }, 'team');
    await put('assign-order-status', { orderId: three, assignto: 'Demo Team Two' });
    await put('move-order-status', { orderId: one, updatingStatus: 'AwaitingGovt' }, 'team');
    await put('move-order-status', { orderId: one, updatingStatus: 'Awaiting' }, 'team');
    await put('move-order-status', { orderId: one, updatingStatus: 'AwaitingGovt' }, 'team');
    await upload(app, uploadForm(one, await pdf()), { as: 'team' });
    await app.database.query(`UPDATE mails SET state = 'sent', sent_at = now() WHERE order_id = $1`, [one]);
    await put('move-order-status', { orderId: one, updatingStatus: 'Completed' }, 'team');
    await app.database.query(`UPDATE mails SET state = 'bounced', state_at = now() WHERE order_id = $1`, [one]);
    await put('move-order-status', { orderId: three, updatingStatus: 'Refunds' });
    await put('mark-refunded', { orderId: three });
    await put('change-order-status', { orderId: four });
    await service.countDays();
    await equalSql();
    const after = await total();
    const grown = allStatisticMeasures.filter((name) => after[name] > before[name]);
    expect(grown).toEqual(['received', 'taken', 'submitted', 'cards', 'completed', 'refunds', 'bounces']);
    expect([after.received - before.received, after.taken - before.taken, after.submitted - before.submitted]).toEqual([
      3, 2, 1,
    ]);
    // an order that changes its country, or is restored, changes the counts of days that were counted long ago
    const [old] = await app.database.query<{ id: number }[]>(
      `SELECT id FROM orders WHERE create_ts < now() - interval '30 days' AND process_status = 'Completed' ORDER BY id DESC LIMIT 1`,
    );
    await app.database.query(`UPDATE orders SET nationality = 'ISL', gateway_id = NULL WHERE id = $1`, [old!.id]);
    await put('restore-order', { orderId: four });
    // the mail of the first card is sent again, so that another one was the first
    await app.database.query(
      `INSERT INTO mails (order_id, kind, provider, recipient, subject, html, body, sender, state, sent_by, create_ts, sent_at)
       VALUES ($1, 'resend', 'AWS', '', '', '', '', '', 'sent', 'Demo Admin', now(), now() - interval '2 days')`,
      [old!.id],
    );
    await app.database.query(
      `UPDATE mails SET sent_at = NULL WHERE id = (SELECT min(id) FROM mails WHERE order_id = $1 AND sent_at IS NOT NULL)`,
      [old!.id],
    );
    await service.countDays();
    await equalSql(['day', 'gateway']);
  });

  test('equal plain SQL for any period, whatever the times are', async () => {
    // most times short, some of weeks, many of them equal
    await app.database.query(
      `UPDATE mails SET sent_at = sent_at + make_interval(mins => (power(abs(hashtext(id::text)) % 1000 / 1000.0, 8) * 60000)::int)
       WHERE sent_at < now() - interval '60 days' AND id % 3 > 0`,
    );
    await app.database.query(
      `UPDATE orders SET paid_at = paid_at - make_interval(mins => (power(abs(hashtext(id::text)) % 999 / 999.0, 5) * 9000)::int)
       WHERE id % 2 = 0`,
    );
    const longest = { fromDate: day(399), toDate: day(0) };
    // more than a run of the job counts
    expect((await service.statistics(longest, 'day')).uncounted).toBeGreaterThan(100);
    await countAll();
    expect(await months(longest)).toBe(wholeMonths(longest));
    for (const [from, to] of [
      [399, 0],
      [321, 47],
      [120, 61],
      [95, 70],
      [33, 33],
    ] as const)
      await equalSql(['day', 'country', 'member'], { fromDate: day(from), toDate: day(to) });
    // days of a month that are counted again take the month away until the job has summed it
    const before = await months(period);
    await app.database.query('SELECT recount_statistics(ARRAY[$1::date])', [day(100)]);
    expect(await months(period)).toBe(before - 1);
    await equalSql(['brand', 'mode']);
    await service.countDays();
    expect(await months(period)).toBe(before);
  });

  test('what is undone is not counted, on the day of the take', async () => {
    const { id } = await takeIn(app);
    const before = await total();
    const { body } = await put('assign-order-status', { orderId: id, assignto: 'Demo Admin' });
    expect((await total()).taken).toBe(before.taken + 1);
    await service.countDays();
    await put('undo', { token: body['undo'].token });
    expect((await total()).taken).toBe(before.taken);
  });

  test('each number opens exactly its rows, page by page', async () => {
    let many = 0;
    for (const by of allStatisticDimensions) {
      const { lines } = await service.statistics(period, by);
      for (const line of by === 'day' ? lines.slice(-2) : lines.slice(0, 2)) {
        for (const measure of allStatisticMeasures) {
          const asked = { measure, by, value: line.value };
          const { rows, total: n } = await service.rows(period, asked, 1);
          expect([by, line.value, measure, n, rows.length]).toEqual([
            by,
            line.value,
            measure,
            line[measure],
            Math.min(50, line[measure]),
          ]);
          if (n <= 50 || many++ > 5) continue;
          const all = [...rows];
          for (let page = 2; all.length < n; page++) all.push(...(await service.rows(period, asked, page)).rows);
          expect(new Set(all.map(({ order_id, at }) => `${order_id} ${at}`)).size).toBe(n);
          expect(all.map(({ at }) => at)).toEqual(
            all
              .map(({ at }) => at)
              .toSorted()
              .toReversed(),
          );
        }
      }
    }
    expect(many).toBeGreaterThan(3);
    const share = await service.rows(period, { measure: 'arrived', by: undefined, value: '' }, 1);
    const { total: all } = await service.statistics(period, 'mode');
    expect(share.total).toBe(all.in_time + all.late);
    expect((await service.rows(period, { measure: 'taken', by: 'day', value: 'x' }, 1)).rows).toEqual([]);
  });

  test('have beside them the sums of as many days right before, where these are counted and anything is on record', async () => {
    const days = { fromDate: day(29), toDate: day(0) };
    const earlier = { fromDate: day(59), toDate: day(30) };
    const { total: all } = await service.statistics(earlier, 'day');
    expect(await service.before(days)).toEqual({ ...earlier, total: all });
    expect(all.received).toBeGreaterThan(0);
    expect(await service.before({ fromDate: day(0), toDate: day(0) })).toMatchObject({
      fromDate: day(1),
      toDate: day(1),
    });
    expect(await service.before({ fromDate: '2001-01-10', toDate: '2001-02-08' })).toBeNull();

    await app.database.query('DELETE FROM statistic_days WHERE day = $1::date', [day(45)]);
    expect(await service.before(days)).toBeNull();
    await service.countDays();
    expect(await service.before(days)).not.toBeNull();
  });

  test('come as CSV, which is noted', async () => {
    const { body } = await app.call('GET', `/admin/export/statistics?by=mode&fromDate=${day(5)}`, { as: 'manager' });
    const { lines, total: all } = await service.statistics({ fromDate: day(5), toDate: undefined }, 'mode');
    const rows = body.message.trim().split('\r\n');
    expect(rows).toHaveLength(lines.length + 2);
    expect(rows[0]).toContain('Mode,Received,Taken,Submitted,Cards sent,Completed');
    expect(rows.at(-1)).toMatch(new RegExp(`^All,${all.received},${all.taken},${all.submitted},`));
    const noted = `SELECT actor, note FROM activity WHERE action = 'list.exported' AND "to" = 'statistics' ORDER BY id DESC`;
    expect((await app.database.query(noted))[0]).toEqual({
      actor: 'Demo Manager',
      note: `${day(5)} to ${day(0)}, by mode`,
    });
  });

  test('days that were never counted are counted by the job, the newest first; until then the screen says how many', async () => {
    await app.database.query('DELETE FROM statistic_days');
    const { uncounted } = await service.statistics({ fromDate: day(9), toDate: day(0) }, 'day');
    expect(uncounted).toBe(10);
    await Promise.all([service.countDays(), service.countDays()]);
    expect((await service.statistics({ fromDate: day(9), toDate: day(0) }, 'day')).uncounted).toBe(0);
    await service.countDays();
    // the job counts a hundred days at a time
    await service.countDays();
    await equalSql(['member']);
  });

  test('a day without a change is not counted again', async () => {
    const counted = async () =>
      (await app.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM statistic_days'))[0]!.n;
    for (let before = -1; before < (await counted());) {
      before = await counted();
      await service.countDays();
    }
    const written = `SELECT max(xmin::text::bigint) AS newest FROM (
      SELECT xmin FROM daily_statistics UNION ALL SELECT xmin FROM monthly_statistics) counted`;
    const before = await app.database.query(written);
    await service.countDays();
    expect(await app.database.query(written)).toEqual(before);
  });
});

test('a time in words', () => {
  expect([0, 59, 60, 312, 2879, 2880, 4560].map(duration)).toEqual([
    '0 min',
    '59 min',
    '1 h 0 min',
    '5 h 12 min',
    '47 h 59 min',
    '2 d 0 h',
    '3 d 4 h',
  ]);
});
