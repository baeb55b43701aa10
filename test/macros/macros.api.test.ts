import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type MemberName, members, startApp, type TestApp, waitForLocks } from '../support/app.js';
import type { CallRow } from '../../src/shared/call-sheet.js';
import { macrosLimit } from '../../src/shared/limits.js';
import { localTime } from '../../src/shared/local-time.js';
import { macroMailKinds, mailKinds } from '../../src/shared/mail-kinds.js';
import { pdf, upload, uploadForm } from '../documents/cards.js';
import { dayFromNow, takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Macro = { id: number; name: string; shared: boolean; may_change: boolean } & Seen;
type Seen = { remark: string; move: string | null; mail: string | null; question: string | null };
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

test('thirty are everybody’s at the most, also when a member’s own becomes everybody’s, or two do at once', async () => {
  const rest = macrosLimit - (await macrosOf('admin')).filter(({ shared }) => shared).length;
  await app.database.query(
    `INSERT INTO macros (name, remark, flags) SELECT 'Filled ' || n, 'x', '{}' FROM generate_series(1, $1::int) n`,
    [rest - 1],
  );
  const own = [(await save('admin', 'First')).body.data as Macro, (await save('manager', 'Second')).body.data as Macro];
  const share = (as: MemberName, { id, name }: Macro) =>
    call('PUT', `macros/${id}`, as, { name, shared: true, remark: 'Said', flags: [] });
  const answers = await app.database.transaction(async (manager) => {
    await manager.query('LOCK TABLE macros IN SHARE ROW EXCLUSIVE MODE');
    const both = [share('admin', own[0]!), share('manager', own[1]!)];
    await waitForLocks(manager, 2);
    return both;
  });
  const both = await Promise.all(answers);
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  expect(both.find(({ code }) => code === 409)!.body.message).toBe(
    'There is a macro of this name, or there are 30 already.',
  );
  // one that is everybody's already can still be changed
  const shared = both[0]!.code === 200 ? own[0]! : own[1]!;
  expect((await share('admin', shared)).code).toBe(200);
  await app.database.query("DELETE FROM macros WHERE name LIKE 'Filled %' OR name IN ('First', 'Second')");
});

test('of two that get one name at once the second is refused', async () => {
  const [one, other] = [
    (await save('team', 'Renamed')).body.data as Macro,
    (await save('team', 'Other')).body.data as Macro,
  ];
  const answer = await app.database.transaction(async (manager) => {
    await manager.query("UPDATE macros SET name = 'Same' WHERE id = $1", [one.id]);
    const late = call('PUT', `macros/${other.id}`, 'team', { name: 'same', remark: 'x', flags: [] });
    await waitForLocks(manager, 1);
    return { late };
  });
  expect((await answer.late).code).toBe(409);
});

describe('POST /api/admin/apply-macro', () => {
  test('adds the remark, asks by mail and moves the order; one undo takes all of it back', async () => {
    const { id } = await takeIn(app);
    const before = await left(id);
    const { body } = await apply('team', id, await named('Wrong number'), { version: before.version });
    expect(body).toMatchObject({
      status: 1,
      message: 'Wrong number: mailed a question, moved to Awaiting',
      version: before.version + 1,
    });
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
    expect([code, body.message, body.version]).toEqual([200, 'No answer: comment added', before.version]);
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
    for (const other of [
      { remark: 'Before' },
      { move: 'Awaiting' },
      { mail: 'resend' },
      { question: 'Before?' },
      { flags: [] },
    ]) {
      const { body } = await apply('team', id, refund, { seen: { ...refund, ...other } });
      expect(body.message).toBe('The macro was changed meanwhile. Please look at it again.');
    }
    expect((await call('POST', 'apply-macro', 'team', { orderId: id })).code).toBe(422);
    expect(await left(id)).toEqual(before);
  });

  test('mails the member’s words in place of its question, and takes none where it mails no question', async () => {
    const { id } = await takeIn(app);
    const macro = await named('Asked for passport photo');
    const question = 'Please send the page with your photo; the upper edge was cut.';
    const { code } = await apply('team', id, macro, { question, seen: macro });
    expect(code).toBe(200);
    const [mail] = await app.database.query('SELECT kind, question FROM mails WHERE order_id = $1', [id]);
    expect(mail).toEqual({ kind: 'question', question });
    expect((await named('Asked for passport photo')).question).toBe(macro.question);

    const before = await left(id);
    const refused = await apply('team', id, await named('No answer'), { question });
    expect([refused.code, refused.body.message]).toEqual([422, 'This macro mails no question.']);
    expect((await apply('team', id, macro, { question: 'x'.repeat(100_000) })).code).toBe(422);
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

describe('a macro that mails the card', () => {
  const sent = { name: 'Card again', remark: 'Sent the card again.', flags: [], mail: 'resend' };
  /** Whether the card is due by the table that the board reads, and by the rows that it is kept after. */
  const due = async (orderId: number) => {
    const [row] = await app.database.query(
      `SELECT EXISTS (SELECT FROM cards_due WHERE order_id = $1) AS kept,
         EXISTS (SELECT FROM undelivered_cards WHERE order_id = $1) AS real`,
      [orderId],
    );
    expect(row.kept).toBe(row.real);
    return row.kept as boolean;
  };
  const mailed = async () => {
    const { id } = await takeIn(app);
    expect((await upload(app, uploadForm(id, await pdf()))).code).toBe(200);
    await app.database.query(`UPDATE mails SET state = 'sent', sent_at = now() WHERE order_id = $1`, [id]);
    return id;
  };

  test('may be of the kinds that the table allows and no other, and a question has its text', async () => {
    for (const mail of mailKinds.filter((kind) => !(macroMailKinds as string[]).includes(kind))) {
      const { code, body } = await save('team', `Sends ${mail}`, { mail });
      expect([mail, code, body.errors]).toEqual([mail, 422, { mail: 'A macro can’t send such a mail.' }]);
    }
    const { body } = await save('team', 'Asks nothing', { mail: 'question', question: ' ' });
    expect(body.errors).toEqual({ question: 'Please write the question.' });
    // what callers of before send
    const old = await save('team', 'Asks', { question: 'Which flight?' });
    expect(old.body.data).toMatchObject({ mail: 'question', question: 'Which flight?' });
    const other = await save('team', 'Links', { mail: 'download-link', question: 'Which flight?' });
    expect(other.body.data).toMatchObject({ mail: 'download-link', question: null });
    expect(await named('Asks')).toMatchObject({ mail: 'question' });
  });

  test('sends it once, with its file, by the provider that is asked for; one undo takes the mail back', async () => {
    const id = await mailed();
    const macro = (await call('POST', 'macros', 'team', sent)).body.data as Macro;
    expect(await due(id)).toBe(false);
    const { code, body } = await apply('team', id, macro, { mailServiceProvider: 'Sendgrid' });
    expect(code).toBe(200);
    const [mail] = await app.database.query(
      `SELECT m.kind, m.provider, m.recipient, m.attachment_sha256 = d.sha256 AS same FROM mails m
       JOIN documents d ON d.id = m.document_id WHERE m.order_id = $1 AND state = 'queued'`,
      [id],
    );
    expect(mail).toEqual({ kind: 'resend', provider: 'Sendgrid', recipient: 'ann@example.com', same: true });
    expect(await due(id)).toBe(true);

    const twice = await apply('team', id, macro);
    expect([twice.code, twice.body.message]).toEqual([409, 'This mail was queued moments ago.']);
    expect(await left(id)).toMatchObject({ remarks: 1, mails: 2 });
    expect((await undo('team', body['undo'].token)).code).toBe(200);
    expect(await left(id)).toMatchObject({ remarks: 0, mails: 1 });
    expect(await due(id)).toBe(false);
    expect((await apply('team', id, macro, { mailServiceProvider: 'Post' })).code).toBe(422);
  });

  test('sends the link without the file, with a move, and all of it or nothing', async () => {
    const id = await mailed();
    const more = { mail: 'download-link', move: 'Customer Called' };
    const macro = (await save('team', 'Link after the call', more)).body.data as Macro;
    await call('PUT', 'assign-order-status', 'team2', { orderId: id, assignto: members.team2.name });
    const held = await left(id);
    expect((await apply('team', id, macro)).body.message).toBe(`Order is already held by ${members.team2.name}`);
    expect(await left(id)).toEqual(held);
    expect((await apply('team2', id, macro)).code).toBe(404);
    expect((await apply('team', id, macro, { version: held.version - 1 })).code).toBe(409);

    await call('PUT', 'assign-order-status', 'admin', { orderId: id, assignto: '' });
    expect((await apply('team', id, macro)).code).toBe(200);
    expect(await left(id)).toMatchObject({ status: 'Customer Called', remarks: 1, mails: 2 });
    const [mail] = await app.database.query(
      `SELECT attachment_key, document_id FROM mails WHERE order_id = $1 AND kind = 'download-link'`,
      [id],
    );
    expect(mail).toEqual({ attachment_key: null, document_id: null });
  });

  test('asks first when somebody sent a card since the page was read, and leaves nothing until it is answered', async () => {
    const macro = await named('Card again');
    const id = await mailed();
    const [{ mail }] = await app.database.query('SELECT max(id)::int AS mail FROM mails WHERE order_id = $1', [id]);
    await move(id, 'Contact Customer');
    const { body: screen } = await app.call('GET', '/admin/call-sheet', {
      as: 'team',
      headers: { 'x-inertia': 'true' },
    });
    const { rows } = (screen as unknown as { props: { rows: CallRow[] } }).props;
    expect(rows.find(({ order_id }) => order_id === id)).toMatchObject({ seen_mail: mail });

    expect((await call('POST', 'send-download-link', 'night', { orderId: id, email: 'ann@example.com' })).code).toBe(
      200,
    );
    const before = await left(id);
    const asked = await apply('team', id, macro, { seenMail: mail, mailServiceProvider: 'Sendgrid' });
    expect([asked.code, asked.body.message, asked.body.data]).toEqual([
      409,
      `${members.night.name} sent the download link just now. Send this one too?`,
      { sent: mail + 1 },
    ]);
    expect(await left(id)).toEqual(before);
    await app.database.query(`UPDATE mails SET create_ts = now() - interval '10 minutes' WHERE order_id = $1`, [id]);
    expect((await apply('team', id, macro, { seenMail: mail + 1 })).code).toBe(200);
    await move(id, 'Customer Called');
  });

  test('is refused without a card, with an outdated one, and where a mail bounced', async () => {
    const macro = await named('Card again');
    const { id } = await takeIn(app);
    const none = await apply('team', id, macro);
    expect([none.code, none.body.message]).toEqual([409, 'File is required']);
    expect(await left(id)).toMatchObject({ remarks: 0, mails: 0 });

    const outdated = await mailed();
    await app.database.query(
      'UPDATE orders SET outdated_card = (SELECT max(id) FROM documents WHERE order_id = orders.id) WHERE id = $1',
      [outdated],
    );
    expect((await apply('team', outdated, macro)).body.message).toContain('amended after this card');

    const bounced = await mailed();
    await app.database.query(
      `INSERT INTO mail_events (mail_id, provider, event_id, provider_message_id, type, at)
       SELECT id, provider, 'bounce-' || id, '', 'bounced', now() FROM mails WHERE order_id = $1`,
      [bounced],
    );
    expect((await apply('team', bounced, macro)).body.message).toContain('bounced at ann@example.com');
    expect(await left(bounced)).toMatchObject({ remarks: 0, mails: 1 });

    for (const orderId of [id, outdated, bounced]) await move(orderId, 'Contact Customer');
    const { body } = await app.call('GET', '/admin/call-sheet', { as: 'team', headers: { 'x-inertia': 'true' } });
    const { rows } = (body as unknown as { props: { rows: CallRow[] } }).props;
    const cards = [id, outdated, bounced].map((one) => rows.find(({ order_id }) => order_id === one)!.has_card);
    expect(cards).toEqual([false, false, true]);
    for (const orderId of [id, outdated, bounced]) await move(orderId, 'Customer Called');
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

  test('has who is to be contacted, nearest arrival first, who has arrived already last, and the time of the number’s country', async () => {
    const late = await toCall({ doa: dayFromNow(9), phone_code: '+1', phone_number: '2125550123' });
    const soon = await toCall({ doa: dayFromNow(0), phone_code: '+44', phone_number: '07400 123456' });
    const none = await toCall({ doa: dayFromNow(3), phone_code: '+44', phone_number: '12' });
    const [longGone, gone] = [await toCall({ doa: dayFromNow(-9) }), await toCall({ doa: dayFromNow(-1) })];
    const { rows, total } = await sheet();
    expect([total, rows.map(({ order_id }) => order_id)]).toEqual([5, [soon, none, late, gone, longGone]]);
    for (const one of [longGone, gone]) await move(one, 'Customer Called');
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
