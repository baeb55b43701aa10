import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CardLinks } from '../../src/documents/card-link.js';
import { Keys } from '../../src/platform/keys.js';
import { historyRows } from '../../src/shared/limits.js';
import { delivered, move, pdf, track, upload, uploadForm } from '../documents/cards.js';
import { eventually, product, startApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => app.close());

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

type Got = { code: number; headers: IncomingHttpHeaders; bytes: Buffer };
type Options = { token?: string; headers?: Record<string, string>; method?: string };

async function get(path: string, { token, headers, method = 'GET' }: Options = {}): Promise<Got> {
  const sent = request(app.url + path, {
    method,
    agent: false,
    headers: { 'user-agent': phone, ...(token && { authorization: `Bearer ${token}` }), ...headers },
  });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  return { code: answer.statusCode!, headers: answer.headers, bytes: await buffer(answer) };
}

/** Reads at least `bytes` of the answer, then hangs up. */
async function hangUp(
  path: string,
  token: string,
  bytes: number,
  headers: Record<string, string> = {},
): Promise<number> {
  const sent = request(app.url + path, {
    agent: false,
    headers: { 'user-agent': phone, authorization: `Bearer ${token}`, ...headers },
  });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  let read = 0;
  for await (const chunk of answer) {
    read += (chunk as Buffer).length;
    if (read >= bytes) break;
  }
  sent.destroy();
  return read;
}

/** Asks for a file, and reads the first bytes of the answer alone. */
async function begin(path: string, token: string): Promise<Socket> {
  const { hostname, port, host } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${phone}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  await once(socket, 'data');
  return socket.pause();
}

type Row = {
  actor: string;
  reader: string;
  complete: boolean;
  bytes: number;
  ip: string;
  label: string;
  os: string;
  place: string;
  sha256: string;
};
const rowsOf = (id: number): Promise<Row[]> =>
  app.database.query('SELECT * FROM downloads WHERE order_id = $1 ORDER BY id DESC', [id]);
const historyOf = async (id: number, token: string) =>
  (await app.call('POST', '/api/front/get-download-history', { token, body: { orderId: id } })).body.data as {
    actor: string;
  }[];
const linkOf = async (id: number, file1: string, token: string) =>
  (
    await app.call('POST', '/api/front/download-passport-doc-pdf', {
      token,
      body: { orderId: id, customername: 'customer', file1 },
    })
  ).body.data.url as string;

describe('GET /uploads/docs/{order_id}/{file1}', () => {
  test('anyone else gets 401, whether the file is there or not', async () => {
    const { id, path } = await delivered(app);
    const { id: other } = await delivered(app);
    const strangers = [undefined, 'nonsense', await track(app, other)];
    for (const token of strangers) {
      for (const asked of [
        path,
        `/uploads/docs/${id}/none.pdf`,
        '/uploads/docs/99/none.pdf',
        '/uploads/docs/x/%2e%2e%2fpasswd',
      ]) {
        expect((await get(asked, { token })).code).toBe(401);
      }
    }
    expect((await get(`/uploads/docs/${id}`)).code).toBe(404);
  });

  test('who follows a spent link in a browser reads a page in the order’s brand, which tells no more than the answer', async () => {
    const { id, path } = await delivered(app, { landing_domain: 'arrival-help.example' });
    const seen = [];
    for (const asked of [path, `/uploads/docs/${id}/none.pdf`]) {
      const { code, headers, bytes } = await get(asked, { headers: { 'sec-fetch-dest': 'document' } });
      expect([code, headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
      expect(bytes.toString()).toContain('This link has run out');
      expect(bytes.toString()).toContain('href="/track-order"');
      seen.push(/<main[^]*?Contact Support/.exec(bytes.toString())![0]);
    }
    expect(seen[0]).toBe(seen[1]);
  });

  test('staff get any file of any order, the visitor of the order the current one', async () => {
    const { id, path, card, file1 } = await delivered(app);
    const visitor = await track(app, id);
    const staff = await app.signIn('night');
    for (const token of [visitor, staff]) {
      const { code, headers, bytes } = await get(path, { token });
      expect(code).toBe(200);
      expect(bytes.equals(card)).toBe(true);
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(card.length),
        'content-disposition': `attachment; filename="arrival-card-${id}.pdf"`,
        'x-content-type-options': 'nosniff',
        'cache-control': expect.stringContaining('private'),
        'accept-ranges': 'bytes',
      });
      expect((await get(`/uploads/docs/${id}/none.pdf`, { token })).code).toBe(404);
      expect((await get(`/uploads/docs/99/${file1}`, { token: staff })).code).toBe(404);
    }

    await upload(app, uploadForm(id, await pdf()));
    expect((await get(path, { token: visitor })).code).toBe(404);
    expect((await get(path, { token: staff })).code).toBe(200);
  });

  test('a card whose order is not delivered yet is none for the visitor', async () => {
    const { id, path } = await delivered(app);
    const token = await track(app, id);
    await move(app, id, 'Awaiting');
    expect((await get(path, { token })).code).toBe(404);
  });

  test('a deleted order: its sessions get 401, its links 404', async () => {
    const { id, path, file1 } = await delivered(app);
    const token = await track(app, id);
    const link = await linkOf(id, file1, token);
    await move(app, id, 'Deleted');
    expect((await get(path, { token })).code).toBe(401);
    expect((await get(link)).code).toBe(404);
  });

  test('a link opens its file alone, as it was signed, for five minutes', async () => {
    const { id, file1, path } = await delivered(app);
    const { path: otherPath } = await delivered(app);
    const link = await linkOf(id, file1, await track(app, id));
    const query = link.slice(link.indexOf('?'));
    expect((await get(link)).code).toBe(200);
    expect((await get(otherPath + query)).code).toBe(401);
    expect((await get(link.replace(/until=\d/, 'until=9'))).code).toBe(401);
    expect((await get(link.replace(/session=(\w)/, (_all, first) => `session=${first === '0' ? 1 : 0}`))).code).toBe(
      401,
    );
    expect((await get(`${path}?until=1&until=2&signature[]=x`)).code).toBe(401);

    const until = Number(new URLSearchParams(query).get('until'));
    expect(until - Date.now()).toBeGreaterThan(4.9 * 60_000);
    expect(until - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    const links = new CardLinks(new Keys(app.env));
    expect((await get(links.make(id, file1, randomUUID(), Date.now() - 4.9 * 60_000))).code).toBe(200);
    expect((await get(links.make(id, file1, randomUUID(), Date.now() - 5.1 * 60_000))).code).toBe(401);
  });
});

test('a file that the storage lost is a failure of ours, told as one', async () => {
  const { id, path, file1 } = await delivered(app);
  await rm(join(app.env.DATA_DIR, 'files/documents', file1));
  const { code, headers, bytes } = await get(path, { token: await track(app, id) });
  expect([code, headers['content-type'], JSON.parse(bytes.toString()).status]).toEqual([
    503,
    'application/json; charset=utf-8',
    0,
  ]);
  expect(await rowsOf(id)).toEqual([]);
});

describe('what is written down of a fetch', () => {
  test('a visitor’s: who, where, with what; it stands in the history as soon as the last byte is there', async () => {
    const { id, path, card } = await delivered(app);
    const token = await track(app, id);
    await get(path, { token });
    const history = await historyOf(id, token);
    expect(history).toEqual([
      {
        order_id: id,
        create_ts: expect.stringMatching(/^\d{4}-.*Z$/),
        ip: '127.0.0.1',
        timezone: '',
        browser: 'Mobile Safari-17-iPhone-Mobile',
        os: 'iOS 17.5',
        device: 'iPhone',
        device_type: 'Mobile',
        file1: path.split('/').at(-1),
        actor: 'customer',
        complete: true,
      },
    ]);
    expect(await rowsOf(id)).toMatchObject([{ bytes: card.length, complete: true }]);
  });

  test('staff’s is marked as theirs, even by the visitor’s link, and stands in no customer’s history', async () => {
    const { id, path, file1 } = await delivered(app);
    const token = await track(app, id);
    const staff = await app.signIn('admin');
    await get(path, { token: staff });
    await get(await linkOf(id, file1, token), { token: staff });
    await eventually(async () => (await rowsOf(id)).every(({ complete }) => complete));
    expect((await rowsOf(id)).map(({ actor }) => actor)).toEqual(['staff']);
    expect(await historyOf(id, token)).toEqual([]);
  });

  test('what mail security fetches is a machine’s: always from its networks, from the clouds and Cogent minutes after a mail', async () => {
    const { id, path } = await delivered(app);
    const token = await track(app, id);
    const actorFrom = async (ip: string) => {
      await get(path, { token, headers: { 'x-forwarded-for': ip } });
      return (await rowsOf(id))[0]!.actor;
    };
    const [barracuda, trendMicro] = ['64.235.150.9', '150.70.12.1'];
    const afterMail = ['40.94.20.1', '3.5.140.1', '38.142.1.1'];
    const people = ['172.224.224.1', '104.28.0.1', '146.75.128.1', '2a02:26f7::1', '2606:54c0::1', '185.159.157.1'];
    for (const ip of [barracuda, trendMicro, ...afterMail]) expect([ip, await actorFrom(ip)]).toEqual([ip, 'machine']);
    for (const ip of people) expect([ip, await actorFrom(ip)]).toEqual([ip, 'customer']);
    expect(await historyOf(id, token)).toHaveLength(people.length);

    await app.database.query(
      "UPDATE mails SET sent_at = now() - interval '1 hour', state_at = now() - interval '1 hour' WHERE order_id = $1",
      [id],
    );
    await app.database.query(`UPDATE downloads SET create_ts = create_ts - interval '1 hour' WHERE order_id = $1`, [
      id,
    ]);
    for (const ip of afterMail) expect([ip, await actorFrom(ip)]).toEqual([ip, 'customer']);
    expect(await actorFrom(barracuda)).toBe('machine');
  });

  test.each([
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)',
    'Mozilla/5.0 (Windows NT 6.1; Trident/7.0) Barracuda Sentinel (EE)',
    'Mozilla/5.0 (compatible; Proofpoint URL Defense)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'facebookexternalhit/1.1',
    'WhatsApp/2.23.20.0',
    '',
  ])('%s is a machine, whatever link it has', async (userAgent) => {
    const { id, path } = await delivered(app);
    const token = await track(app, id);
    await get(path, { token, headers: { 'user-agent': userAgent } });
    await eventually(async () => (await rowsOf(id))[0]?.complete);
    expect(await rowsOf(id)).toMatchObject([{ actor: 'machine', complete: true }]);
    expect(await historyOf(id, token)).toEqual([]);
  });

  test.each([
    'curl/8.5.0',
    'node',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
  ])('%s with the visitor’s own session runs for the visitor', async (userAgent) => {
    const { id, path } = await delivered(app);
    const token = await track(app, id);
    await get(path, { token, headers: { 'user-agent': userAgent } });
    expect(await historyOf(id, token)).toHaveLength(1);
  });

  test('a phone whose model has a crawler’s word in its name is the customer’s', async () => {
    const { id, path } = await delivered(app);
    const token = await track(app, id);
    const userAgent =
      'Mozilla/5.0 (Linux; Android 12; S bot 61) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.0.0 Mobile Safari/537.36';
    await get(path, { token, headers: { 'user-agent': userAgent } });
    await eventually(async () => (await rowsOf(id))[0]?.complete);
    expect(await rowsOf(id)).toMatchObject([{ actor: 'customer', complete: true }]);
    expect(await historyOf(id, token)).toHaveLength(1);
  });

  test('of fetches without end the newest are read, by the customer as by staff', async () => {
    const { id, path } = await delivered(app);
    const token = await track(app, id);
    await get(path, { token });
    await app.database.query(
      `INSERT INTO downloads (order_id, document_id, file1, sha256, actor, ip, user_agent, complete)
       SELECT order_id, document_id, file1, sha256, actor, ip, user_agent, true
       FROM downloads, generate_series(1, $2) WHERE order_id = $1`,
      [id, historyRows],
    );
    expect(await historyOf(id, token)).toHaveLength(historyRows);
    const { body } = await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'team' });
    expect(body.data.downloadHistory).toHaveLength(historyRows);
  });

  test('HEAD counts as nothing', async () => {
    const { id, path, card } = await delivered(app);
    const { code, headers, bytes } = await get(path, { token: await track(app, id), method: 'HEAD' });
    expect([code, headers['content-length'], bytes.length]).toEqual([200, String(card.length), 0]);
    expect(await rowsOf(id)).toEqual([]);
  });

  test('a fetch whose connection is reset at its first bytes doesn’t count, although the kernel took them all', async () => {
    const { id, path, card } = await delivered(app, { card: await pdf(60_000) });
    const token = await track(app, id);
    product.resetLimit.within = 60_000;
    const socket = await begin(path, token);
    await eventually(async () => (await rowsOf(id))[0]?.complete);
    socket.resetAndDestroy();
    await eventually(async () => !(await rowsOf(id))[0]?.complete);
    const [row] = await rowsOf(id);
    expect(row).toMatchObject({ complete: false, bytes: card.length - 1 });
    expect(await historyOf(id, token)).toEqual([]);
    expect(await app.database.query('SELECT FROM cards_due WHERE order_id = $1', [id])).toHaveLength(1);

    // the reader goes on where it was
    const { headers } = await get(path, { token, headers: { range: 'bytes=1000-' } });
    expect(headers['x-accel-buffering']).toBe('no');
    expect(await historyOf(id, token)).toHaveLength(1);
    expect(await rowsOf(id)).toMatchObject([{ complete: true, bytes: card.length }]);
  });

  test('a fetch that breaks off is kept, and doesn’t count', async () => {
    const { id, path, card } = await delivered(app, { card: await pdf(9_000_000) });
    const token = await track(app, id);
    await hangUp(path, token, 500_000);
    const [row] = await eventually(async () => {
      const rows = await rowsOf(id);
      return rows[0] && rows[0].bytes > 0 && rows;
    });
    expect(row).toMatchObject({ complete: false, actor: 'customer' });
    expect(row!.bytes).toBeLessThan(card.length);
    expect(await historyOf(id, token)).toEqual([]);
  });
});

describe('a part of a file', () => {
  test('206 with what was asked for', async () => {
    const { id, path, card } = await delivered(app);
    const token = await track(app, id);
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=10-', 10, card.length - 1],
      ['bytes=-5', card.length - 5, card.length - 1],
    ] as const) {
      const { code, headers, bytes } = await get(path, { token, headers: { range } });
      expect([code, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${card.length}`]);
      expect(bytes.equals(card.subarray(start, end + 1))).toBe(true);
    }
  });

  test('416 behind the end, 200 for several at once, another version, or what is no range', async () => {
    const { id, path, card } = await delivered(app);
    const token = await track(app, id);
    const { code, headers } = await get(path, { token, headers: { range: `bytes=${card.length}-` } });
    expect([code, headers['content-range']]).toEqual([416, `bytes */${card.length}`]);

    const { headers: whole } = await get(path, { token });
    const others: Record<string, string>[] = [
      { range: 'bytes=0-1,4-5' },
      { range: 'pages=1' },
      { range: 'bytes=0-1', 'if-range': '"other"' },
    ];
    for (const more of others) expect((await get(path, { token, headers: more })).code).toBe(200);
    expect((await get(path, { token, headers: { range: 'bytes=0-1', 'if-range': whole.etag! } })).code).toBe(206);
  });

  test('a download that broke off and is resumed counts once, when its last byte is there', async () => {
    const { id, path, card } = await delivered(app, { card: await pdf(9_000_000) });
    const token = await track(app, id);
    const read = await hangUp(path, token, 400_000);
    await eventually(async () => (await rowsOf(id))[0]?.bytes);
    const { code, bytes } = await get(path, { token, headers: { range: `bytes=${read}-` } });
    expect([code, bytes.length]).toEqual([206, card.length - read]);
    expect(await historyOf(id, token)).toHaveLength(1);
    expect(await rowsOf(id)).toMatchObject([{ complete: true, bytes: card.length }]);
  });

  test('parts fetched at the same moment count as one download', async () => {
    const { id, path, card } = await delivered(app, { card: await pdf(400_000) });
    const token = await track(app, id);
    const quarter = Math.ceil(card.length / 4);
    await Promise.all(
      [3, 1, 2, 0].map((part) =>
        get(path, { token, headers: { range: `bytes=${part * quarter}-${(part + 1) * quarter - 1}` } }),
      ),
    );
    expect(await historyOf(id, token)).toHaveLength(1);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  test('the last part alone is no download, nor are parts of two sessions', async () => {
    const { id, path, card } = await delivered(app);
    const [one, other] = [await track(app, id), await track(app, id)];
    await get(path, { token: one, headers: { range: 'bytes=-100' } });
    await get(path, { token: other, headers: { range: `bytes=0-${card.length - 101}` } });
    expect(await historyOf(id, one)).toEqual([]);
    expect((await rowsOf(id)).map(({ complete }) => complete)).toEqual([false, false]);
  });

  test('parts with the cookie and without it, or by two links of one session, are one download', async () => {
    const { id, path, file1, card } = await delivered(app);
    const token = await track(app, id);
    const [one, other] = [await linkOf(id, file1, token), await linkOf(id, file1, token)];
    await get(path, { token, headers: { range: 'bytes=0-99' } });
    await get(one, { headers: { range: 'bytes=100-199' } });
    await get(other, { headers: { range: 'bytes=200-' } });
    expect(await historyOf(id, token)).toHaveLength(1);
    expect(await rowsOf(id)).toMatchObject([
      { complete: true, bytes: card.length, reader: expect.stringMatching(/^v/) },
    ]);

    await get(await linkOf(id, file1, await track(app, id)), { headers: { range: 'bytes=0-99' } });
    await get(one, { headers: { range: 'bytes=100-' } });
    expect(await historyOf(id, token)).toHaveLength(1);
  });

  test('fetched a second time in parts, or as a whole, it counts a second time after a minute', async () => {
    const { id, path } = await delivered(app);
    const token = await track(app, id);
    for (let turn = 1; turn <= 2; turn++) {
      await get(path, { token, headers: { range: 'bytes=0-99' } });
      await get(path, { token, headers: { range: 'bytes=100-' } });
      expect(await historyOf(id, token)).toHaveLength(turn);
      await app.database.query(`UPDATE downloads SET create_ts = create_ts - interval '61 s' WHERE order_id = $1`, [
        id,
      ]);
    }
    await get(path, { token });
    expect(await historyOf(id, token)).toHaveLength(3);
  });

  test('what one session asks for within a minute is one download, as a whole, by links and in parts', async () => {
    const { id, path, file1, card } = await delivered(app);
    const token = await track(app, id);
    const link = await linkOf(id, file1, token);
    await Promise.all([get(path, { token }), get(link), get(path, { token, headers: { range: 'bytes=0-' } })]);
    await get(link, { headers: { range: 'bytes=0-1' } });
    expect(await rowsOf(id)).toMatchObject([{ complete: true, bytes: card.length }]);
    expect(await historyOf(id, token)).toHaveLength(1);

    // one that broke off takes nothing back of what the device has
    product.resetLimit.within = 60_000;
    const socket = await begin(path, token);
    socket.resetAndDestroy();
    await once(socket, 'close');
    await eventually(async () => (await app.call('GET', '/healthz')).code === 200);
    expect(await rowsOf(id)).toMatchObject([{ complete: true, bytes: card.length }]);

    await get(path, { token: await track(app, id) });
    expect(await rowsOf(id)).toHaveLength(2);
  });
});
