import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../support/app.js';
import { type Running, spawnWorker } from '../support/processes.js';
import { firstTry, openPostOffice, type PostOffice } from './post-office.js';
import { neverAnswer } from './provider-server.js';

let office: PostOffice;
let worker: Running | undefined;

beforeAll(async () => {
  office = await openPostOffice();
});
afterAll(async () => {
  await worker?.kill();
  await office.close();
});

test('a worker killed while the provider has the mail costs neither the mail nor a second one', async () => {
  const order = await office.order();
  const { id } = await office.write(order);
  office.provider.next.push(neverAnswer);
  worker = await spawnWorker(office.settings);
  await office.mail.sendLater(id);
  await eventually(() => Promise.resolve(office.provider.received.length === 1));
  await worker.kill('SIGKILL');

  // The worker that gets the job next finds the attempt open and does not send again.
  await office.sending.sendNow(id, firstTry);
  expect(await office.row(id)).toMatchObject({ state: 'queued', attempts: 1 });

  await office.database.query(`UPDATE mails SET attempt_at = attempt_at - interval '2 minutes' WHERE id = $1`, [id]);
  await office.sending.sweep();
  expect(await office.row(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('not known') });
  expect(office.provider.received).toHaveLength(1);

  await office.mail.retry(office.staff, id, null);
  await office.sending.sendNow(id, firstTry);
  expect(await office.row(id)).toMatchObject({ state: 'sent', attempts: 2 });
  expect(office.provider.received).toHaveLength(2);
});
