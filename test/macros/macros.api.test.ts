import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type MemberName, members, startApp, type TestApp } from '../support/app.js';
import type { CallRow } from '../../src/shared/call-sheet.js';
import { localTime } from '../../src/shared/local-time.js';
import { dayFromNow, takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Macro = { id: number; name: string; shared: boolean; may_change: boolean; move: string | null };
const call = (method: string, path: string, as: MemberName, body?: unknown) =>
  app.call(method, `/api/admin/${path}`, { as, body });
const macrosOf = async (as: MemberName): Promise<Macro[]> => (await call('GET', 'macros', as)).body.data;
const named = async (name: string, as: MemberName = 'team') => (await macrosOf(as)).find((one) => one.name === name)!;
const save = (as: MemberName, name: string, more: object = {}) =>
  call('POST', 'macros', as, { name, remark: `Said ${name}`, flags: [], ...more });
const apply = (as: MemberName, orderId: number, { id: macroId }: Macro, more: object = {}) =>
  call('POST', 'apply-macro', as, { orderId, macroId, ...more });
const undo = (as: MemberName, token: string) => call('PUT', 'undo', as, { token });
const move = (orderId: number, updatingStatus: string) =>
  call('PUT', 'move-order-status', 'admin', { orderId, updatingStatus });
/** What macros leave on an order. */
const left = async (orderId: number) => {
  const [row] = await app.database.query(
    `SELECT process_status AS status, version,
       (SELECT count(*)::int FROM remarks WHERE order_id = o.id) AS remarks,
       (SELECT count(*)::int FROM mails WHERE order_id = o.id) AS mails FROM orders o WHERE id = $1`,
    [orderId],
  );
  return row as { status: string; version: number; remarks: number; mails: number };
};

describe('macros', () => {
  test('are refused to strangers and without a name; everybody’s are made by Admins and Managers alone', async () => {
    for (const [method, path] of [
      ['GET', 'macros'],
      ['POST', 'macros'],
      ['PUT', 'macros/1'],
      ['PUT', 'macros/1/delete'],
      ['POST', 'apply-macro'],
    ] as const)
      expect((await app.call(method, `/api/admin/${path}`)).code).toBe(401);

    const wrong = await call('POST', 'macros', 'team', { flags: ['chargeBack'], move: 'New' });
    expect([wrong.code, Object.keys(wrong.body.errors ?? {}).sort()]).toEqual([
      422,
      ['flags', 'move', 'name', 'remark'],
    ]);
    for (const as of ['team', 'telecaller', 'night'] as const)
      expect((await save(as, 'For all', { shared: true })).code).toBe(403);
    expect((await save('manager', 'For all', { shared: true })).body.data).toMatchObject({ shared: true });
  });

  test('that every installation has come first, and only Admins and Managers change them', async () => {
    const shipped = ['No answer', 'Call again', 'Wrong number', 'Asked for passport photo', 'Refund wanted'];
    expect((await macrosOf('telecaller')).slice(0, 5).map(({ name }) => name)).toEqual(shipped);
    const { id, may_change } = await named('Call again');
    expect(may_change).toBe(false);
    const renamed = { name: 'Call again soon', shared: true, remark: 'Called.', flags: ['telephone'] };
    expect((await call('PUT', `macros/${id}`, 'team', renamed)).code).toBe(403);
    expect((await call('PUT', `macros/${id}/delete`, 'team')).code).toBe(403);
    expect((await call('PUT', `macros/${id}`, 'manager', { ...renamed, name: 'no ANSWER' })).code).toBe(409);
    expect((await call('PUT', `macros/${id}`, 'manager', renamed)).body.data).toMatchObject({ id, ...renamed });
  });

  test('of one member are nobody else’s, and have names of their own, also when ten are saved at once', async () => {
    const saved = await Promise.all(Array.from({ length: 10 }, (_, n) => save('night', n % 2 ? 'Mine' : 'MINE')));
    expect(saved.filter(({ code }) => code === 200)).toHaveLength(1);
    const own = (await macrosOf('night')).find(({ shared }) => !shared)!;
    expect((await macrosOf('admin')).some(({ id }) => id === own.id)).toBe(false);
    const { id: order } = await takeIn(app);
    expect((await apply('admin', order, own)).code).toBe(404);
    expect((await call('PUT', `macros/${own.id}/delete`, 'admin')).code).toBe(404);
    expect((await call('PUT', `macros/${own.id}/delete`, 'night')).code).toBe(200);
  });
});

describe('POST /api/admin/apply-macro', () => {
  test('adds the remark, asks by mail and moves the order; one undo takes all of it back', async () => {
    const { id } = await takeIn(app);
    const before = await left(id);
    const { body } = await apply('team', id, await named('Wrong number'), { version: before.version });
    expect(body).toMatchObject({ status: 1, message: 'Wrong number: done', version: before.version + 1 });
    expect(await left(id)).toEqual({ status: 'Awaiting', version: before.version + 1, remarks: 1, mails: 1 });
    const [mail] = await app.database.query('SELECT kind, state, recipient FROM mails WHERE order_id = $1', [id]);
    expect(mail).toEqual({ kind: 'question', state: 'queued', recipient: 'ann@example.com' });
    const [remark] = await app.database.query('SELECT telephone, whatsapp FROM remarks WHERE order_id = $1', [id]);
    expect(remark).toEqual({ telephone: true, whatsapp: false });

    expect((await undo('team2', body['undo'].token)).code).toBe(404);
    expect((await undo('team', body['undo'].token)).code).toBe(200);
    expect(await left(id)).toMatchObject({ status: 'New', remarks: 0, mails: 0 });
    expect((await undo('team', body['undo'].token)).code).toBe(404);
    const [undone] = await app.database.query(
      `SELECT note FROM activity WHERE order_id = $1 AND action = 'order.undone'`,
      [id],
    );
    expect(undone.note).toBe('The remark of the macro Wrong number was removed, and its mail was not sent.');
  });

  test('with a remark alone goes onto an order that a colleague holds, changes nothing else, and can be undone', async () => {
    const { id } = await takeIn(app);
    await call('PUT', 'assign-order-status', 'team2', { orderId: id, assignto: members.team2.name });
    const before = await left(id);
    const refused = await apply('team', id, await named('Wrong number'));
    expect([refused.code, refused.body.message]).toEqual([409, `Order is already held by ${members.team2.name}`]);
    expect(await left(id)).toEqual(before);

    const { code, body } = await apply('team', id, await named('No answer'), { version: 0 });
    expect([code, body.version]).toEqual([200, before.version]);
    expect((await undo('team', body['undo'].token)).code).toBe(200);
    expect(await left(id)).toEqual(before);
  });

  test('leaves nothing when one part is refused: the same status, a stale version, a role', async () => {
    const { id } = await takeIn(app);
    await move(id, 'Awaiting');
    const before = await left(id);
    expect((await apply('team', id, await named('Wrong number'))).code).toBe(409);
    const refund = await named('Refund wanted');
    expect((await apply('team', id, refund, { version: before.version - 1 })).code).toBe(409);
    const deleting = (await save('team', 'Delete it', { move: 'Deleted' })).body.data as Macro;
    expect((await apply('team', id, deleting)).code).toBe(403);
    expect((await apply('team', 999_999, refund)).code).toBe(404);
    expect((await call('POST', 'apply-macro', 'team', { orderId: id })).code).toBe(422);
    expect(await left(id)).toEqual(before);
  });

  test('takes nothing back once its mail is being sent', async () => {
    const { id } = await takeIn(app);
    const { body } = await apply('team', id, await named('Asked for passport photo'));
    await app.database.query('UPDATE mails SET attempt_at = now(), attempts = 1 WHERE order_id = $1', [id]);
    const refused = await undo('team', body['undo'].token);
    expect([refused.code, refused.body.message]).toEqual([
      409,
      'The mail is on its way already. Nothing was taken back.',
    ]);
    expect(await left(id)).toMatchObject({ status: 'Awaiting', remarks: 1, mails: 1 });
  });

  test('pressed five times at once with one key is one remark', async () => {
    const { id } = await takeIn(app);
    const headers = { 'idempotency-key': `macro-${id}-once` };
    const body = { orderId: id, macroId: (await named('No answer')).id };
    await Promise.all(
      Array.from({ length: 5 }, () => app.call('POST', '/api/admin/apply-macro', { as: 'team', body, headers })),
    );
    expect((await left(id)).remarks).toBe(1);
  });
});

describe('the call sheet', () => {
  const sheet = async (as: MemberName = 'telecaller') => {
    const { body } = await app.call('GET', '/admin/call-sheet', { as, headers: { 'x-inertia': 'true' } });
    return (body as unknown as { props: { rows: CallRow[]; total: number } }).props;
  };
  const toCall = async (more: Record<string, unknown>) => {
    const { id } = await takeIn(app, more);
    await move(id, 'Contact Customer');
    return id;
  };

  test('has who is to be contacted, nearest arrival first, and the time of the number’s country', async () => {
    const late = await toCall({ doa: dayFromNow(9), phone_code: '+1', phone_number: '2125550123' });
    const soon = await toCall({ doa: dayFromNow(0), phone_code: '+44', phone_number: '07400 123456' });
    const none = await toCall({ doa: dayFromNow(3), phone_code: '+44', phone_number: '12' });
    const { rows, total } = await sheet();
    expect([total, rows.map(({ order_id }) => order_id)]).toEqual([3, [soon, none, late]]);
    expect(rows[0]).toMatchObject({
      phone: { tel: 'tel:+447400123456', country: 'United Kingdom' },
      zones: ['Europe/London'],
      remark: null,
    });
    expect(rows[0]!.phone!.whatsapp).toContain('https://wa.me/447400123456?text=Hello%20Ann%20Example');
    expect(rows[1]).toMatchObject({ phone: null, zones: [] });
    expect(rows[2]!.zones).toHaveLength(2);
  });

  test('an outcome without a move leaves the row, folded for everybody for an hour; one with a move ends it', async () => {
    const { rows } = await sheet();
    const [first, second] = rows as [CallRow, CallRow];
    await apply('telecaller', first.order_id, await named('No answer'));
    await apply('telecaller', second.order_id, await named('Refund wanted'));
    const [left, ...others] = (await sheet('team')).rows;
    expect(left!.remark).toMatchObject({ by: members.telecaller.name, recent: true });
    expect(others.map(({ order_id }) => order_id)).toEqual([rows[2]!.order_id]);
    await app.database.query(`UPDATE remarks SET create_ts = now() - interval '61 minutes' WHERE order_id = $1`, [
      first.order_id,
    ]);
    expect((await sheet()).rows[0]!.remark!.recent).toBe(false);
  });

  test('a time of day is night from nine to eight, and said as a span where a country has several', () => {
    const at = (time: string, ...zones: string[]) => localTime(zones, new Date(`2026-07-01T${time}Z`));
    expect(at('12:00', 'Asia/Kuala_Lumpur')).toEqual({ text: '20:00', night: false });
    expect(at('13:00', 'Asia/Kuala_Lumpur')).toEqual({ text: '21:00', night: true });
    expect(at('00:00', 'Asia/Kuala_Lumpur')).toEqual({ text: '08:00', night: false });
    expect(at('16:30', 'Pacific/Honolulu', 'America/New_York')).toEqual({ text: '06:30–12:30', night: true });
    expect(at('12:00')).toBeNull();
  });
});
