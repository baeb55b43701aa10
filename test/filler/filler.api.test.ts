import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { type MemberName, startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn, wholeForm } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(() => app.database.query('DELETE FROM throttles'));

const codeFor = (id: number, as: MemberName = 'team') =>
  app.call('POST', `/api/admin/orders/${encodeOrderId(id)}/filler-code`, { as });
const valuesOf = (code: string) => app.call('GET', `/api/filler/${code}`);
const answer = (code: string, body: object) => app.call('POST', `/api/filler/${code}/result`, { body });
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' })).body.data;
const words = 'SUCCESSFULLY REGISTERED';

describe('a code for the form', () => {
  test('gives the values once, also typed in small letters and without dashes', async () => {
    const { id } = await takeIn(app, wholeForm);
    const { code, body } = await codeFor(id);
    expect([code, body.message]).toEqual([200, 'The code is for one filling, within ten minutes.']);
    expect(body.data).toMatchObject({
      code: expect.stringMatching(/^[2-9A-Z]{5}(?:-[2-9A-Z]{5}){2}$/),
      form_url: expect.any(String),
    });

    const given = await valuesOf((body.data.code as string).toLowerCase().replaceAll('-', ''));
    expect(given.code).toBe(200);
    expect(given.body.data).toMatchObject({ v: 1, order: String(id), answer: expect.any(String) });
    expect(given.body.data.values).toEqual(
      expect.objectContaining({
        passNo: 'X1234567',
        region: 'MALAYSIA (+60)',
        accommodationState: '14',
        accommodationCity: '1401',
      }),
    );
    const { answer: _answer, ...same } = given.body.data;
    expect(JSON.parse(Buffer.from(body.data.text as string, 'base64url').toString())).toEqual(same);
    expect(given.headers.get('cache-control')).toContain('no-store');
    expect((await valuesOf(body.data.code)).code).toBe(404);
    expect((await details(id)).activity[0]).toMatchObject({
      action: 'form.values-taken',
      actor: 'Demo Team',
    });
  });

  test('of ten at once one gets them', async () => {
    const { id } = await takeIn(app);
    const { body } = await codeFor(id);
    const codes = await Promise.all(Array.from({ length: 10 }, async () => (await valuesOf(body.data.code)).code));
    expect(codes.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  });

  test('ends after ten minutes, and with the session of its member', async () => {
    const { id } = await takeIn(app);
    const old = (await codeFor(id)).body.data.code as string;
    await app.database.query(`UPDATE filler_codes SET create_ts = now() - interval '11 minutes'`);
    expect((await valuesOf(old)).code).toBe(404);

    const { body } = await codeFor(id, 'team2');
    await app.database.query(
      `UPDATE sessions SET ended_at = now() WHERE id IN (SELECT session_id FROM filler_codes ORDER BY id DESC LIMIT 1)`,
    );
    expect((await valuesOf(body.data.code)).code).toBe(404);
  });

  test('is not given where nothing is to submit, for what a colleague holds, nor to a Telecaller', async () => {
    const { id } = await takeIn(app);
    expect((await codeFor(id, 'telecaller')).code).toBe(403);
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team',
      body: { orderId: id, assignto: 'Demo Team' },
    });
    expect((await codeFor(id, 'admin')).code).toBe(200);
    await app.call('PUT', '/api/admin/move-order-status', {
      as: 'admin',
      body: { orderId: id, updatingStatus: 'Deleted' },
    });
    expect((await codeFor(id)).code).toBe(409);
    expect((await codeFor(999_999)).code).toBe(404);
  });

  test('can’t be guessed: after twenty wrong ones a network waits', async () => {
    for (let n = 0; n < 20; n++) expect((await valuesOf(`wrong-${n}`)).code).toBe(404);
    expect((await valuesOf('wrong')).code).toBe(429);
  });

  test('opens the values to scripts of the form’s origin alone', async () => {
    const { headers } = await valuesOf('x');
    expect(headers.get('access-control-allow-origin')).toBe('https://imigresen-online.imi.gov.my');
    const asked = await app.call('OPTIONS', '/api/filler/x/result');
    expect([asked.code, asked.headers.get('access-control-allow-headers')]).toEqual([200, 'Content-Type']);
  });
});

describe('what the form answered', () => {
  async function filled(more: Record<string, unknown> = {}) {
    const { id } = await takeIn(app, { ...wholeForm, ...more });
    const { body } = await codeFor(id);
    return { id, answerCode: (await valuesOf(body.data.code)).body.data.answer as string };
  }

  test('accepted: the order waits for the authority, with the values as they were submitted; once', async () => {
    const { id, answerCode } = await filled();
    const values = { name: 'ANN B EXAMPLE', passNo: 'X1234567' };
    expect((await answer(answerCode, { outcome: 'accepted', words, values })).code).toBe(200);
    const order = await details(id);
    expect(order).toMatchObject({ process_status: 'AwaitingGovt', submitted: { by: 'Demo Team' } });
    expect(order.submitted.fields[0]).toEqual({ id: 'name', label: 'Name', value: 'ANN B EXAMPLE' });
    expect(order.activity.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
      'order.moved',
      'form.accepted',
    ]);
    expect((await answer(answerCode, { outcome: 'accepted', words, values })).code).toBe(404);
  });

  test('refused: the words stand with the order, which stays where it is; then it may be accepted', async () => {
    const { id, answerCode } = await filled({ doa: dayFromNow(2) });
    const refusal = { outcome: 'refused', words: 'Please select Sex', values: {} };
    expect((await answer(answerCode, refusal)).code).toBe(200);
    expect(await details(id)).toMatchObject({
      process_status: 'New',
      submitted: null,
      activity: expect.arrayContaining([
        expect.objectContaining({ action: 'form.refused', note: 'Please select Sex' }),
      ]),
    });
    expect((await answer(answerCode, { outcome: 'accepted', words, values: {} })).code).toBe(200);
    expect((await details(id)).process_status).toBe('AwaitingGovt');
  });

  test('counts for an order that a member moved in between', async () => {
    const { id, answerCode } = await filled();
    await app.call('PUT', '/api/admin/move-order-status', {
      as: 'team',
      body: { orderId: id, updatingStatus: 'AwaitingGovt' },
    });
    await answer(answerCode, { outcome: 'accepted', words, values: { name: 'ANN C' } });
    expect(await details(id)).toMatchObject({
      process_status: 'AwaitingGovt',
      submitted: { fields: expect.arrayContaining([{ id: 'name', label: 'Name', value: 'ANN C' }]) },
    });
  });

  test.each([
    [{}, 'outcome'],
    [{ outcome: 'accepted', words, values: { captcha: 'x' } }, 'values'],
    [{ outcome: 'accepted', words: 'x'.repeat(501), values: {} }, 'words'],
    [{ outcome: 'accepted', words, values: {}, more: 1 }, ''],
  ])('a body %j is refused', async (body, field) => {
    const { answerCode } = await filled();
    const { code, body: said } = await answer(answerCode, body);
    expect(code).toBe(422);
    if (field) expect(Object.keys(said['errors']).join()).toContain(field);
  });
});

describe('an order whose data was erased', () => {
  const erase = (id: number) =>
    app.database.query(
      `UPDATE orders SET erased_at = now(), submitted = jsonb_set(submitted, '{fields}', '[]') WHERE id = $1`,
      [id],
    );
  const noted = async (id: number) =>
    app.database.query('SELECT action FROM activity WHERE order_id = $1 ORDER BY id', [id]);
  const submitted = async (id: number) => (await details(id)).submitted;
  const move = (orderId: number, updatingStatus: string) =>
    app.call('PUT', '/api/admin/move-order-status', { as: 'team', body: { orderId, updatingStatus } });

  test('gives no values to a code of before, and no new code', async () => {
    const { id } = await takeIn(app, wholeForm);
    const { code } = (await codeFor(id)).body.data;
    await erase(id);
    const before = await noted(id);
    const opened = await valuesOf(code);
    expect([opened.code, opened.body.message]).toEqual([409, 'The data of this order was erased']);
    expect((await codeFor(id)).code).toBe(409);
    expect(await noted(id)).toEqual(before);
  });

  test('takes neither values nor words of the form that was filled before', async () => {
    const { id } = await takeIn(app, wholeForm);
    const { body } = await codeFor(id);
    const { answer: given } = (await valuesOf(body.data.code)).body.data;
    await erase(id);
    const before = await noted(id);
    const values = { name: 'ANN B EXAMPLE', passNo: 'X1234567' };
    for (const outcome of ['accepted', 'refused'])
      expect((await answer(given, { outcome, words, values })).code).toBe(409);
    expect(await noted(id)).toEqual(before);
    expect(await details(id)).toMatchObject({ process_status: 'New', submitted: null });
  });

  test('keeps what is left of its submission at a move, and at an undo', async () => {
    const { id } = await takeIn(app, wholeForm);
    await move(id, 'AwaitingGovt');
    const moved = await move(id, 'Awaiting');
    await erase(id);
    const left = await submitted(id);
    expect(left).toMatchObject({ by: 'Demo Team', fields: [] });

    const { code } = await app.call('PUT', '/api/admin/undo', {
      as: 'team',
      body: { token: moved.body['undo'].token },
    });
    expect([code, await submitted(id)]).toEqual([200, left]);
    await move(id, 'Awaiting');
    expect((await move(id, 'AwaitingGovt')).code).toBe(200);
    expect(await submitted(id)).toEqual(left);
  });
});

describe('the userscript', () => {
  const path = '/authority-filler.user.js';
  const screen = async () => {
    const headers = { 'x-inertia': 'true' };
    const { body } = await app.call('GET', '/admin/authority-filler', { as: 'team', headers });
    return body['props'] as { script: string; userscriptSha256: string };
  };

  test('is the script of the bookmark below a head that names the form’s pages, for everybody', async () => {
    const answer = await fetch(app.url + path);
    const text = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    const [head, script] = text.split('// ==/UserScript==\n\n');
    const rows = head!
      .split('\n')
      .slice(1, -1)
      .map((line) => line.replace(/^\/\/ @(\S+) +/, '$1 '));
    const own = app.env.publicUrl;
    expect(head!.split('\n')[0]).toBe('// ==UserScript==');
    expect(rows).toEqual([
      'name Fill the authority’s form',
      `namespace ${own}`,
      'description Types the values of an order into the form. The puzzle and what follows it are a person’s.',
      expect.stringMatching(/^version 20\d\d\.\d{1,2}\.\d{1,2}\.\d{1,4}$/),
      'match https://imigresen-online.imi.gov.my/mdac/main*',
      'match https://imigresen-online.imi.gov.my/mdac/register*',
      `updateURL ${own}${path}`,
      `downloadURL ${own}${path}`,
      'run-at document-idle',
      'grant none',
    ]);
    const props = await screen();
    expect(script).toBe(props.script);
    expect(createHash('sha256').update(text).digest('hex')).toBe(props.userscriptSha256);
  });

  test('may be kept by caches, by its hash', async () => {
    const { headers } = await fetch(app.url + path);
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual(['public, max-age=3600', null]);
    const etag = headers.get('etag')!;
    expect(etag).toContain((await screen()).userscriptSha256);
    expect((await fetch(app.url + path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});
