import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { delivered, move } from '../documents/cards.js';
import { intakeKey, startApp, type TestApp } from '../support/app.js';
import { orderBody, takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const headers = { 'x-intake-key': intakeKey };
type Sent = { id: number; reference: string };

async function sent(more: Record<string, unknown> = {}): Promise<Sent> {
  const { external_ref: reference, ...body } = orderBody({ amount: '79.00', ...more });
  const { id } = await takeIn(app, { external_ref: reference, ...body });
  return { id, reference: reference as string };
}
const tell = ({ reference }: Sent, body: object, what = 'refunded') =>
  app.call('POST', `/api/intake/orders/${reference}/${what}`, { body, headers });
const state = async ({ reference }: Sent) =>
  (await app.call('GET', `/api/intake/orders/${reference}`, { headers })).body.data;
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'manager' })).body.data;
const put = (path: string, body: object, as: 'team' | 'admin' = 'team') =>
  app.call('PUT', `/api/admin/${path}`, { as, body });
const part = (amount: string, reference: string, more: object = {}) => ({
  amount,
  currency: 'USD',
  reference,
  ...more,
});
/** What of an order a part may not touch. */
const kept = async (id: number) => {
  const [row] = await app.database.query(
    `SELECT process_status, refund_date, doa::text, processing_date::text, outdated_card,
       EXISTS (SELECT FROM cards_due WHERE order_id = o.id) AS due FROM orders o WHERE id = $1`,
    [id],
  );
  return row;
};

describe('a part that the shop gave back', () => {
  test.each(['New', 'AwaitingGovt', 'Completed', 'Customer Called'])(
    'leaves an order in %s where it is, with its card',
    async (status) => {
      const order = await sent();
      if (status !== 'New') await move(app, order.id, status);
      const before = await kept(order.id);
      const { code, body } = await tell(order, part('7.50', 're_a', { refunded_at: '2026-03-04T05:06:07Z' }));
      expect(code).toBe(200);
      expect(body.data).toMatchObject({
        refund_date: null,
        refunds: [
          { reference: 're_a', amount: '7.50', currency: 'USD', at: '2026-03-04T05:06:07.000Z', state: 'done' },
        ],
        refunded_amount: '7.50',
        refundable_amount: '71.50',
      });
      expect(await kept(order.id)).toEqual(before);
      expect((await state(order)).state).not.toBe('refunded');
    },
  );

  test('leaves the card that the customer has', async () => {
    const { id } = await delivered(app);
    const [row] = await app.database.query('SELECT external_ref AS reference FROM orders WHERE id = $1', [id]);
    await tell({ id, ...row }, part('0.01', 're_cent'));
    expect(await state({ id, ...row })).toMatchObject({ state: 'ready', refunded_amount: '0.01' });
  });

  test('stands on the order, in the timeline and in the list’s version', async () => {
    const order = await sent();
    const { version } = await details(order.id);
    await tell(order, part('7.50', 're_a'));
    const read = await details(order.id);
    expect(read).toMatchObject({ refund_date: null, refund_amount: '7.500', refundable_amount: '71.500' });
    expect(read.refunds).toEqual([
      expect.objectContaining({ amount: '7.500', reference: 're_a', by: 'Shop', state: 'done', is_whole: null }),
    ]);
    expect(read.version).toBe(version + 1);
    expect(read.activity[0]).toMatchObject({ action: 'refund.part', note: 'USD 7.50 of USD 79.00, re_a' });
  });
});

describe('several refunds of one order', () => {
  test('close it with the whole sum; the same reference again changes nothing, and more than is left is refused', async () => {
    const order = await sent();
    await tell(order, part('7.50', 're_1'));
    expect((await tell(order, part('7.5', 're_1'))).body.data.refunds).toHaveLength(1);
    expect((await tell(order, { reference: 're_1' })).body.data.refunds).toHaveLength(1);
    const other = await tell(order, part('8', 're_1'));
    expect([other.code, other.body.message]).toEqual([409, 'The refund re_1 is on record with USD 7.50']);
    const more = await tell(order, part('71.51', 're_2'));
    expect([more.code, more.body.message]).toEqual([
      409,
      'Order was paid with USD 79.00, and USD 7.50 was given back: USD 71.50 is left',
    ]);
    expect((await tell(order, part('1', 're_2', { currency: 'MYR' }))).code).toBe(409);
    const whole = await tell(order, part('71.50', 're_2', { refunded_at: '2026-04-01' }));
    expect(whole.body.data).toMatchObject({ refund_date: expect.any(String), refundable_amount: '0.00' });
    expect((await tell(order, part('1', 're_3'))).code).toBe(409);
    expect((await tell(order, {})).body.data.refunds).toHaveLength(2);
    expect(await state(order)).toMatchObject({
      state: 'refunded',
      refunded_amount: '79.00',
      refundable_amount: '0.00',
    });
    expect(await details(order.id)).toMatchObject({ process_status: 'Refunds', refund_amount: '79.000' });
  });

  test('come at once, and none is lost or counted twice', async () => {
    const order = await sent();
    const names = ['a', 'b', 'c', 'd', 'e'];
    const all = await Promise.all([...names, ...names].map((name) => tell(order, part('20', `re_${name}`))));
    expect(all.filter(({ code }) => code === 409)).not.toHaveLength(0);
    const { refunds, refunded_amount: sum, refundable_amount: left } = await state(order);
    expect(refunds).toHaveLength(3);
    expect([sum, left]).toEqual(['60.00', '19.00']);
  });

  test('without an amount it is what is left', async () => {
    const order = await sent();
    await tell(order, part('70.01', 're_1'));
    const { body } = await tell(order, { reference: 're_2' });
    expect(body.data.refunds.map(({ amount }: { amount: string }) => amount)).toEqual(['70.01', '8.99']);
    expect(body.data.refund_date).not.toBeNull();
  });

  test('an order in Refunds whose money is not all back is cancelled for its shop, not refunded', async () => {
    const order = await sent();
    await tell(order, {}, 'cancelled');
    await tell(order, part('7.50', 're_1'));
    expect((await state(order)).state).toBe('cancelled');
    await tell(order, part('71.50', 're_2'));
    expect((await state(order)).state).toBe('refunded');
  });
});

describe('by hand', () => {
  test('a part leaves the order in Refunds, unless the member says that it is all', async () => {
    const [order, closed] = [await sent(), await sent()];
    for (const { id } of [order, closed]) await move(app, id, 'Refunds');
    expect((await put('mark-refunded', { orderId: order.id, refundAmount: '9', refundReference: 're_h' })).code).toBe(
      200,
    );
    expect(await details(order.id)).toMatchObject({ refund_date: null, refundable_amount: '70.000' });
    const again = await put('mark-refunded', { orderId: order.id, refundReference: 're_h' });
    expect([again.code, again.body.message]).toEqual([409, 'A refund with the reference re_h is on record']);
    expect((await put('mark-refunded', { orderId: order.id })).code).toBe(200);
    expect(await details(order.id)).toMatchObject({ refund_date: expect.any(String), refund_amount: '79.000' });

    await put('mark-refunded', { orderId: closed.id, refundAmount: '9', refundIsAll: true });
    expect(await details(closed.id)).toMatchObject({ refund_date: expect.any(String), refund_amount: '9.000' });
  });

  test('of a charge whose amount nobody knows a member says whether it was all', async () => {
    const [whole, some] = [await sent({ amount: null, currency: null }), await sent({ amount: null, currency: null })];
    for (const order of [whole, some]) {
      expect((await tell(order, part('5', 're_u'))).code).toBe(200);
      expect(await details(order.id)).toMatchObject({
        process_status: 'New',
        refund_date: null,
        refundable_amount: null,
      });
    }
    const say = ({ id }: Sent, isAll: boolean) => put('refunded-all', { orderId: id, isAll });
    expect((await say(some, false)).code).toBe(200);
    expect((await details(some.id)).refunds).toEqual([expect.objectContaining({ is_whole: false })]);
    expect((await details(some.id)).process_status).toBe('New');
    expect((await say(whole, true)).code).toBe(200);
    const read = await details(whole.id);
    expect(read).toMatchObject({ process_status: 'Refunds', refund_date: expect.any(String) });
    expect(read.activity.find(({ action }: { action: string }) => action === 'order.refunded').note).toBe(
      'USD 5.00 was all',
    );
    expect((await say(whole, true)).body.message).toBe('Order is already refunded');
    expect((await say(await sent(), true)).body.message).toBe('Nothing was given back yet');
  });
});

describe('a charge of which nobody told the amount', () => {
  const unknown = { amount: null, currency: null };

  test('is in the currency of what was given back of it: another one is refused, until that failed', async () => {
    const order = await sent(unknown);
    await tell(order, part('5', 're_u'));
    const euros = { ...part('7', 're_e'), currency: 'EUR' };
    const refused = await tell(order, euros);
    expect([refused.code, refused.body.message]).toEqual([409, 'USD 5.00 was given back; no EUR can be given back']);
    expect((await details(order.id)).refunds).toHaveLength(1);
    await tell(order, { reference: 're_u' }, 'refund-failed');
    expect((await tell(order, euros)).body.data.refunds).toMatchObject([{ state: 'failed' }, { currency: 'EUR' }]);
  });

  test('can’t be told later in another currency: nothing of it is taken', async () => {
    const order = await sent({ ...unknown, transaction_id: null });
    await tell(order, part('5', 're_u'));
    await tell(order, part('2.5', 're_v'));
    const paid = { amount: '59.00', currency: 'EUR', transactionId: 'ch_euro' };
    const { code, body } = await tell(order, paid, 'paid');
    expect([code, body.message]).toEqual([409, 'USD 7.50 was given back; the payment can’t be in EUR']);
    expect(await details(order.id)).toMatchObject({ transaction_id: null, currency: null });
    for (const reference of ['re_u', 're_v']) await tell(order, { reference }, 'refund-failed');
    expect((await tell(order, paid, 'paid')).code).toBe(200);
    expect(await details(order.id)).toMatchObject({ transaction_id: 'ch_euro', currency: 'EUR' });
  });

  test('takes what a member gives back without naming it in the currency of what the shop gave back', async () => {
    const order = await sent(unknown);
    await tell(order, part('5', 're_u'));
    await move(app, order.id, 'Refunds');
    const given = { orderId: order.id, refundAmount: '7', refundReference: 're_m' };
    expect((await put('mark-refunded', given)).body.data).toMatchObject({ failed: [] });
    expect((await details(order.id)).refunds).toMatchObject([
      { amount: '5.000', currency: 'USD' },
      { amount: '7.000', currency: 'USD' },
    ]);
  });

  test('closes its order when the amount that is told later was given back by then', async () => {
    const [whole, some] = [
      await sent({ ...unknown, transaction_id: null }),
      await sent({ ...unknown, transaction_id: null }),
    ];
    for (const order of [whole, some]) await tell(order, part('59', 're_w'));
    const paid = { amount: '59.00', currency: 'USD' };
    expect((await tell(whole, { ...paid, transactionId: 'ch_told' }, 'paid')).code).toBe(200);
    expect((await tell(some, { ...paid, amount: '60.00', transactionId: 'ch_more' }, 'paid')).code).toBe(200);
    const read = await details(whole.id);
    expect(read).toMatchObject({ process_status: 'Refunds', refund_date: expect.any(String) });
    expect(read.activity[0]).toMatchObject({ action: 'order.refunded', note: 'USD 59.00 of USD 59.00' });
    expect((await state(whole)).state).toBe('refunded');
    expect(await details(some.id)).toMatchObject({ process_status: 'New', refund_date: null });
  });
});

describe('a refund that failed', () => {
  test('is said by the shop, once; the order asks for it again', async () => {
    const order = await sent();
    await tell(order, part('79', 're_1', { refunded_at: '2026-03-04' }));
    const failed = { reference: 're_1', reason: 'The card is closed', at: '2026-03-09T10:00:00Z' };
    for (let times = 0; times < 2; times++) {
      const { code, body } = await tell(order, failed, 'refund-failed');
      expect([code, body.data]).toMatchObject([
        200,
        { refund_date: null, refunded_amount: '0.00', refundable_amount: '79.00', refunds: [{ state: 'failed' }] },
      ]);
    }
    expect((await tell(order, { reference: 're_1' })).body.data.refunds).toHaveLength(1);
    const read = await details(order.id);
    expect(read).toMatchObject({ process_status: 'Refunds', refund_date: null, refund_amount: null });
    expect(read.refunds).toEqual([
      expect.objectContaining({ reason: 'The card is closed', failed_at: '2026-03-09T10:00:00.000Z' }),
    ]);
    expect(read.activity[0]).toMatchObject({ action: 'refund.failed', note: 'USD 79.00, re_1: The card is closed' });
    expect((await state(order)).state).toBe('cancelled');
    expect(read.inbox_marks).toEqual(['returned']);
    expect((await tell(order, part('79', 're_2'))).body.data).toMatchObject({ refundable_amount: '0.00' });
    expect((await state(order)).state).toBe('refunded');
    expect((await details(order.id)).inbox_marks).toEqual([]);
  });

  test('is said by a member on its row', async () => {
    const order = await sent();
    await tell(order, part('4', 're_1'));
    const { refunds, version } = await details(order.id);
    const say = (refundId: number, more: object = {}) => put('refund-failed', { orderId: order.id, refundId, ...more });
    expect((await say(2_000_000_000)).code).toBe(404);
    expect((await say(refunds[0].id, { version: version - 1 })).code).toBe(409);
    expect((await say(refunds[0].id, { version, reason: 'Returned' })).code).toBe(200);
    const read = await details(order.id);
    expect(read).toMatchObject({ process_status: 'New', refund_amount: null, refundable_amount: '79.000' });
    expect(read.refunds[0]).toMatchObject({ state: 'failed', reason: 'Returned' });
  });

  test('of no refund on record, or in the future, is refused', async () => {
    const order = await sent();
    expect((await tell(order, { reference: 'none' }, 'refund-failed')).code).toBe(404);
    expect((await tell(order, {}, 'refund-failed')).body.errors).toEqual({ reference: 'reference is required' });
    const ahead = await tell(order, { reference: 'none', at: '2999-01-01' }, 'refund-failed');
    expect(ahead.body.errors).toEqual({ at: 'at must not be in the future.' });
  });
});

test('a field that the intake doesn’t know is refused by each call', async () => {
  const order = await sent();
  await tell(order, part('4', 're_1'));
  const calls: [string, object][] = [
    ['refunded', { reference: 're_1' }],
    ['refund-failed', { reference: 're_1' }],
    ['disputed', { case_id: 'x' }],
    ['cancelled', {}],
    ['paid', { transactionId: 'pi_1' }],
  ];
  for (const [what, body] of calls) {
    const { code, body: said } = await tell(order, { ...body, result: 'failed' }, what);
    expect([what, code, said.errors]).toEqual([what, 422, { body: 'There is no such field: result.' }]);
  }
  const { code, body } = await app.call('POST', '/api/intake/orders', { headers, body: orderBody({ passport: 'X' }) });
  expect([code, body.errors]).toEqual([422, { body: 'There is no such field: passport.' }]);
});
