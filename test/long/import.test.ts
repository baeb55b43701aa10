import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type TestApp } from '../support/app.js';
import { dayFromNow, orderBody } from '../support/orders.js';
import { runScript } from '../support/script.js';

const count = 100_000;
let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'desk-import-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test('a hundred thousand orders come in, and again faster', async () => {
  const path = join(folder, 'orders.csv');
  await writeOrders(path);
  const run = () => runScript('intake/import.js', [path], { settings: { DATABASE_URL: app.env.DATABASE_URL! } });

  const started = performance.now();
  const first = await run();
  const seconds = (performance.now() - started) / 1000;
  expect([first.code, first.out]).toEqual([0, expect.stringContaining(`${count} added, 0 already there, 0 refused`)]);

  const again = await run();
  const secondsAgain = (performance.now() - started) / 1000 - seconds;
  expect(again.out).toContain(`0 added, ${count} already there`);
  expect(secondsAgain).toBeLessThan(seconds);

  const { body } = await app.call('GET', '/api/admin/get-folder-count', { as: 'admin' });
  expect(body.data.allOrdersCount).toBe(count);
  const [{ n }] = await app.database.query("SELECT count(*)::int AS n FROM activity WHERE action = 'order.received'");
  expect(n).toBe(count);
  process.stdout.write(`${count} orders in ${seconds.toFixed(0)} s, again in ${secondsAgain.toFixed(0)} s\n`);
});

async function writeOrders(path: string): Promise<void> {
  const file = createWriteStream(path);
  const names = Object.keys(orderBody());
  file.write(`${names.join(',')}\r\n`);
  for (let index = 0; index < count; index++) {
    const order = orderBody({
      full_name: `"Traveller, ${index}"`,
      contact_email_address: `traveller${index}@example.com`,
      passport_no: `X${1_000_000 + index}`,
      doa: dayFromNow(index % 60),
    });
    const row = names.map((name) => `${order[name] as string | boolean}`).join(',');
    if (!file.write(`${row}\r\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}
