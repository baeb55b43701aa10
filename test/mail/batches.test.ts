import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Mail } from '../../src/database/mail.entity.js';
import { eventually, waitForLocks } from '../support/app.js';
import { type Running, spawnWorker } from '../support/processes.js';
import { longTest } from '../support/sample.js';
import { firstTry, openPostOffice, type PostOffice } from './post-office.js';
import { dropConnection, neverAnswer, refuse, take } from './provider-server.js';

let office: PostOffice;
let workers: Running[] = [];

beforeAll(async () => {
  office = await openPostOffice();
});
beforeEach(async () => {
  office.provider.next.length = 0;
  await office.database.query('DELETE FROM provider_failures');
  // a worker's sweep would send what another test left
  await office.database.query("UPDATE mails SET state = 'failed' WHERE state = 'queued'");
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await office.close();
});

const write = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => office.write(await office.order(), { provider: 'AWS' })));

const sendAll = (mails: Mail[]) => Promise.all(mails.map(({ id }) => office.sending.sendNow(id, firstTry)));

const tagOf = (body: string) => Number(/"mail_id","Value":"(\d+)"/.exec(body)?.[1]);
/** How often each of the mails reached the provider. */
function arrivals(mails: Mail[]): number[] {
  const came = office.provider.received.map(({ body }) => tagOf(body));
  return mails.map(({ id }) => came.filter((other) => other === id).length);
}

test('of mails that are sent at once each has its own result', async () => {
  const mails = await write(6);
  const [refused, busy, lost, outdated, ...good] = mails as [Mail, Mail, Mail, Mail, ...Mail[]];
  await office.database.query(
    `WITH card AS (INSERT INTO documents (order_id, file1, storage_key, customer_name, mail_service_provider, sha256, size, content_type, uploaded_by)
       VALUES ($1, 'card.pdf', 'documents/none.pdf', 'Ann Example', 'AWS', repeat('0', 64), 1, 'application/pdf', 'Demo Team')
       RETURNING id)
     UPDATE orders SET outdated_card = (SELECT id FROM card) WHERE id = $1`,
    [outdated.orderId],
  );
  const answers = new Map([
    [refused.id, refuse(400, 'No such address')],
    [busy.id, refuse(429)],
    [lost.id, dropConnection],
  ]);
  const answer: typeof take = (response, id) => {
    const { body } = office.provider.received.find((mail) => mail.id === id)!;
    return (answers.get(tagOf(body)) ?? take)(response, id);
  };
  office.provider.next.push(...mails.map(() => answer));
  const results = await Promise.allSettled(mails.map(({ id }) => office.sending.sendNow(id, firstTry)));

  expect(results.map(({ status }) => status === 'rejected')).toEqual([false, true, false, false, false, false]);
  expect(arrivals(mails)).toEqual([1, 1, 1, 0, 1, 1]);
  expect(await office.row(refused.id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('No such') });
  expect(await office.row(busy.id)).toMatchObject({ state: 'queued', attempts: 1, attempt_at: null });
  expect(await office.row(lost.id)).toMatchObject({ state: 'queued', attempts: 1, attempt_at: expect.any(Date) });
  expect(await office.row(outdated.id)).toMatchObject({ state: 'failed', attempts: 0 });
  for (const { id, orderId } of good) {
    const { id: messageId } = office.provider.received.find(({ body }) => tagOf(body) === id)!;
    expect(await office.row(id)).toMatchObject({ state: 'sent', attempts: 1, provider_message_id: messageId });
    expect(await office.activity(orderId)).toEqual(['mail.queued', 'mail.sent queued>sent']);
  }
});

test('kept connections that break leave their mails in doubt, and none is sent twice', async () => {
  const [first, second, third] = [await write(6), await write(6), await write(6)];
  await sendAll(first);
  const before = office.provider.ports();
  office.provider.next.push(...second.map((_, n) => (n % 2 === 0 ? dropConnection : take)));
  await sendAll(second);
  // each went over a connection of the first ones
  expect(before).toEqual(expect.arrayContaining(office.provider.ports().slice(before.length)));
  // three failures are an outage, during which the other provider sends
  await office.database.query('DELETE FROM provider_failures');
  await sendAll(third);
  await sendAll(second);

  expect(arrivals([...first, ...second, ...third])).toEqual(Array.from({ length: 18 }, () => 1));
  expect(await statesOf([...first, ...third])).toEqual(Array.from({ length: 12 }, () => 'sent'));
  const results = await Promise.all(second.map(({ id }) => office.row(id)));
  expect(results.map(({ state }) => state).sort()).toEqual(['queued', 'queued', 'queued', 'sent', 'sent', 'sent']);
  for (const { attempts, attempt_at: open, failure } of results) {
    expect({ attempts, open, failure }).toEqual({ attempts: 1, open: expect.any(Date), failure: null });
  }
});

test('mails whose order a member is changing are sent, and their result waits', async () => {
  const [held, free] = (await write(2)) as [Mail, Mail];
  let sending: Promise<void[]> | undefined;
  await office.database.transaction(async (manager) => {
    await manager.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [held.orderId]);
    sending = Promise.all([held, free].map(({ id }) => office.sending.sendNow(id, firstTry)));
    await waitForLocks(manager, 1);
    // the mails are not locked before the order is: the member's change may touch them, too
    await manager.query('SELECT FROM mails WHERE id = $1 FOR UPDATE NOWAIT', [held.id]);
    expect(await office.row(held.id)).toMatchObject({ state: 'queued', attempts: 1 });
  });
  await sending;
  expect(arrivals([held, free])).toEqual([1, 1]);
  for (const { id } of [held, free]) expect(await office.row(id)).toMatchObject({ state: 'sent', attempts: 1 });
});

describe('by workers of their own', () => {
  test('two at once send no mail twice, and a job that was done leaves the list of failed ones', async () => {
    const mails = await write(30);
    await office.database.query(
      `INSERT INTO job_failures (job, data, error, tries) VALUES ('mail.send', $1, 'Error: gone', 10)`,
      [{ mailId: mails[0]!.id, provider: 'AWS' }],
    );
    workers = await Promise.all([spawnWorker(office.settings), spawnWorker(office.settings)]);
    // each worker has some of the jobs, and the test's own process takes each mail, too
    await Promise.all(mails.map(({ id }) => office.mail.sendLater(id)));
    await Promise.all(mails.map(({ id }) => office.sending.sendNow(id, firstTry)));

    await eventually(async () => (await statesOf(mails)).every((state) => state === 'sent'));
    expect(arrivals(mails)).toEqual(mails.map(() => 1));
    for (const { id } of mails) expect(await office.row(id)).toMatchObject({ attempts: 1 });
    await eventually(
      async () => (await office.database.query("SELECT FROM job_failures WHERE job = 'mail.send'")).length === 0,
    );
    await Promise.all(workers.map((worker) => worker.kill()));
  });

  longTest(
    'one that is killed in the middle of several leaves those in doubt, and another sends the rest',
    async () => {
      const mails = await write(12);
      for (let n = 0; n < 5; n++) office.provider.next.push(n < 2 ? take : neverAnswer);
      workers = [await spawnWorker(office.settings)];
      await Promise.all(mails.map(({ id }) => office.mail.sendLater(id)));
      await eventually(() => Promise.resolve(arrivals(mails).filter((times) => times > 0).length >= 5));
      await workers[0]!.kill('SIGKILL');

      const open = `SELECT id FROM mails WHERE id = ANY($1) AND state = 'queued' AND attempt_at IS NOT NULL`;
      const inDoubt = (await office.database.query<Mail[]>(open, [mails.map(({ id }) => id)])).map(({ id }) => id);

      office.provider.next.length = 0;
      workers = [await spawnWorker(office.settings)];
      await office.sending.sweep();
      const rest = mails.filter(({ id }) => !inDoubt.includes(id));
      await eventually(async () => (await statesOf(rest)).every((state) => state === 'sent'));
      await office.database.query(
        `UPDATE mails SET attempt_at = attempt_at - interval '3 minutes' WHERE id = ANY($1) AND state = 'queued'`,
        [inDoubt],
      );
      await office.sending.sweep();

      // each is sent, or came once and its answer was lost
      expect(Math.max(...arrivals(mails))).toBe(1);
      expect(inDoubt.length).toBeGreaterThanOrEqual(3);
      const doubted = mails.filter(({ id }) => inDoubt.includes(id));
      expect(await statesOf(doubted)).toEqual(doubted.map(() => 'failed'));
      expect(await statesOf(rest)).toEqual(rest.map(() => 'sent'));
    },
  );
});

async function statesOf(mails: Mail[]): Promise<string[]> {
  return Promise.all(mails.map(async ({ id }) => (await office.row(id)).state as string));
}
