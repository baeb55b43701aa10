import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { delivered, pdf, track, uploadForm } from '../documents/cards.js';
import { openStream } from '../live/stream.js';
import { eventually, type MemberName, members, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { type Running, spawnWeb, spawnWorker } from '../support/processes.js';
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.js';
import { freePort } from '../support/free-port.js';

const { TEST_S3_ENDPOINT } = process.env;
/** The storage of the documents: a folder that both processes share, or the bucket of the TEST_S3_ settings. */
const bucket: Record<string, string> = TEST_S3_ENDPOINT
  ? {
      S3_ENDPOINT: TEST_S3_ENDPOINT,
      S3_BUCKET: process.env.TEST_S3_BUCKET ?? '',
      S3_ACCESS_KEY_ID: process.env.TEST_S3_ACCESS_KEY_ID ?? '',
      S3_SECRET_ACCESS_KEY: process.env.TEST_S3_SECRET_ACCESS_KEY ?? '',
    }
  : {};

(hasRedis ? describe : describe.skip)('two web and two worker processes on one PostgreSQL and one Redis', () => {
  let redis: RedisServer;
  let one: TestApp;
  let two: TestApp;
  let processes: Running[] = [];

  beforeAll(async () => {
    redis = await startRedis();
    one = await startApp({ settings: { REDIS_URL: redis.url, ...bucket } });
    const port = await freePort();
    processes = await Promise.all([
      spawnWeb({ ...one.settings, PORT: String(port) }),
      spawnWorker(one.settings),
      spawnWorker(one.settings),
    ]);
    two = beside(one, `http://127.0.0.1:${port}`);
  });
  afterAll(async () => {
    await Promise.all(processes.map((running) => running.kill()));
    await one.close();
    await redis.close();
  });

  const allSent = () =>
    eventually(async () => {
      const waiting = await one.database.query("SELECT FROM mails WHERE state = 'queued'");
      return waiting.length === 0;
    });

  test('of two takers at two of them one wins', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await takeIn(one);
      const take = (at: TestApp, as: MemberName) =>
        at.call('PUT', '/api/admin/assign-order-status', { as, body: { orderId: id, assignto: members[as].name } });
      const answers = await Promise.all([take(one, 'team'), take(two, 'team2')]);
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    }
  });

  test('what is done at one is seen live at the other', async () => {
    const { id } = await takeIn(one);
    const stream = await openStream(two.url, await two.signIn('manager'));
    try {
      await stream.find('hello');
      await one.call('PUT', '/api/admin/move-order-status', {
        as: 'manager',
        body: { orderId: id, updatingStatus: 'Awaiting' },
      });
      const { data } = await stream.find('orders', (changes) => changes.some((change) => change.id === id));
      expect(data.find((change) => change.id === id)).toMatchObject({ to: 'Awaiting', by: 'Demo Manager' });
    } finally {
      stream.close();
    }
  });

  test('a session that ends at one has ended at the other', async () => {
    const token = await one.signIn('night');
    expect((await two.call('GET', '/api/user_info', { token })).code).toBe(200);
    await one.call('POST', '/api/admin/logout', { token });
    expect((await two.call('GET', '/api/user_info', { token })).code).toBe(401);
  });

  test('failed sign-ins at both count together', async () => {
    const codes: number[] = [];
    for (let index = 0; index < 7; index++) {
      const at = index % 2 ? one : two;
      const body = { email: 'nobody@demo.test', password: 'wrong-password' };
      codes.push((await at.call('POST', '/api/admin/admin-login', { body })).code);
    }
    expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test('parts of a card fetched from both are one download', async () => {
    const card = await pdf(400_000);
    const order = await delivered(one, { card });
    const token = await track(two, order.id);
    const half = Math.floor(card.length / 2);
    const parts = await Promise.all(
      [
        { at: one, range: `bytes=0-${half}` },
        { at: two, range: `bytes=${half + 1}-` },
      ].map(async ({ at, range }) => {
        const answer = await fetch(at.url + order.path, { headers: { authorization: `Bearer ${token}`, range } });
        return Buffer.from(await answer.arrayBuffer());
      }),
    );
    expect(Buffer.concat(parts).equals(card)).toBe(true);
    const rows = await eventually(async () => {
      const found = await one.database.query('SELECT complete FROM downloads WHERE order_id = $1', [order.id]);
      return found.every(({ complete }: { complete: boolean }) => complete) && found;
    });
    expect(rows).toHaveLength(1);
  });

  test('a pack asked for at both at once is made once', async () => {
    const order = await delivered(one);
    // The facts include the order's mail, so they don't change once it is sent.
    await allSent();
    const made = await Promise.all(
      [one, two, one, two].map(async (at) => {
        const answer = await fetch(`${at.url}/api/admin/get-defence-pack-pdf`, {
          method: 'POST',
          headers: { authorization: `Bearer ${await at.signIn('manager')}`, 'content-type': 'application/json' },
          body: JSON.stringify({ orderId: order.id, defencePackType: 1 }),
        });
        return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')];
      }),
    );
    expect(made[0]![0]).toBe(200);
    expect(new Set(made.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const noted = await one.database.query("SELECT FROM activity WHERE order_id = $1 AND action = 'pack.made'", [
      order.id,
    ]);
    expect(noted).toHaveLength(1);
  });

  test('of twenty mails that both took in and both workers send, each goes out once', async () => {
    const { id } = await takeIn(one);
    const addresses = Array.from({ length: 20 }, () => `${randomUUID()}@example.com`);
    for (const [index, email] of addresses.entries()) {
      const form = uploadForm(id, await pdf(), { email });
      const { code } = await (index % 2 ? one : two).call('POST', '/api/admin/upload-visa-document', {
        as: 'admin',
        body: form,
      });
      expect(code).toBe(200);
    }
    await allSent();
    const arrived = (await one.mailbox())
      .flatMap(({ to }: { to: string[] }) => to)
      .filter((to) => addresses.includes(to));
    expect(arrived.sort()).toEqual(addresses.sort());
  });
});

/** The same test application, called at the address of another process. */
function beside(app: TestApp, url: string): TestApp {
  const tokens = new Map<MemberName, string>();
  const call: TestApp['call'] = async (method, path, { as, token, body, headers = {} } = {}) => {
    if (as && !tokens.has(as)) tokens.set(as, await app.signIn(as));
    const bearer = token ?? (as && tokens.get(as));
    const isForm = body instanceof FormData;
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(!isForm && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    });
    return { code: answer.status, headers: answer.headers, body: (await answer.json()) as never };
  };
  return { ...app, url, call };
}
