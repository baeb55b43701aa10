import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { type Running, spawnWorker } from '../support/processes.js';
import { deliver, inboundKey, mime } from '../inbound/mails.js';

let app: TestApp;
let worker: Running | undefined;
beforeAll(async () => {
  app = await startApp({ settings: { INBOUND_KEY: inboundKey, APPLICATION_MAIL_DOMAIN: 'apply.test' } });
});
afterAll(async () => {
  await worker?.kill();
  await app.close();
});

const rows = (sql: string, values: unknown[] = []) => app.database.query<Record<string, unknown>[]>(sql, values);

test('a worker killed while it reads a mail costs neither the mail nor a second row', async () => {
  const { id } = await takeIn(app);
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const raw = mime({ text: 'Here it is', files: [{ name: 'photo.png', type: 'image/png', bytes: picture }] });
  expect((await deliver(app, raw, `${id}@apply.test`)).code).toBe(200);

  // The worker has written the mail and its file, and waits for the activity: now it is killed.
  const gate = app.database.createQueryRunner();
  await gate.startTransaction();
  await gate.query('LOCK TABLE activity IN SHARE MODE');
  worker = await spawnWorker(app.settings);
  const waits = `SELECT FROM pg_locks WHERE relation = 'activity'::regclass AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  expect(await eventually(async () => (await rows(waits)).length > 0)).toBe(true);
  await worker.kill('SIGKILL');
  await gate.rollbackTransaction();
  await gate.release();
  expect(await eventually(async () => (await rows(waits)).length === 0)).toBe(true);
  expect(await rows('SELECT kind FROM inbound_mails')).toEqual([{ kind: 'unread' }]);
  expect(await rows('SELECT FROM inbound_files')).toEqual([]);

  worker = await spawnWorker(app.settings);
  expect(
    await eventually(async () => (await rows("SELECT FROM inbound_mails WHERE kind <> 'unread'")).length > 0),
  ).toBe(true);
  expect(await rows('SELECT order_id, kind, text FROM inbound_mails')).toEqual([
    { order_id: id, kind: 'customer', text: expect.stringContaining('Here it is') },
  ]);
  expect(await rows('SELECT name FROM inbound_files')).toEqual([{ name: 'photo.png' }]);
  expect(
    await rows(
      `SELECT action FROM activity WHERE order_id = $1 AND action IN ('mail.received', 'mail.read') ORDER BY id`,
      [id],
    ),
  ).toEqual([{ action: 'mail.received' }, { action: 'mail.read' }]);
});
