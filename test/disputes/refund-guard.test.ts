import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { move } from '../documents/cards.js';
import { intakeKey, type MemberName, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const refund = (body: object, as: MemberName) => app.call('PUT', '/api/admin/mark-refunded', { as, body });

/** An order with a chargeback that was then moved to Refunds. */
async function charged(state = 'open'): Promise<number> {
  const { id } = await takeIn(app);
  const remark = { orderId: id, remark: 'Bank wrote', chargeBack: 'Y' };
  await app.call('POST', '/api/admin/add-new-remark', { as: 'team', body: remark });
  await app.database.query('UPDATE disputes SET state = $2 WHERE order_id = $1', [id, state]);
  await move(app, id, 'Refunds');
  return id;
}

const refundDate = async (id: number) =>
  (await app.database.query('SELECT refund_date FROM orders WHERE id = $1', [id]))[0].refund_date;

describe('chargeback → Refunds → refunded', () => {
  test('stops with its sentence; an Admin who confirms goes on', async () => {
    const id = await charged();
    for (const as of ['team', 'manager'] as const) {
      for (const despiteDispute of [false, true]) {
        const { code, body } = await refund({ orderId: id, despiteDispute }, as);
        expect([code, body.message]).toEqual([
          409,
          'The bank has taken this money already. Only an Admin can refund it.',
        ]);
      }
    }
    const asked = await refund({ orderId: id }, 'admin');
    expect([asked.code, asked.body.message]).toEqual([
      409,
      'The bank has taken this money already. Confirm that it is to be refunded anyway.',
    ]);
    expect(await refundDate(id)).toBeNull();
    expect((await refund({ orderId: id, despiteDispute: true }, 'admin')).code).toBe(200);
    expect(await refundDate(id)).toEqual(expect.any(Date));
  });

  test('of many, those without the bank’s hand on the money are refunded', async () => {
    const { id: free } = await takeIn(app);
    await move(app, free, 'Refunds');
    const ids = [
      await charged('submitted'),
      await charged('lost'),
      await charged('accepted'),
      await charged('won'),
      free,
    ];
    const { body } = await refund({ orders: ids.map((id) => ({ id, status: 'Refunds' })) }, 'team');
    expect(body.data.done).toEqual(ids.slice(3));
    expect(body.data.failed.map(({ order_id: id }: { order_id: number }) => id)).toEqual(ids.slice(0, 3));
    const confirmed = await refund({ orderId: ids.slice(0, 3), despiteDispute: true }, 'admin');
    expect(confirmed.body.data.done).toEqual(ids.slice(0, 3));
  });

  test('an inquiry has taken no money', async () => {
    expect((await refund({ orderId: await charged('inquiry') }, 'team')).code).toBe(200);
  });
});

test('a dispute on a refunded order warns in its timeline and proposes to answer with the credit', async () => {
  const { id } = await takeIn(app);
  await move(app, id, 'Refunds');
  await refund({ orderId: id }, 'team');
  const { body } = await app.call('POST', '/api/admin/disputes', { as: 'manager', body: { orderId: id } });
  const one = await app.call('GET', `/api/admin/disputes/${body.data.id as number}`, { as: 'manager' });
  expect(one.body.data.advice).toEqual({
    fight: true,
    sentence: expect.stringContaining('credit already issued'),
    reasons: [expect.stringMatching(/^Marked refunded on \d{1,2} \w{3} \d{4}, /)],
  });
  const order = await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'manager' });
  const actions = order.body.data.activity.map(({ action }: { action: string }) => action);
  expect(actions).toContain('dispute.on-refunded');
});

describe('what was given back', () => {
  const inRefunds = async (more: Record<string, unknown> = {}) => {
    const order = await takeIn(app, more);
    await move(app, order.id, 'Refunds');
    return order.id;
  };
  const given = async (id: number) => {
    const { body } = await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'team' });
    const { refund_amount: amount, refund_reference: reference, activity } = body.data;
    const line = activity.find(({ action }: { action: string }) => /^(?:order\.refunded|refund\.part)$/.test(action));
    return { amount: amount as string | null, reference: reference as string | null, note: line?.note as string };
  };

  test('stands on the order with its reference, and in the timeline', async () => {
    const id = await inRefunds();
    const answer = await refund({ orderId: id, refundAmount: '20', refundReference: 're_1' }, 'team');
    expect(answer.code).toBe(200);
    expect(await given(id)).toEqual({ amount: '20.000', reference: 're_1', note: 'USD 20.00 of USD 49.00, re_1' });
    expect(await refundDate(id)).toBeNull();
  });

  test('is optional, is an amount, belongs to one order, and is no more than was paid', async () => {
    const [id, other] = [await inRefunds(), await inRefunds()];
    expect((await refund({ orderId: [id, other], refundAmount: '1' }, 'team')).body.errors).toEqual({
      orders: 'Amount, reference and charge are those of one order.',
    });
    const wrong = await refund({ orderId: id, refundAmount: '1,50', refundReference: 'x'.repeat(201) }, 'team');
    expect(wrong.code).toBe(422);
    expect(Object.keys(wrong.body.errors)).toEqual(['refundAmount', 'refundReference']);
    const more = await refund({ orderId: id, refundAmount: '49.01' }, 'team');
    expect([more.code, more.body.message]).toEqual([409, 'Order was paid with USD 49.00; no more can be given back']);
    expect(await refundDate(id)).toBeNull();
    expect((await refund({ orderId: id }, 'team')).code).toBe(200);
    expect(await given(id)).toEqual({ amount: '49.000', reference: null, note: 'USD 49.00' });
  });

  test('is what the shop tells, in the currency that was paid', async () => {
    const externalRef = randomUUID();
    const { id } = await takeIn(app, { external_ref: externalRef });
    const tell = (body: object) =>
      app.call('POST', `/api/intake/orders/${externalRef}/refunded`, { body, headers: { 'x-intake-key': intakeKey } });
    expect((await tell({ amount: '9' })).body.errors).toEqual({ currency: 'amount and currency go together.' });
    expect((await tell({ amount: '9', currency: 'EUR' })).code).toBe(409);
    expect((await tell({ amount: '49', currency: 'usd', reference: 're_2' })).code).toBe(200);
    expect((await tell({ amount: '1', currency: 'usd', reference: 're_3' })).code).toBe(409);
    expect(await given(id)).toMatchObject({ amount: '49.000', reference: 're_2' });
  });
});

test('a dispute of a refunded order raises an alarm by mail to the Admins, once, and proposes the credit', async () => {
  const { id } = await takeIn(app);
  await move(app, id, 'Refunds');
  await app.database.query('UPDATE orders SET refund_date = $2 WHERE id = $1', [id, '2026-03-01T10:00:00Z']);
  const body = { orderId: id, case_id: `alarm-${id}`, reason_code: '13.1', amount: '49', currency: 'USD' };
  const added = await app.call('POST', '/api/admin/disputes', { as: 'manager', body });
  const changed = { ...body, amount: '50', version: added.body.data.version };
  const dispute = `/api/admin/disputes/${added.body.data.id as number}`;
  expect((await app.call('PUT', dispute, { as: 'manager', body: changed })).code).toBe(200);
  const mails = await app.database.query<{ recipient: string; body: string }[]>(
    "SELECT recipient, body FROM mails WHERE kind = 'dispute-refunded' AND subject LIKE $1",
    [`Order ${id} %`],
  );
  expect(mails).toEqual([
    {
      recipient: 'admin@demo.test',
      body: expect.stringMatching(/refunded on 1 Mar 2026, 10:00 UTC[^]*credit already issued[^]*USD 49\.00/),
    },
  ]);
  const { advice } = (await app.call('GET', dispute, { as: 'manager' })).body.data;
  expect(advice).toMatchObject({ fight: true, sentence: expect.stringContaining('credit already issued') });
});
