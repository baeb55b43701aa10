import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { openStream } from '../live/stream.js';
import { eventually, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true });
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => app.close());

test.each([
  ['back', -2],
  ['on', 2],
])('when the clock is put %s by two hours, lists stay live, sessions good and mails go out', async (_way, hours) => {
  const { id } = await takeIn(app);
  const move = (updatingStatus: string) =>
    app.call('PUT', '/api/admin/move-order-status', { as: 'manager', body: { orderId: id, updatingStatus } });
  const stream = await openStream(app.url, await app.signIn('manager'));
  try {
    await stream.find('hello');
    await move('Awaiting');
    await stream.find('counts', ({ awaitingOrdersCount }) => awaitingOrdersCount > 0);
    const before = stream.events.length;

    const now = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);
    expect((await move('Customer Called')).code).toBe(200);
    await eventually(() => Promise.resolve(stream.events.slice(before).some(({ name }) => name === 'counts')));

    const { code } = await app.call('POST', '/api/admin/add-new-remark', {
      as: 'manager',
      body: { orderId: id, remark: 'Called', remarkerName: '' },
    });
    expect(code).toBe(200);
    await app.call('POST', '/api/admin/forgot-password', {
      body: { email: hours < 0 ? 'team@demo.test' : 'night@demo.test' },
    });
    await eventually(async () => {
      const rows = await app.database.query("SELECT FROM mails WHERE state <> 'sent'");
      return rows.length === 0;
    });
  } finally {
    stream.close();
  }
});
