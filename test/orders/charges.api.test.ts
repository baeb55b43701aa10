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
type Sent = { id: number; reference: string; first: string; second: string };
let made = 0;

/** A paid order with ids of charges that no other order has. */
async function sent(more: Record<string, unknown> = {}): Promise<Sent> {
  made += 1;
  const [first, second] = [`ch_first_${made}`, `ch_second_${made}`];
  const { external_ref: reference, ...body } = orderBody({ amount: '59.00', transaction_id: first, ...more });
  const { id } = await takeIn(app, { external_ref: reference, ...body });
  return { id, reference: reference as string, first, second };
}
const tell = ({ reference }: Pick<Sent, 'reference'>, body: object, what = 'refunded') =>
  app.call('POST', `/api/intake/orders/${reference}/${what}`, { body, headers });
const pay = (order: Pick<Sent, 'reference'>, transactionId: string, more: object = {}) =>
  tell(order, { transactionId, ...more }, 'paid');
const state = async ({ reference }: Pick<Sent, 'reference'>) =>
  (await app.call('GET', `/api/intake/orders/${reference}`, { headers })).body.data;
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'manager' })).body.data;
const put = (path: string, body: object, as: 'team' | 'admin' | 'manager' = 'team') =>
  app.call('PUT', `/api/admin/${path}`, { as, body });
const part = (amount: string, reference: string, more: object = {}) => ({
  amount,
  currency: 'USD',
  reference,
  ...more,
});
/** A paid order that was charged again. */
async function twice(more: Record<string, unknown> = {}): Promise<Sent> {
  const order = await sent(more);
  await pay(order, order.second);
  return order;
}

describe('another transaction id on a paid order', () => {
  test('is another charge: the order is marked, and stays where it is', async () => {
    const order = await sent();
    const { process_status: status } = await details(order.id);
    const answer = await pay(order, order.second, { merchantName: 'Arrival', card_last4: '4242' });
    expect([answer.code, answer.body.data.state]).toEqual([200, 'charged_twice']);
    expect((await pay(order, order.second)).body.data.state).toBe('charged_twice');
    expect((await pay(order, order.first)).body.data.state).toBe('charged_twice');
    expect(await state(order)).toMatchObject({
      charges: [
        { transaction_id: order.first, amount: '59.00', currency: 'USD', at: expect.any(String) },
        { transaction_id: order.second, amount: '59.00', currency: 'USD', at: expect.any(String) },
      ],
      refunded_amount: '0.00',
      refundable_amount: '118.00',
    });
    const read = await details(order.id);
    expect(read).toMatchObject({
      process_status: status,
      transaction_id: order.first,
      inbox_marks: ['twice'],
      charges: [
        { id: null, transaction_id: order.first, open: true },
        { transaction_id: order.second, left: '59.000', open: true },
      ],
    });
    expect(read.activity[0]).toMatchObject({
      action: 'payment.received',
      to: `${order.second} · Arrival`,
      note: `Charged twice: ${order.first} is on record`,
    });
  });

  test('is kept as it was sent, in another currency too', async () => {
    const order = await sent();
    await pay(order, order.second, { amount: '249.50', currency: 'MYR', paid_at: '2026-01-02T03:04:05Z' });
    expect(await state(order)).toMatchObject({
      charges: [
        { amount: '59.00' },
        { transaction_id: order.second, amount: '249.50', currency: 'MYR', at: '2026-01-02T03:04:05.000Z' },
      ],
      refundable_amount: '59.00',
    });
    const given = await tell(order, { amount: '249.50', currency: 'MYR', reference: 're_m' });
    expect([given.code, given.body.data]).toMatchObject([
      200,
      { refund_date: null, refunds: [{ transaction_id: order.second, amount: '249.50', currency: 'MYR' }] },
    ]);
    expect((await details(order.id)).inbox_marks).toEqual([]);
  });

  test('is refused with an amount without its currency', async () => {
    const order = await sent();
    expect((await pay(order, order.second, { amount: '5' })).code).toBe(422);
  });

  test('is no second charge where the first came without an id, or the same payment comes at once', async () => {
    const order = await sent({ transaction_id: undefined });
    await Promise.all(['ch_only', 'ch_only'].map((id) => pay(order, `${id}_${order.id}`)));
    const { charges } = await state(order);
    expect(charges).toMatchObject([{ transaction_id: `ch_only_${order.id}` }]);
    await Promise.all(Array.from({ length: 4 }, () => pay(order, order.second)));
    expect((await state(order)).charges).toHaveLength(2);
    expect((await details(order.id)).inbox_marks).toEqual(['twice']);
  });

  test('that a member saves as the order’s own id is the first charge', async () => {
    const order = await twice();
    const save = (transactionId: string) =>
      app.call('POST', '/api/admin/save-transaction-details', {
        as: 'manager',
        body: { orderId: order.id, transactionId, merchantName: 'Arrival' },
      });
    expect((await save(order.second)).code).toBe(200);
    const read = await details(order.id);
    expect(read.charges).toMatchObject([{ id: null, transaction_id: order.second }]);
    expect(read.inbox_marks).toEqual([]);
    const back = await twice();
    await tell(back, part('59', 're_first', { transaction_id: back.first }));
    expect((await details(back.id)).process_status).not.toBe('Refunds');
    const saved = { orderId: back.id, transactionId: back.second, merchantName: 'Arrival' };
    await app.call('POST', '/api/admin/save-transaction-details', { as: 'manager', body: saved });
    expect(await details(back.id)).toMatchObject({ process_status: 'Refunds', refund_date: expect.any(String) });
    const other = await twice();
    await tell(other, part('59', 're_other', { transaction_id: other.second }));
    const refused = await app.call('POST', '/api/admin/save-transaction-details', {
      as: 'manager',
      body: { orderId: other.id, transactionId: other.second, merchantName: 'Arrival' },
    });
    expect(refused.code).toBe(409);
  });

  test('finds the order in the lists, the command bar and by its disputes', async () => {
    const order = await twice();
    for (const id of [order.first, order.second, order.second.toUpperCase()]) {
      const listed = await app.call('POST', '/api/admin/search-order', {
        as: 'team',
        body: { folderName: 'allOrder', searchVal: id },
      });
      expect(JSON.stringify(listed.body.data)).toContain(`"order_id":${order.id},`);
      const found = await app.call('POST', '/api/admin/find-orders', { as: 'team', body: { text: id } });
      expect(JSON.stringify(found.body.data)).toContain(String(order.id));
    }
    const { StripeQueries } = await import('../../src/stripe/stripe.queries.js');
    const { UnmatchedQueries } = await import('../../src/unmatched/unmatched.queries.js');
    expect(await new StripeQueries(app.database).ordersOf([order.first, order.second])).toEqual([order.id]);
    expect(await new UnmatchedQueries(app.database).ofCharges([order.second])).toMatchObject([
      { found: order.second, id: order.id },
    ]);
  });
});

describe('the refund of a second charge', () => {
  test.each(['by its id', 'by nobody’s name'])('told %s leaves the order and its card', async (how) => {
    const { id } = await delivered(app);
    const [row] = await app.database.query<{ reference: string; first: string }[]>(
      'SELECT external_ref AS reference, transaction_id AS first FROM orders WHERE id = $1',
      [id],
    );
    const order = { id, reference: row!.reference };
    if (!row!.first) await pay(order, `ch_first_of_${id}`);
    await pay(order, `ch_second_of_${id}`);
    const before = await details(id);
    expect(before.inbox_marks).toContain('twice');
    const name = how === 'by its id' ? { transaction_id: `ch_second_of_${id}` } : {};
    const answer = await tell(order, {
      amount: before.amount,
      currency: before.currency,
      reference: `re_${id}`,
      ...name,
    });
    expect([answer.code, answer.body.data.refund_date]).toEqual([200, null]);
    expect(answer.body.data.refunds).toMatchObject([{ transaction_id: `ch_second_of_${id}` }]);
    const after = await details(id);
    expect(after).toMatchObject({
      process_status: before.process_status,
      refund_date: null,
      refund_amount: null,
      refundable_amount: before.amount,
    });
    expect(after.inbox_marks).not.toContain('twice');
    expect(await state(order)).toMatchObject({ state: 'ready' });
  });

  test('is recorded by a member in any status, once one is named', async () => {
    const order = await twice();
    const asked = { orderId: order.id, refundReference: 're_member' };
    expect((await put('mark-refunded', asked)).body.data.failed).toHaveLength(1);
    const unknown = await put('mark-refunded', { ...asked, transactionId: 'ch_none' });
    expect(JSON.stringify(unknown.body)).toContain('No charge ch_none of this order is on record');
    const given = await put('mark-refunded', { ...asked, transactionId: order.second });
    expect([given.code, given.body.message]).toEqual([200, 'Refund has been recorded']);
    const read = await details(order.id);
    expect(read).toMatchObject({ process_status: 'New', refund_date: null, inbox_marks: [] });
    expect(read.activity[0]).toMatchObject({
      action: 'refund.part',
      note: `USD 59.00 of the charge ${order.second}, re_member`,
    });
    // one charge is left, and it pays for the order
    expect((await put('mark-refunded', { orderId: order.id, transactionId: order.first })).code).not.toBe(200);
  });

  test('failed: the order is marked again', async () => {
    const order = await twice();
    await tell(order, part('59', 're_f', { transaction_id: order.second }));
    await tell(order, { reference: 're_f', reason: 'closed account' }, 'refund-failed');
    const read = await details(order.id);
    expect(read.inbox_marks).toEqual(['returned', 'twice']);
    expect(await state(order)).toMatchObject({ refunded_amount: '0.00', refundable_amount: '118.00' });
    await tell(order, part('59', 're_g', { transaction_id: order.second }));
    expect((await details(order.id)).inbox_marks).toEqual([]);
  });

  test('may be the first one’s: the other pays for the order', async () => {
    const order = await twice();
    await tell(order, part('59', 're_1', { transaction_id: order.first }));
    expect(await details(order.id)).toMatchObject({
      process_status: 'New',
      refund_date: null,
      refund_amount: null,
      inbox_marks: [],
      refundable_amount: '59.000',
    });
    const last = await tell(order, part('59', 're_2'));
    expect(last.body.data).toMatchObject({ refund_date: expect.any(String), refundable_amount: '0.00' });
    expect(await details(order.id)).toMatchObject({ process_status: 'Refunds', refund_amount: '59.000' });
  });
});

describe('the refund of both charges', () => {
  test('closes the order: without an amount it is all that is left of both', async () => {
    const order = await twice();
    await put('move-order-status', { orderId: order.id, updatingStatus: 'Refunds' });
    await put('mark-refunded', { orderId: order.id, refundReference: 're_both' });
    expect(await state(order)).toMatchObject({
      state: 'refunded',
      refunded_amount: '118.00',
      refundable_amount: '0.00',
      refunds: [
        { transaction_id: order.first, amount: '59.00', reference: 're_both' },
        { transaction_id: order.second, amount: '59.00', reference: 're_both' },
      ],
    });
    // the same again changes nothing, of another amount it is refused
    expect((await tell(order, part('118', 're_both'))).code).toBe(200);
    expect((await tell(order, part('59', 're_both'))).code).toBe(409);
    await tell(order, { reference: 're_both' }, 'refund-failed');
    expect(await state(order)).toMatchObject({
      state: 'cancelled',
      refunded_amount: '0.00',
      refundable_amount: '118.00',
    });
  });

  test('one after the other: the order waits for the second', async () => {
    const order = await twice();
    await put('move-order-status', { orderId: order.id, updatingStatus: 'Refunds' });
    await tell(order, part('59', 're_1'));
    expect(await state(order)).toMatchObject({ state: 'cancelled', refund_date: null, refundable_amount: '59.00' });
    const more = await tell(order, part('60', 're_2'));
    expect([more.code, more.body.message]).toEqual([
      409,
      'Order was paid with USD 118.00, and USD 59.00 was given back: USD 59.00 is left',
    ]);
    await tell(order, part('59', 're_2'));
    expect(await state(order)).toMatchObject({ state: 'refunded', refundable_amount: '0.00' });
  });

  test('of an amount over the first is of both', async () => {
    const order = await twice();
    const { body } = await tell(order, part('100', 're_100'));
    expect(body.data).toMatchObject({
      refund_date: null,
      refunded_amount: '100.00',
      refundable_amount: '18.00',
      refunds: [{ amount: '59.00' }, { amount: '41.00' }],
    });
  });
});

describe('a pack', () => {
  const facts = async (id: number) =>
    (await app.call('POST', '/api/admin/defence-pack-details', { as: 'admin', body: { orderId: id, type: 1 } })).body
      .data;
  const completed = async () => {
    const order = await twice({ card_last4: '1111' });
    await move(app, order.id, 'Completed');
    return order;
  };

  test('is about the charge that pays for the order, and says what became of the other', async () => {
    const order = await completed();
    expect(await facts(order.id)).toMatchObject({
      payment: { transaction_id: order.first, amount: '59.000' },
      refund: { amount: null, refund_date: null },
      other_charges: [{ transaction_id: order.second, number: 2, given: [], whole: false, at_told: false }],
    });
    await tell(order, part('59', 're_1', { transaction_id: order.first, refunded_at: '2026-03-04T05:06:07Z' }));
    expect(await facts(order.id)).toMatchObject({
      payment: { transaction_id: order.second, card_last4: null },
      other_charges: [
        { transaction_id: order.first, number: 1, given: [{ at: '2026-03-04T05:06:07.000Z' }], whole: true },
      ],
    });
  });

  test('has no other charge where there is one alone', async () => {
    const order = await sent();
    await move(app, order.id, 'Completed');
    expect(await facts(order.id)).not.toHaveProperty('other_charges');
  });

  test.each([
    ['first', 'second'],
    ['second', 'first'],
  ] as const)('for a case at Stripe about the %s charge is about that one', async (disputed, other) => {
    const order = await completed();
    await tell(order, part('59', 're_2', { transaction_id: order.second }));
    const { body } = await tell(
      order,
      { case_id: `du_${order.id}`, network: 'visa', reason_code: '12.6.1' },
      'disputed',
    );
    await app.database.query(
      `INSERT INTO stripe_events (event_id, case_id, type, at, dispute) VALUES ($1, $2, 'charge.dispute.created', now(), $3)`,
      [`evt_${order.id}`, `du_${order.id}`, { charge: order[disputed] }],
    );
    const answer = await app.call('POST', '/api/admin/defence-pack-details', {
      as: 'admin',
      body: { orderId: order.id, disputeId: body.data.dispute_id },
    });
    expect(answer.body.data).toMatchObject({
      payment: { transaction_id: order[disputed] },
      refund: { amount: disputed === 'second' ? '59.000' : null },
      other_charges: [{ transaction_id: order[other], whole: other === 'second', pays: other === 'first' }],
    });
  });
});

describe('a charge after the end', () => {
  test.each(['Refunds', 'Deleted'])('of an order in %s is late, and waits for its refund', async (status) => {
    const order = await sent();
    await put('move-order-status', { orderId: order.id, updatingStatus: 'Refunds' });
    await tell(order, {});
    if (status === 'Deleted') await put('move-order-status', { orderId: order.id, updatingStatus: 'Deleted' }, 'admin');
    expect((await pay(order, order.second)).body.data.state).toBe('paid_after_cancelled');
    expect(await details(order.id)).toMatchObject({
      process_status: 'Refunds',
      refund_date: null,
      inbox_marks: ['late'],
    });
    expect(await state(order)).toMatchObject({ state: 'cancelled', refundable_amount: '59.00' });
    await tell(order, {});
    expect(await details(order.id)).toMatchObject({ refund_date: expect.any(String), inbox_marks: [] });
    expect(await state(order)).toMatchObject({ state: 'refunded', refunded_amount: '118.00' });
  });
});

test('charges of amounts that nobody told are given back by their names', async () => {
  const order = await twice({ amount: undefined, currency: undefined });
  await tell(order, { reference: 're_u', transaction_id: order.second });
  expect(await details(order.id)).toMatchObject({ process_status: 'New', refund_date: null, inbox_marks: [] });
  await tell(order, { reference: 're_v' });
  expect(await details(order.id)).toMatchObject({ process_status: 'Refunds', refund_date: expect.any(String) });
});

describe('a charge of an amount that nobody told', () => {
  const unknown = () => twice({ amount: undefined, currency: undefined });
  /** The second charge has an amount. */
  const half = async () => {
    const order = await sent({ amount: undefined, currency: undefined });
    await pay(order, order.second, { amount: '59', currency: 'USD' });
    return order;
  };

  test('that was given back in part and then whole has no sum', async () => {
    const order = await sent({ amount: undefined, currency: undefined });
    await tell(order, part('5', 're_part'));
    expect(await details(order.id)).toMatchObject({ refund_amount: '5.000', refund_date: null });
    await tell(order, { reference: 're_rest' });
    expect(await details(order.id)).toMatchObject({ refund_amount: null, refund_date: expect.any(String) });
    expect(await state(order)).toMatchObject({ state: 'refunded', refunded_amount: null });
  });

  test('whose amount is told after its refund was given back with that amount', async () => {
    const order = await sent({ amount: undefined, currency: undefined, transaction_id: undefined });
    await tell(order, { reference: 're_all' });
    await pay(order, order.first, { amount: '59', currency: 'USD' });
    expect(await details(order.id)).toMatchObject({ refund_amount: '59.000', refundable_amount: '0.000' });
  });

  test('and another that is given back after it: the order is refunded', async () => {
    const order = await half();
    await tell(order, { reference: 're_1', transaction_id: order.first });
    expect(await details(order.id)).toMatchObject({ refund_date: null });
    await tell(order, part('59', 're_2', { transaction_id: order.second }));
    expect(await details(order.id)).toMatchObject({ process_status: 'Refunds', refund_date: expect.any(String) });
  });

  test('takes what is more than is left of the others: nothing of a refund is lost', async () => {
    const order = await half();
    await tell(order, { reference: 're_1', transaction_id: order.first });
    expect((await tell(order, part('70', 're_2'))).code).toBe(200);
    expect((await state(order)).refunds).toMatchObject([
      { reference: 're_1', amount: null },
      { reference: 're_2', transaction_id: order.second, amount: '59.00' },
      { reference: 're_2', transaction_id: order.first, amount: '11.00' },
    ]);
    expect((await tell(order, part('70', 're_2'))).code).toBe(200);
  });

  test('is not given back whole twice by a member', async () => {
    const order = await unknown();
    await put('move-order-status', { orderId: order.id, updatingStatus: 'Refunds' });
    const give = (refundReference: string) =>
      put('mark-refunded', { orderId: order.id, transactionId: order.first, refundReference });
    expect((await give('re_1')).code).toBe(200);
    expect(JSON.stringify((await give('re_2')).body)).toContain('Nothing is left to give back');
    expect((await state(order)).refunds).toHaveLength(1);
  });

  test('says in words that a reference is on record without an amount', async () => {
    const order = await unknown();
    await tell(order, { reference: 're_1', transaction_id: order.first });
    const again = await tell(order, part('5', 're_1', { transaction_id: order.first }));
    expect([again.code, again.body.message]).toEqual([409, 'The refund re_1 is on record without an amount']);
  });

  test('whose part was all of it, as a member said, takes no refund without an amount, named or not', async () => {
    const order = await sent({ amount: undefined, currency: undefined });
    await tell(order, part('5', 're_1'));
    await put('refunded-all', { orderId: order.id, isAll: true });
    for (const name of [{}, { transaction_id: order.first }]) expect((await tell(order, name)).code).toBe(200);
    expect((await state(order)).refunds).toHaveLength(1);
  });
});
