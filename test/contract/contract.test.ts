import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Stripe } from 'stripe';
import type { Storage } from '../../src/platform/storage.js';
import type { SnsCertificates } from '../../src/mail/providers/aws/signature.js';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { delivered, image, move, pdf, track, upload, uploadForm } from '../documents/cards.js';
import { codeAt } from '../../src/auth/totp.js';
import { routesOf } from '../locks/routes.js';
import { certificateUrl, makeSns, sesEvent, topicArn } from '../mail/sns-sender.js';
import { largestId } from '../../src/shared/limits.js';
import { eventually, intakeKey, type MemberName, password, startApp, type TestApp } from '../support/app.js';
import { cardPdf } from '../support/card.js';
import { dayFromNow, orderBody, takeIn } from '../support/orders.js';
import { makePasskey } from '../support/passkey.js';
import { unaudited } from '../support/presses.js';
import { type Contract, watch } from './contract.js';

const sns = makeSns();
const stripeSecret = 'whsec_of_tests';
const sendgrid = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
let app: TestApp;
let contract: Contract;
/** The token of a visitor, for an order that no other test uses. */
let ownToken: string;

beforeAll(async () => {
  app = await startApp({
    worker: true,
    settings: {
      SES_TOPIC_ARN: topicArn,
      SES_INBOUND_TOPIC_ARN: topicArn,
      INBOUND_KEY: 'the key of inbound mail',
      STRIPE_WEBHOOK_SECRET: stripeSecret,
      STRIPE_SECRET_KEY: 'sk_of_tests',
      // nobody answers there
      STRIPE_API_BASE: 'http://127.0.0.1:9',
      SENDGRID_WEBHOOK_KEY: sendgrid.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    },
  });
  app.web.get<SnsCertificates>('SnsCertificates').add(certificateUrl, sns.pem);
  contract = await watch(app);
  ownToken = await track(app, (await takeIn(app)).id);
});
afterAll(() => app.close());

const get = (path: string, as: MemberName = 'team') => app.call('GET', `/api/admin/${path}`, { as });
const post = (path: string, body: unknown, as: MemberName = 'team') =>
  app.call('POST', `/api/admin/${path}`, { as, body });
const put = (path: string, body: unknown, as: MemberName = 'team') =>
  app.call('PUT', `/api/admin/${path}`, { as, body });
const shop = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/intake/${path}`, { body, headers: { 'x-intake-key': intakeKey } });
const front = (path: string, body: unknown, token?: string) =>
  app.call('POST', `/api/front/${path}`, { body, ...(token !== undefined && { token }) });
const take = (orderId: number, as: MemberName) => put('assign-order-status', { orderId, assignto: nameOf[as] }, as);

const nameOf = {
  admin: 'Demo Admin',
  manager: 'Demo Manager',
  team: 'Demo Team',
  team2: 'Demo Team Two',
  telecaller: 'Demo Telecaller',
  night: 'Demo Night',
};
const nowhere = 2_000_000_000;

/** HTTP code and message. */
const said = ({ code, body }: { code: number; body: { message: string } }) => [code, body.message];

describe('orders come in', () => {
  test('once for each reference', async () => {
    const body = orderBody({
      gateway_id: encodeOrderId(1),
      paid_at: '2026-03-01T10:00:00Z',
      amount: 49,
      dod: dayFromNow(9),
    });
    const first = await shop('POST', 'orders', body);
    expect(said(first)).toEqual([201, 'Order has been received']);
    const again = await shop('POST', 'orders', Object.fromEntries(Object.entries(body).reverse()));
    expect([again.code, again.body.data]).toEqual([200, first.body.data]);
    expect((await shop('POST', 'orders', { ...body, full_name: 'Bob' })).code).toBe(409);
    expect(Object.keys((await shop('POST', 'orders', {})).body.errors ?? {})).toHaveLength(11);
  });

  test('and their payments', async () => {
    const body = orderBody({ paid: false });
    await shop('POST', 'orders', body);
    const paid = () =>
      shop('POST', `orders/${body.external_ref as string}/paid`, { transactionId: 't-1', card_last4: '4242' });
    expect([(await paid()).code, (await paid()).code]).toEqual([200, 200]);
    expect(said(await shop('POST', 'orders/none/paid', { transactionId: 't' }))).toEqual([404, 'Order not found']);
    expect((await shop('GET', 'active-gateway')).code).toBe(200);
  });
});

test('orders are found, and settings of a member kept', async () => {
  const { id } = await takeIn(app);
  expect((await post('show-passport', { orderId: id }, 'telecaller')).body.data.passport_no).toBe('X1234567');
  expect((await post('show-passport', { orderId: nowhere }, 'telecaller')).code).toBe(404);
  expect((await post('show-passport', {})).code).toBe(422);
  expect((await post('find-orders', { text: `#${id}` })).body.data[0].order_id).toBe(id);
  expect((await post('look', { tab: 'a-tab-of-tests', orderId: id })).code).toBe(200);
  expect((await post('look', {})).code).toBe(422);
  expect((await post('find-orders', { text: '' })).code).toBe(422);
  // all but that by disputes
  expect((await get('order-filters')).body.data).toHaveLength(12);
  expect((await get('get-orders-list/newOrder?holder=nobody&standing=late')).code).toBe(200);
  const view = await post('saved-views', {
    name: 'Free',
    queue: 'newOrder',
    query: { holder: 'nobody' },
    shared: true,
  });
  const path = `saved-views/${view.body.data.id as number}`;
  expect((await post('saved-views', { name: 'free', queue: 'newOrder', query: {} })).code).toBe(409);
  expect((await post('saved-views', { name: 'All', queue: 'allOrder', query: {} }, 'telecaller')).code).toBe(403);
  expect((await post('saved-views', { name: '', queue: 'newOrder', query: {} })).code).toBe(422);
  await post('saved-views', { name: 'Mine', queue: 'myOrder', query: {} });
  expect((await get('saved-views')).body.data).toHaveLength(2);
  expect((await get('saved-views/counts')).body.data[0]).toMatchObject({ more: false });
  expect((await put(path, { name: 'Mine', shared: true })).code).toBe(409);
  expect((await put(path, { name: 'Nobody’s', shared: true })).code).toBe(200);
  expect((await put(path, { name: '' })).code).toBe(422);
  for (const [method, gone] of [
    ['', 404],
    ['/delete', 404],
  ] as const)
    expect((await put(`saved-views/999999${method}`, { name: 'x' })).code).toBe(gone);
  for (const more of ['', '/delete']) expect((await put(path + more, { name: 'x' }, 'team2')).code).toBe(403);
  expect((await put('saved-views/x/delete', {})).code).toBe(404);
  expect((await put(`${path}/delete`, {})).code).toBe(200);
  expect((await put('my-settings', { theme: 'loud' })).code).toBe(422);
  expect((await put('my-settings', { keys: true })).code).toBe(200);
});

test('macros are kept and applied, or refused', async () => {
  const { id } = await takeIn(app);
  const written = { name: 'Rang', remark: 'Rang.', flags: ['telephone'], move: 'Awaiting', question: 'Which flight?' };
  const { data } = (await post('macros', written)).body;
  const path = `macros/${data.id as number}`;
  expect((await get('macros')).body.data).toContainEqual(data);
  expect((await post('macros', written)).code).toBe(409);
  expect((await post('macros', { ...written, shared: true }, 'team2')).code).toBe(403);
  expect((await post('macros', {})).code).toBe(422);
  expect((await post('apply-macro', { orderId: id, macroId: data.id })).code).toBe(200);
  expect((await post('apply-macro', { orderId: id, macroId: data.id })).code).toBe(409);
  expect((await post('apply-macro', { orderId: id, macroId: 999_999 })).code).toBe(404);
  expect((await post('apply-macro', {})).code).toBe(422);
  const deletes = (await post('macros', { ...written, name: 'Delete', move: 'Deleted' })).body.data;
  expect((await post('apply-macro', { orderId: id, macroId: deletes.id })).code).toBe(403);
  expect((await put(path, { ...written, name: 'DELETE' })).code).toBe(409);
  expect((await put(path, { ...written, name: 'Called' })).code).toBe(200);
  expect((await put(path, {})).code).toBe(422);
  for (const more of ['', '/delete']) {
    expect((await put(`macros/999999${more}`, written)).code).toBe(404);
    expect((await put(`macros/1${more}`, written, 'team2')).code).toBe(403);
  }
  expect((await put('macros/x/delete', {})).code).toBe(404);
  expect((await put(`${path}/delete`, {})).code).toBe(200);
  await put('change-order-status', { orderId: id }, 'admin');
});

describe('the next order', () => {
  test('is taken, skipped and kept, or refused', async () => {
    const { id } = await takeIn(app, { doa: dayFromNow(0) });
    expect((await post('next-order', {})).body.data.order_id).toBe(id);
    expect((await put('keep-order', { orderId: id })).code).toBe(200);
    expect((await put('keep-order', { orderId: id }, 'team2')).code).toBe(409);
    expect((await put('holds-told', { upTo: 1 })).code).toBe(200);
    expect((await put('skip-order', { orderId: id, reason: 'other' }, 'team2')).code).toBe(409);
    expect((await put('skip-order', { orderId: nowhere, reason: 'other' })).code).toBe(404);
    expect((await put('skip-order', { orderId: id, reason: 'other' })).code).toBe(200);
    expect((await post('next-order', { queue: 'nope' })).code).toBe(404);
    expect((await post('next-order', { queue: 'allOrder' }, 'telecaller')).code).toBe(403);
  });
});

describe('a member', () => {
  test('signs in, looks who it is, signs out', async () => {
    const login = (body: unknown) => app.call('POST', '/api/admin/admin-login', { body });
    const wrong = await login({ email: 'admin@demo.test', password: 'nope' });
    expect(wrong).toMatchObject({
      code: 401,
      body: { status: 0, message: 'Invalid email or password', error: { message: 'Invalid email or password' } },
    });
    for (let turn = 0; turn < 6; turn++) await login({ email: 'x@example.com', password: 'nope' });
    expect((await login({ email: 'x@example.com', password: 'nope' })).code).toBe(429);

    const { body } = await login({ email: 'ADMIN@demo.test ', password });
    const { jwtToken: token } = body.data;
    const who = await app.call('GET', '/api/user_info', { token });
    expect(who.body.data).toEqual({
      id: expect.any(Number),
      name: 'Demo Admin',
      email: 'admin@demo.test',
      type: 'Admin',
    });
    const bare = await app.call('GET', '/api/user_info', { headers: { authorization: token } });
    expect(bare.code).toBe(200);
    expect((await app.call('POST', '/api/admin/logout', { token })).code).toBe(200);
    expect((await app.call('GET', '/api/user_info', { token })).body.status).toBe(401);
  });

  test('sets a new password, by itself or by a link', async () => {
    const member = { name: 'Passing By', email: 'passing@example.com', password: 'first-one', type: 'Team' };
    await post('add-team-member', member, 'admin');
    const login = await app.call('POST', '/api/admin/admin-login', { body: member });
    const change = await app.call('POST', '/api/admin/change-password', {
      token: login.body.data.jwtToken,
      body: { newPassword: 'second-one' },
    });
    expect([change.code, change.body.data]).toEqual([200, {}]);

    const forgot = () => app.call('POST', '/api/admin/forgot-password', { body: { email: member.email } });
    expect(said(await forgot())).toEqual([200, 'If this address belongs to a team member, a link has been sent.']);
    await forgot();
    await forgot();
    expect((await forgot()).code).toBe(429);
    const mail = await eventually(async () => (await app.mailbox()).find(({ to }) => to.includes(member.email)));
    const [, token] = /reset-password\/([\w-]+)/.exec(mail.text as string) ?? [];
    const reset = () => app.call('POST', '/api/admin/reset-password', { body: { token, newPassword: 'third-one' } });
    expect((await reset()).code).toBe(200);
    expect((await reset()).code).toBe(404);
  });
});

test('a draft is kept and discarded', async () => {
  const draft = { form: 'remark', about: encodeOrderId(1), revision: randomUUID(), fields: { remark: 'Called' } };
  expect(said(await put('drafts', draft))).toEqual([200, 'Draft kept']);
  const discarded = await app.call('DELETE', '/api/admin/drafts', { as: 'team', body: draft });
  expect(said(discarded)).toEqual([200, 'Draft discarded']);
});

describe('lists', () => {
  test('counts, pages, cursors, searches', async () => {
    await takeIn(app);
    await takeIn(app, { doa: dayFromNow(40) });
    expect(Object.keys((await get('get-folder-count')).body.data)).toHaveLength(13);
    expect((await get('get-folder-count?userName=Demo%20Team', 'admin')).code).toBe(200);
    expect((await get('get-folder-count?userName=%00')).code).toBe(422);

    const page = await get('get-orders-list/newOrder?page=1&limit=1&delay=1&sort=create_ts&dir=desc');
    expect(page.body).toMatchObject({ page: 1, limit: 1, next_cursor: expect.any(String) });
    expect((await get(`get-orders-list/newOrder?limit=1&cursor=${page.body.next_cursor}`)).code).toBe(200);
    expect((await get('get-orders-list/newOrder?perPage=5&page=9999')).body).toMatchObject({
      data: [],
      next_cursor: null,
    });
    expect((await get(`get-orders-list/futureOrder?month=${dayFromNow(38).slice(0, 7)}`)).body.total).toBeGreaterThan(
      0,
    );
    for (const query of ['limit=0', 'limit=10001', 'page=x', 'sort=age', 'dir=up', 'cursor=x', 'month=2026-13'])
      expect([query, (await get(`get-orders-list/newOrder?${query}`)).code]).toEqual([query, 422]);
    expect(said(await get('get-orders-list/oldOrder'))).toEqual([404, 'There is no such queue.']);
    expect(said(await get('get-orders-list/allOrder', 'telecaller'))).toEqual([403, 'You are not allowed to do this.']);

    for (const path of ['search-order', 'matching-ids']) {
      const found = await post(path, { searchVal: 'ANN', folderName: 'allOrder' });
      expect(found.body.data.length).toBe(found.body.total);
      expect((await post(path, { folderName: 'oldOrder' })).code).toBe(404);
      expect((await post(path, { folderName: 'allOrder' }, 'telecaller')).code).toBe(403);
    }
    const future = { start: 0, end: 1, folderName: 'futureOrder', month: dayFromNow(38).slice(0, 7) };
    expect((await post('search-order', future)).body.data).toHaveLength(1);
    expect((await post('search-order', { folderName: 'newOrder', start: 5, end: 4 })).code).toBe(422);
  });
});

describe('an order is worked on', () => {
  test('taken, undone, given back, held against others', async () => {
    const { id, encoded } = await takeIn(app);
    const taken = await put('assign-order-status', { orderId: encoded, assignto: 'Demo Team', version: 1 });
    expect(said(taken)).toEqual([200, 'Order has been assigned successfully']);
    expect(taken.body.data).toEqual({ done: [id], failed: [] });
    expect(said(await put('undo', { token: taken.body.undo.token }))).toEqual([200, 'Undone']);
    expect((await put('undo', { token: taken.body.undo.token })).code).toBe(404);

    const again = await take(id, 'team');
    expect(said(await take(id, 'team2'))).toEqual([409, 'Order is already held by Demo Team']);
    expect((await put('assign-order-status', { orderId: id, assignto: '' }, 'team2')).code).toBe(403);
    expect((await put('assign-order-status', { orderId: id, assignto: 'Demo Night' }, 'team2')).code).toBe(403);
    expect((await put('assign-order-status', { orderId: id, assignto: 'Nobody' }, 'manager')).code).toBe(422);
    expect(
      (await put('assign-order-status', { orderId: [id, nowhere], assignto: 'Demo Night' }, 'manager')).body.data,
    ).toEqual({
      done: [id],
      failed: [{ order_id: nowhere, message: 'Order not found' }],
    });
    expect((await put('undo', { token: again.body.undo.token })).code).toBe(409);
    expect((await put('assign-order-status', { orderId: nowhere, assignto: '' }, 'admin')).body).toMatchObject({
      status: 0,
      data: { done: [], failed: [{ order_id: nowhere, message: 'Order not found' }] },
    });
    expect((await put('assign-order-status', { orderId: [id], version: 1 })).body.errors).toHaveProperty('version');
  });

  test('moved, refunded, reopened, deleted, restored', async () => {
    const { id } = await takeIn(app);
    const moveTo = (updatingStatus: string, as: MemberName = 'team', more = {}) =>
      put('move-order-status', { orderId: id, updatingStatus, ...more }, as);
    expect((await moveTo('Awaiting')).code).toBe(200);
    expect(said(await moveTo('Awaiting'))).toEqual([409, 'Order is already in Awaiting']);
    expect(said(await moveTo('AwaitingGovt', 'team', { version: 1 }))).toEqual([
      409,
      expect.stringMatching(/^Order was moved to Awaiting by Demo Team at \d{1,2} \w{3} \d{4}, \d\d:\d\d UTC$/),
    ]);
    expect((await moveTo('Deleted')).code).toBe(403);
    expect((await moveTo('Elsewhere')).code).toBe(422);
    expect(said(await moveTo('Deleted', 'admin', { permanentDeletedFlag: true }))).toEqual([
      422,
      'Permanent deletion is not available',
    ]);
    expect((await put('move-order-status', { orderId: nowhere, updatingStatus: 'Completed' })).code).toBe(404);

    expect((await put('mark-refunded', { orderId: id })).code).toBe(409);
    expect((await put('mark-refunded', { orderId: nowhere })).code).toBe(404);
    expect((await put('refunded-all', { orderId: nowhere, isAll: true })).code).toBe(404);
    expect((await put('refunded-all', { orderId: id, isAll: true })).code).toBe(409);
    expect((await put('refund-failed', { orderId: id, refundId: 1_000_000 })).code).toBe(404);
    expect((await put('move-to-complete-refund', { orderId: [id, id] })).body.data.done).toEqual([id]);
    expect((await put('move-to-complete-refund', { orderId: id })).code).toBe(409);
    expect((await put('move-to-complete-refund', { orderId: 'nonsense' })).code).toBe(404);
    const part = { orderId: id, refundAmount: '1', refundReference: 're_part' };
    expect((await put('mark-refunded', part)).code).toBe(200);
    expect(said(await put('refunded-all', { orderId: id, isAll: true }))).toEqual([
      200,
      'Order has been refunded successfully',
    ]);
    const { refunds } = (await get(`get-orders-details/${id}`)).body.data;
    expect(said(await put('refund-failed', { orderId: id, refundId: refunds[0].id }))).toEqual([
      200,
      'The refund is marked as failed',
    ]);
    expect((await put('mark-refunded', { orders: [{ id, status: 'Refunds' }] })).code).toBe(200);
    expect(said(await put('move-to-complete-refund', { orderId: id }, 'manager'))).toEqual([
      409,
      'Order is already in Refunds',
    ]);
    expect((await put('reopen-order', { orderId: id }, 'manager')).code).toBe(409);
    expect((await moveTo('Completed', 'manager')).code).toBe(403);
    expect((await moveTo('Completed', 'admin')).code).toBe(200);

    const { id: other } = await takeIn(app);
    const one = (path: string, orderId: number, as: MemberName = 'manager') => put(path, { orderId }, as);
    expect((await one('reopen-order', nowhere)).code).toBe(404);
    expect((await one('reopen-order', other)).code).toBe(409);
    await move(app, other, 'Awaiting');
    expect((await one('reopen-order', other)).code).toBe(200);
    expect(said(await one('change-order-status', other))).toEqual([200, 'Order has been deleted successfully']);
    expect(said(await one('change-order-status', other))).toEqual([409, 'Order is already in Deleted']);
    expect((await one('change-order-status', nowhere)).code).toBe(404);
    expect((await one('move-to-complete-refund', other, 'team')).code).toBe(403);
    expect((await one('restore-order', other)).code).toBe(200);
    expect((await one('restore-order', other)).code).toBe(409);
    expect((await one('restore-order', nowhere)).code).toBe(404);
    await take(other, 'team');
    expect((await one('change-order-status', other)).code).toBe(403);
  });

  test('remarked, with its transaction, and read whole', async () => {
    const { id } = await takeIn(app, { phone_number: '' });
    const remark = await post('add-new-remark', {
      orderId: id,
      remark: ' Called ',
      telephone: 'Y',
      chargeBack: 'Y',
      remarkerName: 'Eve',
    });
    expect(remark.body.data).toMatchObject({
      remark_name: 'Demo Team',
      remark: 'Called',
      telephone: 'Y',
      whatsapp: '',
    });
    expect((await post('add-new-remark', { orderId: nowhere, remark: 'x' })).code).toBe(404);
    const transaction = { orderId: id, transactionId: 'ch_1', merchantName: 'CARD' };
    expect((await post('save-transaction-details', transaction)).code).toBe(200);
    expect((await post('save-transaction-details', { ...transaction, orderId: nowhere })).code).toBe(404);
    const { version } = (await get(`get-orders-details/${encodeOrderId(id)}`)).body.data;
    const amendment = { orderId: id, version, changes: { city: 'Ipoh' }, reason: 'The customer wrote.' };
    expect((await put('amend-order', { ...amendment, changes: { dob: 'x' } })).code).toBe(422);
    expect((await put('amend-order', amendment)).code).toBe(200);
    expect((await put('amend-order', { ...amendment, orderId: nowhere })).code).toBe(404);
    const choice = { orderId: id, version: version + 1, field: 'trvlMode', code: '2' };
    expect((await put('choose-form-row', { ...choice, code: '7' })).code).toBe(422);
    expect(said(await put('choose-form-row', choice))).toEqual([200, 'The row was chosen']);
    expect((await put('choose-form-row', { ...choice, orderId: nowhere })).code).toBe(404);
    const filling = await post(`orders/${encodeOrderId(id)}/filler-code`, {});
    expect(said(filling)).toEqual([200, 'The code is for one filling, within ten minutes.']);
    expect((await post(`orders/${nowhere}/filler-code`, {})).code).toBe(404);
    const values = await app.call('GET', `/api/filler/${filling.body.data.code as string}`);
    expect(values.body.data).toMatchObject({ v: 1, order: String(id) });
    const result = (code: string, body: object) => app.call('POST', `/api/filler/${code}/result`, { body });
    expect((await app.call('GET', '/api/filler/wrong')).code).toBe(404);
    expect((await app.call('OPTIONS', '/api/filler/x/result')).code).toBe(200);
    const answer = { outcome: 'refused', words: 'Please select Sex', values: {} };
    expect((await result('wrong', answer)).code).toBe(404);
    expect((await result(values.body.data.answer, { ...answer, outcome: 'x' })).code).toBe(422);
    expect(said(await result(values.body.data.answer, answer))).toEqual([200, 'It is noted with the order.']);
    const run = { script: 'x', outcome: 'filled', ms: 900 };
    const ran = (code: string, body: object) => app.call('POST', `/api/filler/${code}/run`, { body });
    expect((await ran('wrong', run)).code).toBe(404);
    expect((await ran(values.body.data.answer, { ...run, ms: 'x' })).code).toBe(422);
    expect(said(await ran(values.body.data.answer, run))).toEqual([200, 'It is noted.']);
    expect((await app.call('OPTIONS', '/api/filler/x/run')).code).toBe(200);
    const away = { page: 'visit-pass' };
    expect(said(await post('authority-pages/away', away))).toEqual([
      200,
      'It is noted that Check Visit Pass does not open. The next run that fills it ends this.',
    ]);
    expect((await post('authority-pages/away', { page: 'x' })).code).toBe(422);
    const works = () => app.call('POST', '/api/admin/authority-pages/works', { as: 'admin', body: away });
    expect(said(await works())).toEqual([200, 'The script fills Check Visit Pass again.']);
    expect((await works()).code).toBe(409);
    expect((await post(`orders/${encodeOrderId(id)}/filler-code`, { page: 'x' })).code).toBe(422);
    const lookup = await post(`orders/${encodeOrderId(id)}/filler-code`, { page: 'registration' });
    const opened = await app.call('GET', `/api/filler/${lookup.body.data.code as string}`);
    expect(opened.body.data).toMatchObject({ page: 'registration', order: String(id) });
    const pdf = await cardPdf('A slip');
    const slip = (code: string, field = 'slip') => {
      const form = new FormData();
      form.append(field, new Blob([pdf as BlobPart]), 'slip.pdf');
      return app.call('POST', `/api/filler/${code}/slip`, { body: form });
    };
    const late = await post(`orders/${encodeOrderId(id)}/filler-code`, { page: 'registration' });
    const lateOpened = await app.call('GET', `/api/filler/${late.body.data.code as string}`);
    expect((await slip('wrong')).code).toBe(404);
    expect((await slip(opened.body.data.answer, 'x')).code).toBe(422);
    expect((await slip(opened.body.data.answer)).body.data).toMatchObject({ verdict: 'unreadable' });
    const unused = (await post(`orders/${encodeOrderId(id)}/filler-code`, {})).body.data.code as string;
    const adding = (order: number, file: Buffer) => {
      const form = new FormData();
      form.append('kind', 'registration_check');
      form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'screen.png');
      return app.call('POST', `/api/admin/orders/${order}/files`, { as: 'team', body: form });
    };
    const added = await adding(id, await image('png'));
    expect(said(added)).toEqual([200, 'The file has been added']);
    expect((await adding(nowhere, await image('png'))).code).toBe(404);
    expect((await app.call('GET', `/admin/order-file/${added.body.data.id}`, { as: 'team' })).code).toBe(200);
    const removal = `orders/${encodeOrderId(id)}/files/${added.body.data.id}/remove`;
    expect(said(await post(removal, {}))).toEqual([200, 'The file has been removed']);
    expect((await post(removal, {})).code).toBe(404);
    await take(id, 'team2');
    expect((await adding(id, await image('png'))).code).toBe(409);
    expect((await post(removal, {})).code).toBe(409);
    expect((await post('save-transaction-details', transaction)).code).toBe(409);
    expect((await put('amend-order', amendment)).code).toBe(409);
    expect((await put('choose-form-row', choice)).code).toBe(409);
    expect((await post(`orders/${encodeOrderId(id)}/filler-code`, {})).code).toBe(409);

    const whole = await get(`get-orders-details/${encodeOrderId(id)}`);
    expect(whole.body.data).toMatchObject({ transaction_id: 'ch_1', assign_to: 'Demo Team Two', allowed_moves: [] });
    expect((await get(`get-orders-details/${nowhere}`)).code).toBe(404);
    expect((await get('get-orders-details/-1')).code).toBe(404);

    await app.database.query('UPDATE orders SET erased_at = now() WHERE id = $1', [id]);
    expect((await app.call('GET', `/api/filler/${unused}`)).code).toBe(409);
    expect((await result(values.body.data.answer, answer)).code).toBe(409);
    expect((await slip(lateOpened.body.data.answer)).code).toBe(409);
  });
});

describe('a card', () => {
  test('is uploaded, mailed, linked, retried', async () => {
    const { id } = await takeIn(app);
    const ask = { orderId: id, email: 'ann@example.com' };
    expect(said(await post('resend-mail', ask))).toEqual([409, 'File is required']);
    expect(said(await post('send-download-link', ask))).toEqual([409, 'File is required']);
    expect((await upload(app, uploadForm(nowhere, await pdf()))).code).toBe(404);
    expect(said(await upload(app, uploadForm(id, Buffer.from('MZ'))))).toEqual([
      415,
      'This kind of file is not taken. A card is a PDF, JPEG, PNG, WebP, GIF or AVIF.',
    ]);
    expect(said(await upload(app, uploadForm(id, Buffer.alloc(0))))).toEqual([422, 'File is required']);
    expect(said(await upload(app, uploadForm(id, Buffer.alloc(10 * 1024 * 1024 + 1))))).toEqual([
      413,
      'File is too large (max 10 MB).',
    ]);
    const uploaded = await upload(app, uploadForm(encodeOrderId(id), await image('png')));
    expect(uploaded.body.data).toEqual({
      file1: expect.stringMatching(/^card-\w+\.png$/),
      mail_id: expect.any(Number),
    });
    expect((await post('resend-cards', { orderId: [id, nowhere] })).code).toBe(200);
    const elsewhere = { ...ask, email: 'other@example.com', mailServiceProvider: 'Sendgrid' };
    expect((await post('resend-mail', elsewhere)).code).toBe(200);
    expect(said(await post('resend-mail', ask))).toEqual([409, 'This mail was queued moments ago.']);
    expect((await post('resend-mail', { ...ask, orderId: nowhere })).code).toBe(404);
    expect((await post('resend-cards', { orderId: [id, nowhere] })).code).toBe(409);
    expect((await post('resend-cards', { orderId: nowhere })).code).toBe(404);
    const link = await post('send-download-link', ask);
    expect(link.code).toBe(200);
    expect((await post('send-download-link', { ...ask, orderId: nowhere })).code).toBe(404);

    const mailId = link.body.data.mail_id as number;
    expect((await post('retry-mail', { mailId })).code).toBe(409);
    expect((await post('retry-mail', { mailId: nowhere })).code).toBe(404);
    await eventually(async () => (await mails(id)).every(({ state }) => state === 'sent'));
    await app.database.query("UPDATE mails SET state = 'failed' WHERE id = $1", [mailId]);
    expect((await post('retry-mail', { mailId, mailServiceProvider: 'Sendgrid' })).body.data).toEqual({
      mail_id: mailId,
    });
    await app.database.query("INSERT INTO job_failures (job, data, error, tries) VALUES ('pack.sweep', '{}', '', 1)");
    const [{ id: failureId }] = await app.database.query("SELECT id FROM job_failures WHERE job = 'pack.sweep'");
    expect((await post('retry-job', { failureId }, 'admin')).body.data).toEqual({ job: 'pack.sweep' });
    expect((await post('retry-job', { failureId: nowhere }, 'admin')).code).toBe(404);
    const fault = { screen: 'desk/order', part: 'Timeline', error: 'TypeError', at: 'order-3f.js:1:20' };
    expect((await post('screen-faults', fault)).code).toBe(200);
    await take(id, 'team2');
    expect((await upload(app, uploadForm(id, await pdf()))).code).toBe(409);

    for (let turn = 0; turn < 9; turn++)
      await upload(app, uploadForm(id, await pdf()), { as: turn < 8 ? 'admin' : 'team2' });
    expect((await upload(app, uploadForm(id, await pdf()), { as: 'team2' })).code).toBe(429);
    expect((await get(`email-preview/${id}`)).body.data.html).toContain('<');
    expect((await get(`email-preview/${nowhere}`)).code).toBe(404);
    expect((await get('email-preview/1.5')).code).toBe(404);
  });

  test('has a number that its address gets by mail', async () => {
    const ask = (address: string) => front('lost-order-number', { address });
    expect(said(await ask('nobody@example.com'))).toEqual([
      200,
      'If we have orders with this address, we send their numbers to it now.',
    ]);
    expect((await ask('nobody')).code).toBe(422);
  });

  test('is asked about by its customer, and a member handles it', async () => {
    const { id, encoded } = await takeIn(app);
    const token = await track(app, id);
    const ask = (kind: string, more = {}) => front('order-request', { orderId: encoded, kind, ...more }, token);
    expect([(await ask('refund')).code, (await ask('card', { text: 'The name' })).code]).toEqual([200, 200]);
    const open = await get('open-requests?limit=500');
    expect(open.body.data).toContainEqual(expect.objectContaining({ order_id: id, kind: 'refund' }));
    expect((await get('open-requests?page=0')).code).toBe(422);
    const { requests } = (await get(`get-orders-details/${id}`)).body.data as { requests: { id: number }[] };
    const [one, two] = requests as [{ id: number }, { id: number }];
    expect(said(await put('handle-request', { requestId: two.id }))).toEqual([
      200,
      'The request is marked as handled.',
    ]);
    await take(id, 'team2');
    expect((await put('handle-request', { requestId: one.id })).code).toBe(409);
    expect((await put('handle-request', { requestId: nowhere })).code).toBe(404);
    await move(app, id, 'Refunds');
    expect(said(await ask('refund'))).toEqual([409, 'This order is being refunded already.']);
  });

  test('is corrected by its customer, as far as it is asked', async () => {
    const { id, encoded } = await takeIn(app, { doa: dayFromNow(40) });
    const token = await track(app, id);
    const correct = (version: number, more = {}) =>
      front('correct-order', { orderId: encoded, version, ...more }, token);
    expect((await correct(1)).code).toBe(422);
    const answer = await correct(1, { flight_detail: 'MH 2' });
    expect(answer.code).toBe(200);
    expect(answer.body.data).toMatchObject({ changed: ['flight_detail'] });
    expect((await correct(1, { state: 'PERAK' })).code).toBe(409);
  });

  test('is chosen for a mail that has none, which may also be set aside', async () => {
    // not at risk, so that the next fact finds its own order on the first page
    const later = { doa: dayFromNow(40) };
    const { id } = await takeIn(app, later);
    const [entry] = await app.database.query<{ id: number }[]>(
      `WITH mail AS (
         INSERT INTO inbound_mails (mailbox, provider, message_id, storage_key, sha256, size, kind)
         VALUES ('info@x', 'AWS', 'y', 'inbound/none', '', 1, 'customer') RETURNING id)
       INSERT INTO unmatched (kind, inbound_mail_id, why) SELECT 'mail', id, 'No mailbox.' FROM mail RETURNING id`,
    );
    const at = (what: string, n = entry!.id) => `unmatched/${n}/${what}`;
    const send = (what: string, body: object = {}, n?: number) => post(at(what, n), body, 'admin');
    expect((await get('unmatched', 'admin')).body.data).toContainEqual(expect.objectContaining({ id: entry!.id }));
    expect([(await get('unmatched', 'team')).code, (await get('unmatched?page=0', 'admin')).code]).toEqual([403, 422]);
    expect((await send('aside')).code).toBe(422);
    expect((await send('aside', { reason: 'Spam' })).code).toBe(200);
    expect((await send('aside', { reason: 'Spam' })).code).toBe(409);
    expect((await send('aside', { reason: 'Spam' }, nowhere)).code).toBe(404);
    expect([(await send('back')).code, (await send('back')).code]).toEqual([200, 409]);
    expect((await send('back', {}, nowhere)).code).toBe(404);
    expect((await send('order', { orderId: 'x' })).code).toBe(404);
    expect((await send('order')).code).toBe(422);
    expect((await send('order', { orderId: id })).code).toBe(200);
    expect((await send('order', { orderId: id })).code).toBe(404);
    // a case that became another order's
    const [taken] = await app.database.query<{ id: number }[]>(
      `WITH event AS (
         INSERT INTO stripe_events (event_id, case_id, type, at, dispute)
         VALUES ('evt_taken', 'dp_taken', 'charge.dispute.created', now(),
           '{"id": "dp_taken", "amount": 100, "currency": "usd", "created": 1790000000, "status": "needs_response"}')),
       other AS (INSERT INTO disputes (order_id, case_id, source, changed_by) VALUES ($1, 'dp_taken', 'member', 'x'))
       INSERT INTO unmatched (kind, case_id, why) VALUES ('dispute', 'dp_taken', 'No charge.') RETURNING id`,
      [(await takeIn(app, later)).id],
    );
    expect((await send('order', { orderId: id }, taken!.id)).code).toBe(409);
    for (const what of ['order', 'aside', 'back']) {
      const body = what === 'order' ? { orderId: id } : { reason: 'Spam' };
      expect((await post(at(what), body, 'team')).code).toBe(403);
      expect((await app.call('POST', `/api/admin/${at(what)}`, { body })).code).toBe(401);
    }
  });

  test('is at risk until its card is there, or somebody says what became of it', async () => {
    const { id } = await takeIn(app);
    expect((await get('orders-at-risk?standing=at%20risk')).body.data).toContainEqual(
      expect.objectContaining({ order_id: id, standing: 'at risk' }),
    );
    expect((await get('orders-at-risk?standing=safe')).code).toBe(422);
    expect((await get('orders-without-card')).code).toBe(200);
    expect((await get('orders-without-card?page=0')).code).toBe(422);
    const say = (orderId: unknown) => put('card-outcome', { orderId, outcome: 'not travelling' });
    expect(said(await say(id))).toEqual([200, 'What became of the card has been noted.']);
    expect((await say(nowhere)).code).toBe(404);
    await take(id, 'team2');
    expect((await say(id)).code).toBe(409);
  });

  test('is fetched by its visitor', async () => {
    const { id, encoded, file1 } = await delivered(app);
    const pair = { orderId: ` # ${id} `, email: ' ANN@example.com' };
    const opened = await front('track-order', pair);
    expect(opened.body.data).toEqual({ orderId: encoded, accessToken: expect.any(String) });
    expect(said(await front('track-order', { orderId: id, email: 'bob@example.com' }))).toEqual([
      404,
      'We could not find an order with these details.',
    ]);
    for (let turn = 0; turn < 10; turn++)
      await front('track-order', { orderId: nowhere, email: `${turn}@example.com` });
    expect((await front('track-order', { orderId: nowhere, email: 'z@example.com' })).code).toBe(429);

    const token = opened.body.data.accessToken as string;
    const again = () => front('send-card-again', { orderId: encoded }, token);
    expect(said(await again())).toEqual([200, 'We send your card to your email again.']);
    expect([(await again()).code, (await again()).code, (await again()).code]).toEqual([409, 409, 429]);
    const asked = await front(
      'download-passport-doc-pdf',
      { orderId: encoded, customername: 'customer', file1 },
      token,
    );
    const card = await fetch(app.url + (asked.body.data.url as string));
    const came = new Uint8Array(await card.arrayBuffer());
    expect([card.status, came.byteLength > 0]).toEqual([200, true]);
    const counted = { file1, bytes: came.byteLength, sha256: createHash('sha256').update(came).digest('hex') };
    const confirm = (more: object) => front('confirm-download', { orderId: encoded, ...counted, ...more }, token);
    // the product notes the last byte when it has left; the page waits for the history, too
    const history = await eventually(async () => {
      const { body } = await front('get-download-history', { orderId: encoded }, token);
      return body.data.length > 0 && body;
    });
    expect(said(await confirm({}))).toEqual([200, 'Thank you.']);
    expect([(await confirm({ bytes: 1 })).code, (await confirm({ file1: 'x' })).code]).toEqual([409, 404]);
    expect((await app.call('GET', `/uploads/docs/${id}/${file1}`, { as: 'team' })).code).toBe(200);
    expect(history).toMatchObject({ mainResult: { process_status: 'ready', ready: true }, path: { file1 } });
    expect((await front('download-passport-doc-pdf', { orderId: id, file1: 'other.pdf' }, token)).code).toBe(404);
    await move(app, id, 'Refunds');
    expect((await front('download-passport-doc-pdf', { orderId: id, file1 }, token)).code).toBe(409);
    expect((await front('get-download-history', { orderId: id }, token)).body.mainResult.process_status).toBe(
      'refunded',
    );
  });

  test('proves itself against a dispute', async () => {
    const { id, encoded } = await delivered(app, {
      transaction_id: 'ch_2',
      merchant_name: 'CARD',
      purchase_ip: '203.0.113.9',
      terms_version: '1',
      terms_accepted_at: '2026-02-01T00:00:00Z',
    });
    await post('add-new-remark', { orderId: id, remark: 'Wrote on WhatsApp', whatsapp: 'Y', chargeBack: 'Y' });
    for (const defencePackType of [undefined, 1, '2']) {
      const details = await post('defence-pack-details', { orderId: encoded, defencePackType });
      expect(details.body.data).toMatchObject({ pack_type: Number(defencePackType ?? 1) });
    }
    expect((await post('defence-pack-details', { orderId: nowhere })).code).toBe(404);
    const pack = await post('get-defence-pack-pdf', { orderId: id, defencePackType: '1' });
    expect([pack.code, pack.headers.get('content-type'), pack.body.message.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    const [made] = await app.database.query<{ id: number }[]>('SELECT id FROM packs WHERE order_id = $1', [id]);
    expect((await app.call('GET', `/admin/pack-version/${made!.id}`, { as: 'night' })).code).toBe(200);
    expect((await post('get-defence-pack-pdf', { orderId: id, defencePackType: 3 })).code).toBe(422);
    expect((await post('get-defence-pack-pdf', { orderId: nowhere, defencePackType: 1 })).code).toBe(404);
    await move(app, id, 'Awaiting');
    expect((await post('get-defence-pack-pdf', { orderId: id, defencePackType: 1 })).code).toBe(409);
  });

  test('is invoiced', async () => {
    const { id } = await takeIn(app);
    expect((await post('send-invoice', { orderId: id })).body.data).toEqual({
      mail_id: expect.any(Number),
      invoice_number: expect.stringMatching(/^INV-\d{4}-\d{6}$/),
    });
    expect((await post('send-invoice', { orderId: nowhere })).code).toBe(404);
    expect((await post('send-invoice', { orderId: '12345' })).code).toBe(422);
    const { id: unpaid } = await takeIn(app, { paid: false });
    expect((await post('send-invoice', { orderId: unpaid })).code).toBe(409);
    await eventually(async () => (await mails(id)).every(({ state }) => state === 'sent'));
    const [mail] = await mails(id);
    expect(mail!.attachment_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect((await app.call('GET', `/admin/mail-file/${mail!.id}`, { as: 'team' })).code).toBe(200);
  });
});

test('the reports and exports', async () => {
  for (const list of ['newOrder', 'audit', 'dispute-report', 'statistics'])
    expect([list, (await app.call('GET', `/admin/export/${list}`, { as: 'admin' })).code]).toEqual([list, 200]);
  const { id } = await takeIn(app);
  await move(app, id, 'Completed');
  const today = new Date().toISOString().slice(0, 10);
  const days = { fromDate: today, toDate: today };
  expect((await post('get-country-order-list', { searchVal: 'gbr', ...days })).body.data).toHaveLength(1);
  expect((await app.call('POST', '/api/admin/get-country-order-list', { as: 'night' })).code).toBe(200);
  expect((await post('get-processed-by-count', days, 'manager')).body.data).toContainEqual({
    processed_by: 'Demo Admin',
    count: expect.any(Number),
  });
  for (const path of ['get-country-order-list', 'get-processed-by-count'])
    expect((await post(path, { fromDate: '2026-02-01', toDate: '2026-01-01' }, 'admin')).code).toBe(422);
});

test('a dispute comes in, is changed, answered and decided', async () => {
  const { id } = await delivered(app);
  const input = {
    orderId: id,
    network: 'visa',
    reason_code: '10.4',
    case_id: randomUUID(),
    amount: '49',
    currency: 'USD',
  };
  const added = await post('disputes', input, 'manager');
  expect(added.body.data).toMatchObject({ order_id: id, state: 'open', details_missing: ['reply-by date'] });
  expect((await post('disputes', input, 'manager')).code).toBe(409);
  expect((await post('disputes', { ...input, orderId: nowhere }, 'manager')).code).toBe(404);
  expect((await get('disputes?state=all', 'manager')).body).toMatchObject({ page: 1, total: expect.any(Number) });

  const one = `disputes/${added.body.data.id as number}`;
  await post('get-defence-pack-pdf', { orderId: id, defencePackType: 1 });
  const { data, versions } = (await get(one, 'manager')).body;
  expect([data.category, versions.length]).toEqual(['fraud', 1]);
  for (const [path, code] of [
    ['disputes/999999', 404],
    ['disputes/x', 404],
    ['disputes?state=gone', 422],
    ['disputes/999999/evidence', 404],
    ['disputes/x/evidence', 404],
    ['disputes/999999/evidence.zip', 404],
    ['disputes/x/evidence.zip', 404],
    [`${one}/evidence.zip`, 200],
  ] as const)
    expect([path, (await get(path, 'manager')).code]).toEqual([path, code]);
  expect((await put(one, { ...input, version: 1, reason_code: '13.1' }, 'manager')).body.data.version).toBe(2);
  expect((await put(one, { ...input, version: 1 }, 'manager')).code).toBe(409);
  expect((await put('disputes/999999', { ...input, version: 1 }, 'manager')).code).toBe(404);

  expect((await get(`${one}/evidence`, 'manager')).body.data.evidence).toMatchObject({ customer_name: 'Ann Example' });

  const packs = await post('dispute-packs', { disputes: [added.body.data.id] }, 'manager');
  expect(packs.body.data).toMatchObject({ total: 1, refused: [] });
  const batch = `dispute-packs/${packs.body.data.id as number}`;
  expect((await get(`${batch}/packs.zip`, 'manager')).code).toBe(packs.body.data.done ? 200 : 409);
  await eventually(async () => (await get(batch, 'manager')).body.data.done || undefined);
  expect((await get(`${batch}/packs.zip`, 'manager')).code).toBe(200);
  expect((await post('dispute-packs', { disputes: [nowhere] }, 'manager')).code).toBe(404);
  const ofOrders = await post('order-packs', { orderId: [id, nowhere], defencePackType: 2 });
  expect(ofOrders.body.data).toMatchObject({ total: 1 });
  const archive = `order-packs/${ofOrders.body.data.id as number}`;
  expect((await get(`${archive}/packs.zip`)).code).toBe(ofOrders.body.data.done ? 200 : 409);
  await eventually(async () => (await get(archive)).body.data.done || undefined);
  expect((await get(`${archive}/packs.zip`)).code).toBe(200);
  expect((await post('order-packs', { orderId: nowhere, defencePackType: 1 })).code).toBe(404);
  for (const path of ['order-packs/x', 'order-packs/x/packs.zip', 'order-packs/999999', 'order-packs/999999/packs.zip'])
    expect((await get(path)).code).toBe(404);
  for (const path of [
    'dispute-packs/x',
    'dispute-packs/x/packs.zip',
    'dispute-packs/999999',
    'dispute-packs/999999/packs.zip',
  ])
    expect((await get(path, 'manager')).code).toBe(404);

  const atStripe = { packId: versions[0].id as number, version: 2 };
  expect((await get(`${one}/stripe`, 'manager')).body.data).toBeNull();
  expect((await get('disputes/999999/stripe', 'manager')).code).toBe(404);
  expect((await get('disputes/x/stripe', 'manager')).code).toBe(404);
  expect((await post(`${one}/stripe`, atStripe, 'manager')).code).toBe(409);
  expect((await post('disputes/999999/stripe', atStripe, 'manager')).code).toBe(404);
  expect((await post(`${one}/stripe/submit`, { answerId: 1, version: 2 }, 'manager')).code).toBe(409);
  expect((await post('disputes/999999/stripe/submit', { answerId: 1, version: 2 }, 'manager')).code).toBe(404);
  const theirs = await put(one, { ...input, case_id: `dp_${randomUUID().slice(0, 8)}`, version: 2 }, 'manager');
  const staged = await post(`${one}/stripe`, { ...atStripe, version: theirs.body.data.version }, 'manager');
  expect(staged.body.data).toMatchObject({ state: 'staging', files: [] });
  expect((await get(`${one}/stripe`, 'manager')).body.data.id).toBe(staged.body.data.id);
  await app.database.query("UPDATE stripe_answers SET state = 'staged' WHERE id = $1", [staged.body.data.id]);
  const submission = { answerId: staged.body.data.id as number, version: theirs.body.data.version as number };
  expect((await post(`${one}/stripe/submit`, submission, 'manager')).body.data.state).toBe('submitting');

  const submitted = { packId: versions[0].id as number, version: 3 };
  expect((await put(`${one}/submitted`, submitted, 'manager')).body.data.state).toBe('submitted');
  expect((await put(`${one}/submitted`, submitted, 'manager')).code).toBe(409);
  expect((await put('disputes/999999/submitted', submitted, 'manager')).code).toBe(404);
  expect((await put(`${one}/state`, { to: 'won', version: 4 }, 'manager')).body.data.state).toBe('won');
  expect((await put(`${one}/state`, { to: 'lost', version: 5 }, 'manager')).code).toBe(409);
  expect((await put('disputes/999999/state', { to: 'lost', version: 1 }, 'manager')).code).toBe(404);
});

test('the texts that customers buy under', async () => {
  const text = { brand: 'main', kind: 'terms', version: '2027-01', text: 'New terms.', validFrom: '2027-01-01' };
  expect((await get('policies', 'admin')).body.data.length).toBeGreaterThan(5);
  expect(said(await post('policies', text, 'admin'))).toEqual([200, 'Text has been added successfully']);
  expect((await post('policies', text, 'admin')).code).toBe(409);
});

test('a shop reports disputes and refunds', async () => {
  const body = orderBody();
  const reference = body.external_ref as string;
  await shop('POST', 'orders', body);
  const disputed = (more = {}) => shop('POST', `orders/${reference}/disputed`, { case_id: 'dp_1', ...more });
  expect(said(await disputed())).toEqual([201, 'Dispute has been recorded']);
  expect(said(await disputed())).toEqual([200, 'Dispute was recorded before']);
  expect((await disputed({ case_id: '' })).code).toBe(422);
  const other = orderBody();
  await shop('POST', 'orders', other);
  expect((await shop('POST', `orders/${other.external_ref as string}/disputed`, { case_id: 'dp_1' })).code).toBe(409);
  expect((await shop('POST', 'orders/none/disputed', { case_id: 'dp_2' })).code).toBe(404);
  const refunded = await shop('POST', `orders/${reference}/refunded`, {});
  expect(refunded.body.data).toMatchObject({ refund_date: expect.any(String), open_disputes: 1 });
  expect((await shop('POST', 'orders/none/refunded', {})).code).toBe(404);
  expect((await shop('POST', `orders/${reference}/refunded`, { amount: '99', currency: 'USD' })).code).toBe(409);
  const failed = (of: string, body: object) => shop('POST', `orders/${of}/refund-failed`, body);
  await shop('POST', `orders/${other.external_ref as string}/refunded`, { reference: 're_1' });
  expect(said(await failed(other.external_ref as string, { reference: 're_1' }))).toEqual([
    200,
    'The refund is marked as failed',
  ]);
  expect((await failed('none', { reference: 're_1' })).code).toBe(404);
  expect((await failed(reference, {})).code).toBe(422);
});

test('a shop asks for the state of an order and cancels it', async () => {
  const body = orderBody();
  const reference = body.external_ref as string;
  await shop('POST', 'orders', body);
  expect((await shop('GET', `orders/${reference}`)).body.data).toMatchObject({ state: 'received', refund_date: null });
  expect((await shop('GET', 'orders/none')).code).toBe(404);
  expect((await shop('GET', `orders/${'x'.repeat(101)}`)).code).toBe(404);
  expect((await shop('POST', `orders/${reference}/cancelled`, { reason: 1 })).code).toBe(422);
  const cancelled = await shop('POST', `orders/${reference}/cancelled`, { reason: 'No trip' });
  expect(said(cancelled)).toEqual([200, 'Order is cancelled']);
  expect(cancelled.body.data.state).toBe('cancelled');
  expect((await shop('POST', 'orders/none/cancelled', {})).code).toBe(404);
  const made = orderBody();
  await shop('POST', 'orders', made);
  const { order_id: orderId } = (await shop('GET', `orders/${made.external_ref as string}`)).body.data;
  await put('move-order-status', { orderId, updatingStatus: 'AwaitingGovt' });
  expect((await shop('POST', `orders/${made.external_ref as string}/cancelled`, {})).code).toBe(409);
});

test('shops, their keys and endpoints', async () => {
  expect(said(await post('shops', { name: 'Contract' }, 'admin'))).toEqual([200, 'Shop added']);
  expect((await post('shops', { name: 'contract' }, 'admin')).code).toBe(409);
  const { id: keyId } = (await post('make-shop-key', { shopId: 1 }, 'admin')).body.data;
  expect((await post('make-shop-key', { shopId: nowhere }, 'admin')).code).toBe(404);
  expect((await post('revoke-shop-key', { keyId }, 'admin')).code).toBe(200);
  expect((await post('revoke-shop-key', { keyId }, 'admin')).code).toBe(404);
  // nobody listens there
  const endpoint = { shopId: 1, url: 'http://127.0.0.1:9/' };
  const { id: endpointId } = (await post('add-webhook-endpoint', endpoint, 'admin')).body.data;
  expect((await post('add-webhook-endpoint', endpoint, 'admin')).code).toBe(409);
  expect((await post('add-webhook-endpoint', { ...endpoint, shopId: nowhere }, 'admin')).code).toBe(404);
  await takeIn(app);
  const tried = () => app.database.query('SELECT delivery_id AS id FROM webhook_tries WHERE ms IS NOT NULL LIMIT 1');
  const deliveryId = Number((await eventually(async () => ((await tried()) as { id: string }[])[0])).id);
  expect(said(await post('send-webhook-again', { deliveryId }, 'admin'))).toEqual([200, 'It is sent again']);
  expect((await post('send-webhook-again', { deliveryId: nowhere }, 'admin')).code).toBe(404);
  const all = (more = {}) =>
    post('send-webhooks-again', { endpointId, since: '2026-01-01T00:00:00Z', ...more }, 'admin');
  expect((await all({ endpointId: nowhere })).code).toBe(404);
  expect((await all()).code).toBe(409);
  await app.database.query("UPDATE webhook_deliveries SET state = 'failed', ended_at = now() WHERE endpoint_id = $1", [
    endpointId,
  ]);
  expect(said(await all())).toEqual([200, 'All of it is sent again']);
  expect((await post('renew-webhook-secret', { endpointId }, 'admin')).body.data.secret).toMatch(/^whsec_/);
  expect((await post('renew-webhook-secret', { endpointId: nowhere }, 'admin')).code).toBe(404);
  expect((await post('remove-webhook-endpoint', { endpointId }, 'admin')).code).toBe(200);
  expect((await post('remove-webhook-endpoint', { endpointId }, 'admin')).code).toBe(404);
  expect((await post('send-webhook-again', { deliveryId }, 'admin')).code).toBe(409);
});

test('a person is erased by two Admins', async () => {
  await takeIn(app, { contact_email_address: 'gone@example.com' });
  const address = { address: 'gone@example.com' };
  const ask = async () => {
    expect(said(await post('ask-erasure', address, 'admin'))).toEqual([200, 'Another Admin has to confirm this']);
    const [row] = await app.database.query<{ id: number }[]>('SELECT max(id) AS id FROM person_requests');
    return { requestId: row!.id };
  };
  expect((await post('ask-erasure', { address: 'nobody@example.com' }, 'admin')).code).toBe(404);
  const copy = await post('person-data', address, 'admin');
  expect(said(copy)).toEqual([200, 'The copy is being made']);
  expect((await post('person-data', { address: 'nobody@example.com' }, 'admin')).code).toBe(404);
  const copyPath = `person-data/${copy.body.data.id as number}`;
  await eventually(async () => (await get(copyPath, 'admin')).body.data.state === 'ready' || undefined);
  expect((await get(`${copyPath}/personal-data.zip`, 'admin')).code).toBe(200);
  expect((await post('person-data', address, 'admin')).code).toBe(200);
  await app.database.query('UPDATE person_copies SET failed_at = now(), done_at = NULL, size = NULL');
  expect((await get(`${copyPath}/personal-data.zip`, 'admin')).code).toBe(409);
  for (const path of [
    'person-data/x',
    'person-data/x/personal-data.zip',
    'person-data/9999',
    'person-data/9999/personal-data.zip',
  ])
    expect((await get(path, 'admin')).code).toBe(404);
  const first = await ask();
  expect((await post('ask-erasure', address, 'admin')).code).toBe(409);
  expect((await post('confirm-erasure', first, 'admin')).code).toBe(403);
  expect((await post('confirm-erasure', { requestId: nowhere }, 'admin')).code).toBe(404);
  expect((await post('withdraw-erasure', { requestId: nowhere }, 'admin')).code).toBe(404);
  expect(said(await post('withdraw-erasure', first, 'admin'))).toEqual([200, 'The request was taken back']);
  expect((await post('withdraw-erasure', first, 'admin')).code).toBe(409);
  const second = await ask();
  await app.database.query('UPDATE person_requests SET asked_by = (SELECT max(id) FROM members) WHERE id = $1', [
    second.requestId,
  ]);
  expect(said(await post('confirm-erasure', second, 'admin'))).toEqual([200, 'The orders are being erased']);
  expect((await post('confirm-erasure', second, 'admin')).code).toBe(409);
});

test('the report of disputes', async () => {
  expect((await get('dispute-report', 'manager')).code).toBe(200);
  expect((await get('dispute-report?fromDate=2026-02-01&toDate=2026-01-01', 'manager')).code).toBe(422);
});

test('the gateways', async () => {
  const list = async () => (await get('payment-gateways')).body.data as { is_active: string; encoded_id: string }[];
  const [one] = (await list()).filter(({ is_active: isActive }) => isActive === '0');
  expect((await post('payment-gateway-setting', { gatewayId: one!.encoded_id }, 'manager')).body.data).toEqual({});
  expect((await list()).filter(({ is_active: isActive }) => isActive === '1')).toEqual([{ ...one, is_active: '1' }]);
  expect(said(await post('payment-gateway-setting', {}, 'admin'))).toEqual([422, 'Please select gateway.']);
  expect((await post('payment-gateway-setting', { gatewayId: nowhere }, 'admin')).code).toBe(404);
  const account = { name: 'Stripe UK', webhookSecret: 'whsec_of_uk' };
  expect((await post('stripe-accounts', account, 'admin')).body.data).toEqual({});
  expect((await post('stripe-accounts', { ...account, secretKey: 'pk_public' }, 'admin')).code).toBe(422);
});

test('the team', async () => {
  const types = await get('get-team-member-type', 'manager');
  expect(types.body.data).toEqual(['Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff']);
  const member = { name: 'New Person', email: 'new@example.com', password: 'secret-of-x', type: 'Team' };
  const added = await post('add-team-member', member, 'manager');
  const { id } = added.body.data as { id: number };
  expect((await post('add-team-member', member, 'manager')).code).toBe(409);
  expect((await post('add-team-member', { ...member, type: 'Admin' }, 'manager')).code).toBe(403);
  expect((await get(`team-member-info/${id}`, 'manager')).body.data).toMatchObject({
    name: 'New Person',
    memberRole: 'Team',
  });
  expect((await get('team-member-info/x', 'manager')).code).toBe(404);

  const list = (await get('get-team-member-list', 'admin')).body.data as { id: number; type: string; name: string }[];
  const admin = list.find(({ type }) => type === 'Admin')!;
  const changed = { ...member, password: '', name: 'Newer Person', tmId: id };
  expect((await post('update-team-member', changed, 'manager')).code).toBe(200);
  expect((await post('update-team-member', { ...changed, name: 'demo admin' }, 'manager')).code).toBe(409);
  expect((await post('update-team-member', { ...changed, tmId: nowhere }, 'manager')).code).toBe(404);
  expect((await post('update-team-member', { ...changed, tmId: admin.id }, 'manager')).code).toBe(403);
  const remove = (teamMemberId: number, as: MemberName) => put('delete-team-member', { teamMemberId }, as);
  expect((await remove(admin.id, 'manager')).code).toBe(403);
  expect((await remove(admin.id, 'admin')).code).toBe(409);
  expect(said(await remove(id, 'manager'))).toEqual([200, 'Team member deleted successfully']);
  expect((await remove(id, 'manager')).code).toBe(404);
});

test('a member’s second factors and sessions', async () => {
  const member = { name: 'Second Factor', email: 'second@example.com', password: 'secret-of-x', type: 'Team' };
  const { id: memberId } = (await post('add-team-member', member, 'admin')).body.data as { id: number };
  const signIn = async (more = {}) =>
    (await app.call('POST', '/api/admin/admin-login', { body: { ...member, ...more } })).body.data as {
      jwtToken: string;
      missing?: string;
    };
  const { jwtToken: token } = await signIn();
  const own = (path: string, body: unknown = {}, by = token) =>
    app.call('POST', `/api/admin/${path}`, { token: by, body });
  const passkey = makePasskey(app.url.replace('127.0.0.1', 'localhost'));

  expect((await own('factors/recovery-codes')).code).toBe(409);
  expect((await own('factors/app/confirm', { code: '1' })).code).toBe(409);
  const { secret } = (await own('factors/app')).body.data as { secret: string };
  expect((await own('factors/app/confirm', { code: codeAt(secret, Date.now()) })).code).toBe(200);
  const challenge = async (path: string, by?: string) =>
    (await app.call('POST', `/api/admin/${path}`, { body: {}, ...(by && { token: by }) })).body.data
      .challenge as string;
  const made = passkey.registration(await challenge('factors/passkey-options', token));
  expect((await own('factors/passkey', { passkey: made })).code).toBe(200);
  const { factors } = (await app.call('GET', '/api/admin/factors', { token })).body.data as {
    factors: { id: number }[];
  };
  expect(factors).toHaveLength(2);

  const half = await signIn();
  expect(half.missing).toBe('factor');
  const proof = { passkey: passkey.assertion(await challenge('admin-login/passkey-options', half.jwtToken)) };
  expect((await own('admin-login/factor', proof, half.jwtToken)).code).toBe(200);
  const alone = { passkey: passkey.assertion(await challenge('admin-login/passkey-options')) };
  const signInAlone = () => app.call('POST', '/api/admin/admin-login/passkey', { body: alone });
  expect([(await signInAlone()).code, (await signInAlone()).code]).toEqual([200, 401]);
  const { PUBLIC_URL } = app.env;
  Object.assign(app.env, { PUBLIC_URL: 'http://10.0.0.1' });
  for (const path of ['factors/passkey-options', 'admin-login/passkey-options'])
    expect((await own(path)).code).toBe(409);
  expect((await own('factors/passkey', { passkey: made })).code).toBe(409);
  Object.assign(app.env, { PUBLIC_URL });

  expect((await own('factors/recovery-codes')).body.data.recovery_codes).toHaveLength(10);
  expect((await own('factors/remove', { factorId: nowhere })).code).toBe(404);
  expect((await own('factors/remove', { factorId: factors[0]!.id })).code).toBe(200);
  const sessions = (await app.call('GET', '/api/admin/sessions', { token })).body.data as {
    id: string;
    this_one: boolean;
  }[];
  const other = sessions.find((one) => !one.this_one)!;
  expect((await own('end-session', { sessionId: other.id })).code).toBe(200);
  expect((await own('end-session', { sessionId: other.id })).code).toBe(404);
  expect((await own('end-other-sessions')).code).toBe(200);

  const [admin] = (await get('get-team-member-list', 'admin')).body.data as { id: number }[];
  const steps = ['invite', 'deactivate', 'reactivate'].map((step) => `${step}-team-member`);
  for (const path of [...steps, 'reset-second-factors']) {
    expect([path, (await post(path, { memberId: admin!.id }, 'manager')).code]).toEqual([path, 403]);
    expect([path, (await post(path, { memberId: nowhere }, 'manager')).code]).toEqual([path, 404]);
  }
  expect((await post('reset-second-factors', { memberId: admin!.id }, 'admin')).code).toBe(409);
  expect((await post('reset-second-factors', { memberId }, 'admin')).code).toBe(200);
  const codes = [];
  for (const step of ['deactivate', 'deactivate', 'reactivate', 'reactivate', 'invite'])
    codes.push((await post(`${step}-team-member`, { memberId }, 'admin')).code);
  expect(codes).toEqual([200, 409, 200, 409, 409]);
  const invited = { name: 'In Vited', email: 'invited@example.com', type: 'Team', invite: true };
  const { id } = (await post('add-team-member', invited, 'admin')).body.data as { id: number };
  expect((await post('invite-team-member', { memberId: id }, 'admin')).code).toBe(200);
  expect((await post('require-second-factors', { roles: [] }, 'admin')).code).toBe(200);
});

test('the providers’ events', async () => {
  const ses = (message: unknown) =>
    app.call('POST', '/api/webhooks/ses', {
      body: JSON.stringify(message),
      headers: { 'content-type': 'text/plain; charset=UTF-8' },
    });
  const Message = sesEvent('Delivery', { messageId: randomUUID(), recipient: 'ann@example.com' });
  expect((await ses(sns.message({ Message }))).code).toBe(200);
  expect((await ses({ Message })).body.status).toBe(401);
  const subscription = { Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL: app.url };
  expect((await ses(sns.message(subscription))).code).toBe(503);

  const body = JSON.stringify([{ event: 'delivered', sg_event_id: randomUUID(), sg_message_id: randomUUID() }]);
  const time = String(Math.floor(Date.now() / 1000));
  const headers = {
    'x-twilio-email-event-webhook-timestamp': time,
    'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(time + body), sendgrid.privateKey).toString(
      'base64',
    ),
  };
  expect((await app.call('POST', '/api/webhooks/sendgrid', { body, headers })).code).toBe(200);
  expect((await app.call('POST', '/api/webhooks/sendgrid', { body })).code).toBe(401);

  const event = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'charge.refunded',
    created: 1,
    data: { object: {} },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: event, secret: stripeSecret });
  const stripe = (value: string) =>
    app.call('POST', '/api/webhooks/stripe', { body: event, headers: { 'stripe-signature': value } });
  expect([(await stripe(signature)).code, (await stripe('t=1,v1=2')).code]).toEqual([200, 401]);
});

test('the mails to an order’s mailbox', async () => {
  const { id } = await takeIn(app);
  const form = new FormData();
  form.set('envelope', JSON.stringify({ to: [`${id}@apply.arrival-card.example`] }));
  form.set('email', 'From: ann@example.com\r\nSubject: Hello\r\nMessage-ID: <contract@example.com>\r\n\r\nHello\r\n');
  const deliver = (key: string) =>
    app.call('POST', `/api/webhooks/inbound/sendgrid?key=${encodeURIComponent(key)}`, { body: form });
  expect([(await deliver('the key of inbound mail')).code, (await deliver('another key')).code]).toEqual([200, 401]);
  const ses = (message: unknown) =>
    app.call('POST', '/api/webhooks/inbound/ses', {
      body: JSON.stringify(message),
      headers: { 'content-type': 'text/plain; charset=UTF-8' },
    });
  const received = (content: string, encoding: string) => {
    const receipt = { recipients: [`${id}@apply.arrival-card.example`], action: { type: 'SNS', encoding } };
    return JSON.stringify({ notificationType: 'Received', receipt, content });
  };
  const raw = 'From: b@example.com\r\nMessage-ID: <ses@example.com>\r\n\r\nHi\r\n';
  const Message = received(Buffer.from(raw).toString('base64'), 'BASE64');
  expect((await ses(sns.message({ Message }))).code).toBe(200);
  expect((await ses(sns.message({ Message: received(raw, 'UTF-8') }))).code).toBe(422);
  expect((await ses({ Message })).body.status).toBe(401);
  const subscription = { Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL: app.url };
  expect((await ses(sns.message(subscription))).code).toBe(503);

  const ask = (orderId: number) =>
    post('ask-customer', { orderId, email: 'ann@example.com', question: 'Which flight?' });
  expect([(await ask(id)).code, (await ask(id)).code, (await ask(nowhere)).code]).toEqual([200, 409, 404]);

  const [mail] = await app.database.query<{ id: number }[]>(
    `INSERT INTO inbound_mails (order_id, mailbox, provider, message_id, storage_key, sha256, size, kind, pin)
     VALUES ($1, 'x', 'AWS', 'y', 'inbound/z', '', 1, 'authority', '123456') RETURNING id`,
    [id],
  );
  expect((await post('show-pin', { mailId: mail!.id })).body.data).toEqual({ pin: '123456' });
  expect((await post('show-pin', { mailId: nowhere })).code).toBe(404);
  expect((await put('see-mail', { mailId: mail!.id })).code).toBe(404);
  await app.database.query("UPDATE inbound_mails SET kind = 'look' WHERE id = $1", [mail!.id]);
  expect((await put('see-mail', { mailId: mail!.id })).code).toBe(200);

  const card = await pdf();
  await app.web.get<Storage>('Storage').put('inbound/card.pdf', card, 'application/pdf');
  const [file] = await app.database.query<{ id: number }[]>(
    `INSERT INTO inbound_files (mail_id, order_id, kind, name, content_type, storage_key, sha256, size, verdict)
     VALUES ($1, $2, 'card', 'card.pdf', 'application/pdf', 'inbound/card.pdf', 'x', 1, 'agrees') RETURNING id`,
    [mail!.id, id],
  );
  await app.web.get<Storage>('Storage').put('inbound/z', Buffer.from(raw), 'message/rfc822');
  for (const kind of ['inbound-raw', 'inbound-text'])
    expect((await app.call('GET', `/admin/${kind}/${mail!.id}`, { as: 'team' })).code).toBe(200);
  const send = (fileId: number, more = {}) =>
    // whatever the worker has read by now of what the customer wrote
    post('send-found-card', { fileId, orderId: id, email: 'ann@example.com', seenMessage: largestId, ...more });
  expect((await app.call('GET', `/admin/inbound-file/${file!.id}`, { as: 'team' })).code).toBe(200);
  expect((await send(nowhere)).code).toBe(404);
  expect((await send(file!.id, { override: true, reason: 'It is' })).code).toBe(403);
  expect((await send(file!.id)).code).toBe(200);
  expect((await send(file!.id)).code).toBe(409);
});

test('the description itself', async () => {
  for (const path of ['/api/docs', '/api/docs.json', '/api/docs.css'])
    expect((await app.call('GET', path)).code).toBe(200);
});

/** The refusals that every call shares. */
describe('every call', () => {
  const each = (work: (name: string, method: string, path: string) => Promise<void>) => async () => {
    for (const name of contract.operations.keys()) {
      const [method, path] = name.split(' ') as [string, string];
      await work(name, method, path.replaceAll(/\{\w+\}/g, '1'));
    }
  };
  const describes = (name: string, code: number) => String(code) in contract.operations.get(name)!.responses;
  /** One session for all calls that are refused: none of them ends it. */
  let adminToken: string;
  beforeAll(async () => {
    adminToken = await app.signIn('admin');
  });

  test(
    'tells a guest first that it is one, whatever is wrong with the body',
    each(async (name, method, path) => {
      if (!describes(name, 401) || name.includes('/webhooks/') || /login(?:\/passkey)?$/.test(name)) return;
      const bodies = method === 'GET' ? [undefined] : [undefined, '{ "bad', '{}', '[]'];
      for (const body of bodies)
        expect([name, body, (await app.call(method, path, { body })).code]).toEqual([name, body, 401]);
      if (method === 'GET') return;
      const xml = { body: '<x/>', headers: { 'content-type': 'text/xml' } };
      expect([name, (await app.call(method, path, xml)).code]).toEqual([name, 401]);
    }),
  );

  test(
    'is refused 403 to the role below, and to a cookie without its proof, before the body is looked at',
    each(async (name, method, path) => {
      const { 'x-roles': roles } = contract.operations.get(name)!;
      const bodies = method === 'GET' ? [undefined] : ['{ "bad', '{}'];
      if (roles && !roles.includes('Night Staff'))
        for (const body of bodies)
          expect([name, (await app.call(method, path, { as: 'night', body })).code]).toEqual([name, 403]);
      if (method === 'GET' || !describes(name, 403)) return;
      const cookie = `session=${adminToken}; visitor=x`;
      for (const body of bodies) {
        const { code } = await app.call(method, path, { body, headers: { cookie } });
        expect([name, code]).toEqual([name, 403]);
      }
    }),
  );

  test('is refused 403 to a member whose second factor is missing, but for enrolment and sign-out', async () => {
    await app.database.query("INSERT INTO factor_roles (role) VALUES ('Night Staff')");
    for (const [name, { 'x-roles': roles }] of contract.operations) {
      if (
        !roles ||
        /(?:\/logout|\/factors(?:\/(?:app|app\/confirm|passkey|passkey-options))?|login\/factor)$/.test(name)
      )
        continue;
      const [method, path] = name.split(' ') as [string, string];
      const { code } = await app.call(method, path.replaceAll(/\{\w+\}/g, '1'), { as: 'night' });
      expect([name, code]).toEqual([name, 403]);
    }
    await app.database.query('DELETE FROM factor_roles');
  });

  test(
    'names its wrong body: 413, 415, 422',
    each(async (name, method, path) => {
      if (method === 'GET') return;
      const token = name.includes('/front/') ? ownToken : adminToken;
      const send = (body: string, type = 'application/json') =>
        app.call(method, path, { body, token, headers: { 'content-type': type, 'x-intake-key': intakeKey } });
      expect([name, (await send(`"${'x'.repeat(1024 * 1024)}"`)).code]).toEqual([name, 413]);
      expect([name, (await send('<x/>', 'text/xml')).code]).toEqual([name, 415]);
      const malformed = await send('{ "bad');
      expect([name, malformed.code, Object.values(malformed.body.errors as object)[0]]).toEqual([
        name,
        422,
        malformed.body.message,
      ]);
      expect([name, (await send('')).code]).toEqual([name, 422]);
    }),
  );

  test(
    'that takes an idempotency key says 409 when nobody knows what became of the first one',
    each(async (name, method, path) => {
      const { parameters } = contract.operations.get(name)!;
      if (!parameters.some((parameter) => parameter.name === 'Idempotency-Key')) return;
      const isUpload = 'multipart/form-data' in (contract.operations.get(name)!.requestBody?.content ?? {});
      const token = name.includes('/front/') ? ownToken : await app.signIn('admin');
      const headers = { 'idempotency-key': `contract of ${name}`.replaceAll(' ', '-'), 'x-intake-key': intakeKey };
      const send = () => app.call(method, path, { body: isUpload ? uploadForm(1, null) : {}, token, headers });
      await send();
      await app.database.query("UPDATE idempotency_keys SET answer = NULL, wrote = true, alive_at = '-infinity'");
      expect([name, (await send()).code]).toEqual([name, 409]);
    }),
  );

  test('without a body names the fields that are missing', async () => {
    const none = await app.call('PUT', '/api/admin/move-order-status', { as: 'team' });
    const empty = await app.call('PUT', '/api/admin/move-order-status', { as: 'team', body: {} });
    expect(none.body.errors).toEqual({
      orderId: 'Please enter your order id.',
      updatingStatus: 'There is no such status to move to.',
    });
    expect([none.code, none.body.errors]).toEqual([422, empty.body.errors]);
    const login = await app.call('POST', '/api/admin/admin-login', { body: 'null' });
    expect(said(login)).toEqual([422, 'Email Address is required']);
  });

  test('is no other: a method that a path does not have, or another path, is 404 in the envelope', async () => {
    const paths = [...contract.operations.keys()].map((name) => name.split(' ')[1]!);
    for (const path of [...paths, '/api', '/api/', '/api/admin/none', '/api/%zz']) {
      for (const method of ['PATCH', 'DELETE']) {
        if (contract.operations.has(`${method} ${path}`)) continue;
        const { code, body, headers } = await app.call(method, path.replaceAll(/\{\w+\}/g, '1'), {
          as: 'admin',
          body: '{ "bad',
        });
        const expected = { status: 0, message: 'There is no such path.', data: null, ref: headers.get('x-request-id') };
        expect([method, path, code, body]).toEqual([method, path, 404, expected]);
      }
    }
  });

  test('is refused 429 to an address that asks too often', async () => {
    const busy = await startApp({ settings: { REQUESTS_PER_MINUTE: '10' } });
    try {
      const { operations } = await watch(busy);
      for (let turn = 1; turn < 10; turn++) await busy.call('GET', '/api/docs');
      for (const name of operations.keys()) {
        const [method, path] = name.split(' ') as [string, string];
        expect([name, (await busy.call(method, path.replaceAll(/\{\w+\}/g, '1'))).code]).toEqual([name, 429]);
      }
    } finally {
      await busy.close();
    }
  });
});

test('every press of a member has its row in the audit: who, what, which order', () => {
  expect(contract.audit.faults()).toEqual({ missing: [], gone: [], unseen: [] });
});

describe('the document', () => {
  test('has every call of the running application, and no other', () => {
    const described = routesOf(app)
      .filter(({ method, path }) => method !== 'HEAD' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect([...contract.operations.keys()].sort()).toEqual(described.sort());
  });

  test('and each of them, with each answer it has, was seen here', () => {
    const all = [...contract.operations].flatMap(([name, { responses }]) =>
      Object.keys(responses).map((code) => `${name} ${code}`),
    );
    const unseen = all.filter((answer) => !contract.seen.has(answer) && !/ (?:429|503)$/.test(answer));
    expect(unseen).toEqual([]);
  });

  test('closes every object of an answer', () => {
    const open: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties, additionalProperties } = value as Record<string, unknown>;
      if (properties && typeof properties === 'object' && additionalProperties !== false) open.push(path);
      for (const [key, inner] of Object.entries(value)) look(inner, `${path}/${key}`);
    };
    for (const [name, { responses }] of contract.operations) look(responses, name);
    look(contract.document.components.schemas, 'schemas');
    expect(open).toEqual([]);
  });

  test('says who may call, and how to prove it', () => {
    const of = (name: string) => contract.operations.get(name)!;
    expect(of('POST /api/admin/add-team-member')).toMatchObject({
      'x-roles': ['Admin', 'Manager'],
      security: [{ bearer: [] }, { session: [], xsrf: [] }],
    });
    expect(of('POST /api/front/get-download-history').security).toEqual([
      { visitor: [] },
      { visitorCookie: [], xsrf: [] },
    ]);
    expect(of('POST /api/intake/orders').security).toEqual([{ intakeKey: [] }]);
    expect(of('POST /api/admin/admin-login').security).toEqual([]);
    expect(Object.keys(of('POST /api/admin/upload-visa-document').requestBody!.content)).toEqual([
      'multipart/form-data',
    ]);
    expect(Object.keys(of('POST /api/admin/get-defence-pack-pdf').responses['200']!.content!)).toEqual([
      'application/pdf',
    ]);
  });
});

async function mails(orderId: number) {
  return (await get(`get-orders-details/${orderId}`)).body.data.mailHistory as {
    id: number;
    state: string;
    attachment_sha256: string;
  }[];
}

test('a press in a browser without a row of its own in the audit is named, and so is one that the table doesn’t know', () => {
  const move = { call: 'PUT /api/admin/move-order-status', orders: [5] };
  const moved = { action: 'order.moved', orderId: 5 };
  expect(unaudited([move], [moved])).toEqual([]);
  expect(unaudited([move], [{ ...moved, orderId: 6 }])).toEqual(['PUT /api/admin/move-order-status 5']);
  expect(unaudited([move, move], [moved])).toEqual(['PUT /api/admin/move-order-status 5']);
  const unknown = { call: 'POST /api/admin/new-press', orders: [] };
  expect(unaudited([unknown, { ...unknown, call: 'PUT /api/admin/drafts' }], [moved])).toEqual([
    'POST /api/admin/new-press',
  ]);
});
