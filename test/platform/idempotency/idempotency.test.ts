import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IdempotencyClearWorker } from '../../../src/platform/idempotency/idempotency-clear.worker.js';
import { pdf, track, upload, uploadForm } from '../../documents/cards.js';
import { type CallOptions, eventually, intakeKey, members, startApp, type TestApp } from '../../support/app.js';
import { orderBody, takeIn } from '../../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const keyed = (key: string) => ({ 'idempotency-key': key });
const remark = (orderId: number, key: string, more: CallOptions & { text?: string } = {}) =>
  app.call('POST', '/api/admin/add-new-remark', {
    as: 'team',
    body: { orderId, remark: more.text ?? 'Called', telephone: 'Y' },
    ...more,
    headers: { ...keyed(key), ...more.headers },
  });
const assign = (orderId: number, key: string, as: 'team' | 'team2', assignto: string = members[as].name) =>
  app.call('PUT', '/api/admin/assign-order-status', { as, body: { orderId, assignto }, headers: keyed(key) });
const remarksOf = (orderId: number) => app.database.query('SELECT id FROM remarks WHERE order_id = $1', [orderId]);
/** The row that a process leaves when it ends while it handles the request. */
const leaveBehind = (key: string, wrote: boolean) =>
  app.database.query(
    "UPDATE idempotency_keys SET answer = NULL, wrote = $2, alive_at = now() - interval '11 seconds' WHERE key = $1",
    [key, wrote],
  );

describe('an Idempotency-Key', () => {
  test.each(['short', 'x'.repeat(101), 'with blank', 'not-ascii-\u00e9'])('%j is refused', async (key) => {
    const { id } = await takeIn(app);
    const { code, body } = await remark(id, key);
    expect([code, Object.keys(body.errors)]).toEqual([422, ['Idempotency-Key']]);
    expect(await remarksOf(id)).toEqual([]);
  });

  test('five equal requests at once write one remark, and all get its answer', async () => {
    const { id } = await takeIn(app);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => remark(id, key)));
    expect(await remarksOf(id)).toHaveLength(1);
    for (const { code, body, headers } of answers) {
      expect([code, body]).toEqual([200, answers[0]!.body]);
      expect(headers.get('x-request-id')).toBe(body.ref);
    }
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(4);
  });

  test('another body, or another path, is refused and not done', async () => {
    const { id } = await takeIn(app);
    const key = randomUUID();
    await remark(id, key);
    for (const again of [await remark(id, key, { text: 'Called again' }), await assign(id, key, 'team')]) {
      expect([again.code, again.body.message]).toEqual([422, 'This Idempotency-Key was used for another request.']);
    }
    expect(await remarksOf(id)).toHaveLength(1);
  });

  test('is its caller’s own', async () => {
    const { id } = await takeIn(app);
    const key = randomUUID();
    await remark(id, key);
    const other = await remark(id, key, { as: 'team2' });
    expect([other.code, other.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(await remarksOf(id)).toHaveLength(2);
    expect((await remark(id, key, { as: undefined })).code).toBe(401);
  });

  test('a refusal is answered again too, whatever holds by then', async () => {
    const { id } = await takeIn(app);
    const [first, second] = [randomUUID(), randomUUID()];
    await assign(id, first, 'team');
    const refused = await assign(id, second, 'team2');
    expect(refused.code).toBe(409);
    await assign(id, randomUUID(), 'team', '');
    const again = await assign(id, second, 'team2');
    expect([again.code, again.body]).toEqual([409, refused.body]);
    expect((await assign(id, randomUUID(), 'team2')).code).toBe(200);
  });

  test('a page gets the same redirect and the same toast', async () => {
    const { id, encoded } = await takeIn(app);
    const key = randomUUID();
    const headers = { 'x-inertia': 'true', referer: `${app.url}/admin/view-order/${encoded}` };
    const shown = async (options?: { text: string }) => {
      const answer = await remark(id, key, { headers, ...options });
      const [, flash = ''] = /flash=([^.]+)/.exec(answer.headers.getSetCookie().join()) ?? [];
      const carried = JSON.parse(Buffer.from(flash, 'base64url').toString()) as Record<string, unknown>;
      return [answer.code, answer.headers.get('location'), carried];
    };
    const first = await shown();
    expect(first).toEqual([
      303,
      `/admin/view-order/${encoded}`,
      { flash: { toast: { type: 'success', message: 'Remark has been added successfully' } } },
    ]);
    expect(await shown()).toEqual(first);
    expect(await remarksOf(id)).toHaveLength(1);

    expect(await shown({ text: 'Other' })).toEqual([
      303,
      `/admin/view-order/${encoded}`,
      { errors: { '': { 'Idempotency-Key': 'This Idempotency-Key was used for another request.' } } },
    ]);
  });

  test('an upload is the same by its fields and its file', async () => {
    const { id } = await takeIn(app);
    const [card, other, key] = [await pdf(), await pdf(), randomUUID()];
    const send = (file: Buffer) => upload(app, uploadForm(id, file), { as: 'team', headers: keyed(key) });
    const first = await send(card);
    const again = await send(card);
    expect([again.code, again.body]).toEqual([200, first.body]);
    expect((await send(other)).code).toBe(422);
    expect(await app.database.query('SELECT FROM documents WHERE order_id = $1', [id])).toHaveLength(1);
  });

  test('shops and visitors have them, reads and sign-ins don’t', async () => {
    const body = orderBody();
    const key = randomUUID();
    const order = () =>
      app.call('POST', '/api/intake/orders', { body, headers: { 'x-intake-key': intakeKey, ...keyed(key) } });
    const first = await order();
    const again = await order();
    expect([again.code, again.body]).toEqual([201, first.body]);

    const { order_id: id } = first.body.data as { order_id: number };
    const token = await track(app, id);
    const history = (headers: Record<string, string>) =>
      app.call('POST', '/api/front/get-download-history', { token, body: { orderId: id }, headers });
    expect((await history(keyed('short'))).code).toBe(422);
    await history(keyed(key));
    expect((await history(keyed(key))).headers.get('idempotency-replayed')).toBeNull();

    const signIn = () =>
      app.call('POST', '/api/admin/admin-login', {
        body: { email: members.team.email, password: 'demo-password' },
        headers: keyed(key),
      });
    const [one, two] = [await signIn(), await signIn()];
    expect(one.body.data.jwtToken).not.toBe(two.body.data.jwtToken);
    const kept = await app.database.query("SELECT 1 FROM idempotency_keys WHERE answer::text LIKE '%jwtToken%'");
    expect(kept).toEqual([]);
  });
});

describe('when a process ends in the middle', () => {
  test('before it wrote anything: the repeat is done', async () => {
    const { id } = await takeIn(app);
    const key = randomUUID();
    expect((await assign(id, key, 'team', 'Nobody Of This Name')).code).toBe(422);
    await leaveBehind(key, false);
    const again = await assign(id, key, 'team', 'Nobody Of This Name');
    expect([again.code, again.headers.get('idempotency-replayed')]).toEqual([422, null]);
  });

  test('after it wrote: the repeat is told that nobody knows, and writes nothing', async () => {
    const { id } = await takeIn(app);
    const key = randomUUID();
    await remark(id, key);
    await leaveBehind(key, true);
    const again = await remark(id, key);
    expect([again.code, again.body.message]).toEqual([
      409,
      "We don't know whether this was saved. Please look before you send it again.",
    ]);
    expect(await remarksOf(id)).toHaveLength(1);
  });

  test('a process that only seemed to have ended writes nothing once a repeat has taken over', async () => {
    const { id } = await takeIn(app);
    const key = randomUUID();
    const blocking = app.database.createQueryRunner();
    await blocking.startTransaction();
    await blocking.query('SELECT 1 FROM orders WHERE id = $1 FOR UPDATE', [id]);
    const first = remark(id, key);
    const attempt = (number: number) =>
      eventually(async () => {
        const rows = await app.database.query('SELECT attempt FROM idempotency_keys WHERE key = $1', [key]);
        return rows[0]?.attempt === number;
      });
    await attempt(1);
    await leaveBehind(key, false);
    const repeat = remark(id, key);
    await attempt(2);
    await blocking.commitTransaction();
    await blocking.release();

    expect([(await first).code, (await repeat).code]).toEqual([500, 200]);
    expect(await remarksOf(id)).toHaveLength(1);
    expect((await remark(id, key)).body).toEqual((await repeat).body);
  });

  test('our own failure doesn’t spend the key', async () => {
    const { id } = await takeIn(app);
    const key = randomUUID();
    await app.database.query('ALTER TABLE remarks RENAME TO remarks_away');
    const failed = await remark(id, key);
    await app.database.query('ALTER TABLE remarks_away RENAME TO remarks');
    expect([failed.code, (await remark(id, key)).code]).toEqual([500, 200]);
    expect(await remarksOf(id)).toHaveLength(1);
  });
});

test('a key is good for 24 hours, then its row goes', async () => {
  const { id } = await takeIn(app);
  const [key, kept] = [randomUUID(), randomUUID()];
  await remark(id, key);
  await remark(id, kept);
  const age = () =>
    app.database.query("UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = $1", [key]);
  await age();
  expect((await remark(id, key, { text: 'Next day' })).headers.get('idempotency-replayed')).toBeNull();
  expect(await remarksOf(id)).toHaveLength(3);

  await age();
  await app.web.get<IdempotencyClearWorker>('IdempotencyClearWorker').work();
  const left = await app.database.query('SELECT key FROM idempotency_keys WHERE key = ANY($1)', [[key, kept]]);
  expect(left).toEqual([{ key: kept }]);
});
