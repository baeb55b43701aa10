import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { processes } from '../support/process-list.js';
import { type Calls, callsOf, type Product, startProduct } from '../support/product.js';
import { members, password } from '../support/app.js';
import { unzip } from '../support/unzip.js';

const forty = 40;
const batches = 5;
/** Seconds until the archive of forty disputes is there, on a machine that does nothing else. */
const most = 60;

let product: Product;
let call: Calls;
beforeAll(async () => {
  // what is not garbage is about 100 MB; without a limit V8 leaves garbage lie, as much as the machine has room for
  const NODE_OPTIONS = '--max-old-space-size=192';
  product = await startProduct({ DEMO_ORDERS: '3000', REQUESTS_PER_MINUTE: '1000000', NODE_OPTIONS });
  call = await callsOf(product, members.manager.email);
}, 300_000);
afterAll(() => product.stop());

/** Megabytes that the worker holds. */
function workerMegabytes(): number {
  const { pid } = processes().find(
    ({ parent, command }) => parent === product.process.pid && command.includes('src/worker.js'),
  )!;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024);
}

/** Opens forty disputes, has their packs made, and takes the archive. */
async function make(orders: number[]): Promise<{ seconds: number; peak: number; packs: number }> {
  const disputes: number[] = [];
  for (const orderId of orders) {
    const { data } = await call('POST', '/api/admin/disputes', { orderId, reason_code: '13.1' });
    disputes.push((data as { id: number }).id);
  }
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, workerMegabytes())), 200);
  const began = performance.now();
  const { data } = await call('POST', '/api/admin/dispute-packs', { disputes });
  const path = `/api/admin/dispute-packs/${(data as { id: number }).id}`;
  await eventually(async () => (await call('GET', path)).data.done as boolean, 300);
  const login = await call('POST', '/api/admin/admin-login', { email: members.manager.email, password });
  const answer = await fetch(`${product.url}${path}/packs.zip`, {
    headers: { authorization: `Bearer ${(login.data as { jwtToken: string }).jwtToken}` },
  });
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  clearInterval(watch);
  return {
    seconds: Math.round(performance.now() - began) / 1_000,
    peak,
    packs: files.filter(({ name, bytes }) => name.endsWith('.pdf') && bytes.subarray(0, 5).toString() === '%PDF-')
      .length,
  };
}

test('the packs of forty disputes come in one archive within a minute, and the worker’s memory stays flat', async () => {
  const { data } = await call('GET', '/api/admin/get-orders-list/completedOrder?limit=200');
  const orders = (data as { order_id: number }[]).map(({ order_id }) => order_id);
  expect(orders.length).toBe(forty * batches);
  const made: Awaited<ReturnType<typeof make>>[] = [];
  for (let batch = 0; batch < batches; batch++) {
    made.push(await make(orders.slice(batch * forty, (batch + 1) * forty)));
  }
  process.stderr.write(`${made.map((one) => `${one.seconds} s, worker ${one.peak} MB`).join('; ')}\n`);
  expect(made.map(({ packs }) => packs)).toEqual(Array.from({ length: batches }, () => forty));
  expect(Math.max(...made.map(({ seconds }) => seconds))).toBeLessThan(most);
  // the first batch loads what prints; after it nothing grows
  expect(made.at(-1)!.peak).toBeLessThan(made[0]!.peak * 1.2);
}, 900_000);
