import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OrderRow } from '../../src/shared/orders.js';
import type { Pages } from '../../src/shared/pages.js';
import { kualaLumpurToday } from '../../src/shared/dates.js';
import { delivered, move, pdf, upload, uploadForm } from '../documents/cards.js';
import { members, startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const put = (path: string, body: unknown) => app.call('PUT', `/api/admin/${path}`, { as: 'team', body });

test('the dashboard shows what must be submitted next: soonest first, one that waits for a call until it has a card, what has arrived already last, and nothing that is done or far off', async () => {
  const arriving = async (days: number) => (await takeIn(app, { doa: dayFromNow(days) })).id;
  const [later, today, tomorrow] = [await arriving(2), await arriving(0), await arriving(1)];
  const [longLate, late] = [await arriving(-9), await arriving(-1)];
  const [, submitted] = [await arriving(200), await arriving(0)];
  const lateWithCard = await takeIn(app, { doa: dayFromNow(-2) });
  await upload(app, uploadForm(lateWithCard.id, await pdf()));
  await put('move-order-status', { orderId: submitted, updatingStatus: 'AwaitingGovt' });
  await put('move-order-status', { orderId: later, updatingStatus: 'Awaiting' });
  await put('assign-order-status', { orderId: tomorrow, assignto: members.team.name });
  const called = await arriving(2);
  await put('move-order-status', { orderId: called, updatingStatus: 'Customer Called' });
  const calledWithCard = await delivered(app, { doa: dayFromNow(0) });
  await move(app, calledWithCard.id, 'Customer Called');

  const headers = { 'x-inertia': 'true', accept: 'application/json' };
  const page = (await app.call('GET', '/admin', { as: 'team', headers })).body as unknown as {
    props: { soonest: OrderRow[] };
  };
  expect(page.props.soonest.map((row) => [row.order_id, row.process_status, row.assign_to])).toEqual([
    [today, 'New', null],
    [tomorrow, 'New', members.team.name],
    [later, 'Awaiting', null],
    [called, 'Customer Called', null],
    [late, 'New', null],
    [longLate, 'New', null],
  ]);
});

test('Refund Date names its zone in the heading, and its times are of that zone', async () => {
  const { id } = await takeIn(app);
  await put('move-order-status', { orderId: id, updatingStatus: 'Refunds' });
  await app.database.query("UPDATE orders SET refund_date = '2026-03-19T23:30:00Z' WHERE id = $1", [id]);
  const { body } = await app.call('GET', '/admin/refund-order', { as: 'team' });
  const text = body.message.replace(/<!--.*?-->|<[^>]*>/gs, ' ').replace(/\s+/g, ' ');
  expect(text).toContain(' Refund Date UTC ');
  expect(text).toMatch(new RegExp(` ${id} .* 19-03-2026 23:30:00 `));
});

test('an empty list says that it has no data, and a search or filter without a hit that no records were found', async () => {
  const says = async (path: string) => {
    const { body } = await app.call('GET', `/admin/${path}`, { as: 'admin' });
    return /<p[^>]*>(No (?:data|record|order)[^<]*)</.exec(body.message)?.[1];
  };
  const { id } = await takeIn(app, { paid: false });
  const noHit = ['pending-order?q=zzzzzz', 'pending-order?mode=Priority', 'at-risk?standing=open'];
  const noHitOfDays = ['country-order', 'processed-order'].map(
    (path) => `${path}?fromDate=2001-01-01&toDate=2001-01-02`,
  );
  for (const path of [...noHit, ...noHitOfDays, 'disputes?state=won', 'future-order/later']) {
    expect([path, await says(path)]).toEqual([path, 'No records found']);
  }
  for (const path of ['my-order', 'without-card', 'requests', 'disputes', 'audit?alarms']) {
    expect([path, await says(path)]).toEqual([path, 'No data available in table']);
  }
  const { body } = await app.call('GET', '/admin/pending-order', { as: 'admin' });
  expect(body.message).toContain(String(id));
});

test('every Future order stands in a tile, whose list has as many: overdue in the current month, far ones in Later', async () => {
  const month = (n: number) => dayFromNow(n * 30.5 + 3).slice(0, 10);
  for (const doa of [month(2), month(14), month(30)]) await takeIn(app, { doa, full_name: 'Zacharias Later' });
  const { id: overdue } = await takeIn(app, { doa: month(3), full_name: 'Zacharias Overdue' });
  await app.database.query("UPDATE orders SET process_month = '2020-01' WHERE id = $1", [overdue]);

  const headers = { 'x-inertia': 'true', accept: 'application/json' };
  const props = async (path: string) =>
    ((await app.call('GET', path, { as: 'team', headers })).body as unknown as { props: Pages['orders/queue'] }).props;
  const { tiles } = (await props('/admin/future-order')) as unknown as Pages['orders/future'];
  expect(tiles).toHaveLength(13);
  const all = await props('/admin/future-order/all');
  expect(tiles.reduce((sum, { count }) => sum + count, 0)).toBe(all.total);
  for (const { month: tile, count } of tiles) {
    const { total, orders } = await props(`/admin/future-order/${tile}?limit=100`);
    expect([tile, total, orders.length]).toEqual([tile, count, count]);
  }
  expect(tiles.filter((tile) => tile.overdue > 0)).toEqual([
    expect.objectContaining({ month: kualaLumpurToday().slice(0, 7), overdue: 1 }),
  ]);
  expect(tiles.at(-1)).toMatchObject({ month: 'later', count: expect.any(Number) });
  expect(tiles.at(-1)!.count).toBeGreaterThanOrEqual(2);
  expect((await props('/admin/future-order/all?q=zacharias')).total).toBe(4);
});
