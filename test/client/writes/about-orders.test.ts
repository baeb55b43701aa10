import { expect, test } from '@jest/globals';
import { ordersOf, saysWhich } from '../../../client/writes/about-orders.js';
import { encodeOrderId } from '../../../src/shared/order-id.js';

const done = { done: true, message: '' };
const page = `/admin/view-order/${encodeOrderId(100_005)}`;

test.each([
  [{ orderId: encodeOrderId(100_001) }, done, '/admin', [100_001]],
  [{ orderId: [100_001, encodeOrderId(100_002)] }, done, page, [100_001, 100_002]],
  [{ token: 'of an undo' }, { ...done, data: { done: [100_003], failed: [] } }, page, [100_003]],
  [
    { orderId: 'nonsense' },
    { ...done, data: { done: [100_003], failed: [{ order_id: 100_004, message: 'Held by Ann' }] } },
    '/admin',
    [100_003, 100_004],
  ],
  [{ mailId: 7 }, { ...done, data: { mail_id: 8 } }, page, [100_005]],
  [{ mailId: 7 }, done, '/admin/system', []],
  [{}, { done: false, message: 'Refused', data: null }, '/admin/view-order/', []],
])('the orders of %j, answered by %j on %s', (body, outcome, shown, orders) => {
  expect(ordersOf(body, outcome, shown)).toEqual(orders);
});

test.each([
  ['Order has been moved successfully', [100_001], 'Order 100001: '],
  ['Order has been moved successfully', [100_001, 100_002, 100_003], '3 orders: '],
  ['Order has been moved successfully', [100_001, 100_001], 'Order 100001: '],
  ['Order 100001 went back to its queue.', [100_001], ''],
  ['Order has been deleted successfully · 2 orders', [100_001, 100_002], ''],
  ['Team member deleted successfully', [], ''],
  ['Team member deleted successfully', undefined, ''],
])('%s, about %j, says first %j', (message, orders, says) => {
  expect(saysWhich(message, orders)).toBe(says);
});
