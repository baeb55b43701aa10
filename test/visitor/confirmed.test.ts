import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PackFacts } from '../../src/shared/pack-facts.js';
import { delivered, track } from '../documents/cards.js';
import { eventually, startApp, type TestApp } from '../support/app.js';

// The customer's browser counts the file that it got and says so (docs/evidence.md#downloads-and-evidence).

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/146.0.0.0 Mobile Safari/537.36';
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function tracked() {
  const order = await delivered(app);
  return { ...order, token: await track(app, order.id) };
}

/** The card, once its download is in the history: the customer's page reports it then, and has the last byte earlier. */
async function fetched({ id, path, token }: { id: number; path: string; token: string }): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': phone };
  const countOf = async () => (await completeOf(id)).filter(Boolean).length;
  const before = await countOf();
  const card = new Uint8Array(await (await fetch(app.url + path, { headers })).arrayBuffer());
  await eventually(async () => (await countOf()) > before);
  return card;
}

const confirm = (token: string | undefined, body: unknown) =>
  app.call('POST', '/api/front/confirm-download', { token, body });
const rowsOf = (id: number) =>
  app.database.query<{ at: Date | null }[]>(
    'SELECT confirmed_at AS at FROM downloads WHERE order_id = $1 ORDER BY id',
    [id],
  );

const completeOf = async (id: number) => {
  const rows = await app.database.query<{ complete: boolean }[]>('SELECT complete FROM downloads WHERE order_id = $1', [
    id,
  ]);
  return rows.map(({ complete }) => complete);
};

describe('POST /api/front/confirm-download', () => {
  test('nobody confirms without a session of the order', async () => {
    const order = await tracked();
    const body = { orderId: order.encoded, file1: order.file1, bytes: 1, sha256: hash(order.card) };
    expect((await confirm(undefined, body)).code).toBe(401);
    const other = await tracked();
    await fetched(order);
    expect((await confirm(other.token, { ...body, bytes: order.card.length })).code).toBe(401);
    expect(await rowsOf(order.id)).toEqual([{ at: null }]);
  });

  test('a bad body gets every wrong field', async () => {
    const { token } = await tracked();
    const { code, body } = await confirm(token, { bytes: 1.5, sha256: 'A'.repeat(64) });
    expect(code).toBe(422);
    expect(Object.keys(body.errors ?? {}).toSorted()).toEqual(['bytes', 'file1', 'orderId', 'sha256']);
  });

  test('notes it once on the download of the session, and adds none', async () => {
    const order = await tracked();
    const body = { orderId: order.encoded, file1: order.file1, bytes: order.card.length, sha256: hash(order.card) };
    expect((await confirm(order.token, body)).code).toBe(404);
    const stranger = await track(app, order.id);
    await fetched({ ...order, token: stranger });
    expect((await confirm(order.token, body)).code).toBe(404);

    expect(hash(await fetched(order))).toBe(body.sha256);
    expect((await confirm(order.token, body)).code).toBe(200);
    const first = await rowsOf(order.id);
    expect(first).toEqual([{ at: null }, { at: expect.any(Date) }]);
    expect((await confirm(order.token, body)).code).toBe(200);
    expect(await rowsOf(order.id)).toEqual(first);
  });

  test('another file than was sent proves nothing', async () => {
    const order = await tracked();
    await fetched(order);
    const body = { orderId: order.encoded, file1: order.file1, bytes: order.card.length, sha256: hash(order.card) };
    expect((await confirm(order.token, { ...body, bytes: body.bytes - 1 })).code).toBe(409);
    expect((await confirm(order.token, { ...body, sha256: '0'.repeat(64) })).code).toBe(409);
    await app.database.query("UPDATE downloads SET create_ts = now() - interval '31 minutes' WHERE order_id = $1", [
      order.id,
    ]);
    expect((await confirm(order.token, body)).code).toBe(404);
    expect(await rowsOf(order.id)).toEqual([{ at: null }]);
  });

  test('a pack says of how many downloads the customer’s browser reported the file', async () => {
    const order = await tracked();
    await fetched(order);
    const detail = async () => {
      const body = { orderId: order.id, defencePackType: 1 };
      const answer = await app.call('POST', '/api/admin/defence-pack-details', { as: 'admin', body });
      return answer.body.data as unknown as PackFacts;
    };
    // a pack counts no download from the machine that it runs on
    await app.database.query("UPDATE downloads SET ip = '81.2.69.142' WHERE order_id = $1", [order.id]);
    expect((await detail()).downloaded).toMatchObject({ current: 1, confirmed: 0 });
    const body = { orderId: order.encoded, file1: order.file1, bytes: order.card.length, sha256: hash(order.card) };
    expect((await confirm(order.token, body)).code).toBe(200);
    const { downloads, downloaded } = await detail();
    expect(downloaded).toMatchObject({ current: 1, confirmed: 1 });
    expect(downloads.map(({ confirmed }) => confirmed)).toEqual([true]);
  });
});
