import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encodeOrderId } from '../../src/shared/order-id.js';
import type { VisitorQueries } from '../../src/visitor/visitor.queries.js';
import { delivered, move, pdf, track, upload, uploadForm } from '../documents/cards.js';
import { type Answer, type Envelope, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const notFound = 'We could not find an order with these details.';
const post = (path: string, body: unknown, more = {}): Promise<Answer> =>
  app.call('POST', `/api/front/${path}`, { body, ...more });

/** Tries to track an order from one of this machine's own addresses, 127.0.0.0/8. */
async function tryFrom(
  address: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ code: number; body: Envelope }> {
  const sent = request(`${app.url}/api/front/track-order`, {
    method: 'POST',
    localAddress: address,
    headers: { 'content-type': 'application/json', ...headers },
    agent: false,
  });
  sent.end(JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  return { code: answer.statusCode!, body: JSON.parse(await text(answer)) as Envelope };
}

/** An address that no other test has used. */
let next = 0;
const freshAddress = () => `127.${10 + (++next >> 8)}.${next & 255}.1`;

describe('POST /api/front/track-order', () => {
  test('a bad body gets the sentences of the form', async () => {
    const { code, body } = await post('track-order', {});
    expect([code, body.errors]).toEqual([
      422,
      { orderId: 'Please enter your orderId', email: 'Please enter your email' },
    ]);
    expect((await post('track-order', { orderId: '123456', email: 'ann@' })).body.errors).toEqual({
      email: 'Invalid email address',
    });
    for (const orderId of ['', '  ', '#', -5, 1.5, null, true, ['1'], 'a\0b']) {
      expect((await post('track-order', { orderId, email: 'ann@example.com' })).body.errors).toEqual({
        orderId: 'Please enter your orderId',
      });
    }
  });

  test('a right pair opens the order, by token and by cookie', async () => {
    const { id, encoded } = await takeIn(app);
    const { code, body, headers } = await post('track-order', { orderId: id, email: 'ann@example.com' });
    expect([code, body.status, body.data.orderId]).toEqual([200, 1, encoded]);
    const cookie = headers.getSetCookie().find((one) => one.startsWith('visitor='))!;
    expect(cookie).toContain(body.data.accessToken);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Path=\//);
  });

  test.each([' ANN@Example.Com ', 'ann@example. com'])('the address may be typed %s', async (email) => {
    const { id } = await takeIn(app);
    expect((await post('track-order', { orderId: id, email })).code).toBe(200);
  });

  test('the order’s other address opens it too, and no third one', async () => {
    const { id } = await takeIn(app, { email: 'Ann.Office@example.com' });
    for (const [email, code] of [
      ['ann@example.com', 200],
      ['ann.office@example.com', 200],
      ['office@example.com', 404],
    ] as const) {
      expect([email, (await post('track-order', { orderId: id, email })).code]).toEqual([email, code]);
    }
  });

  test('a customer’s number and address are read as they paste them, and what is no number is no guess', async () => {
    const { id, encoded } = await takeIn(app);
    const from = freshAddress();
    for (let turn = 0; turn < 12; turn++)
      expect((await tryFrom(from, { orderId: 'my order', email: 'ann@example.com' })).code).toBe(404);
    const arabic = String(id).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    for (const orderId of [
      arabic,
      `Order number: ${id}.`,
      `\u2066${id}\u2069`,
      `№ ${id}`,
      `${app.url}/track-order/${encoded}`,
    ])
      expect([orderId, (await tryFrom(from, { orderId, email: 'ann@example.com' })).code]).toEqual([orderId, 200]);
    for (const email of [
      'ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ',
      'Ann Example <ann@example.com>',
      'mailto:ann@example.com',
      'ann@example.com,\u200b',
    ])
      expect([email, (await tryFrom(from, { orderId: id, email })).code]).toEqual([email, 200]);
  });

  test.each(['#%', ' # % ', 'Order %', 'order id: %', 'Order No. %', '%'])(
    'the order id may be typed %s',
    async (typed) => {
      const { id, encoded } = await takeIn(app);
      for (const name of [String(id), encoded]) {
        expect((await post('track-order', { orderId: typed.replace('%', name), email: 'ann@example.com' })).code).toBe(
          200,
        );
      }
    },
  );

  test('every wrong pair gets the same answer: unknown, not an id, another address, deleted', async () => {
    const { id } = await takeIn(app);
    const { id: gone } = await takeIn(app);
    await move(app, gone, 'Deleted');
    const answers = await Promise.all(
      [
        { orderId: 987654, email: 'ann@example.com' },
        { orderId: 'no id at all', email: 'ann@example.com' },
        { orderId: id, email: 'eve@example.com' },
        { orderId: gone, email: 'ann@example.com' },
      ].map((pair) => tryFrom(freshAddress(), pair)),
    );
    for (const { code, body } of answers) {
      expect([code, { ...body, ref: '' }]).toEqual([404, { status: 0, message: notFound, data: null, ref: '' }]);
    }
  });

  test('of wrong pairs none is answered before another could be', async () => {
    const { id } = await takeIn(app);
    for (const pair of [
      { orderId: 800_000, email: 't@example.com' },
      { orderId: id, email: 'w@example.com' },
    ]) {
      const started = performance.now();
      expect((await tryFrom(freshAddress(), pair)).code).toBe(404);
      // The pause takes ten times as long as either check, so it hides the difference.
      expect(performance.now() - started).toBeGreaterThan(115);
    }
  });

  test('after ten wrong pairs an address waits, whatever it tries', async () => {
    const { id } = await takeIn(app);
    const from = freshAddress();
    for (let turn = 0; turn < 10; turn++) {
      expect((await tryFrom(from, { orderId: 700_000 + turn, email: `a${turn}@example.com` })).code).toBe(404);
    }
    const { code, body } = await tryFrom(from, { orderId: id, email: 'ann@example.com' });
    expect([code, body.status]).toEqual([429, 0]);
  });

  test('another spelling of the mailbox opens the order, and is no other address to guess with', async () => {
    const { id } = await takeIn(app, { contact_email_address: 'ann.example+mdac@gmail.com' });
    const from = freshAddress();
    const code = async (email: string) => (await tryFrom(from, { orderId: id, email })).code;
    expect(await code('AnnExample@googlemail.com')).toBe(200);
    expect(await code('annexample@outlook.com')).toBe(404);
    const { id: tagged } = await takeIn(app, { contact_email_address: 'ann+mdac@example.com' });
    expect((await tryFrom(from, { orderId: tagged, email: 'ann@example.com' })).code).toBe(404);

    const codes: number[] = [];
    for (let turn = 0; turn < 31; turn++)
      codes.push((await tryFrom(freshAddress(), { orderId: 500_000 + turn, email: `eve+${turn}@gmail.com` })).code);
    expect(codes.filter((one) => one === 429)).toHaveLength(1);
  });

  test('a right pair is not counted as a wrong one', async () => {
    const { id } = await takeIn(app);
    const from = freshAddress();
    for (let turn = 0; turn < 12; turn++)
      expect((await tryFrom(from, { orderId: id, email: 'ann@example.com' })).code).toBe(200);
  });

  test('parallel tries count exactly', async () => {
    const from = freshAddress();
    const codes = await Promise.all(
      Array.from(
        { length: 40 },
        async (_, turn) => (await tryFrom(from, { orderId: 600_000 + turn, email: `p${turn}@example.com` })).code,
      ),
    );
    expect(codes.filter((code) => code === 404)).toHaveLength(10);
    expect(codes.filter((code) => code === 429)).toHaveLength(30);
  });

  test('a thousand guesses from fifty addresses learn nothing, of one order or of one address', async () => {
    const { id } = await takeIn(app, { contact_email_address: 'zoe@example.com' });
    const from = Array.from({ length: 50 }, freshAddress);
    const guess = async (turn: number, pair: unknown) => (await tryFrom(from[turn % 50]!, pair)).code;
    const codes: number[] = [];
    for (let turn = 0; turn < 500; turn += 50) {
      const round = Array.from({ length: 50 }, (_, index) => turn + index);
      // both kinds of guesses contain the right pair, but after the limit on wrong tries is reached
      codes.push(
        ...(await Promise.all(
          round.map((n) => guess(n, { orderId: id, email: n === 300 ? 'zoe@example.com' : `g${n}@example.com` })),
        )),
      );
      codes.push(
        ...(await Promise.all(
          round.map((n) => guess(n, { orderId: n === 450 ? id : 500_000 + n, email: 'zoe@example.com' })),
        )),
      );
    }
    expect(new Set(codes)).toEqual(new Set([404, 429]));
    expect(codes.filter((code) => code === 404).length).toBeLessThanOrEqual(40);
  });

  test('a stranger locks no customer out: a device or network that tracked the order, or bought it, still gets in', async () => {
    const pair = (orderId: number) => ({ orderId, email: 'ann@example.com' });
    const { id } = await takeIn(app, { purchase_ip: '127.200.0.7' });
    const home = freshAddress();
    const { body } = await tryFrom(home, pair(id));
    const device = { authorization: `Bearer ${body.data.accessToken}` };

    for (let turn = 0; turn < 12; turn++) await tryFrom(freshAddress(), { orderId: id, email: `s${turn}@example.com` });
    expect((await tryFrom(freshAddress(), pair(id))).code).toBe(429);
    expect((await tryFrom(home, pair(id))).code).toBe(200);
    expect((await tryFrom('127.200.0.7', pair(id))).code).toBe(200);
    expect((await tryFrom(freshAddress(), pair(id), device)).code).toBe(200);

    expect((await tryFrom(home, { orderId: id, email: 'wrong@example.com' })).code).toBe(429);
    const { id: other } = await takeIn(app);
    for (let turn = 0; turn < 12; turn++)
      await tryFrom(freshAddress(), { orderId: other, email: `o${turn}@example.com` });
    expect((await tryFrom(freshAddress(), pair(other), device)).code).toBe(429);
  });

  test('an address that has to wait shuts no order to its customer', async () => {
    const { id } = await takeIn(app);
    const from = freshAddress();
    for (let turn = 0; turn < 10; turn++)
      await tryFrom(from, { orderId: 400_000 + turn, email: `x${turn}@example.com` });
    for (let turn = 0; turn < 20; turn++) await tryFrom(from, { orderId: id, email: `y${turn}@example.com` });
    expect((await tryFrom(freshAddress(), { orderId: id, email: 'ann@example.com' })).code).toBe(200);
  });

  test('the customer may try again once the quarter of an hour is over', async () => {
    const { id } = await takeIn(app);
    for (let turn = 0; turn < 11; turn++) await tryFrom(freshAddress(), { orderId: id, email: `q${turn}@example.com` });
    expect((await tryFrom(freshAddress(), { orderId: id, email: 'ann@example.com' })).code).toBe(429);
    await app.database.query("UPDATE throttles SET ends_at = now() - interval '1 second'");
    expect((await tryFrom(freshAddress(), { orderId: id, email: 'ann@example.com' })).code).toBe(200);
  });
});

describe.each(['get-download-history', 'download-passport-doc-pdf'])('POST /api/front/%s', (path) => {
  test('nobody calls it without having tracked that very order', async () => {
    const { id, file1 } = await delivered(app);
    const { id: other } = await delivered(app);
    const staff = await app.signIn('admin');
    for (const token of [undefined, 'nonsense', staff, await track(app, other)]) {
      const { code, body } = await post(path, { orderId: id, customername: 'customer', file1 }, { token });
      expect([code, body.status, body.data]).toEqual([401, 401, null]);
    }
    expect((await post(path, {})).code).toBe(401);
  });

  test('a bad body gets its sentences', async () => {
    const { id, file1 } = await delivered(app);
    const { code, body } = await post(path, { file1 }, { token: await track(app, id) });
    expect([code, body.errors]).toEqual([422, { orderId: 'Please enter your orderId' }]);
  });

  test('half an hour after its last use a session is spent; a deleted order ends it at once', async () => {
    const { id, file1 } = await delivered(app);
    const token = await track(app, id);
    const call = async () => (await post(path, { orderId: id, customername: 'customer', file1 }, { token })).code;
    const age = (minutes: number) =>
      app.database.query(
        'UPDATE visitor_sessions SET last_used_at = now() - make_interval(mins => $2) WHERE order_id = $1',
        [id, minutes],
      );

    await age(29);
    expect(await call()).toBe(200);
    await age(29);
    expect(await call()).toBe(200);
    await age(31);
    expect(await call()).toBe(401);

    await age(1);
    await move(app, id, 'Deleted');
    expect(await call()).toBe(401);
  });
});

describe('a session', () => {
  const sees = async (id: number, token: string) =>
    (await post('get-download-history', { orderId: id }, { token })).code === 200;
  const tracked = async (id: number, email: string) =>
    (await post('track-order', { orderId: id, email })).body.data?.accessToken as string | undefined;
  /** As a web process whose clock is so many hours ahead amends the address. */
  const amend = (id: number, email: string, hours: number) =>
    app.database.query(
      `UPDATE orders SET contact_email_address = $2, email = $2, address_since = now() + make_interval(hours => $3) WHERE id = $1`,
      [id, email, hours],
    );

  test('ends when the order’s address is amended, and not before, whatever the clocks of the machines say', async () => {
    const { id } = await takeIn(app);
    for (const [email, next, hours] of [
      ['ann@example.com', 'behind@example.com', -1],
      ['behind@example.com', 'ahead@example.com', 1],
    ] as const) {
      const before = (await tracked(id, email))!;
      expect(await sees(id, before)).toBe(true);
      await amend(id, next, hours);
      expect(await sees(id, before)).toBe(false);
      expect(await tracked(id, email)).toBeUndefined();
      expect(await sees(id, (await tracked(id, next))!)).toBe(true);
    }
  });

  test('is not begun with an address that is amended at that moment, nor of an order that is deleted then', async () => {
    const queries = app.web.get<VisitorQueries>('VisitorQueries');
    const visit = { ip: '127.0.0.1', location: '', userAgent: 'x' };
    const { id } = await takeIn(app);
    const read = (await queries.credentialsOf(id))!;
    await amend(id, 'new@example.com', 0);
    expect(await queries.startSession(read, visit)).toBeUndefined();
    const readAgain = (await queries.credentialsOf(id))!;
    await move(app, id, 'Deleted');
    expect(await queries.startSession(readAgain, visit)).toBeUndefined();
    expect(await app.database.query('SELECT FROM visitor_sessions WHERE order_id = $1', [id])).toEqual([]);
  });
});

describe('POST /api/front/get-download-history', () => {
  test('tells of an order what a visitor may know', async () => {
    const { id, encoded, file1 } = await delivered(app);
    const { body } = await post('get-download-history', { orderId: encoded }, { token: await track(app, id) });
    expect(body).toEqual({
      status: 1,
      message: '',
      data: [],
      mainResult: {
        order_id: id,
        full_name: 'Ann Example',
        process_status: 'ready',
        landing_domain: 'malaysia-arrival-card.example',
        ready: true,
      },
      path: { file1 },
      ref: expect.any(String),
    });
  });

  test('no internal status name reaches a visitor', async () => {
    const { id } = await takeIn(app);
    const token = await track(app, id);
    const told = async () => (await post('get-download-history', { orderId: id }, { token })).body;
    expect((await told()).mainResult.process_status).toBe('received');

    await upload(app, uploadForm(id, await pdf()));
    expect(await told()).toMatchObject({
      mainResult: { process_status: 'received', ready: false },
      path: { file1: null },
    });
    const expected = {
      Awaiting: 'in progress',
      AwaitingGovt: 'in progress',
      Refunds: 'refunded',
      'Customer Called': 'ready',
      'Contact Customer': 'ready',
      Completed: 'ready',
    };
    for (const [status, word] of Object.entries(expected)) {
      await move(app, id, status);
      expect((await told()).mainResult.process_status).toBe(word);
    }
  });

  test('a card that was mailed is ready whatever the status, unless it is withdrawn: refunded', async () => {
    const { id } = await takeIn(app);
    const { body } = await upload(app, uploadForm(id, await pdf()));
    const token = await track(app, id);
    const told = async () => (await post('get-download-history', { orderId: id }, { token })).body;
    const mailed = (state: string) =>
      app.database.query('UPDATE mails SET state = $2 WHERE id = $1', [body.data.mail_id, state]);

    for (const state of ['queued', 'failed']) {
      await mailed(state);
      expect([state, (await told()).mainResult]).toEqual([state, expect.objectContaining({ ready: false })]);
    }
    for (const state of ['sent', 'delivered', 'deferred', 'bounced', 'complained']) {
      await mailed(state);
      expect([state, (await told()).mainResult]).toEqual([
        state,
        expect.objectContaining({ process_status: 'ready', ready: true }),
      ]);
    }

    const fetched = async () => {
      const { code, body: link } = await post(
        'download-passport-doc-pdf',
        { orderId: id, customername: 'customer', file1: body.data.file1 },
        { token },
      );
      return code === 200 ? (await fetch(app.url + (link.data.url as string))).status : code;
    };
    for (const status of ['New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called', 'Completed']) {
      if (status !== 'New') await move(app, id, status);
      expect([status, (await told()).mainResult.process_status, await fetched()]).toEqual([status, 'ready', 200]);
    }
    await move(app, id, 'Refunds');
    expect([await told(), await fetched()]).toEqual([
      expect.objectContaining({ mainResult: expect.objectContaining({ process_status: 'refunded', ready: false }) }),
      409,
    ]);
  });

  test('a card whose mail was lost is ready once the link to it was mailed', async () => {
    const { id } = await takeIn(app);
    await upload(app, uploadForm(id, await pdf()));
    await app.call('POST', '/api/admin/send-download-link', {
      as: 'team',
      body: { orderId: id, email: 'ann@example.com' },
    });
    await app.call('POST', '/api/admin/send-invoice', { as: 'team', body: { orderId: id } });
    const token = await track(app, id);
    const isReady = async () =>
      (await post('get-download-history', { orderId: id }, { token })).body.mainResult.ready as boolean;
    const became = (state: string, kind: string) =>
      app.database.query('UPDATE mails SET state = $2 WHERE order_id = $1 AND kind = $3', [id, state, kind]);

    await became('failed', 'approval');
    await became('sent', 'invoice');
    expect(await isReady()).toBe(false);
    await became('sent', 'download-link');
    expect(await isReady()).toBe(true);
  });

  test('a corrected card takes the place of the mailed one once its own mail was taken', async () => {
    const { id } = await takeIn(app);
    const [first, second] = [
      (await upload(app, uploadForm(id, await pdf()))).body.data,
      (await upload(app, uploadForm(id, await pdf(2_000), { email: 'new@example.com' }))).body.data,
    ];
    const token = await track(app, id);
    const offered = async () => (await post('get-download-history', { orderId: id }, { token })).body.path.file1;
    const became = (state: string, mail: number) =>
      app.database.query('UPDATE mails SET state = $2 WHERE id = $1', [mail, state]);

    expect(await offered()).toBeNull();
    await became('sent', first.mail_id);
    await became('failed', second.mail_id);
    expect(await offered()).toBe(first.file1);
    await became('delivered', second.mail_id);
    expect(await offered()).toBe(second.file1);
  });

  test('completed without a document is not ready', async () => {
    const { id } = await takeIn(app);
    await move(app, id, 'Completed');
    const { body } = await post('get-download-history', { orderId: id }, { token: await track(app, id) });
    expect(body.mainResult).toMatchObject({ process_status: 'in progress', ready: false });
  });
});

describe('POST /api/front/download-passport-doc-pdf', () => {
  const ask = async (id: number, file1: string) =>
    post(
      'download-passport-doc-pdf',
      { orderId: encodeOrderId(id), customername: 'customer', file1 },
      { token: await track(app, id) },
    );

  test('gives a link to the current file', async () => {
    const { id, file1 } = await delivered(app);
    const { body } = await ask(id, file1);
    expect(body.data.url).toMatch(new RegExp(`^/uploads/docs/${id}/${file1}\\?.*signature=`));
  });

  test('another file, or one that was replaced: 404', async () => {
    const { id, file1 } = await delivered(app);
    expect((await ask(id, 'card-000000000000000000000000.pdf')).code).toBe(404);
    await upload(app, uploadForm(id, await pdf()));
    expect((await ask(id, file1)).code).toBe(404);
  });

  test('while there is none: 409', async () => {
    const { id } = await takeIn(app);
    const { body } = await upload(app, uploadForm(id, await pdf()));
    expect((await ask(id, body.data.file1)).code).toBe(409);
  });
});
