import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { usDate } from '../../src/shared/dates.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

function add(body: unknown, as: 'team' | 'team2' | 'telecaller' = 'team') {
  return app.call('POST', '/api/admin/add-new-remark', { as, body });
}

async function details(orderId: string) {
  const { body } = await app.call('GET', `/api/admin/get-orders-details/${orderId}`, { as: 'team' });
  return body.data;
}

describe('POST /api/admin/add-new-remark', () => {
  test('a guest may not', async () => {
    expect((await app.call('POST', '/api/admin/add-new-remark', { body: {} })).code).toBe(401);
  });

  test.each([
    [{ remark: '' }, 'remark', 'Please enter your remark'],
    [{ remark: ' \n ' }, 'remark', 'Please enter your remark'],
    [{ remark: 'x'.repeat(4001) }, 'remark', 'At most 4000 characters.'],
    [{ remark: 'a\0b' }, 'remark', 'This text contains a character that is not allowed.'],
    [{ chargeBack: 'yes' }, 'chargeBack', "Must be 'Y' or absent."],
    [{ orderId: '' }, 'orderId', 'Please enter your order id.'],
  ])('%j is refused', async (wrong, field, message) => {
    const { encoded } = await takeIn(app);
    const { code, body } = await add({ orderId: encoded, remark: 'Called', ...wrong });
    expect([code, body.errors]).toEqual([422, { [field]: message }]);
  });

  test('an unknown order: 404', async () => {
    expect((await add({ orderId: 99_999_999, remark: 'Called' })).code).toBe(404);
  });

  test('is kept under the name of who is signed in, with its flags, in EST', async () => {
    const { id, encoded } = await takeIn(app);
    const { code, body } = await add({
      orderId: encoded,
      remark: '  Called twice  ',
      remarkerName: 'Somebody Else',
      telephone: 'Y',
      reportError: 'Y',
    });
    expect(code).toBe(200);
    expect(body.data).toMatchObject({
      order_id: id,
      remark_name: 'Demo Team',
      remark: 'Called twice',
      whatsapp: '',
      telephone: 'Y',
      status_refund: '',
      voided: '',
      chargeback: '',
      report_error: 'Y',
      us_date: usDate(new Date()),
    });
    expect(body.data.us_time).toMatch(/^\d\d:\d\d:\d\d$/);

    const order = await details(encoded);
    expect(order.remark).toEqual([body.data]);
    expect(order.activity[0]).toMatchObject({ actor: 'Demo Team', action: 'remark.added' });
    expect(order.version).toBe(1);
  });

  test('everybody may, also on an order that somebody else holds; the newest comes first', async () => {
    const { encoded } = await takeIn(app);
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team',
      body: { orderId: encoded, assignto: 'Demo Team' },
    });
    expect((await add({ orderId: encoded, remark: 'first' }, 'team2')).code).toBe(200);
    expect((await add({ orderId: encoded, remark: 'second' }, 'telecaller')).code).toBe(200);
    const { remark } = await details(encoded);
    expect(remark.map((one: { remark: string }) => one.remark)).toEqual(['second', 'first']);
  });

  test('Chargeback dates the dispute once and leaves the version', async () => {
    const { encoded } = await takeIn(app);
    await add({ orderId: encoded, remark: 'Bank wrote', chargeBack: 'Y' });
    const first = await details(encoded);
    expect(first.disputed_at).toMatch(/Z$/);
    await add({ orderId: encoded, remark: 'Bank wrote again', chargeBack: 'Y' });
    const second = await details(encoded);
    expect([second.disputed_at, second.version]).toEqual([first.disputed_at, 1]);
    const actions = second.activity.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action === 'order.disputed')).toHaveLength(1);
  });

  test('a stale writer is not disturbed by remarks', async () => {
    const { encoded } = await takeIn(app);
    await add({ orderId: encoded, remark: 'x', chargeBack: 'Y' });
    const { code } = await app.call('PUT', '/api/admin/move-order-status', {
      as: 'team',
      body: { orderId: encoded, updatingStatus: 'Awaiting', version: 1 },
    });
    expect(code).toBe(200);
  });
});
