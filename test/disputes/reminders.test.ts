import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RemindersService } from '../../src/disputes/reminders.service.js';
import { eventually, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true });
});
afterAll(() => app.close());

const replyBy = new Date('2030-06-10T12:00:00Z');
const hoursBefore = (hours: number, minutes = 0) => new Date(replyBy.getTime() - (hours * 60 + minutes) * 60_000);

test('Admins and Managers are reminded 72 and 24 hours before the reply is due, once each', async () => {
  const { id } = await takeIn(app);
  const { body } = await app.call('POST', '/api/admin/disputes', {
    as: 'admin',
    body: { orderId: id, reason_code: '10.4', reply_by: replyBy.toISOString() },
  });
  const remind = (now: Date) => app.web.get<RemindersService>('RemindersService').remindDue(now);
  const mails = async () =>
    (await app.database.query("SELECT recipient FROM mails WHERE kind = 'dispute-reminder' ORDER BY recipient")) as {
      recipient: string;
    }[];

  await remind(hoursBefore(72, 1));
  expect(await mails()).toEqual([]);
  await Promise.all([remind(hoursBefore(72)), remind(hoursBefore(71))]);
  const both = [{ recipient: 'admin@demo.test' }, { recipient: 'manager@demo.test' }];
  expect(await mails()).toEqual(both);
  await remind(hoursBefore(24, 1));
  expect(await mails()).toHaveLength(2);
  await Promise.all([remind(hoursBefore(24)), remind(hoursBefore(1))]);
  expect(await mails()).toHaveLength(4);
  await remind(new Date(replyBy.getTime() + 1));
  expect(await mails()).toHaveLength(4);

  // an alarm of arrivals without a card may have come first
  const mail = await eventually(async () =>
    (await app.mailbox()).find(({ to, subject }) => to.includes('admin@demo.test') && subject.includes(String(id))),
  );
  expect(mail.text).toContain('10 Jun 2030, 12:00 UTC (20:00 Kuala Lumpur)');

  // a new date is reminded of anew, here by the last reminder alone; a dispute that is over never
  const later = new Date(replyBy.getTime() + 10 * 86_400_000);
  await app.database.query('UPDATE disputes SET reply_by = $2 WHERE id = $1', [body.data.id, later]);
  await remind(new Date(later.getTime() - 3_600_000));
  expect(await mails()).toHaveLength(6);
  await app.database.query(
    "UPDATE disputes SET reply_by = reply_by + interval '30 days', state = 'accepted' WHERE id = $1",
    [body.data.id],
  );
  await remind(new Date(later.getTime() + 30 * 86_400_000 - 3_600_000));
  expect(await mails()).toHaveLength(6);
});
