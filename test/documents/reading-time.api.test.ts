import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { product, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { textOf } from '../platform/pdf/read-pdf.js';
import { delivered, longPdf, track, upload, uploadForm } from './cards.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true });
});
afterAll(() => app.close());

const { readingLimits } = product;
const usual = { ...readingLimits };
afterEach(() => void Object.assign(readingLimits, usual));
const busy = () => Object.assign(readingLimits, { clock: 1 });
const quiet = () => Object.assign(readingLimits, usual);
const notInTime = [503, 'The file could not be read in time. Please try again.'];

test('a sound card that could not be read in time is not refused for good, and leaves nothing', async () => {
  const order = await takeIn(app);
  const card = await longPdf(120);
  busy();
  const { code, body } = await upload(app, uploadForm(order.id, card));
  expect([code, body.message]).toEqual(notInTime);
  expect(await app.database.query('SELECT 1 FROM documents WHERE order_id = $1', [order.id])).toEqual([]);
  quiet();
  expect((await upload(app, uploadForm(order.id, card))).code).toBe(200);
});

test('no pack says that a card can’t be read which could not be read in time; the next one has it', async () => {
  const order = await delivered(app, { card: await longPdf(120) });
  const make = async () =>
    fetch(`${app.url}/api/admin/get-defence-pack-pdf`, {
      method: 'POST',
      headers: { authorization: await app.signIn('admin'), 'content-type': 'application/json' },
      body: JSON.stringify({ orderId: order.id, defencePackType: 1 }),
    });
  busy();
  const refused = await make();
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual(notInTime);
  quiet();
  const pack = await make();
  expect(pack.status).toBe(200);
  expect((await textOf(new Uint8Array(await pack.arrayBuffer()))).join(' ')).toContain('120, on the pages that follow');
});

test('a picture that could not be drawn in time is drawn when it is asked for again', async () => {
  const order = await delivered(app, { card: await longPdf(120) });
  const token = await track(app, order.id);
  const headers = { authorization: `Bearer ${token}` };
  const picture = () => fetch(`${app.url}/get-new-order-details/${order.id}/picture`, { headers });
  busy();
  expect((await picture()).status).toBe(404);
  quiet();
  expect((await picture()).status).toBe(200);
});
