import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Jobs } from '../../src/platform/job-queues.js';
import { pageCount } from '../../src/platform/pdf/embed.js';
import { eventually, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { spawnWorker } from '../support/processes.js';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

async function completed(): Promise<number> {
  const { id } = await takeIn(app);
  await app.database.query(`UPDATE orders SET process_status = 'Completed' WHERE id = $1`, [id]);
  return id;
}

async function askFor(orderId: number): Promise<{ code: number; pdf: Uint8Array }> {
  const answer = await fetch(`${app.url}/api/admin/get-defence-pack-pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await app.signIn('team')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ orderId, defencePackType: 1 }),
  });
  return { code: answer.status, pdf: new Uint8Array(await answer.arrayBuffer()) };
}

const stateOf = async (orderId: number) =>
  (await app.database.query<{ state: string }[]>('SELECT state FROM packs WHERE order_id = $1', [orderId]))[0]?.state;

describe('the pack worker', () => {
  test('killed in the middle of a pack, it leaves the pack to the next worker', async () => {
    const orderId = await completed();
    const first = await spawnWorker(app.settings);
    const asked = askFor(orderId);
    await eventually(async () => {
      const { packs } = await app.web.get<Jobs>('Jobs').depth();
      return packs > 0 && (await stateOf(orderId)) === 'queued';
    });
    await first.kill('SIGKILL');
    expect(await stateOf(orderId)).toBe('queued');

    const second = await spawnWorker(app.settings);
    const { code, pdf } = await asked;
    await second.kill('SIGTERM');
    expect(code).toBe(200);
    expect(await pageCount(pdf)).toBeGreaterThan(2);
  });

  test('a pack whose job was lost on the way to the queue is found by the sweep', async () => {
    const orderId = await completed();
    await app.database.query(
      `INSERT INTO packs (order_id, type, input_sha256, facts, made_by, create_ts)
       SELECT $1, 1, 'lost', facts, 'Demo Team', now() - interval '1 minute' FROM packs LIMIT 1`,
      [orderId],
    );
    const worker = await spawnWorker(app.settings);
    expect(await eventually(async () => (await stateOf(orderId)) === 'ready')).toBe(true);
    await worker.kill('SIGTERM');
  });
});
