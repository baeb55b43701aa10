import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { delivered, move, pdf, upload, uploadForm } from '../documents/cards.js';
import { intakeKey, startApp, type TestApp } from '../support/app.js';
import { orderBody, shopKey } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true });
});
afterAll(() => app.close());

type Sent = { id: number; reference: string };

async function sent(more: Record<string, unknown> = {}, key = intakeKey): Promise<Sent> {
  const body = orderBody(more);
  const answer = await app.call('POST', '/api/intake/orders', { body, headers: { 'x-intake-key': key } });
  return { id: answer.body.data.order_id as number, reference: body.external_ref as string };
}
const state = ({ reference }: Sent, key = intakeKey) =>
  app.call('GET', `/api/intake/orders/${reference}`, { headers: { 'x-intake-key': key } });
const tell = ({ reference }: Sent, what: string, body: unknown = {}, key = intakeKey) =>
  app.call('POST', `/api/intake/orders/${reference}/${what}`, { body, headers: { 'x-intake-key': key } });
const newKey = (name: string) => shopKey((sql, values) => app.database.query(sql, values), name);

async function movesOf(id: number): Promise<Record<string, unknown>[]> {
  return app.database.query(
    `SELECT actor, "from", "to", note FROM activity WHERE order_id = $1 AND action = 'order.moved' ORDER BY id`,
    [id],
  );
}

describe('GET /api/intake/orders/:externalRef', () => {
  test('is for the shop’s key alone, and another shop’s order is not found', async () => {
    const order = await sent();
    const path = `/api/intake/orders/${order.reference}`;
    expect((await app.call('GET', path)).code).toBe(401);
    expect((await app.call('GET', path, { as: 'admin' })).code).toBe(401);
    expect((await state(order, await newKey('north'))).code).toBe(404);
  });

  test('answers the customer’s words, from received to refunded', async () => {
    const { id, encoded } = await delivered(app);
    const [row] = await app.database.query('SELECT external_ref AS reference FROM orders WHERE id = $1', [id]);
    expect((await state(row)).body.data).toEqual({
      order_id: id,
      encoded_id: encoded,
      external_ref: row.reference,
      state: 'ready',
      refund_date: null,
    });
    const order = await sent();
    const word = async () => (await state(order)).body.data.state as string;
    expect(await word()).toBe('received');
    await move(app, order.id, 'AwaitingGovt');
    expect(await word()).toBe('in progress');
    await tell(order, 'refunded', { refunded_at: '2026-02-03T04:05:06Z' });
    expect((await state(order)).body.data).toMatchObject({
      state: 'refunded',
      refund_date: '2026-02-03T04:05:06.000Z',
    });
  });
});

describe('POST /api/intake/orders/:externalRef/cancelled', () => {
  test('is for the shop’s key alone; another shop’s order is not found, a bad body refused', async () => {
    const order = await sent();
    const path = `/api/intake/orders/${order.reference}/cancelled`;
    expect((await app.call('POST', path, { as: 'admin', body: {} })).code).toBe(401);
    expect((await tell(order, 'cancelled', {}, await newKey('south'))).code).toBe(404);
    const long = await tell(order, 'cancelled', { reason: 'x'.repeat(501) });
    expect([long.code, long.body.errors]).toEqual([422, { reason: 'At most 500 characters.' }]);
    expect(await movesOf(order.id)).toEqual([]);
  });

  test('a paid order goes to Refunds once, whoever holds it, and the timeline names shop and reason', async () => {
    const order = await sent({}, await newKey('east'));
    const east = await newKey('east');
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team',
      body: { orderId: order.id, assignto: 'Demo Team' },
    });
    const all = await Promise.all([1, 2, 3].map(() => tell(order, 'cancelled', { reason: 'No trip' }, east)));
    expect(all.map(({ code, body }) => [code, body.data.state])).toEqual(all.map(() => [200, 'refunded']));
    expect(await movesOf(order.id)).toEqual([
      { actor: 'east', from: 'New', to: 'Refunds', note: 'Cancelled: No trip' },
    ]);
  });

  test('an unpaid order is deleted, and its state says so', async () => {
    const order = await sent({ paid: false });
    expect((await tell(order, 'cancelled')).body.data.state).toBe('cancelled');
    expect((await tell(order, 'cancelled')).code).toBe(200);
    expect(await movesOf(order.id)).toEqual([{ actor: 'Shop', from: 'Pending', to: 'Deleted', note: 'Cancelled' }]);
    await app.call('PUT', '/api/admin/restore-order', { as: 'manager', body: { orderId: order.id } });
    expect((await state(order)).body.data.state).toBe('received');
  });

  test('what was submitted, or has its card, stays', async () => {
    const [submitted, carded] = [await sent(), await sent()];
    await move(app, submitted.id, 'AwaitingGovt');
    await move(app, submitted.id, 'Contact Customer');
    await upload(app, uploadForm(carded.id, await pdf()));
    await app.call('POST', '/api/admin/reopen-order', { as: 'admin', body: { orderId: carded.id } });
    const said = async (order: Sent) => {
      const { code, body } = await tell(order, 'cancelled');
      return [code, body.message];
    };
    expect(await said(submitted)).toEqual([409, 'The card is submitted to the authority already']);
    expect(await said(carded)).toEqual([409, 'The card is made already']);
  });
});
