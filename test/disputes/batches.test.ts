import type { INestApplicationContext } from '@nestjs/common';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BatchesService } from '../../src/packs/batches.service.js';
import type { PreparingService } from '../../src/disputes/preparing.service.js';
import type { SendingService } from '../../src/mail/sending.service.js';
import type { PacksService } from '../../src/packs/packs.service.js';
import { delivered } from '../documents/cards.js';
import { eventually, type MemberName, startApp, startWorker, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { unzip } from '../support/unzip.js';

let app: TestApp;
let worker: INestApplicationContext | undefined;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  await worker?.close();
  await app.close();
});

const call = (method: string, path: string, body?: unknown, as: MemberName = 'manager') =>
  app.call(method, `/api/admin/${path}`, { as, body });
/** An order whose card was mailed: a mail that is sent only later is another fact, and makes another pack. */
const mailed = async (more: Record<string, unknown>) => {
  const order = await delivered(app, more);
  await app.web.get<SendingService>('SendingService').sendNow(order.mailId, { number: 1, last: true });
  await eventually(async () => {
    const [mail] = await app.database.query('SELECT state FROM mails WHERE id = $1', [order.mailId]);
    return mail.state === 'sent' ? mail : undefined;
  });
  return order;
};
const disputed = async (orderId: number): Promise<number> =>
  (await call('POST', 'disputes', { orderId, reason_code: '13.1' })).body.data.id as number;
type Row = { id: number; state: string; asked_by: string; made_by: string; storage_key: string | null; ready_at: Date };
const packs = (disputeId: number): Promise<Row[]> =>
  app.database.query('SELECT * FROM packs WHERE dispute_id = $1 ORDER BY id', [disputeId]);
const made = async (orderId: number) =>
  app.database.query("SELECT actor FROM activity WHERE order_id = $1 AND action = 'pack.made'", [orderId]);

describe('POST /api/admin/dispute-packs', () => {
  test('is for Admin and Manager; disputes that are none are refused', async () => {
    expect((await app.call('POST', '/api/admin/dispute-packs', { body: { disputes: [1] } })).code).toBe(401);
    expect((await call('POST', 'dispute-packs', { disputes: [1] }, 'team')).code).toBe(403);
    expect((await call('POST', 'dispute-packs', { disputes: [] })).body.errors).toEqual({
      disputes: 'Please choose disputes.',
    });
    expect((await call('POST', 'dispute-packs', { disputes: [999_999] })).code).toBe(404);
  });

  test('makes the packs behind those that members wait for, names what is refused, and outlives its worker', async () => {
    const good = [await mailed({ full_name: '陈 伟' }), await mailed({ full_name: 'สมชาย ใจดี' })];
    const { id: fresh } = await takeIn(app);
    const disputes: number[] = [];
    for (const id of [...good.map((one) => one.id), fresh]) disputes.push(await disputed(id));
    const asked = await call('POST', 'dispute-packs', { disputes: [...disputes, 999_999, disputes[0]!] });
    expect(asked.body.data).toMatchObject({ total: 3, made: 0, refused: [], done: false });
    const id = asked.body.data.id as number;
    expect((await call('GET', `dispute-packs/${id}/packs.zip`)).code).toBe(409);

    // a worker that ended after the first of them
    await app.web
      .get<PacksService>('PacksService')
      .askLater({ id: null, name: 'Demo Manager' }, { orderId: good[0]!.id, disputeId: disputes[0]! }, 'batch');
    worker = await startWorker(app.env);
    await Promise.all([1, 2].map(() => app.web.get<BatchesService>('BatchesService').makeNow(id, false)));
    const { body } = await eventually(async () => {
      const answer = await call('GET', `dispute-packs/${id}`);
      return answer.body.data.done ? answer : undefined;
    });
    expect(body.data).toMatchObject({
      made: 2,
      refused: [{ order_id: fresh, reason: expect.stringContaining('Defence packs are for orders in') }],
    });
    expect(await Promise.all(disputes.map(async (one) => (await packs(one)).length))).toEqual([1, 1, 0]);
    expect(await made(good[0]!.id)).toEqual([{ actor: 'Demo Manager' }]);

    const answer = await fetch(`${app.url}/api/admin/dispute-packs/${id}/packs.zip`, {
      headers: { authorization: `Bearer ${await app.signIn('manager')}` },
    });
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    expect(files.map(({ name }) => name)).toEqual([
      `dispute-${disputes[0]}-order-${good[0]!.id}-陈-伟.pdf`,
      `dispute-${disputes[1]}-order-${good[1]!.id}-สมชาย-ใจดี.pdf`,
      'index.csv',
    ]);
    const index = parse(files[2]!.bytes, { bom: true, columns: true }) as Record<string, string>[];
    expect(index.map((row) => row['Not included because'])).toEqual([
      '',
      '',
      expect.stringContaining('Defence packs are for orders in'),
    ]);
  });
});

describe('POST /api/admin/order-packs', () => {
  test('a bad body and orders that are none are refused', async () => {
    expect((await app.call('POST', '/api/admin/order-packs', { body: {} })).code).toBe(401);
    expect((await call('POST', 'order-packs', {}, 'team')).body.errors).toEqual({
      orderId: 'Please enter your order id.',
      defencePackType: 'Defence pack type must be 1 or 2.',
    });
    expect((await call('POST', 'order-packs', { orderId: 999_999, defencePackType: 1 }, 'team')).code).toBe(404);
  });

  test('makes a pack of each ticked order, for who asked alone, and names what is refused', async () => {
    worker ??= await startWorker(app.env);
    const good = await mailed({ full_name: 'Zoë Ōe' });
    const { id: fresh } = await takeIn(app);
    const orderId = [fresh, good.id, good.id, 999_999];
    const asked = await call('POST', 'order-packs', { orderId, defencePackType: 2 }, 'team');
    expect(asked.body.data).toMatchObject({ total: 2, made_by: 'Demo Team' });
    const path = `order-packs/${asked.body.data.id as number}`;
    const { body } = await eventually(async () => {
      const answer = await call('GET', path, undefined, 'team');
      return answer.body.data.done ? answer : undefined;
    });
    expect(body.data).toMatchObject({
      made: 1,
      refused: [{ dispute_id: null, order_id: fresh, reason: expect.stringContaining('Defence packs are for') }],
    });
    for (const other of [path, `${path}/packs.zip`, path.replace('order', 'dispute')])
      expect([other, (await call('GET', other)).code]).toEqual([other, 404]);

    const answer = await fetch(`${app.url}/api/admin/${path}/packs.zip`, {
      headers: { authorization: `Bearer ${await app.signIn('team')}` },
    });
    const names = unzip(Buffer.from(await answer.arrayBuffer())).map(({ name }) => name);
    expect(names).toEqual([`defence-pack-2-order-${good.id}-Zoë-Ōe.pdf`, 'index.csv']);
  });
});

describe('a batch with an order whose facts can’t be read', () => {
  test('makes the packs of the others at once, and says after the last try that this one could not be made', async () => {
    const bad = await mailed({ full_name: 'No Facts' });
    const good = await mailed({ full_name: 'Good Facts' });
    await app.database.query("UPDATE orders SET terms_accepted_at = 'infinity' WHERE id = $1", [bad.id]);
    const service = app.web.get<BatchesService>('BatchesService');
    // a batch whose job was lost
    const [{ id }] = await app.database.query(
      `WITH batch AS (INSERT INTO pack_batches (member_id, made_by, pack_type)
         SELECT id, name, 1 FROM members WHERE name = 'Demo Team' RETURNING id)
       INSERT INTO pack_batch_items (batch_id, place, order_id)
         SELECT batch.id, place, o FROM batch, unnest($1::int[]) WITH ORDINALITY AS wanted (o, place) RETURNING batch_id AS id`,
      [[bad.id, good.id]],
    );
    const items = () =>
      app.database.query(
        'SELECT pack_id IS NOT NULL AS asked, refusal FROM pack_batch_items WHERE batch_id = $1 ORDER BY place',
        [id],
      );
    await expect(service.makeNow(id, false)).rejects.toThrow();
    expect(await items()).toEqual([
      { asked: false, refusal: null },
      { asked: true, refusal: null },
    ]);
    await service.makeNow(id, true);
    expect(await items()).toEqual([
      { asked: false, refusal: 'The defence pack could not be made.' },
      { asked: true, refusal: null },
    ]);
  });
});

describe('a pack that is made ahead', () => {
  const prepare = () => app.web.get<PreparingService>('PreparingService').prepareDue(0);
  const readyOnes = async (id: number, count: number) =>
    eventually(async () => {
      const rows = await packs(id);
      return rows.length === count && rows.at(-1)!.state === 'ready' ? rows : undefined;
    });

  test('opens from the store, is nobody’s version until somebody asks, and follows the facts', async () => {
    worker ??= await startWorker(app.env);
    const order = await mailed({});
    const id = await disputed(order.id);
    await prepare();
    const [first] = await readyOnes(id, 1);
    expect(first).toMatchObject({ asked_by: 'nobody', made_by: 'System' });
    expect((await call('GET', `disputes/${id}`)).body.versions).toEqual([]);
    const version = `/admin/pack-version/${first!.id}`;
    expect((await app.call('GET', version, { as: 'manager' })).code).toBe(404);
    expect(await made(order.id)).toEqual([]);

    // nothing changed: nothing is done
    await prepare();
    await prepare();
    expect(await packs(id)).toHaveLength(1);

    // the facts change before anybody asked: the new pack takes the place of the old one
    const remark = { orderId: order.id, remark: 'He wrote that he got it', whatsapp: 'Y' };
    await call('POST', 'add-new-remark', remark);
    await prepare();
    const [old, second] = await readyOnes(id, 2);
    expect(old).toMatchObject({ state: 'failed', storage_key: null });
    expect(await readdir(join(app.env.DATA_DIR, 'files/packs'))).not.toContain(first!.storage_key!.split('/').at(-1));

    const open = () => call('POST', 'get-defence-pack-pdf', { orderId: order.id, defencePackType: 1, disputeId: id });
    expect((await Promise.all([open(), open()])).map(({ code }) => code)).toEqual([200, 200]);
    expect(await packs(id)).toEqual([
      expect.objectContaining({ id: old!.id }),
      expect.objectContaining({
        id: second!.id,
        asked_by: 'member',
        made_by: 'Demo Manager',
        ready_at: second!.ready_at,
      }),
    ]);
    expect(await made(order.id)).toEqual([{ actor: 'Demo Manager' }]);
    expect((await call('GET', `disputes/${id}`)).body.versions).toHaveLength(1);
    // a preview is no version either
    await call('POST', 'add-new-remark', { ...remark, remark: 'He wrote again' });
    const look = { orderId: order.id, defencePackType: 1, disputeId: id, preview: true };
    expect((await call('POST', 'get-defence-pack-pdf', look)).code).toBe(200);
    expect((await call('GET', `disputes/${id}`)).body.versions).toHaveLength(1);
    expect(await made(order.id)).toHaveLength(1);
    expect((await call('POST', 'get-defence-pack-pdf', { ...look, disputeId: undefined })).body.errors).toEqual({
      preview: 'Only the pack of a dispute has a preview.',
    });
    // the facts of before come back: their pack is made again, not lost
    await app.database.query('DELETE FROM remarks WHERE order_id = $1', [order.id]);
    expect((await open()).code).toBe(200);
    expect((await packs(id))[0]).toMatchObject({ id: old!.id, state: 'ready', asked_by: 'member' });
  });

  test('is made anew after a release that changed the wording', async () => {
    worker ??= await startWorker(app.env);
    const id = await disputed((await mailed({})).id);
    await app.web.get<PreparingService>('PreparingService').prepareDue(0, 'the wording of before');
    const [first] = await readyOnes(id, 1);
    // as the programs of before made it
    await app.database.query(`UPDATE packs SET input_sha256 = repeat('0', 64) WHERE id = $1`, [first!.id]);
    await prepare();
    const [before, anew] = await readyOnes(id, 2);
    expect([before!.id, before!.state, anew!.asked_by]).toEqual([first!.id, 'failed', 'nobody']);
    await prepare();
    expect(await packs(id)).toHaveLength(2);
  });
});
