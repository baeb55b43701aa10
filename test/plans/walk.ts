import type { RetentionService } from '../../src/retention/retention.service.js';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { queueNames } from '../../src/shared/order-queues.js';
import { sortKeys } from '../../src/shared/orders.js';
import { pdf, track, upload, uploadForm } from '../documents/cards.js';
import { routesOf } from '../locks/routes.js';
import { intakeKey, type MemberName, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';

/** Names in four scripts beside Latin, a part of a name, a number, an address, and a text without a trigram. */
export const texts = [
  'Чаудхри',
  'فاطمة',
  '陈秀英',
  'สมหญิง',
  'ann',
  '100777',
  'ann@example.com',
  'X1234567',
  'xy',
  '...',
];

/** Each filter by a frequent and by a rare value, and several at once. */
const filters = [
  'mode=Standard',
  'mode=Future',
  'nationality=GBR',
  'nationality=NOR&mode=Priority',
  'holder=me',
  'holder=nobody',
  'holder=anybody',
  'gateway=2',
  'brand=main',
  'brand=alt',
  'checks=any',
  'checks=phone',
  'marked=request',
  'marked=look',
  'marked=submit%20again',
  'dispute=any',
  'dispute=won',
  'dispute=none',
  'mail=none',
  'mail=delivered',
  'mail=bounced',
  'standing=safe',
  'standing=waits',
  'standing=late',
  `arrivalFrom=${dayFromNow(-3)}&arrivalTo=${dayFromNow(3)}`,
  `arrivalTo=${dayFromNow(-30)}&sort=full_name`,
  `arrivalFrom=${dayFromNow(-300)}&nationality=NOR&holder=nobody`,
];

const newest = ['create_ts'] as const;

/** What a path's parameter is replaced with. */
const parameters: Record<string, string> = {
  month: dayFromNow(40).slice(0, 7),
  type: '1',
  brand: 'main',
  kind: 'terms',
  version: '2025-01',
  token: 'none',
};

/** Paths that answer with a stream that does not end, or that read nothing. */
const left = /^\/(?:admin\/live|assets|dev|healthz|metrics|api\/docs)/;

/** Reads every path of the product, and makes the writes of a day. The caller notes the statements. */
export async function walk(app: TestApp): Promise<void> {
  await readLists(app);
  const order = await work(app);
  await visit(app, order);
  await eraseNothing(app);
  for (const { method, path } of routesOf(app)) {
    if (method !== 'GET' || left.test(path)) continue;
    const asked = path.replaceAll(/:(\w+)/g, (_, name: string) =>
      name === 'orderId' ? encodeOrderId(order.id) : (parameters[name] ?? '1'),
    );
    for (const as of ['admin', 'team'] as const) await app.call('GET', asked, { as });
  }
}

async function readLists(app: TestApp): Promise<void> {
  const get = (path: string, as: MemberName = 'manager') => app.call('GET', path, { as });
  for (const queue of queueNames) {
    // each order of rows in three lists: of everything, of a status, and of a member (the others: lists.queries.test.ts)
    for (const sort of ['allOrder', 'completedOrder', 'myOrder'].includes(queue) ? sortKeys : newest) {
      for (const dir of ['asc', 'desc']) {
        const list = `/api/admin/get-orders-list/${queue}?limit=50&sort=${sort}&dir=${dir}`;
        const { body } = await get(list);
        if (body.next_cursor) await get(`${list}&cursor=${encodeURIComponent(body.next_cursor as string)}`);
      }
    }
    await get(`/api/admin/get-orders-list/${queue}?limit=500&page=3`);
    await app.call('POST', '/api/admin/matching-ids', { as: 'manager', body: { folderName: queue } });
  }
  for (const queue of ['allOrder', 'completedOrder', 'newOrder', 'myOrder'])
    for (const filter of filters) await get(`/api/admin/get-orders-list/${queue}?limit=50&${filter}`);
  const statistics = `fromDate=${dayFromNow(-90)}&toDate=${dayFromNow(0)}`;
  for (const [by, value] of Object.entries({
    day: dayFromNow(-3),
    member: 'Demo Team',
    country: 'NOR',
    brand: 'alt',
  })) {
    await get(`/admin/statistics?by=${by}&${statistics}`);
    for (const measure of ['received', 'taken', 'cards', 'arrived', 'refunds'])
      await get(`/admin/statistics/orders?by=${by}&value=${value}&measure=${measure}&${statistics}`);
  }
  for (const folderName of ['allOrder', 'completedOrder', 'futureOrder', 'myOrder'])
    for (const searchVal of texts)
      await app.call('POST', '/api/admin/search-order', { as: 'manager', body: { folderName, searchVal, end: 50 } });
}

/** One order from the intake to its refund, as members work on it. */
async function work(app: TestApp): Promise<{ id: number }> {
  const put = (path: string, body: object, as: MemberName = 'admin') =>
    app.call('PUT', `/api/admin/${path}`, { as, body });
  const post = (path: string, body: object, as: MemberName = 'admin') =>
    app.call('POST', `/api/admin/${path}`, { as, body });
  const shop = (path: string, body: object) =>
    app.call('POST', `/api/intake/orders/${path}`, { body, headers: { 'x-intake-key': intakeKey } });

  const { id } = await takeIn(app, { external_ref: 'walked', purchase_ip: '203.0.113.7', card_fingerprint: 'walked' });
  await shop('walked/paid', { transactionId: 't-1', card_last4: '4242' });
  await post('resend-cards', { orderId: id });
  await post('order-packs', { orderId: id, defencePackType: 1 });
  await post('next-order', {});
  const taken = await put('assign-order-status', { orderId: id, assignto: 'Demo Admin' });
  await put('undo', { token: (taken.body.undo as { token: string }).token });
  await put('assign-order-status', { orderId: id, assignto: 'Demo Admin' });
  await put('keep-order', { orderId: id });
  await put('move-order-status', { orderId: id, updatingStatus: 'Awaiting' });
  await post('add-new-remark', { orderId: id, remark: 'Called', telephone: 'Y' });
  await post('macros', { name: 'Walked', remark: 'Walked.', flags: [] });
  const macro = await post('apply-macro', { orderId: id, macroId: 1 });
  await put('undo', { token: (macro.body.undo as { token: string }).token });
  await post('save-transaction-details', { orderId: id, transactionId: 't-2', merchantName: 'Shop' });
  await upload(app, uploadForm(id, await pdf()), { as: 'admin' });
  await put('move-order-status', { orderId: id, updatingStatus: 'Completed' });
  for (const path of ['resend-mail', 'send-download-link'])
    await post(path, { orderId: id, email: 'ann@example.com', mailServiceProvider: 'AWS' });
  await post('send-invoice', { orderId: id });
  await post('defence-pack-details', { orderId: id });
  await post('get-defence-pack-pdf', { orderId: id, type: 2 });
  await post('get-country-order-list', { fromDate: dayFromNow(-90), toDate: dayFromNow(0) });
  await post('get-processed-by-count', { fromDate: dayFromNow(-90), toDate: dayFromNow(0) });
  await post('disputes', { orderId: id, caseId: 'c-1', category: 'not_received', receivedOn: dayFromNow(0) });
  await shop('walked/disputed', { case_id: 'c-2', reason: '13.1' });
  await shop('walked/refunded', { refunded_at: new Date().toISOString() });
  await put('reopen-order', { orderId: id });
  return { id };
}

/** The order's customer: finds the order, downloads the card, asks for a change. */
async function visit(app: TestApp, { id }: { id: number }): Promise<void> {
  const token = await track(app, id);
  const post = (path: string, body: object) => app.call('POST', `/api/front/${path}`, { token, body });
  await post('get-download-history', { orderId: id });
  await post('download-passport-doc-pdf', { orderId: id });
  await post('order-request', { orderId: id, kind: 'flight', text: 'MH 2' });
  await app.call('POST', '/api/front/lost-order-number', { body: { email: 'ann@example.com' } });
}

/** The daily erasing on a day with nothing due: the run before has looked at all arrivals. */
async function eraseNothing(app: TestApp): Promise<void> {
  await app.database.query(
    `INSERT INTO retention_progress SELECT kind, last.doa, last.id FROM unnest('{masked,documents}'::text[]) AS kind,
       (SELECT doa, id FROM orders WHERE doa < (now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date - interval '12 months' ORDER BY doa DESC, id DESC LIMIT 1) last
     ON CONFLICT (kind) DO UPDATE SET doa = excluded.doa, order_id = excluded.order_id`,
  );
  const retention = app.web.get<RetentionService>('RetentionService');
  const due = await retention.wouldDo();
  await retention.run();
  const [report] = await retention.runs();
  if (due.masked.due.count + report!.masked + report!.failed > 0) throw new Error('Something was due.');
}
