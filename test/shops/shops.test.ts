import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readEnv } from '../../src/platform/env.js';
import { projectFolder } from '../../src/platform/paths.js';
import type { AuditAlarmsService } from '../../src/audit/audit-alarms.service.js';
import type { DeliveriesQueries } from '../../src/shops/deliveries.queries.js';
import type { DeliveriesService } from '../../src/shops/deliveries.service.js';
import type { Pages } from '../../src/shared/pages.js';
import { Webhook } from 'standardwebhooks';
import { type Address, WebhookClient } from '../../src/shops/webhook.client.js';
import { delivered, move, pdf, upload, uploadForm } from '../documents/cards.js';
import { eventually, intakeKey, startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { orderBody, shopKey } from '../support/orders.js';
import { spawnWorker, surroundings } from '../support/processes.js';
import { Receiver } from './receiver.js';
import { patient } from '../support/patience.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Sent = { id: number; reference: string };

async function sent(more: Record<string, unknown> = {}, key = intakeKey): Promise<Sent> {
  const body = orderBody(more);
  const answer = await app.call('POST', '/api/intake/orders', { body, headers: { 'x-intake-key': key } });
  return { id: answer.body.data.order_id as number, reference: body.external_ref as string };
}
const state = ({ reference }: Sent, key = intakeKey) =>
  app.call('GET', `/api/intake/orders/${reference}`, { headers: { 'x-intake-key': key } });
const tell = ({ reference }: Sent, what: string, body: unknown = {}, key = intakeKey) =>
  app.call('POST', `/api/intake/orders/${reference}/${what}`, { body, headers: { 'x-intake-key': key } });
const newKey = (name: string) => shopKey((sql, values) => app.database.query(sql, values), name);

async function movesOf(id: number): Promise<Record<string, unknown>[]> {
  return app.database.query(
    `SELECT actor, "from", "to", note FROM activity WHERE order_id = $1 AND action = 'order.moved' ORDER BY id`,
    [id],
  );
}

describe('GET /api/intake/orders/:externalRef', () => {
  test('is for the shop’s key alone, and another shop’s order is not found', async () => {
    const order = await sent();
    const path = `/api/intake/orders/${order.reference}`;
    expect((await app.call('GET', path)).code).toBe(401);
    expect((await app.call('GET', path, { as: 'admin' })).code).toBe(401);
    expect((await state(order, await newKey('north'))).code).toBe(404);
  });

  test('answers the customer’s words, from received to refunded', async () => {
    const { id, encoded } = await delivered(app);
    const [row] = await app.database.query('SELECT external_ref AS reference FROM orders WHERE id = $1', [id]);
    expect((await state(row)).body.data).toEqual({
      order_id: id,
      encoded_id: encoded,
      external_ref: row.reference,
      state: 'ready',
      charges: [{ amount: '49.00', at: expect.any(String), currency: 'USD', transaction_id: null }],
      refund_date: null,
      refunds: [],
      refunded_amount: '0.00',
      refundable_amount: '49.00',
    });
    const order = await sent();
    const word = async () => (await state(order)).body.data.state as string;
    expect(await word()).toBe('received');
    await move(app, order.id, 'AwaitingGovt');
    expect(await word()).toBe('in progress');
    await tell(order, 'refunded', { refunded_at: '2026-02-03T04:05:06Z' });
    expect((await state(order)).body.data).toMatchObject({
      state: 'refunded',
      refund_date: '2026-02-03T04:05:06.000Z',
    });
  });
});

describe('POST /api/intake/orders/:externalRef/cancelled', () => {
  test('is for the shop’s key alone; another shop’s order is not found, a bad body refused', async () => {
    const order = await sent();
    const path = `/api/intake/orders/${order.reference}/cancelled`;
    expect((await app.call('POST', path, { as: 'admin', body: {} })).code).toBe(401);
    expect((await tell(order, 'cancelled', {}, await newKey('south'))).code).toBe(404);
    const long = await tell(order, 'cancelled', { reason: 'x'.repeat(501) });
    expect([long.code, long.body.errors]).toEqual([422, { reason: 'At most 500 characters.' }]);
    expect(await movesOf(order.id)).toEqual([]);
  });

  test('a paid order goes to Refunds once, whoever holds it, and the timeline names shop and reason', async () => {
    const order = await sent({}, await newKey('east'));
    const east = await newKey('east');
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team',
      body: { orderId: order.id, assignto: 'Demo Team' },
    });
    const all = await Promise.all([1, 2, 3].map(() => tell(order, 'cancelled', { reason: 'No trip' }, east)));
    expect(all.map(({ code, body }) => [code, body.data.state])).toEqual(all.map(() => [200, 'cancelled']));
    expect(await movesOf(order.id)).toEqual([
      { actor: 'east', from: 'New', to: 'Refunds', note: 'Cancelled: No trip' },
    ]);
  });

  test('an unpaid order is deleted, and its state says so', async () => {
    const order = await sent({ paid: false });
    expect((await tell(order, 'cancelled')).body.data.state).toBe('cancelled');
    expect((await tell(order, 'cancelled')).code).toBe(200);
    expect(await movesOf(order.id)).toEqual([{ actor: 'Shop', from: 'Pending', to: 'Deleted', note: 'Cancelled' }]);
    await app.call('PUT', '/api/admin/restore-order', { as: 'manager', body: { orderId: order.id } });
    expect((await state(order)).body.data.state).toBe('received');
  });

  test('what was submitted, or has its card, stays', async () => {
    const [submitted, carded] = [await sent(), await sent()];
    await move(app, submitted.id, 'AwaitingGovt');
    await move(app, submitted.id, 'Contact Customer');
    await upload(app, uploadForm(carded.id, await pdf()));
    await app.call('POST', '/api/admin/reopen-order', { as: 'admin', body: { orderId: carded.id } });
    const said = async (order: Sent) => {
      const { code, body } = await tell(order, 'cancelled');
      return [code, body.message];
    };
    expect(await said(submitted)).toEqual([409, 'The card is submitted to the authority already']);
    expect(await said(carded)).toEqual([409, 'The card is made already']);
  });
});

const post = (path: string, body: unknown) => app.call('POST', `/api/admin/${path}`, { as: 'admin', body });

/** The props of the screen of shops. */
async function screen(query = ''): Promise<Pages['shops/shops']> {
  const { body } = await app.call('GET', `/admin/shops${query}`, { as: 'admin' });
  const [, page = ''] = /<script data-page="app" type="application\/json">([^]*?)<\/script>/.exec(body.message) ?? [];
  return (JSON.parse(page) as { props: Pages['shops/shops'] }).props;
}

/** A new shop with a key. */
async function newShop(name: string): Promise<{ id: number; key: string }> {
  expect((await post('shops', { name })).code).toBe(200);
  const [{ id }] = await app.database.query('SELECT id FROM shops WHERE name = $1', [name]);
  return { id, key: (await post('make-shop-key', { shopId: id })).body.data.key as string };
}

async function endpointOf(shopId: number, url: string): Promise<{ id: number; secret: string }> {
  const { body } = await post('add-webhook-endpoint', { shopId, url });
  return body.data as { id: number; secret: string };
}

const deliver = (endpointId: number) => app.web.get<DeliveriesService>('DeliveriesService').deliverNow(endpointId);

/** Moves the clock of an endpoint and its deliveries, by setting their times back. */
async function later(endpointId: number, minutes: number): Promise<void> {
  const by = [endpointId, minutes];
  await app.database.query(
    `UPDATE webhook_deliveries SET due_at = due_at - $2 * interval '1 minute',
       begun_at = begun_at - $2 * interval '1 minute' WHERE endpoint_id = $1`,
    by,
  );
  await app.database.query(
    "UPDATE webhook_endpoints SET resume_at = resume_at - $2 * interval '1 minute' WHERE id = $1",
    by,
  );
}

const deliveriesOf = (endpointId: number): Promise<{ id: string; event: string; state: string; tries: number }[]> =>
  app.database.query('SELECT id, event, state, tries FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id', [
    endpointId,
  ]);

describe('the shops’ keys', () => {
  test('a name is refused that is taken or means something else', async () => {
    const said = async (name: string) => {
      const { code, body } = await post('shops', { name });
      return [code, body.errors?.name ?? body.message];
    };
    expect(await said('商店 Ω')).toEqual([200, 'Shop added']);
    expect(await said('商店 ω')).toEqual([409, 'There is already a shop 商店 ω']);
    expect(await said('')).toEqual([422, 'Please enter a name.']);
    expect(await said('import')).toEqual([422, 'This name has another meaning.']);
  });

  test('a new key works at once, its use is noted, and revoked it is refused at once', async () => {
    const { id, key } = await newShop('Keys');
    const order = await sent({}, key);
    const [row] = await app.database.query('SELECT id, key_sha256, last_used_at FROM intake_keys WHERE shop_id = $1', [
      id,
    ]);
    expect(row.last_used_at).not.toBeNull();
    expect(row.key_sha256).not.toContain(key);
    await app.database.query(`UPDATE intake_keys SET last_used_at = now() - interval '2 hours' WHERE shop_id = $1`, [
      id,
    ]);
    await state(order, key);
    await state(order, key);
    const noted = await app.database.query(
      `SELECT xmin::text, last_used_at > now() - interval '1 minute' AS fresh FROM intake_keys WHERE shop_id = $1`,
      [id],
    );
    await state(order, key);
    expect(noted).toMatchObject([{ fresh: true }]);
    expect(
      await app.database.query('SELECT xmin::text, true AS fresh FROM intake_keys WHERE shop_id = $1', [id]),
    ).toEqual(noted);

    expect((await post('revoke-shop-key', { keyId: row.id })).code).toBe(200);
    expect((await state(order, key)).code).toBe(401);
    expect((await post('revoke-shop-key', { keyId: row.id })).code).toBe(404);
    expect((await post('make-shop-key', { shopId: 2_000_000_000 })).code).toBe(404);
  });
});

describe('endpoints', () => {
  test.each([
    ['http://shop.example/', 'The address must begin with https://.'],
    ['ftp://shop.example/', 'The address must begin with https://.'],
    ['shop.example', 'Please enter an address that begins with https://.'],
    ['https://me:secret@shop.example/', 'The address must not contain a user, a password or a fragment.'],
    ['https://10.0.0.1/', 'The address must be one of the internet.'],
    ['https://[::ffff:10.0.0.1]/', 'The address must be one of the internet.'],
  ])('%s is refused', async (url, message) => {
    const { code, body } = await post('add-webhook-endpoint', { shopId: 1, url });
    expect([code, body.errors]).toEqual([422, { url: message }]);
  });

  test('the secret is told once and kept encrypted; the same address is one endpoint; a removed one is told nothing', async () => {
    const { id: shopId, key } = await newShop('Endpoints');
    const receiver = await (await Receiver.make()).start();
    const { id, secret } = await endpointOf(shopId, receiver.url);
    expect(secret).toMatch(/^whsec_/);
    expect(JSON.stringify(await app.database.query('SELECT * FROM webhook_endpoints'))).not.toContain(secret.slice(6));
    expect((await post('add-webhook-endpoint', { shopId, url: receiver.url })).code).toBe(409);

    await sent({}, key);
    expect((await post('remove-webhook-endpoint', { endpointId: id })).code).toBe(200);
    await sent({}, key);
    await deliver(id);
    expect(receiver.calls).toEqual([]);
    expect(await deliveriesOf(id)).toMatchObject([{ event: 'order.received', state: 'failed', tries: 0 }]);
    expect((await post('remove-webhook-endpoint', { endpointId: id })).code).toBe(404);
    await receiver.stop();
  });
});

test('two shops whose names differ in case alone, added at once: one is there', async () => {
  for (let turn = 0; turn < 3; turn++) {
    const names = ['Twin', 'TWIN', 'twin', 'tWIN'].map((name) => `${name} ${turn}`);
    const codes = await Promise.all(names.map(async (name) => (await post('shops', { name })).code));
    expect(codes.toSorted()).toEqual([200, 409, 409, 409]);
  }
});

test('shops and deliveries are read page by page to the end, each once', async () => {
  const { id: shopId } = await newShop('Paged');
  const { id } = await endpointOf(shopId, `http://127.0.0.1:${await freePort()}/`);
  const { id: orderId } = await sent();
  await app.database.query("INSERT INTO shops (name) SELECT 'Many ' || n FROM generate_series(1, 120) n");
  await app.database.query(
    `INSERT INTO webhook_deliveries (endpoint_id, order_id, event, state, ended_at)
     SELECT $1, $2, 'order.amended', 'failed', now() FROM generate_series(1, 120)`,
    [id, orderId],
  );
  const all = async (from: 'after' | 'before', next: 'nextShop' | 'nextDelivery', rows: 'shops' | 'deliveries') => {
    const seen: number[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const props = await screen(`?state=failed&${from}=${cursor}`);
      seen.push(...props[rows].map((row) => row.id));
      expect(props[rows].length).toBeLessThanOrEqual(50);
      cursor = props[next];
    }
    expect(new Set(seen).size).toBe(seen.length);
    return seen.length;
  };
  const count = async (what: string) => (await app.database.query(`SELECT count(*)::int AS n FROM ${what}`))[0].n;
  expect(await all('after', 'nextShop', 'shops')).toBe(await count('shops'));
  expect(await all('before', 'nextDelivery', 'deliveries')).toBe(
    await count("webhook_deliveries WHERE state = 'failed'"),
  );
  await app.database.query("DELETE FROM shops WHERE name LIKE 'Many %'");
});

describe('webhooks', () => {
  test('a server that is down for an hour gets each event once, those of an order in their order', async () => {
    const { id: shopId, key } = await newShop('Down');
    const receiver = await Receiver.make();
    const { id } = await endpointOf(shopId, receiver.url);
    const orders = [await sent({}, key), await sent({}, key), await sent({}, key)];
    for (const order of orders) {
      const [{ version }] = await app.database.query('SELECT version FROM orders WHERE id = $1', [order.id]);
      const amendment = { orderId: order.id, version, changes: { city: 'Ipoh' }, reason: 'The customer wrote.' };
      await app.call('PUT', '/api/admin/amend-order', { as: 'admin', body: amendment });
      await move(app, order.id, 'AwaitingGovt');
      await deliver(id);
      await move(app, order.id, 'Completed');
      await tell(order, 'disputed', { case_id: `down-${order.id}` }, key);
      await tell(order, 'refunded', {}, key);
    }
    for (let minutes = 0; minutes < 60; minutes += 5) {
      await later(id, 5);
      await deliver(id);
    }
    const tries = (await deliveriesOf(id)).map((row) => row.tries);
    expect(Math.max(...tries)).toBeGreaterThan(2);
    // while nobody answers the server is not called for each event
    expect(tries.reduce((sum, n) => sum + n)).toBeLessThan(40);

    await receiver.start();
    await later(id, 15);
    await deliver(id);
    await later(id, 1);
    await deliver(id);
    const all = ['received', 'amended', 'submitted', 'completed', 'disputed', 'refunded'].map(
      (name) => `order.${name}`,
    );
    for (const order of orders) expect(receiver.toldOf(order.id)).toEqual(all);
    expect(new Set(receiver.calls.map((call) => call.id)).size).toBe(18);
    expect(new Set((await deliveriesOf(id)).map((row) => row.state))).toEqual(new Set(['delivered']));
    await receiver.stop();
  });

  test('a server that is down for more than a day raises one alarm; then all that failed since a time is sent, in order', async () => {
    const { id: shopId, key } = await newShop('Away');
    const receiver = await Receiver.make();
    const { id } = await endpointOf(shopId, receiver.url);
    const [old, ...orders] = [await sent({}, key), await sent({}, key), await sent({}, key)];
    for (const order of orders) await tell(order, 'refunded', {}, key);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await app.database.query(
      "UPDATE webhook_deliveries SET occurred_at = occurred_at - interval '2 hours' WHERE order_id = $1",
      [old.id],
    );
    for (let hours = 0; hours < 26; hours++) {
      await later(id, 60);
      await deliver(id);
    }
    expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(Array(5).fill('failed'));

    const alarms = app.web.get<AuditAlarmsService>('AuditAlarmsService');
    const raised = async () => (await alarms.page(undefined)).alarms.filter(({ kind }) => kind === 'shop-not-told');
    await alarms.raise();
    const what = `Away was not told of 5 events, tried for a day at ${receiver.url}`;
    expect((await raised()).filter((alarm) => alarm.what === what)).toHaveLength(1);
    await app.database.query('ALTER TABLE alarms DISABLE TRIGGER alarms_append_only');
    await app.database.query("UPDATE alarms SET raised_at = raised_at - interval '2 hours'");
    await app.database.query('ALTER TABLE alarms ENABLE TRIGGER alarms_append_only');
    const before = (await raised()).length;
    await alarms.raise();
    expect(await raised()).toHaveLength(before);

    const again = (body: object) => post('send-webhooks-again', { endpointId: id, since, ...body });
    expect((await again({ since: 'yesterday' })).body.errors).toEqual({
      since: 'Must be a date and time, ISO 8601 with a zone.',
    });
    expect((await again({ since: new Date(Date.now() + 60_000).toISOString() })).code).toBe(409);
    const shown = async () => (await screen()).shops.flatMap(({ endpoints }) => endpoints).find((one) => one.id === id);
    expect(await shown()).toMatchObject({ failed: 5, failed_since: expect.any(String) });
    expect((await again({})).code).toBe(200);
    expect(await shown()).toMatchObject({ failed: 0, failed_since: null });
    const [noted] = await app.database.query(
      'SELECT actor, "to", note FROM activity WHERE action = \'shop.sent-again\' ORDER BY id DESC LIMIT 1',
    );
    expect(noted).toMatchObject({ actor: 'Demo Admin', to: 'Away', note: expect.stringContaining(receiver.url) });

    await receiver.start();
    for (let turn = 0; turn < 3; turn++) await app.web.get<DeliveriesQueries>('DeliveriesQueries').waitAgain(2);
    for (let turn = 0; turn < 2; turn++) await deliver(id);
    for (const order of orders) expect(receiver.toldOf(order.id)).toEqual(['order.received', 'order.refunded']);
    expect(receiver.toldOf(old.id)).toEqual([]);
    expect(await shown()).toMatchObject({ failed: 1, waiting: 0 });
    await receiver.stop();
  });

  test('a part, a refund that failed and the whole are events of their own, with the amounts of then', async () => {
    const { id: shopId, key } = await newShop('Parts');
    const receiver = await (await Receiver.make()).start();
    const { id } = await endpointOf(shopId, receiver.url);
    const order = await sent({}, key);
    const usd = (amount: string, reference: string) => ({ amount, currency: 'USD', reference });
    await tell(order, 'refunded', usd('4', 're_1'), key);
    await tell(order, 'refunded', usd('45', 're_2'), key);
    await tell(order, 'refund-failed', { reference: 're_2' }, key);
    for (let times = 0; times < 4; times++) await deliver(id);
    const told = receiver.calls.filter(({ orderId }) => orderId === order.id).map(({ body }) => JSON.parse(body));
    const amounts = (refunded_amount: string, refundable_amount: string) => ({
      currency: 'USD',
      refunded_amount,
      refundable_amount,
    });
    expect(told.slice(1).map(({ type, data }) => [type, data])).toMatchObject([
      ['order.refunded-in-part', amounts('4.00', '45.00')],
      ['order.refunded', amounts('49.00', '0.00')],
      ['order.refund-failed', amounts('4.00', '45.00')],
    ]);
    expect(told[0].data).not.toHaveProperty('refunded_amount');
    await receiver.stop();
  });

  test('an event that is refused holds back the later ones of its order, not those of others, and is given up after a day', async () => {
    const { id: shopId, key } = await newShop('Refusing');
    const receiver = await (await Receiver.make()).start();
    const { id } = await endpointOf(shopId, receiver.url);
    const [one, two] = [await sent({}, key), await sent({}, key)];
    await tell(one, 'refunded', {}, key);
    const answer = (code: number) => {
      receiver.answer = (response, { orderId }) =>
        orderId === one.id
          ? void response.writeHead(500).end()
          : void response.writeHead(code, { location: `${app.url}/healthz` }).end('x\0'.repeat(3_000));
    };
    answer(302);
    await deliver(id);
    expect(
      await app.database.query(
        `SELECT code, length(answer) AS length FROM webhook_tries t JOIN webhook_deliveries d ON d.id = t.delivery_id
         WHERE d.order_id = $1`,
        [two.id],
      ),
    ).toEqual([{ code: 302, length: 2000 }]);

    answer(200);
    await later(id, 1);
    await deliver(id);
    const states = async () => (await deliveriesOf(id)).map((row) => row.state);
    expect(await states()).toEqual(['waiting', 'delivered', 'waiting']);
    expect(receiver.toldOf(one.id)).toEqual(['order.received', 'order.received']);
    for (let hours = 0; hours < 26; hours += 1) {
      await later(id, 60);
      await deliver(id);
    }
    expect(await states()).toEqual(['failed', 'delivered', 'failed']);
    expect(receiver.toldOf(one.id).at(-1)).toBe('order.refunded');
    const last = receiver.calls.length;
    await later(id, 600);
    await deliver(id);
    expect(receiver.calls).toHaveLength(last);

    receiver.answer = (response) => void response.writeHead(204).end();
    const deliveryId = (await deliveriesOf(id))[0]!.id;
    expect((await post('send-webhook-again', { deliveryId })).code).toBe(200);
    await deliver(id);
    const first = receiver.calls.find(({ orderId }) => orderId === one.id)!;
    expect(receiver.calls.at(-1)!.id).toBe(first.id);
    expect(await states()).toEqual(['delivered', 'delivered', 'failed']);
    expect((await post('send-webhook-again', { deliveryId: 2_000_000_000 })).code).toBe(404);

    const props = await screen(`?state=failed&delivery=${deliveryId}`);
    expect(props.shops.find((shop) => shop.id === shopId)).toMatchObject({
      name: 'Refusing',
      keys: [{ revoked_at: null, last_used_at: expect.any(String) }],
      endpoints: [{ id, url: receiver.url, waiting: 0, resume_at: null }],
    });
    expect(props.deliveries.filter(({ shop }) => shop === 'Refusing')).toMatchObject([
      { event: 'order.refunded', order_id: one.id, state: 'failed', code: 500 },
    ]);
    expect(props.delivery).toMatchObject({ webhook_id: first.id, body: first.body });
    expect(props.delivery!.answers[0]).toMatchObject({ code: 204, answer: '' });
    await receiver.stop();
  });

  test('a renewed secret signs at once, and the one before beside it for a day', async () => {
    const { id: shopId, key } = await newShop('Renewed');
    const receiver = await (await Receiver.make()).start();
    const { id, secret: first } = await endpointOf(shopId, receiver.url);
    const renew = async () => (await post('renew-webhook-secret', { endpointId: id })).body.data.secret as string;
    const second = await renew();
    expect(second).not.toBe(first);
    const row = async () => (await screen()).shops.flatMap(({ endpoints }) => endpoints).find((one) => one.id === id)!;
    expect(Date.parse((await row()).earlier_until!) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    /** Which secrets the next event is signed with, as the library of Standard Webhooks verifies it. */
    const good = async (secrets: string[]) => {
      await sent({}, key);
      await deliver(id);
      const { body, headers } = receiver.calls.at(-1)!;
      return secrets.map((one) => {
        try {
          return Boolean(new Webhook(one).verify(body, headers as Record<string, string>));
        } catch {
          return false;
        }
      });
    };
    expect(await good([first, second])).toEqual([true, true]);
    const third = await renew();
    expect(await good([first, second, third])).toEqual([false, true, true]);
    await app.database.query("UPDATE webhook_endpoints SET earlier_until = now() - interval '1 s' WHERE id = $1", [id]);
    expect(await good([second, third])).toEqual([false, true]);
    expect((await row()).earlier_until).toBeNull();
    expect(JSON.stringify(await app.database.query('SELECT * FROM webhook_endpoints'))).not.toContain(second.slice(6));
    await post('remove-webhook-endpoint', { endpointId: id });
    expect((await post('renew-webhook-secret', { endpointId: id })).code).toBe(404);
    await receiver.stop();
  });

  test('a call that never ends is given up, whether the answer is late or comes by drops', async () => {
    const client = app.web.get<WebhookClient>('WebhookClient');
    expect(client.patience).toBe(10_000);
    client.patience = 300;
    const receiver = await (await Receiver.make()).start();
    const drop = (response: ServerResponse) => {
      const drops = setInterval(() => response.write('x'), 50);
      response.once('close', () => clearInterval(drops));
    };
    for (const answer of [() => undefined, drop]) {
      receiver.answer = answer;
      const started = performance.now();
      const body = JSON.stringify({ type: 'order.received', data: { order_id: 1 } });
      expect(await client.post(receiver.url, {}, body)).toEqual({ code: null, text: 'No answer within 0.3 seconds' });
      expect(performance.now() - started).toBeLessThan(patient(3_000));
    }
    client.patience = 10_000;
    await receiver.stop();
  });

  test('a shop without an endpoint costs no row, and a move that is undone is not told', async () => {
    const { id: shopId, key } = await newShop('Undone');
    const count = async () =>
      (await app.database.query('SELECT count(*)::int AS n FROM webhook_deliveries'))[0].n as number;
    const before = await count();
    await sent({}, key);
    expect(await count()).toBe(before);
    const { id } = await endpointOf(shopId, `http://127.0.0.1:${await freePort()}/`);
    const order = await sent({}, key);
    const moved = await move(app, order.id, 'AwaitingGovt');
    expect((await deliveriesOf(id)).map(({ event }) => event)).toEqual(['order.received', 'order.submitted']);
    await app.call('PUT', '/api/admin/undo', { as: 'admin', body: { token: moved.body.undo.token } });
    expect((await deliveriesOf(id)).map(({ event }) => event)).toEqual(['order.received']);
  });

  test('after kill -9 between the call and its row the event comes again under the same id', async () => {
    const { id: shopId, key } = await newShop('Killed');
    const receiver = await (await Receiver.make()).start();
    const { id } = await endpointOf(shopId, receiver.url);
    receiver.answer = () => undefined;
    await sent({}, key);
    const worker = await spawnWorker(app.settings);
    await eventually(() => Promise.resolve(receiver.calls.length > 0 || undefined));
    await worker.kill();
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'waiting', tries: 1 }]);
    const being = await post('send-webhook-again', { deliveryId: (await deliveriesOf(id))[0]!.id });
    expect(being.code).toBe(409);

    receiver.answer = (response) => void response.writeHead(204).end();
    await later(id, 1);
    await deliver(id);
    expect(receiver.calls).toHaveLength(2);
    expect(receiver.calls[1]!.id).toBe(receiver.calls[0]!.id);
    expect(receiver.calls[1]!.body).toBe(receiver.calls[0]!.body);
    await receiver.stop();
  });

  test('the receiver of docs/shops.md takes what is signed, once, and refuses what is forged', async () => {
    const { id: shopId, key } = await newShop('Signed');
    const text = await readFile(join(projectFolder, 'docs/shops.md'), 'utf8');
    const program = /```js receiver\.mjs\n(.*?)```/s.exec(text)![1]!;
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { id, secret } = await endpointOf(shopId, url);
    const shop = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: projectFolder,
      env: { ...surroundings(), WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let out = '';
      shop.stdout.on('data', (part: Buffer) => (out += part.toString()));
      await eventually(() =>
        fetch(url).then(
          () => true,
          () => undefined,
        ),
      );
      const order = await sent({}, key);
      await deliver(id);
      const deliveryId = (await deliveriesOf(id))[0]!.id;
      await post('send-webhook-again', { deliveryId });
      await deliver(id);
      expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', tries: 2 }]);
      expect(out).toBe(`order.received ${order.reference}\n`);
      const forged = await fetch(url, {
        method: 'POST',
        headers: {
          'webhook-id': 'msg_forged',
          'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
          'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
        },
        body: '{"type":"order.completed","data":{"external_ref":"forged"}}',
      });
      expect(forged.status).toBe(401);
      expect(out).not.toContain('forged');
    } finally {
      shop.kill('SIGKILL');
      await once(shop, 'exit');
    }
  });
});

describe('addresses of this machine and of private networks', () => {
  const product = readEnv({ NODE_ENV: 'test' });
  const asked: string[] = [];
  const resolving = (...answers: Address[][]) => ({
    of: (host: string) => {
      asked.push(host);
      return Promise.resolve(answers.length > 1 ? answers.shift()! : answers[0]!);
    },
  });
  const four = (address: string): Address => ({ address, family: 4 });

  test.each([
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://0/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://10.0.0.1/',
    'https://172.31.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://[::ffff:169.254.169.254]/',
    'https://[::ffff:0:10.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[2002:a00:1::]/',
    'https://[::10.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
  ])('%s is refused before anything is sent', async (url) => {
    const client = new WebhookClient(product, resolving([four('10.0.0.1')]) as never);
    expect(client.refusalOf(url)).toMatch(/^The address must /);
    expect((await client.post(url, {}, '{}')).code).toBeNull();
  });

  test('a name is refused whose address is private, also beside a public one', async () => {
    for (const answers of [[four('10.0.0.1')], [four('198.51.100.1'), four('10.0.0.1')], []]) {
      const client = new WebhookClient(product, resolving(answers) as never);
      expect(client.refusalOf('https://inside.example/')).toBeUndefined();
      expect(await client.post('https://inside.example/', {}, '{}')).toEqual({
        code: null,
        text: 'Error: inside.example has no address of the internet',
      });
    }
  });

  test('a name that changes its answer is looked up once for a call, and refused once it is private', async () => {
    let reached = 0;
    const server = createServer((socket) => {
      reached += 1;
      socket.on('error', () => undefined).destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    // the demo may call its own machine: that address stands for a public one here
    const demo = readEnv({ NODE_ENV: 'test', EMBEDDED: '1' });
    const client = new WebhookClient(demo, resolving([four('127.0.0.1')], [four('10.0.0.1')]) as never);
    asked.length = 0;
    expect((await client.post(`https://changing.example:${port}/`, {}, '{}')).code).toBeNull();
    expect([asked.length, reached]).toEqual([1, 1]);
    const second = await client.post(`https://changing.example:${port}/`, {}, '{}');
    expect(second.text).toBe('Error: changing.example has no address of the internet');
    expect([asked.length, reached]).toEqual([2, 1]);
    server.close();
  });
});
