import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { delivered, move } from '../documents/cards.js';
import type { PacksService } from '../../src/packs/packs.service.js';
import { intakeKey, type MemberName, startApp, type TestApp } from '../support/app.js';
import { orderBody, shopKey, takeIn } from '../support/orders.js';
import { runScript } from '../support/script.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true });
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: unknown, as: MemberName = 'manager') =>
  app.call(method, `/api/admin/disputes${path}`, { as, body });
const shop = (path: string, body: unknown, key = intakeKey) =>
  app.call('POST', `/api/intake/orders/${path}`, { body, headers: { 'x-intake-key': key } });

async function details(id: number) {
  return (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' })).body.data;
}

async function actions(id: number): Promise<string[]> {
  return (await details(id)).activity.map(({ action }: { action: string }) => action);
}

/** The disputes of an order, from the table. */
const disputesOf = (orderId: number) =>
  app.database.query('SELECT * FROM disputes WHERE order_id = $1 ORDER BY id', [orderId]);

const full = () => ({
  network: 'visa',
  reason_code: '10.4',
  case_id: `case-${randomUUID()}`,
  arn: '24692165182000123456789',
  amount: '49.00',
  currency: 'usd',
  opened_at: '2026-02-01',
  reply_by: '2030-01-20',
});

async function added(more: Record<string, unknown> = {}) {
  const { id } = await takeIn(app);
  const { body } = await call('POST', '', { orderId: id, ...full(), ...more });
  return body.data as { id: number; order_id: number; version: number; case_id: string };
}

describe('POST /api/admin/disputes', () => {
  test.each([
    [{ orderId: '' }, 'orderId', 'Please enter your order id.'],
    [{ network: 'diners' }, 'network', 'network must be one of visa, mastercard, amex, discover, other.'],
    [{ amount: '-1' }, 'amount', 'amount must be a decimal number above 0, with at most three decimals.'],
    [{ amount: '0' }, 'amount', 'amount must be a decimal number above 0, with at most three decimals.'],
    [{ currency: undefined }, 'currency', 'amount and currency go together.'],
    [{ reply_by: '20-01-2026' }, 'reply_by', 'Must be a date, YYYY-MM-DD, or a time, ISO 8601 with a zone.'],
    [{ state: 'won' }, 'state', 'state must be inquiry or open.'],
    [{ arn: 'x'.repeat(41) }, 'arn', 'At most 40 characters.'],
  ])('%j is refused', async (wrong, field, message) => {
    const { id } = await takeIn(app);
    const { code, body } = await call('POST', '', { orderId: id, ...full(), ...wrong });
    expect([code, body.errors]).toEqual([422, { [field]: message }]);
    expect(await disputesOf(id)).toEqual([]);
  });

  test('keeps the details, tells the category by the code, and marks the order', async () => {
    const { id, encoded } = await takeIn(app);
    const { code, body } = await call('POST', '', { orderId: encoded, ...full() });
    expect(code).toBe(200);
    expect(body.data).toMatchObject({
      order_id: id,
      network: 'visa',
      reason_code: '10.4',
      reason_title: 'Other fraud, card absent',
      category: 'fraud',
      amount: '49.000',
      currency: 'USD',
      opened_at: '2026-02-01T00:00:00.000Z',
      reply_by: '2030-01-20T09:59:59.000Z',
      state: 'open',
      source: 'member',
      details_missing: [],
      version: 1,
    });
    expect(await details(id)).toMatchObject({ disputed_at: '2026-02-01T00:00:00.000Z', version: 1 });
    expect(await actions(id)).toContain('dispute.opened');
  });

  test('an unknown code stays as it was written, the network comes from the card', async () => {
    const { id } = await takeIn(app, { card_brand: 'MasterCard' });
    const { body } = await call('POST', '', { orderId: id, reason_code: ' 4999x ' });
    expect(body.data).toMatchObject({
      network: 'mastercard',
      reason_code: '4999x',
      category: 'other',
      details_missing: ['case id', 'amount', 'reply-by date'],
    });
  });

  test('an order has several, a case id is one: of many at once one is added', async () => {
    const { id } = await takeIn(app);
    const input = { orderId: id, ...full() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', '', input)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(answers.find(({ code }) => code === 409)!.body.message).toBe(
      `Case ${input.case_id} is already on record, on order ${id}`,
    );
    expect((await call('POST', '', { ...input, case_id: randomUUID() })).code).toBe(200);
    expect(await disputesOf(id)).toHaveLength(2);
  });

  test('is for Admin and Manager, also on an order that somebody holds', async () => {
    const { id } = await takeIn(app);
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team',
      body: { orderId: id, assignto: 'Demo Team' },
    });
    for (const as of ['team', 'telecaller', 'night'] as const) {
      expect((await call('POST', '', { orderId: id, ...full() }, as)).code).toBe(403);
      expect((await call('GET', '', undefined, as)).code).toBe(403);
    }
    expect((await call('POST', '', { orderId: id, ...full() }, 'admin')).code).toBe(200);
  });
});

describe('PUT /api/admin/disputes/:id', () => {
  test('replaces the details; a stale version and a case of another are refused; without a difference nothing is written', async () => {
    const [one, other] = [await added(), await added()];
    const details = { ...full(), case_id: one.case_id, reason_code: '13.1', version: 1 };
    const changed = await call('PUT', `/${one.id}`, details);
    expect(changed.body.data).toMatchObject({ category: 'not received', version: 2 });
    const stale = await call('PUT', `/${one.id}`, details);
    expect([stale.code, stale.body.message]).toEqual([
      409,
      expect.stringMatching(/^Dispute was changed by Demo Manager at \d{1,2} \w{3} \d{4}, \d\d:\d\d UTC$/),
    ]);
    expect((await call('PUT', `/${one.id}`, { ...details, version: 2 })).body.data.version).toBe(2);
    expect((await call('PUT', `/${one.id}`, { ...details, version: 2, case_id: other.case_id })).code).toBe(409);
    expect((await actions(one.order_id)).filter((action) => action === 'dispute.changed')).toHaveLength(1);
    expect((await call('PUT', '/999999', details)).code).toBe(404);
    expect((await call('PUT', `/${one.id}`, {})).body.errors).toHaveProperty('version');
  });
});

describe('PUT /api/admin/disputes/:id/state', () => {
  test.each([
    ['inquiry', 'open', 200],
    ['inquiry', 'won', 200],
    ['inquiry', 'lost', 409],
    ['open', 'open', 409],
    ['open', 'accepted', 200],
    ['open', 'lost', 200],
    ['submitted', 'won', 200],
    ['submitted', 'lost', 200],
    ['submitted', 'open', 200],
    ['submitted', 'accepted', 409],
    ['won', 'lost', 409],
    ['lost', 'open', 409],
    ['accepted', 'open', 409],
  ])('%s → %s: %i', async (from, to, code) => {
    const { id } = await added();
    await app.database.query('UPDATE disputes SET state = $2 WHERE id = $1', [id, from]);
    const answer = await call('PUT', `/${id}/state`, { to, version: 1 });
    expect(answer.code).toBe(code);
    const [row] = await app.database.query('SELECT state, outcome_at FROM disputes WHERE id = $1', [id]);
    const isOver = code === 200 && to !== 'open';
    expect(row).toEqual({ state: code === 200 ? to : from, outcome_at: isOver ? expect.any(Date) : null });
  });

  test('the time of the decision is not before the dispute and not in the future', async () => {
    const { id } = await added();
    for (const at of ['2026-01-31', '2999-01-01'])
      expect((await call('PUT', `/${id}/state`, { to: 'lost', at, version: 1 })).body.errors).toHaveProperty('at');
    const { body } = await call('PUT', `/${id}/state`, { to: 'lost', at: '2026-02-01', version: 1 });
    expect(body.data.outcome_at).toBe('2026-02-01T00:00:00.000Z');
    expect((await call('PUT', `/${id}/state`, { to: 'submitted', version: 2 })).code).toBe(422);
    expect((await call('PUT', '/999999/state', { to: 'lost', version: 1 })).code).toBe(404);
  });

  test('of two people at once one moves it', async () => {
    const { id } = await added();
    const both = await Promise.all([
      call('PUT', `/${id}/state`, { to: 'accepted', version: 1 }),
      call('PUT', `/${id}/state`, { to: 'won', version: 1 }, 'admin'),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  });
});

describe('PUT /api/admin/disputes/:id/submitted', () => {
  test('ties exactly this version, which opens byte-equal whatever happens to the order', async () => {
    const { id } = await delivered(app);
    const { id: other } = await delivered(app);
    const { body } = await call('POST', '', { orderId: id, ...full() });
    const make = (orderId: number) =>
      app.call('POST', '/api/admin/get-defence-pack-pdf', { as: 'manager', body: { orderId, defencePackType: 1 } });
    await Promise.all([make(id), make(other)]);
    const versions = async (disputeId: number) => (await call('GET', `/${disputeId}`)).body.versions;
    const [version] = await versions(body.data.id);
    expect(version).toMatchObject({ type: 1, made_by: 'Demo Manager', submitted_for: [] });

    const theirs = await call('POST', '', { orderId: other, ...full() });
    const [foreign] = await versions(theirs.body.data.id);
    const submit = (packId: number, v = 1) => call('PUT', `/${body.data.id}/submitted`, { packId, version: v });
    expect([(await submit(foreign.id)).code, (await submit(999_999)).code]).toEqual([409, 409]);
    expect((await call('PUT', `/${body.data.id}/submitted`, {})).code).toBe(422);
    expect((await call('PUT', '/999999/submitted', { packId: 1, version: 1 })).code).toBe(404);

    const open = () =>
      fetch(`${app.url}/admin/pack-version/${version.id}`, { headers: { cookie: `session=${session}` } });
    const session = await app.signIn('manager');
    const bytes = Buffer.from(await (await open()).arrayBuffer());
    expect((await submit(version.id)).body.data).toMatchObject({
      state: 'submitted',
      submitted_pack_id: version.id,
      submitted_by: 'Demo Manager',
      version: 2,
    });
    expect((await submit(version.id, 2)).code).toBe(409);
    const back = await call('PUT', `/${body.data.id}/state`, { to: 'open', version: 2 });
    expect(back.body.data).toMatchObject({
      state: 'open',
      submitted_pack_id: null,
      submitted_at: null,
      submitted_by: null,
    });
    expect((await submit(version.id, 3)).code).toBe(200);
    await app.database.query(
      `INSERT INTO stripe_answers (dispute_id, pack_id, evidence, sha256, state, staged_by)
       VALUES ($1, $2, '{}', '', 'submitted', 'Demo Manager')`,
      [body.data.id, version.id],
    );
    expect((await call('PUT', `/${body.data.id}/state`, { to: 'open', version: 4 })).code).toBe(409);
    await app.call('POST', '/api/admin/save-transaction-details', {
      as: 'admin',
      body: { orderId: id, transactionId: 'other', merchantName: 'other' },
    });
    // ten more downloads, a new policy, an amended order, and the job once more, as after a change of the template
    await app.database.query(
      `INSERT INTO downloads (order_id, document_id, file1, sha256, actor, ip, user_agent, complete)
       SELECT order_id, id, file1, sha256, 'customer', '203.0.113.7', 'Mozilla/5.0', true
       FROM documents, generate_series(1, 10) WHERE order_id = $1`,
      [id],
    );
    const policy = { brand: 'main', kind: 'refund', version: 'later', text: 'Other.', validFrom: '2025-02-02' };
    await app.call('POST', '/api/admin/policies', { as: 'admin', body: policy });
    await app.database.query(`UPDATE orders SET full_name = 'Amended Name', doa = doa + 1 WHERE id = $1`, [id]);
    await app.web.get<PacksService>('PacksService').renderNow(version.id, { number: 1, last: true });
    await make(id);
    const after = await versions(body.data.id);
    expect(after.map(({ submitted_for: tied }: { submitted_for: number[] }) => tied)).toEqual([[], [body.data.id]]);
    expect(Buffer.from(await (await open()).arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe('GET /api/admin/disputes', () => {
  test('lists by the date of the reply, those without one first, with what is missing; by state and page', async () => {
    const late = await added({ reply_by: '2026-01-02' });
    const soon = await added({ reply_by: '2026-01-03' });
    const { id } = await takeIn(app);
    const bare = (await call('POST', '', { orderId: id })).body.data.id;
    const { body } = await call('GET', '?limit=500');
    const order = body.data.map((row: { id: number }) => row.id);
    expect(order.indexOf(bare)).toBeLessThan(order.indexOf(late.id));
    expect(order.indexOf(late.id)).toBeLessThan(order.indexOf(soon.id));
    expect(body.data[order.indexOf(late.id)]).toMatchObject({
      full_name: 'Ann Example',
      process_status: 'New',
      missing: ['The cardholder took part'],
    });
    expect(body.total).toBe(order.length);
    await call('PUT', `/${soon.id}/state`, { to: 'accepted', version: 1 });
    const accepted = await call('GET', '?state=accepted&limit=500');
    expect(accepted.body.data.map((row: { id: number }) => row.id)).toContain(soon.id);
    expect((await call('GET', '?limit=1&page=2')).body.data).toHaveLength(1);
    for (const query of ['state=gone', 'page=0', 'limit=501']) expect((await call('GET', `?${query}`)).code).toBe(422);
  });

  test('one, with what helps and what is missing', async () => {
    const { id } = await delivered(app, { terms_version: '2025-01', terms_accepted_at: '2025-06-01T00:00:00Z' });
    await move(app, id, 'Completed');
    const { body } = await call('POST', '', { orderId: id, ...full(), reason_code: '13.3' });
    const one = await call('GET', `/${body.data.id}`);
    const proof = (name: string) => one.body.data.proofs.find((row: { proof: string }) => row.proof === name);
    expect(proof('described')).toMatchObject({ needed: true, found: true });
    expect(proof('refund policy')).toMatchObject({ needed: false, found: true });
    expect(proof('downloaded')).toMatchObject({ found: false, mend: 'Send the download link' });
    expect(one.body.data.record).toBeNull();
    expect(one.body.data.advice).toMatchObject({ fight: true, sentence: expect.stringMatching(/^Answer/) });
    expect((await call('GET', '/999999')).code).toBe(404);
    expect((await call('GET', '/x')).code).toBe(404);
  });

  test('the amount is compared with the order’s, and what the customer wrote is counted as packs print it', async () => {
    const { id } = await takeIn(app, { amount: '49.00', currency: 'USD' });
    const proofOf = async (name: string, more: Record<string, unknown> = {}) => {
      const { body } = await call('POST', '', { orderId: id, ...full(), ...more });
      const one = await call('GET', `/${body.data.id}`);
      return one.body.data.proofs.find((row: { proof: string }) => row.proof === name);
    };
    const wrongAmount = { network: 'discover', reason_code: 'AW' };
    expect(await proofOf('amount', wrongAmount)).toMatchObject({
      found: true,
      why: 'The bank asks back what the order cost: USD 49.00',
    });
    expect(await proofOf('amount', { ...wrongAmount, amount: '4900' })).toMatchObject({
      found: false,
      why: 'The bank asks back USD 4,900.00; the order says USD 49.00',
    });
    expect(await proofOf('amount', { ...wrongAmount, amount: undefined, currency: undefined })).toMatchObject({
      found: false,
      why: 'The amount that the bank asks back is not on record',
    });

    expect(await proofOf('conversation', { reason_code: '13.1' })).toMatchObject({
      found: false,
      mend: 'Add a remark',
    });
    await app.call('POST', '/api/admin/add-new-remark', {
      as: 'team',
      body: { orderId: id, remark: 'He has it.', whatsapp: true },
    });
    await app.database.query(
      `INSERT INTO inbound_mails (order_id, kind, mailbox, provider, message_id, storage_key, sha256, size, text, dkim)
       SELECT $1, 'customer', '', 'AWS', gen_random_uuid(), gen_random_uuid(), '', 1, 'Thanks', dkim
       FROM unnest(ARRAY['pass', 'fail']) AS dkim`,
      [id],
    );
    expect(await proofOf('conversation', { reason_code: '13.1' })).toMatchObject({
      found: true,
      why: 'Of the customer: 1 signed email and 1 remark ticked Whatsapp',
    });
  });

  test('how the house’s disputes of a category ended is told from twenty on', async () => {
    const { id } = await takeIn(app);
    const first = (await call('POST', '', { orderId: id, ...full(), network: 'discover', reason_code: 'AW' })).body.data
      .id;
    const record = async () => (await call('GET', `/${first}`)).body.data.record;
    const decide = (state: string, count: number) =>
      app.database.query(
        `INSERT INTO disputes (order_id, category, state, source, changed_by, outcome_at)
         SELECT $1, 'amount', $2, 'import', 'test', now() FROM generate_series(1, $3)`,
        [id, state, count],
      );
    await decide('won', 12);
    await decide('lost', 7);
    expect(await record()).toBeNull();
    await decide('lost', 1);
    expect(await record()).toEqual({ won: 12, lost: 8 });
  });
});

describe('a remark ticked Chargeback', () => {
  const remark = (orderId: number) =>
    app.call('POST', '/api/admin/add-new-remark', {
      as: 'team',
      body: { orderId, remark: 'Bank wrote', chargeBack: 'Y' },
    });

  test('opens one dispute without details, and no second while it is under way', async () => {
    const { id } = await takeIn(app, { card_brand: 'Visa' });
    await Promise.all([remark(id), remark(id), remark(id)]);
    const disputes = await disputesOf(id);
    expect(disputes).toHaveLength(1);
    expect(disputes[0]).toMatchObject({ state: 'open', source: 'remark', network: 'visa', reason_code: null });
    await call('PUT', `/${disputes[0].id}/state`, { to: 'won', version: 1 });
    await remark(id);
    expect(await disputesOf(id)).toHaveLength(2);
  });

  test('what the shop then reports is that dispute', async () => {
    const { order_id: id, external_ref: reference } = await shopOrder();
    await remark(id);
    const { body } = await shop(`${reference}/disputed`, { ...full(), case_id: 'bare-1' });
    const disputes = await disputesOf(id);
    expect(disputes).toMatchObject([
      { id: body.data.dispute_id, source: 'remark', case_id: 'bare-1', reason_code: '10.4' },
    ]);
  });

  test('a shop that does not tell when the bank opened it leaves the time of the remark, which a pack calls noted', async () => {
    const { order_id: id, external_ref: reference } = await shopOrder();
    await remark(id);
    const [before] = await app.database
      .query(
        `UPDATE disputes SET create_ts = create_ts - interval '3 days', opened_at = opened_at - interval '3 days'
       WHERE order_id = $1 RETURNING opened_at`,
        [id],
      )
      .then(([rows]) => rows as [{ opened_at: Date }]);
    const { opened_at: _untold, ...told } = full();
    const { body } = await shop(`${reference}/disputed`, told);
    expect(await disputesOf(id)).toMatchObject([{ opened_at: before.opened_at, case_id: told.case_id }]);
    const asked = { orderId: id, disputeId: body.data.dispute_id };
    const pack = await app.call('POST', '/api/admin/defence-pack-details', { as: 'manager', body: asked });
    expect(pack.body.data.case).toMatchObject({ opened_at: null, recorded_at: before.opened_at.toISOString() });
  });
});

async function shopOrder(key = intakeKey): Promise<{ order_id: number; external_ref: string }> {
  const order = orderBody();
  const { body } = await app.call('POST', '/api/intake/orders', { body: order, headers: { 'x-intake-key': key } });
  return { order_id: body.data.order_id as number, external_ref: order.external_ref as string };
}

describe('POST /api/intake/orders/:externalRef/disputed', () => {
  test('records it once for each case id, for its own orders alone', async () => {
    const { order_id: id, external_ref: reference } = await shopOrder();
    const input = { ...full(), state: 'inquiry' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop(`${reference}/disputed`, input)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(await disputesOf(id)).toHaveLength(1);
    expect(await actions(id)).toEqual(expect.arrayContaining(['dispute.opened']));

    const key = await shopKey((sql, values) => app.database.query(sql, values), 'other shop');
    expect((await shop(`${reference}/disputed`, { case_id: 'x' }, key)).code).toBe(404);
    const theirs = await shopOrder(key);
    const taken = await shop(`${theirs.external_ref}/disputed`, { case_id: input.case_id }, key);
    expect([taken.code, taken.body.message]).toEqual([409, 'This case id belongs to another order']);
    expect((await shop(`${reference}/disputed`, {})).body.errors).toEqual({ case_id: 'case_id is required' });
    expect((await shop(`${reference}/disputed`, { case_id: 'y' }, 'wrong')).code).toBe(401);
  });
});

describe('POST /api/intake/orders/:externalRef/refunded', () => {
  test('dates the refund once, whatever the status and whoever holds the order', async () => {
    const { order_id: id, external_ref: reference } = await shopOrder();
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team',
      body: { orderId: id, assignto: 'Demo Team' },
    });
    await shop(`${reference}/disputed`, full());
    const refunded = await shop(`${reference}/refunded`, { refunded_at: '2026-02-03T04:05:06Z', case_id: 're_1' });
    expect(refunded.body.data).toMatchObject({ refund_date: '2026-02-03T04:05:06.000Z', open_disputes: 1 });
    const again = await shop(`${reference}/refunded`, {});
    expect(again.body.data.refund_date).toBe('2026-02-03T04:05:06.000Z');
    expect(await details(id)).toMatchObject({ process_status: 'Refunds', refund_date: '2026-02-03T04:05:06.000Z' });
    expect((await actions(id)).filter((action) => action === 'order.refunded')).toHaveLength(1);
    expect((await shop('unknown/refunded', {})).code).toBe(404);
    expect((await shop(`${reference}/refunded`, { refunded_at: '2999-01-01' })).code).toBe(422);
  });
});

describe('npm run disputes:import', () => {
  test('reads what a spreadsheet saved; the terminal repeats no value of a row', async () => {
    const { id } = await takeIn(app);
    const folder = await mkdtemp(join(tmpdir(), 'disputes-'));
    const path = join(folder, 'disputes.csv');
    const [caseId, note] = [randomUUID(), 'Ann Example'];
    const rows = [
      'sep=;',
      'ORDER_ID;Case_ID;Reply_By;Note',
      `${id};${caseId};20/12/2030;${note}`,
      `${id};${randomUUID()};03/04/2030;${note}`,
      `${id};6.01E+10;2030-12-20;${note}`,
      `${id};${randomUUID()};2030-12-20`,
      `${id};${randomUUID()};2030-12-20;"${note}" `,
    ];
    await writeFile(path, rows.join('\r'));
    const { code, out, err } = await runScript('disputes/import.js', [path], {
      settings: { DATABASE_URL: app.env.DATABASE_URL! },
    });
    expect(code).toBe(1);
    expect(out).toContain('5 disputes read: 1 added, 0 already there, 4 refused.');
    expect(await disputesOf(id)).toMatchObject([{ case_id: caseId, reply_by: new Date('2030-12-20T09:59:59Z'), note }]);
    const report = await readFile(`${path}.refused.csv`, 'utf8');
    expect(report.split('\r\n').slice(1, -1)).toEqual([
      `4,${id},reply_by,The day and the month of this date can be taken for each other. Write it as YYYY-MM-DD.`,
      `5,${id},case_id,A spreadsheet has shortened this number to a form like 1.23E+10. Format the column as text.`,
      '6,,,"This row has 3 fields, the first one 4."',
      '7,,,A quote is out of place. Nothing from this line on was read.',
    ]);
    expect(out + err + report).not.toContain(note);
    await rm(folder, { recursive: true });
  });

  test('takes a file in once, and names the lines it refuses', async () => {
    const [{ id }, other] = [await takeIn(app), await takeIn(app)];
    const folder = await mkdtemp(join(tmpdir(), 'disputes-'));
    const path = join(folder, 'disputes.csv');
    const caseId = randomUUID();
    await writeFile(
      path,
      [
        'order_id,case_id,network,reason_code,amount,currency,reply_by',
        `${id},${caseId},visa,13.1,49,USD,2030-02-01`,
        `${other.encoded},"case, two",,4853,,,`,
        `${id},,,,,,`,
        `99999999,${randomUUID()},,,,,`,
        `${other.id},${caseId},,,,,`,
      ].join('\r\n'),
    );
    const run = () => runScript('disputes/import.js', [path], { settings: { DATABASE_URL: app.env.DATABASE_URL! } });
    const first = await run();
    expect([first.code, first.out]).toEqual([
      1,
      expect.stringContaining('5 disputes read: 2 added, 0 already there, 3 refused.'),
    ]);
    expect(await readFile(`${path}.refused.csv`, 'utf8')).toBe(
      [
        'line,external_ref,field,reason',
        `4,${id},case_id,case_id is required`,
        '5,99999999,,Order not found',
        `6,${other.id},,This case id belongs to another order`,
        '',
      ].join('\r\n'),
    );
    expect((await run()).out).toContain('0 added, 2 already there, 3 refused');
    expect(await disputesOf(other.id)).toMatchObject([
      { case_id: 'case, two', network: 'mastercard', source: 'import' },
    ]);
    await writeFile(path, 'order_id\r\n1');
    expect((await run()).code).toBe(2);
    await writeFile(path, 'order_id,case_id\r\n');
    expect(await run()).toMatchObject({
      code: 2,
      err: expect.stringContaining('Nothing was read: the file has no disputes.'),
    });
    await rm(folder, { recursive: true });
  });
});
