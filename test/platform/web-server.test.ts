import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { boundConnections } from '../../src/platform/connections.js';
import { delivered, pdf, uploadForm } from '../documents/cards.js';
import { eventually, product, startApp, startWeb, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { patient } from '../support/patience.js';

const { bodyLimits } = product;
let app: TestApp | undefined;

describe('connections', () => {
  test('that never ask are ended; one that asked in time is kept, and no more are taken than may be', async () => {
    const server = createServer((_request, response) => response.end('here'));
    boundConnections(server, 3, 300);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const open = () => connect(port, '127.0.0.1').on('error', () => undefined);

    const began = Date.now();
    const [silent, asking, third] = [open(), open(), open()];
    await Promise.all([silent, asking, third].map((socket) => once(socket, 'connect')));
    asking.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(asking, 'data');
    const fourth = open();
    await once(fourth.resume(), 'close');
    expect(Date.now() - began).toBeLessThan(patient(5_000));
    await Promise.all([silent, third].map((socket) => once(socket.resume(), 'close')));
    expect(Date.now() - began).toBeGreaterThanOrEqual(290);
    asking.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String((await once(asking, 'data'))[0])).toContain('200 OK');
    asking.destroy();
    server.close();
  });
});

describe('a web process that is told to stop', () => {
  afterAll(() => app?.close());

  test('answers what it has begun, and waits for nobody who says nothing', async () => {
    app = await startApp();
    const web = await startWeb(app.env);
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    web.getHttpAdapter().get('/slow', (_request: unknown, reply: { send(text: string): void }) => {
      setTimeout(() => reply.send('done'), 500);
      asked();
    });
    await web.listen(0, '127.0.0.1');
    const { port } = new URL(await web.getUrl());
    const silent = connect(Number(port), '127.0.0.1');
    await once(silent, 'connect');
    const answer = once(get(`${await web.getUrl()}/slow`, { agent: new Agent({ keepAlive: true }) }), 'response');
    await isAsked;

    const began = Date.now();
    await web.close();
    // without the limit the silent connection would be kept for more than a minute
    expect(Date.now() - began).toBeLessThan(patient(15_000));
    const [{ statusCode }] = (await answer) as [IncomingMessage];
    expect(statusCode).toBe(200);
    silent.destroy();
  });
});

describe('a body that does not come', () => {
  const shipped = { ...bodyLimits };
  beforeAll(async () => {
    Object.assign(bodyLimits, { whole: 1_500, pause: 1_000 });
    app = await startApp({ settings: { MAX_CONNECTIONS: '123' } });
  });
  afterAll(async () => {
    Object.assign(bodyLimits, shipped);
    await app?.close();
    app = undefined;
  });

  type Sent = { socket: Socket; received: () => string; ended: Promise<unknown> };
  /** Sends the head of a request and returns its connection. */
  async function begin(path: string, type: string, length: number, token?: string): Promise<Sent> {
    const socket = connect(Number(new URL(app!.url).port), '127.0.0.1');
    await once(socket, 'connect');
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    const ended = once(socket, 'close');
    socket.on('error', () => undefined);
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Content-Type: ${type}`,
      `Content-Length: ${length}`,
      'Connection: close',
      ...(token ? [`Authorization: Bearer ${token}`] : []),
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    return { socket, received: () => received, ended };
  }
  /** Sends the bytes in pieces, a while apart, until the connection ends. */
  async function drip({ socket }: Sent, bytes: Buffer, pieces: number): Promise<void> {
    const size = Math.ceil(bytes.length / pieces);
    for (let at = 0; at < bytes.length && socket.writable; at += size) {
      socket.write(bytes.subarray(at, at + size));
      await sleep(250);
    }
  }
  async function form(id: number): Promise<{ type: string; bytes: Buffer }> {
    const whole = new Response(uploadForm(id, await pdf()));
    return { type: whole.headers.get('content-type')!, bytes: Buffer.from(await whole.arrayBuffer()) };
  }
  const path = '/api/admin/upload-visa-document';

  test('an upload takes as long as its line needs', async () => {
    expect(shipped).toEqual({ whole: 120_000, pause: 60_000 });
    expect(app!.web.getHttpServer()).toMatchObject({
      requestTimeout: 0,
      headersTimeout: 60_000,
      maxConnections: 123,
    });
    const { id } = await takeIn(app!);
    const { type, bytes } = await form(id);
    const sent = await begin(path, type, bytes.length, await app!.signIn('team'));
    await drip(sent, bytes, 12);
    await sent.ended;
    expect(sent.received()).toMatch(/^HTTP\/1.1 200 /);
  });

  test('an upload that stalls ends, and leaves nothing', async () => {
    const { id } = await takeIn(app!);
    const { type, bytes } = await form(id);
    const sent = await begin(path, type, bytes.length, await app!.signIn('team'));
    sent.socket.write(bytes.subarray(0, bytes.length / 2));
    const began = performance.now();
    await sent.ended;
    expect(performance.now() - began).toBeLessThan(patient(10_000));
    expect(sent.received()).toMatch(/^HTTP\/1.1 408 [^]*This request took too long/);
    expect(await app!.database.query('SELECT FROM documents WHERE order_id = $1', [id])).toHaveLength(0);
  });

  test('any other body has to be there in time, and so has an upload by a stranger', async () => {
    const json = Buffer.from(JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(200) }));
    const { type, bytes } = await form(1);
    const plain = await begin('/api/admin/admin-login', 'application/json', json.length);
    const strangers = await begin(path, type, bytes.length);
    await Promise.all([drip(plain, json, 60), drip(strangers, bytes, 60), plain.ended, strangers.ended]);
    expect(plain.received()).toMatch(/^HTTP\/1.1 408 /);
    expect(strangers.received()).toMatch(/^HTTP\/1.1 401 /);
  });
});

describe('a request', () => {
  beforeAll(async () => {
    app = await startApp({ settings: { DATABASE_POOL: '10' } });
  });
  afterAll(async () => {
    await app?.close();
    app = undefined;
  });

  test('waits for a connection of the pool when PostgreSQL has none left', async () => {
    await takeIn(app!);
    const token = await app!.signIn('team');
    const name =
      'SELECT current_database() AS name, count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()';
    const [{ name: database, n }] = await app!.database.query(name);
    await app!.database.query(`ALTER DATABASE ${database} CONNECTION LIMIT ${n}`);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => app!.call('GET', '/api/admin/get-orders-list/newOrder', { token })),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    await app!.database.query(`ALTER DATABASE ${database} CONNECTION LIMIT -1`);
  });

  test('is logged with the member who made it, and one whose reader leaves is no fault of ours', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
    const web = await startWeb(app!.env, log);
    await web.listen(0, '127.0.0.1');
    const url = await web.getUrl();
    const headers = { authorization: `Bearer ${await app!.signIn('team')}`, 'content-type': 'application/json' };
    // one process counts for all applications of its tests
    const failures = async () =>
      (await (await fetch(`${url}/metrics`)).text()).match(/http_request_seconds_count\{[^}]*status="5.*/g);
    const before = await failures();
    try {
      await fetch(`${url}/api/user_info`, { headers });
      const [{ id }] = await app!.database.query("SELECT id FROM members WHERE email = 'team@demo.test'");
      await eventually(() => Promise.resolve(lines.some(({ route }) => route === '/api/user_info')));
      expect(lines.find(({ route }) => route === '/api/user_info')).toMatchObject({ member: id, status: 200 });

      // no worker runs, so the pack is never made
      const order = await delivered(app!);
      await app!.database.query("UPDATE orders SET process_status = 'Completed' WHERE id = $1", [order.id]);
      const body = JSON.stringify({ orderId: order.id, defencePackType: 1 });
      const leaving = new AbortController();
      const asked = fetch(`${url}/api/admin/get-defence-pack-pdf`, {
        method: 'POST',
        headers,
        body,
        signal: leaving.signal,
      });
      await eventually(async () => (await app!.database.query('SELECT FROM packs')).length === 1);
      leaving.abort();
      await asked.catch(() => undefined);
      await app!.database.query(
        "UPDATE packs SET state = 'ready', size = 1, storage_key = (SELECT storage_key FROM documents LIMIT 1)",
      );
      await sleep(1_000);
      expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
      expect(await failures()).toEqual(before);
    } finally {
      await web.close();
    }
  });
});

describe('the files of other builds', () => {
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app?.close());

  const builds = async () =>
    (await app!.database.query('SELECT version FROM client_builds ORDER BY started_at DESC')) as { version: string }[];

  test('a page of the version before finds its dialogs, and a page of the next one its start', async () => {
    const { url, database } = app!;
    await database.query(
      "INSERT INTO client_builds (version, started_at) VALUES ('the-one-before', now() - interval '1 day')",
    );
    await database.query(
      "INSERT INTO client_files (version, name, bytes) VALUES ('the-one-before', 'dialog-B4.js', 'ask()')",
    );

    const [found, own, missing] = await Promise.all([
      fetch(`${url}/assets/dialog-B4.js`),
      fetch(url + (await ownFile())),
      fetch(`${url}/assets/dialog-B5.js`),
    ]);
    expect(await found.text()).toBe('ask()');
    expect(found.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(found.headers.get('cache-control')).toBe(own.headers.get('cache-control'));
    expect([found.status, own.status, missing.status]).toEqual([200, 200, 404]);
  });

  test('each start says that its build is served, and three builds are kept', async () => {
    const [own] = await builds();
    const { database, env } = app!;
    const files = () => database.query('SELECT name, version, xmin::text AS written FROM client_files ORDER BY 1, 2');
    const before: unknown = await files();
    await (await startWeb(env)).close();
    expect(await files()).toEqual(before);

    await database.query('DELETE FROM client_builds WHERE version = $1', [own!.version]);
    await database.query(
      `INSERT INTO client_builds (version, started_at)
       SELECT 'older-' || n, now() - n * interval '30 days' FROM generate_series(2, 4) n`,
    );
    await (await startWeb(env)).close();
    expect((await builds()).map(({ version }) => version)).toEqual([own!.version, 'the-one-before', 'older-2']);
  });

  /** A file that this build's sign-in page loads. */
  async function ownFile(): Promise<string> {
    const page = await (await fetch(`${app!.url}/`)).text();
    return /\/assets\/[\w-]+\.js/.exec(page)![0];
  }
});
