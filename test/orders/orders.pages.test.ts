import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OrderRow } from '../../src/shared/orders.js';
import { delivered, move } from '../documents/cards.js';
import { members, startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const put = (path: string, body: unknown) => app.call('PUT', `/api/admin/${path}`, { as: 'team', body });

test('the dashboard shows what must be submitted next: soonest first, one that waits for a call until it has a card, and nothing that is done, late or far off', async () => {
  const arriving = async (days: number) => (await takeIn(app, { doa: dayFromNow(days) })).id;
  const [later, today, tomorrow] = [await arriving(2), await arriving(0), await arriving(1)];
  const [, , submitted] = [await arriving(-1), await arriving(200), await arriving(0)];
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
  ]);
});
