import type { Jobs } from '../../src/platform/job-queues.js';
import { repeatedJobs } from '../../src/platform/jobs.js';
import type { RetentionService } from '../../src/retention/retention.service.js';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { queueNames } from '../../src/shared/order-queues.js';
import { sortKeys } from '../../src/shared/orders.js';
import { pdf, track, upload, uploadForm } from '../documents/cards.js';
import { routesOf } from '../locks/routes.js';
import { type Answer, type CallOptions, eventually, intakeKey, type TestApp } from '../support/app.js';
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
  const shop = (path: string, body: object) =>
    done(app, 'POST', `/api/intake/orders/walked/${path}`, { body, headers: { 'x-intake-key': intakeKey } });
  await shop('refunded', { amount: '1', currency: 'USD', reference: 're_1' });
  await done(app, 'PUT', '/api/admin/refunded-all', { as: 'admin', body: { orderId: order.id, isAll: false } });
  await shop('refund-failed', { reference: 're_1' });
  await shop('refunded', { refunded_at: new Date().toISOString() });
  await eraseNothing(app);
  await runJobs(app);
  for (const { method, path } of routesOf(app)) {
    if (method !== 'GET' || left.test(path)) continue;
    const asked = path.replaceAll(/:(\w+)/g, (_, name: string) =>
      name === 'orderId' ? encodeOrderId(order.id) : (parameters[name] ?? '1'),
    );
    for (const as of ['admin', 'team'] as const) await app.call('GET', asked, { as });
  }
}

/** A call that does what it asks for; one that was refused would leave out the statements it stands for. */
async function done(app: TestApp, method: string, path: string, options: CallOptions): Promise<Answer> {
  const answer = await app.call(method, path, options);
  if (answer.code >= 400) throw new Error(`${method} ${path}: ${answer.code} ${JSON.stringify(answer.body)}`);
  return answer;
}

async function readLists(app: TestApp): Promise<void> {
  const get = (path: string) => done(app, 'GET', path, { as: 'manager' });
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
    await done(app, 'POST', '/api/admin/matching-ids', { as: 'manager', body: { folderName: queue } });
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
      await done(app, 'POST', '/api/admin/search-order', { as: 'manager', body: { folderName, searchVal, end: 50 } });
}

type Walked = { id: number; file1: string };

/** One order from the intake to its dispute, as members work on it. */
async function work(app: TestApp): Promise<Walked> {
  const put = (path: string, body: object) => done(app, 'PUT', `/api/admin/${path}`, { as: 'admin', body });
  const post = (path: string, body: object) => done(app, 'POST', `/api/admin/${path}`, { as: 'admin', body });
  const shop = (path: string, body: object) =>
    done(app, 'POST', `/api/intake/orders/${path}`, { body, headers: { 'x-intake-key': intakeKey } });

  const { id } = await takeIn(app, { external_ref: 'walked', purchase_ip: '203.0.113.7', card_fingerprint: 'walked' });
  await shop('walked/paid', { transactionId: 't-1', card_last4: '4242' });
  await post('order-packs', { orderId: id, defencePackType: 1 });
  const taken = await put('assign-order-status', { orderId: id, assignto: 'Demo Admin' });
  await put('undo', { token: (taken.body.undo as { token: string }).token });
  // only now: the next order may be this one, and who has an order takes nothing
  const { body: next } = await post('next-order', {});
  await put('keep-order', { orderId: (next.data as { order_id: number }).order_id });
  await put('assign-order-status', { orderId: id, assignto: 'Demo Admin' });
  await put('move-order-status', { orderId: id, updatingStatus: 'Awaiting' });
  await put('reopen-order', { orderId: id });
  await post('add-new-remark', { orderId: id, remark: 'Called', telephone: 'Y' });
  await post('macros', { name: 'Walked', remark: 'Walked.', flags: [] });
  const macro = await post('apply-macro', { orderId: id, macroId: 1 });
  await put('undo', { token: (macro.body.undo as { token: string }).token });
  await post('save-transaction-details', { orderId: id, transactionId: 't-2', merchantName: 'Shop' });
  const { body: sent } = await upload(app, uploadForm(id, await pdf()), { as: 'admin' });
  await put('move-order-status', { orderId: id, updatingStatus: 'Completed' });
  for (const path of ['resend-mail', 'send-download-link'])
    await post(path, { orderId: id, email: 'ann@example.com', mailServiceProvider: 'AWS' });
  // a mail of a moment ago is not sent once more; one mail a statement, as the worker changes them, or both wait for each other
  for (const mail of await app.database.query<{ id: number }[]>('SELECT id FROM mails WHERE order_id = $1', [id]))
    await app.database.query("UPDATE mails SET create_ts = create_ts - interval '1 hour' WHERE id = $1", [mail.id]);
  await post('resend-cards', { orderId: id });
  await post('send-invoice', { orderId: id });
  await post('defence-pack-details', { orderId: id });
  await post('get-defence-pack-pdf', { orderId: id, defencePackType: 2 });
  await post('get-country-order-list', { fromDate: dayFromNow(-90), toDate: dayFromNow(0) });
  for (const country of ['NOR', 'XXX'])
    for (const number of ['all', 'priority'])
      for (const days of [`fromDate=${dayFromNow(-90)}&toDate=${dayFromNow(0)}`, 'page=3'])
        await done(app, 'GET', `/admin/country-order/orders?country=${country}&number=${number}&${days}`, {
          as: 'manager',
        });
  await post('get-processed-by-count', { fromDate: dayFromNow(-90), toDate: dayFromNow(0) });
  await post('disputes', { orderId: id, case_id: 'c-1', reason_code: '13.1', opened_at: dayFromNow(0) });
  await shop('walked/disputed', { case_id: 'c-2', reason_code: '13.1' });
  return { id, file1: (sent.data as { file1: string }).file1 };
}

/** The order's customer: finds the order, downloads the card, asks for a change. */
async function visit(app: TestApp, { id, file1 }: Walked): Promise<void> {
  const token = await track(app, id);
  const post = (path: string, body: object) => done(app, 'POST', `/api/front/${path}`, { token, body });
  await post('get-download-history', { orderId: id });
  await post('download-passport-doc-pdf', { orderId: id, customername: 'customer', file1 });
  await post('order-request', { orderId: id, kind: 'flight', text: 'MH 2' });
  await done(app, 'POST', '/api/front/lost-order-number', { body: { address: 'ann@example.com' } });
}

/** Runs each repeated job, one after the other; what they read besides is written by the walk. */
async function runJobs(app: TestApp): Promise<void> {
  for (const { name } of repeatedJobs) {
    const ranAt = async () => (await app.database.query('SELECT ran_at::text FROM job_runs WHERE job = $1', [name]))[0];
    const before = await ranAt();
    await app.web.get<Jobs>('Jobs').later(name, {}, `walk-${name}`);
    await eventually(async () => (await ranAt()).ran_at !== before.ran_at);
  }
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
