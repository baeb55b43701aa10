import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ReadingService } from '../../src/inbound/reading.service.js';
import { encodeOrderId } from '../../src/shared/order-id.js';
import type { PackDetails } from '../../src/shared/pack-parts.js';
import { argumentOf } from '../../src/shared/pack-argument.js';
import { image } from '../documents/cards.js';
import { deliver, inboundKey, mime, signed, standInForDns } from '../inbound/mails.js';
import { startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn, wholeForm } from '../support/orders.js';

// What a pack says of the registration with the authority (docs/evidence.md#packs).

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ settings: { INBOUND_KEY: inboundKey, APPLICATION_MAIL_DOMAIN: 'apply.test' } });
  standInForDns(app.web);
});
afterAll(() => app.close());

const passport = 'X1234567';
const words = 'SUCCESSFULLY REGISTERED. ACKNOWLEDGEMENT EMAIL WILL BE SENT TO : 100001@apply.test';
const values = {
  name: 'ANN EXAMPLE',
  passNo: passport,
  nationality: 'UNITED KINGDOM',
  arrDt: '01/03/2026',
  depDt: '09/03/2026',
  sex: 'FEMALE',
  dob: '',
};

const taken = () => takeIn(app, { ...wholeForm, passport_no: passport });
const move = (orderId: number, updatingStatus: string) =>
  app.call('PUT', '/api/admin/move-order-status', { as: 'team', body: { orderId, updatingStatus } });

/** Fills the form as the script does; the page of the authority accepts it. */
async function accept(id: number): Promise<void> {
  const code = await app.call('POST', `/api/admin/orders/${encodeOrderId(id)}/filler-code`, { as: 'team' });
  const opened = await app.call('GET', `/api/filler/${code.body.data.code}`);
  const body = { outcome: 'accepted', words, values };
  expect((await app.call('POST', `/api/filler/${opened.body.data.answer}/result`, { body })).code).toBe(200);
}

/** The authority answers by mail, signed or not. */
async function mailed(id: number, isSigned = true): Promise<void> {
  const letter = { from: 'MDAC <mdac@imi.gov.my>', text: `Passport No. : ${passport}\nPIN : 8pczkJDr` };
  await deliver(app, isSigned ? await signed(letter) : mime(letter), `${id}@apply.test`);
  const [mail] = await app.database.query<{ id: number }[]>('SELECT max(id) AS id FROM inbound_mails');
  await app.web.get<ReadingService>('ReadingService').readNow(mail!.id, true);
}

/** Adds what the authority's page showed. */
function added(id: number, file: Uint8Array) {
  const body = new FormData();
  body.append('kind', 'registration_check');
  body.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'page.png');
  return app.call('POST', `/api/admin/orders/${id}/files`, { as: 'team', body });
}

async function details(id: number): Promise<PackDetails> {
  await app.database.query(`UPDATE orders SET process_status = 'Completed' WHERE id = $1`, [id]);
  const body = { orderId: id, defencePackType: 1 };
  return (await app.call('POST', '/api/admin/defence-pack-details', { as: 'team', body })).body.data as PackDetails;
}

const parts = ({ readiness }: PackDetails) => readiness.map(({ part }) => part);
const part = 'Registration with the authority';

describe('the registration in a pack', () => {
  test('is what was declared, what the page answered, and the signed mail with the PIN', async () => {
    const { id } = await taken();
    await accept(id);
    await mailed(id);
    const facts = await details(id);
    expect(facts.registration).toEqual({
      submitted_at: expect.any(String),
      declared: [
        { label: 'Name', value: 'ANN EXAMPLE' },
        { label: 'Passport No.', value: 'ending 4567' },
        { label: 'Nationality / Citizenship', value: 'UNITED KINGDOM' },
        { label: 'Date of Arrival', value: '1 Mar 2026' },
        { label: 'Date of Departure', value: '9 Mar 2026' },
      ],
      not_printed: 1,
      accepted: { at: expect.any(String), words },
      mail: { at: expect.any(String), sender: 'mdac@imi.gov.my', proven: 'signature' },
    });
    expect(JSON.stringify(facts)).not.toMatch(/X1234567|8pczkJDr/);
    expect(parts(facts)).toContain(part);
  });

  test('is absent where nothing is on record, so that earlier packs keep their hash', async () => {
    const { id } = await taken();
    const facts = await details(id);
    expect(facts).not.toHaveProperty('registration');
    expect(parts(facts)).not.toContain(part);
  });

  test('a member’s word that the form was sent is no answer of the authority, and a mail that nothing proves is none', async () => {
    const { id } = await taken();
    expect((await move(id, 'AwaitingGovt')).code).toBe(200);
    await mailed(id, false);
    const { registration } = await details(id);
    expect(registration).toMatchObject({ submitted_at: expect.any(String), accepted: null, mail: null });
    expect(registration!.declared).toContainEqual({ label: 'Passport No.', value: 'ending 4567' });
  });

  test('an answer to an earlier submission is not that to the last one', async () => {
    const { id } = await taken();
    await accept(id);
    expect((await move(id, 'Contact Customer')).code).toBe(200);
    expect((await move(id, 'AwaitingGovt')).code).toBe(200);
    expect((await details(id)).registration).toMatchObject({ accepted: null });
  });

  test('has the pictures of the authority’s page that members added since, until they are removed or erased', async () => {
    const { id } = await taken();
    const shot = await image('png');
    const { data } = (await added(id, shot)).body;
    const sha256 = createHash('sha256').update(shot).digest('hex');
    const looked = { at: expect.any(String), content_type: 'image/png', size: shot.length, sha256, pages: 1 };
    const facts = await details(id);
    expect(facts.registration).toEqual({
      submitted_at: null,
      declared: [],
      not_printed: 0,
      accepted: null,
      mail: null,
      checks: [{ ...looked, shown: 'whole' }],
    });
    expect([parts(facts).includes(part), argumentOf(facts).reasons]).toEqual([true, []]);

    const path = `/api/admin/orders/${id}/files/${data.id}/remove`;
    expect((await app.call('POST', path, { as: 'team' })).code).toBe(200);
    expect(await details(id)).not.toHaveProperty('registration');
    expect((await added(id, shot)).code).toBe(200);
    await app.database.query('UPDATE order_files SET erased_at = now() WHERE order_id = $1', [id]);
    expect((await details(id)).registration!.checks).toEqual([{ ...looked, pages: 0, shown: 'erased' }]);

    // what the page showed before the form was sent again is about an earlier submission
    await app.database.query("UPDATE order_files SET create_ts = now() - interval '2 hours' WHERE order_id = $1", [id]);
    await app.database.query("UPDATE orders SET process_status = 'New' WHERE id = $1", [id]);
    expect((await move(id, 'AwaitingGovt')).code).toBe(200);
    expect((await details(id)).registration).not.toHaveProperty('checks');
  });

  test('has the date of entry that Check Visit Pass showed, where it is a day of the trip', async () => {
    const { id } = await takeIn(app, { ...wholeForm, passport_no: passport, doa: dayFromNow(1), dod: dayFromNow(9) });
    const read = async (entry: string) => {
      const path = `/api/admin/orders/${encodeOrderId(id)}/filler-code`;
      const code = await app.call('POST', path, { as: 'team', body: { page: 'visit-pass' } });
      const opened = await app.call('GET', `/api/filler/${code.body.data.code}`);
      const body = { outcome: 'entered', entry };
      expect((await app.call('POST', `/api/filler/${opened.body.data.answer}/result`, { body })).code).toBe(200);
    };
    for (const other of [dayFromNow(-1), dayFromNow(10), dayFromNow(-400)]) {
      await read(other);
      expect(await details(id)).not.toHaveProperty('registration');
    }
    // who lands after midnight entered a day after the flight left, who came early a day before
    for (const day of [dayFromNow(0), dayFromNow(1), dayFromNow(9)]) {
      await read(day);
      const facts = await details(id);
      expect(facts.registration).toMatchObject({ accepted: null, entered: { day, read_at: expect.any(String) } });
      expect(parts(facts)).toContain(part);
    }
  });

  test('has the times in which the form answered none of two members, while the order waited', async () => {
    const say = (what: string, as: 'team' | 'team2' | 'admin') =>
      app.call('POST', `/api/admin/authority-pages/${what}`, { as, body: { page: 'form' } });
    const early = await taken();
    await say('away', 'team');
    await say('away', 'team');
    // one member's line proves nothing of the authority
    expect(await details(early.id)).not.toHaveProperty('registration');
    await say('away', 'team2');
    const lasting = await details(early.id);
    expect(lasting.registration).toMatchObject({
      submitted_at: null,
      outages: [{ from: expect.any(String), to: null, tries: 3, members: 2 }],
    });
    expect(parts(lasting)).toContain(part);
    // it explains, and proves no delivery
    expect(argumentOf(lasting)).toEqual(argumentOf({ ...lasting, registration: undefined }));

    await say('works', 'admin');
    const over = await details(early.id);
    expect(over.registration!.outages![0]!.to).toEqual(expect.any(String));
    const late = await taken();
    expect(await details(late.id)).not.toHaveProperty('registration');
  });

  test('is not restored by a pack after the erasure', async () => {
    const { id } = await taken();
    await accept(id);
    await app.database.query(
      `UPDATE orders SET erased_at = now(), submitted = jsonb_set(submitted, '{fields}', '[]') WHERE id = $1`,
      [id],
    );
    expect((await details(id)).registration).toMatchObject({ declared: [], not_printed: 0 });
  });
});
