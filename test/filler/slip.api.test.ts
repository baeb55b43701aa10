import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RetentionQueries } from '../../src/retention/retention.queries.js';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { type MemberName, startApp, type TestApp } from '../support/app.js';
import { cardPdf } from '../support/card.js';
import { dayFromNow, takeIn, wholeForm } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const codeFor = (id: number, as: MemberName = 'team', body: object = { page: 'registration' }) =>
  app.call('POST', `/api/admin/orders/${encodeOrderId(id)}/filler-code`, { as, body });
const open = async (code: string) => (await app.call('GET', `/api/filler/${code}`)).body.data;
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' })).body.data;
const move = (orderId: number, updatingStatus: string) =>
  app.call('PUT', '/api/admin/move-order-status', { as: 'team', body: { orderId, updatingStatus } });

function bring(code: string, bytes: Uint8Array, field = 'slip') {
  const form = new FormData();
  form.append(field, new Blob([bytes as BlobPart]), 'slip.pdf');
  return app.call('POST', `/api/filler/${code}/slip`, { body: form });
}

async function gotPin(id: number, pin: string): Promise<void> {
  await app.database.query(
    `INSERT INTO inbound_mails (order_id, mailbox, provider, message_id, storage_key, sha256, size, kind, pin)
     VALUES ($1, $1::int::text, 'AWS', $2, $2, '', 1, 'authority', $2)`,
    [id, pin],
  );
}

/** An order that was submitted, and the code by which its slip is brought. */
async function lookedUp(more: Record<string, unknown> = {}) {
  const { id } = await takeIn(app, { ...wholeForm, doa: dayFromNow(1), ...more });
  await move(id, 'AwaitingGovt');
  const { answer } = await open((await codeFor(id)).body.data.code);
  return { id, answer: answer as string };
}

describe('a code for Check Registration', () => {
  test('gives what a registration is looked up by, with the PIN that came last, and the days of the trip', async () => {
    const { id } = await takeIn(app, { ...wholeForm, doa: dayFromNow(1), dod: dayFromNow(9) });
    await move(id, 'AwaitingGovt');
    const [arrDt, depDt] = [1, 9].map((days) => dayFromNow(days).split('-').reverse().join('/'));
    const lookup = {
      v: 1,
      page: 'registration',
      order: String(id),
      values: { passNo: 'X1234567', nationality: 'GBR', pinKeyId: '' },
      trip: { arrDt, depDt },
    };
    expect((await codeFor(id)).body.data.form_url).toBe(
      'https://imigresen-online.imi.gov.my/mdac/register?viewRegistration',
    );
    await gotPin(id, 'aaaa1111');
    await gotPin(id, 'bbbb2222');
    const { code, text } = (await codeFor(id)).body.data;
    const opened = await open(code);
    lookup.values.pinKeyId = 'bbbb2222';
    expect(opened).toEqual({ ...lookup, answer: expect.any(String) });
    expect(JSON.parse(Buffer.from(text as string, 'base64url').toString())).toEqual(lookup);
    expect((await details(id)).activity[0]).toMatchObject({
      action: 'registration.values-taken',
      actor: 'Demo Team',
    });
  });

  test('asks for the trip as it was submitted, also after the order was amended', async () => {
    const { id } = await takeIn(app, { ...wholeForm, doa: dayFromNow(1), dod: dayFromNow(9) });
    await move(id, 'AwaitingGovt');
    const { version } = await details(id);
    const body = { orderId: id, version, changes: { doa: dayFromNow(2), passport_no: 'Y7654321' }, reason: 'Told' };
    expect((await app.call('PUT', '/api/admin/amend-order', { as: 'team', body })).code).toBe(200);
    const { values, trip } = await open((await codeFor(id)).body.data.code);
    expect(values.passNo).toBe('X1234567');
    expect(trip.arrDt).toBe(dayFromNow(1).split('-').reverse().join('/'));
  });

  test('is not given for a page that nobody knows, to a Telecaller, or where no card may be sent', async () => {
    const { id } = await takeIn(app, wholeForm);
    expect(await codeFor(id, 'team', { page: 'visa' })).toMatchObject({
      code: 422,
      body: { errors: { page: expect.any(String) } },
    });
    expect((await codeFor(id, 'telecaller')).code).toBe(403);
    await move(id, 'Completed');
    expect((await codeFor(id)).code).toBe(200);
    expect((await codeFor(id, 'team', {})).code).toBe(409);
    await app.call('PUT', '/api/admin/move-order-status', {
      as: 'admin',
      body: { orderId: id, updatingStatus: 'Deleted' },
    });
    expect((await codeFor(id)).code).toBe(409);
  });
});

describe('the slip', () => {
  test('waits as a card that was found, with how it compares; one click sends it and completes the order', async () => {
    const { id, answer } = await lookedUp();
    const brought = await bring(answer, await cardPdf('Passport No: X1234567\nANN EXAMPLE'));
    expect(brought).toMatchObject({ code: 200, body: { data: { verdict: 'agrees', note: expect.any(String) } } });
    const found = await details(id);
    expect(found).toMatchObject({
      process_status: 'AwaitingGovt',
      inbox_marks: ['card'],
      uploadDoc: [],
      slips: [{ kind: 'card', name: 'Slip.pdf', verdict: 'agrees', sent: false }],
    });
    expect(found.activity[0]).toMatchObject({ action: 'slip.taken', actor: 'Demo Team', to: 'agrees' });
    const file = await app.call('GET', `/admin/inbound-file/${found.slips[0].id}`, { as: 'team' });
    expect(file.headers.get('content-disposition')).toContain(`slip-${found.slips[0].id}.pdf`);

    const body = {
      fileId: found.slips[0].id,
      orderId: id,
      email: 'ann@example.com',
      complete: true,
      status: 'AwaitingGovt',
    };
    expect((await app.call('POST', '/api/admin/send-found-card', { as: 'team', body })).code).toBe(200);
    expect(await details(id)).toMatchObject({
      process_status: 'Completed',
      inbox_marks: [],
      slips: [{ sent: true }],
      uploadDoc: [{ verdict: 'agrees' }],
    });
  });

  test('of last trip differs, and is not sent by one click', async () => {
    const { id, answer } = await lookedUp();
    const old = await cardPdf(`Passport No: X1234567\nDate of Arrival: ${dayFromNow(-300)}`);
    expect((await bring(answer, old)).body.data).toMatchObject({ verdict: 'differs' });
    const { slips, card_doubt } = await details(id);
    expect(card_doubt).toBe('differs');
    const body = { fileId: slips[0].id, orderId: id, email: 'ann@example.com' };
    expect((await app.call('POST', '/api/admin/send-found-card', { as: 'team', body })).code).toBe(409);
  });

  test('is taken once by a code, also of two at once, and the same file is one card', async () => {
    const { id, answer } = await lookedUp();
    const slip = await cardPdf('Passport No: X1234567');
    const codes = await Promise.all([bring(answer, slip), bring(answer, slip)]);
    expect(codes.map(({ code }) => code).toSorted()).toEqual([200, 404]);
    const again = await open((await codeFor(id)).body.data.code);
    expect((await bring(again.answer, slip)).body.data).toMatchObject({ verdict: 'agrees' });
    expect((await details(id)).slips).toHaveLength(1);
  });

  test('is refused when it is no PDF, has no file, or comes by another code', async () => {
    const { id, answer } = await lookedUp();
    expect((await bring(answer, Buffer.from('<html>Session over</html>'))).code).toBe(415);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    expect((await bring(answer, png)).body.message).toBe('A slip is a PDF.');
    expect(await bring(answer, await cardPdf('x'), 'other')).toMatchObject({
      code: 422,
      body: { errors: { slip: 'File is required' } },
    });
    expect((await app.call('POST', `/api/filler/${answer}/slip`, { body: {} })).code).toBe(415);
    // of a wrong code nothing is read
    expect((await app.call('POST', '/api/filler/wrong/slip', { body: {} })).code).toBe(404);
    const form = await open((await codeFor((await takeIn(app, wholeForm)).id, 'team', {})).body.data.code);
    expect((await bring(form.answer, await cardPdf('x'))).code).toBe(404);
    const result = { outcome: 'accepted', words: 'SUCCESSFULLY REGISTERED', values: {} };
    expect((await app.call('POST', `/api/filler/${answer}/result`, { body: result })).code).toBe(404);
    expect((await details(id)).slips).toEqual([]);
  });

  test('comes to no order that was refunded or erased in between', async () => {
    const refunded = await lookedUp();
    await move(refunded.id, 'Refunds');
    expect((await bring(refunded.answer, await cardPdf('a'))).code).toBe(409);
    const gone = await lookedUp();
    await app.database.query('UPDATE orders SET erased_at = now() WHERE id = $1', [gone.id]);
    expect((await bring(gone.answer, await cardPdf('b'))).code).toBe(409);
  });

  test('goes with the files of its old order', async () => {
    const { id, answer } = await lookedUp();
    await bring(answer, await cardPdf('Passport No: X1234567, old'));
    await app.database.query(`UPDATE orders SET doa = current_date - 300, process_status = 'Completed' WHERE id = $1`, [
      id,
    ]);
    const queries = app.web.get(RetentionQueries);
    expect(await queries.erase(id, 'documents')).toBe('done');
    expect((await details(id)).slips).toMatchObject([{ erased_at: expect.any(String) }]);
    expect(await queries.erase(id, 'documents')).toBe('nothing');
  });
});

describe('the date of entry', () => {
  async function lookedForEntry() {
    const { id } = await lookedUp();
    const { code } = (await codeFor(id, 'team', { page: 'visit-pass' })).body.data;
    return { id, opened: await open(code) };
  }
  const told = (code: string, body: object) => app.call('POST', `/api/filler/${code}/result`, { body });

  test('is noted as Check Visit Pass showed it, once, also of an order that was refunded', async () => {
    const { id, opened } = await lookedForEntry();
    expect(opened).toMatchObject({
      page: 'visit-pass',
      values: {
        passNo: 'X1234567',
        nationality: 'GBR',
        email: `${id}@apply.arrival-card.example`,
        regCd: 'MALAYSIA (+60)',
      },
    });
    await move(id, 'Refunds');
    expect((await told(opened.answer, { outcome: 'entered', entry: '2027-03-12' })).code).toBe(200);
    const { process_status, activity } = await details(id);
    expect([process_status, activity[0].action, activity[0].to]).toEqual(['Refunds', 'visit-pass.read', '2027-03-12']);
    expect((await told(opened.answer, { outcome: 'entered', entry: '2027-03-12' })).code).toBe(404);
    expect((await codeFor(id, 'team', { page: 'visit-pass' })).code).toBe(200);
  });

  test('is no day that there is not, and none of another page', async () => {
    const { id, opened } = await lookedForEntry();
    for (const entry of ['2027-02-30', '12/03/2027', undefined])
      expect((await told(opened.answer, { outcome: 'entered', entry })).code).toBe(422);
    const slip = await open((await codeFor(id)).body.data.code);
    expect((await told(slip.answer, { outcome: 'entered', entry: '2027-03-12' })).code).toBe(404);
    expect((await told(opened.answer, { outcome: 'refused', words: 'x', values: {} })).code).toBe(404);
  });
});
