import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AlarmsService } from '../../src/standing/alarms.service.js';
import { eventually, startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true });
});
afterAll(() => app.close());

/** A time of a day in Kuala Lumpur. */
const at = (day: number, clock: string) => new Date(`${dayFromNow(day)}T${clock}:00+08:00`);
const raise = (now: Date) => app.web.get<AlarmsService>('AlarmsService').raise(now);
const mails = async () =>
  (await app.database.query(
    "SELECT recipient, subject, body FROM mails WHERE kind = 'orders-at-risk' ORDER BY id",
  )) as { recipient: string; subject: string; body: string }[];

test('Admins and Managers hear of the board twice an evening and once of each arrival, whatever runs how often', async () => {
  await raise(at(19, '18:00'));
  expect(await mails()).toEqual([]);

  const first = await takeIn(app, { doa: dayFromNow(21) });
  const second = await takeIn(app, { doa: dayFromNow(21) });
  const delivered = await takeIn(app, { doa: dayFromNow(21) });
  await app.call('PUT', '/api/admin/card-outcome', {
    as: 'admin',
    body: { orderId: delivered.id, outcome: 'delivered otherwise' },
  });
  await raise(at(20, '11:59'));
  expect(await mails()).toEqual([]);

  // two workers, a restart, and a clock that is set back
  await Promise.all([raise(at(20, '12:00')), raise(at(20, '12:00'))]);
  await raise(at(20, '12:05'));
  await raise(at(20, '11:00'));
  await raise(at(20, '12:00'));
  const arriving = await mails();
  expect(arriving.map(({ recipient }) => recipient)).toEqual(['admin@demo.test', 'manager@demo.test']);
  expect(arriving[0]!.subject).toBe('2 orders arrive within 12 hours without a card');
  expect(arriving[0]!.body).toContain('their travellers arrive within 12 hours');
  for (const { id } of [first, second]) expect(arriving[0]!.body).toContain(String(id));
  expect(arriving[0]!.body).not.toContain(String(delivered.id));

  // the evening's, also when the worker starts late, and the next one
  await Promise.all([raise(at(20, '18:40')), raise(at(20, '19:00'))]);
  expect((await mails()).slice(2).map(({ subject }) => subject)).toEqual(
    Array(2).fill('18:00 Kuala Lumpur: 2 at risk, 0 late'),
  );
  expect((await mails()).at(-1)!.body).toContain(
    'At 18:00 in Kuala Lumpur, 2 travellers arrive within 24 hours without their card.',
  );
  await raise(at(20, '22:00'));
  await raise(at(21, '18:00'));
  expect((await mails()).at(-1)!.body).toContain(
    'At 18:00 in Kuala Lumpur, the arrival of 2 travellers without their card has begun.',
  );
  expect((await mails()).slice(4).map(({ subject }) => subject)).toEqual([
    ...Array(2).fill('22:00 Kuala Lumpur: 2 at risk, 0 late'),
    ...Array(2).fill('18:00 Kuala Lumpur: 0 at risk, 2 late'),
  ]);

  // a later arrival is another alarm; a card that was sent is none
  await app.database.query('UPDATE orders SET doa = doa + 9, processing_date = processing_date + 9 WHERE id = $1', [
    first.id,
  ]);
  await raise(at(29, '13:00'));
  expect(await mails()).toHaveLength(10);

  const mail = await eventually(async () => (await app.mailbox()).find(({ to }) => to.includes('manager@demo.test')));
  expect(mail.text).toContain('/admin/at-risk');
});

test('the metric counts the board by standing', async () => {
  await takeIn(app, { doa: dayFromNow(0) });
  const text = await (await fetch(`${app.url}/metrics`)).text();
  expect(text).toContain('orders_at_risk{standing="late"} 1');
});
