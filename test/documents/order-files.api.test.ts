import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RetentionService } from '../../src/retention/retention.service.js';
import type { OrderFileEntry } from '../../src/shared/answers/order-files.js';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { type CallOptions, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { delivered, image, pdf, track } from './cards.js';

// Files that members add to an order and that are no card (docs/form.md#what-the-authoritys-page-showed).

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const kind = 'registration_check';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const stored = () => readdir(join(app.env.DATA_DIR, 'files/added')).catch(() => []);
const details = async (id: number, as: CallOptions['as'] = 'team') =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as })).body.data;
const filesOf = async (id: number, as?: CallOptions['as']) => (await details(id, as)).files as OrderFileEntry[];
const remove = (id: number, fileId: number, as: CallOptions['as'] = 'team') =>
  app.call('POST', `/api/admin/orders/${encodeOrderId(id)}/files/${fileId}/remove`, { as });

function add(id: number | string, file: Uint8Array | null, options: CallOptions = { as: 'team' }, fields = { kind }) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file) body.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'screen.exe');
  return app.call('POST', `/api/admin/orders/${id}/files`, { ...options, body });
}

describe('POST /api/admin/orders/{orderId}/files', () => {
  test('nobody adds a file without signing in', async () => {
    const { id } = await takeIn(app);
    expect((await add(id, await image('png'), {})).code).toBe(401);
  });

  test('a bad body gets every wrong field', async () => {
    const { id } = await takeIn(app);
    const { code, body } = await add(id, null, { as: 'team' }, { kind: 'card' });
    expect([code, body.errors]).toEqual([422, { kind: 'There is no such kind.', file: 'File is required' }]);
    expect((await app.call('POST', `/api/admin/orders/${id}/files`, { as: 'team', body: { kind } })).code).toBe(415);
    expect((await add('x', await image('png'))).code).toBe(404);
  });

  test('keeps the file with its hash, its time and who added it, beside the cards and not among them', async () => {
    const { id, file1 } = await delivered(app);
    const before = await details(id);
    const bytes = await image('png');
    const { code, body } = await add(encodeOrderId(id), bytes);
    expect([code, body.message, body.data.sha256]).toEqual([200, 'The file has been added', sha256(bytes)]);

    const after = await details(id);
    expect(after.files).toEqual([
      {
        id: body.data.id,
        kind,
        create_ts: expect.any(String),
        added_by: 'Demo Team',
        content_type: 'image/png',
        size: bytes.length,
        sha256: sha256(bytes),
        url: `/admin/order-file/${body.data.id}`,
        erased_at: null,
      },
    ]);
    expect([after.uploadDoc, after.mailHistory, after.process_status]).toEqual([
      before.uploadDoc,
      before.mailHistory,
      before.process_status,
    ]);
    const [entry] = after.activity;
    expect(entry).toMatchObject({ action: 'file.added', to: kind, note: `SHA-256 ${sha256(bytes)}` });

    const token = await track(app, id);
    const history = await app.call('POST', '/api/front/get-download-history', { token, body: { orderId: id } });
    expect([history.body.path, JSON.stringify(history.body)]).toEqual([{ file1 }, expect.not.stringContaining(kind)]);
  });

  test('takes a picture or a PDF by its content, and refuses others as of a card', async () => {
    const { id } = await takeIn(app);
    for (const bytes of [await image('jpeg'), await image('webp'), await pdf()])
      expect((await add(id, bytes)).code).toBe(200);
    expect(await filesOf(id)).toMatchObject(
      ['image/jpeg', 'image/webp', 'application/pdf'].map((content_type) => ({ content_type })),
    );

    const { id: other } = await takeIn(app);
    const kept = await stored();
    const whole = await pdf();
    for (const [bytes, why] of [
      [Buffer.from('MZ'), 'This kind of file is not taken. A screenshot is a PNG, JPEG, WebP or PDF.'],
      [await image('gif'), 'This kind of file is not taken. A screenshot is a PNG, JPEG, WebP or PDF.'],
      [whole.subarray(0, -60), 'The end of this PDF is missing. It may have been cut off on its way.'],
      [
        (await image('png')).subarray(0, -40),
        'The end of this PNG picture is missing. It may have been cut off on its way.',
      ],
    ] as const) {
      const { code, body } = await add(other, bytes);
      expect([code, body.message]).toEqual([415, why]);
    }
    expect((await add(other, Buffer.alloc(10 * 1024 * 1024 + 1))).code).toBe(413);
    expect([await filesOf(other), await stored()]).toEqual([[], kept]);
  });

  test('takes each file once, and three at most', async () => {
    const { id } = await takeIn(app);
    const bytes = await pdf();
    expect((await add(id, bytes)).code).toBe(200);
    const again = await add(id, bytes);
    expect([again.code, again.body.message]).toEqual([409, 'The order has this file already.']);
    const many = await Promise.all([pdf(), pdf(), pdf(), pdf()].map(async (one) => add(id, await one)));
    expect(many.map(({ code }) => code).toSorted()).toEqual([200, 200, 409, 409]);
  });

  test('is refused while somebody else holds the order, and once its data is erased', async () => {
    const { id } = await takeIn(app);
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team2',
      body: { orderId: id, assignto: 'Demo Team Two' },
    });
    expect((await add(id, await image('png'))).code).toBe(409);
    expect((await add(id, await image('png'), { as: 'team2' })).code).toBe(200);
    await app.database.query('UPDATE orders SET erased_at = now() WHERE id = $1', [id]);
    expect((await add(id, await image('png'), { as: 'team2' })).body.message).toContain('erased');
  });
});

describe('GET /admin/order-file/{id}', () => {
  test('shows the file to who may see passports, and notes that', async () => {
    const { id } = await takeIn(app);
    const bytes = await image('png');
    const { data } = (await add(id, bytes)).body;
    const open = (as: CallOptions['as']) => app.call('GET', `/admin/order-file/${data.id}`, { as });
    expect([(await open('telecaller')).code, (await filesOf(id, 'telecaller'))[0]!.url]).toEqual([403, null]);
    const token = await app.signIn('team');
    const answer = await fetch(`${app.url}/admin/order-file/${data.id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toBe(
      `inline; filename="registration-check-${id}-${data.id}.png"`,
    );
    const [row] = await app.database.query(
      'SELECT "to", note FROM activity WHERE order_id = $1 AND action = \'file.fetched\'',
      [id],
    );
    expect(JSON.stringify(row)).toContain(`registration-check-${id}-${data.id}.png`);
  });
});

describe('POST /api/admin/orders/{orderId}/files/{fileId}/remove', () => {
  test('nobody removes a file without signing in, and no order removes another’s', async () => {
    const { id } = await takeIn(app);
    const { id: other } = await takeIn(app);
    const { data } = (await add(id, await image('png'))).body;
    expect((await app.call('POST', `/api/admin/orders/${id}/files/${data.id}/remove`)).code).toBe(401);
    expect((await remove(other, data.id)).code).toBe(404);
    expect(await filesOf(id)).toHaveLength(1);
  });

  test('takes a wrong file away, which the activity keeps, and the file goes with those that are erased', async () => {
    const { id } = await takeIn(app);
    const bytes = await image('png');
    const kept = await stored();
    const { data } = (await add(id, bytes)).body;
    expect((await remove(id, data.id)).body.message).toBe('The file has been removed');
    expect((await remove(id, data.id)).code).toBe(404);

    expect(await filesOf(id)).toEqual([]);
    expect((await app.call('GET', `/admin/order-file/${data.id}`, { as: 'admin' })).code).toBe(404);
    const [entry] = (await details(id)).activity;
    expect(entry).toMatchObject({
      action: 'file.removed',
      from: kind,
      note: `SHA-256 ${sha256(bytes)}`,
      actor: 'Demo Team',
    });
    await app.web.get<RetentionService>('RetentionService').run();
    expect(await stored()).toEqual(kept);

    // it was no mistake after all
    expect((await add(id, bytes)).code).toBe(200);
  });
});
