import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChainService } from '../../src/audit/chain.service.js';
import type { AuditAlarmsService } from '../../src/audit/audit-alarms.service.js';
import type { DeliveryService } from '../../src/mail/delivery.service.js';
import type { Storage } from '../../src/platform/storage.js';
import type { PersonCopiesService } from '../../src/retention/person-copies.service.js';
import type { PersonsService } from '../../src/retention/persons.service.js';
import type { RetentionQueries } from '../../src/retention/retention.queries.js';
import type { RetentionService } from '../../src/retention/retention.service.js';
import type { RetentionRun } from '../../src/shared/answers/retention.js';
import type { PackDetails } from '../../src/shared/pack-parts.js';
import type { PersonCopy } from '../../src/shared/persons.js';
import { routes } from '../../src/shared/routes.js';
import { track } from '../documents/cards.js';
import { inboundKey } from '../inbound/mails.js';
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.js';
import { formIds } from '../../src/shared/form/controls.js';
import { takeIn } from '../support/orders.js';
import { unzip } from '../support/unzip.js';
import { startApp, type TestApp, waitForLocks } from '../support/app.js';
import {
  age,
  aged,
  found,
  foundInFiles,
  foundInRedis,
  leaveTraces,
  letter,
  lived,
  type Lived,
  person,
  rowVersions,
  traces,
} from './life.js';

// The bucket of TEST_S3_ENDPOINT, when it is set (test/platform/storage.test.ts); else files lie in the folder.
const { TEST_S3_ENDPOINT, TEST_S3_BUCKET, TEST_S3_ACCESS_KEY_ID, TEST_S3_SECRET_ACCESS_KEY } = process.env;
const bucket: Record<string, string> = TEST_S3_ENDPOINT
  ? {
      S3_ENDPOINT: TEST_S3_ENDPOINT,
      S3_BUCKET: TEST_S3_BUCKET ?? '',
      S3_ACCESS_KEY_ID: TEST_S3_ACCESS_KEY_ID ?? '',
      S3_SECRET_ACCESS_KEY: TEST_S3_SECRET_ACCESS_KEY ?? '',
    }
  : {};

let app: TestApp;
let redis: RedisServer | undefined;
let old: Lived;
let older: Lived;
let frozen: Lived;
beforeAll(async () => {
  if (hasRedis) redis = await startRedis();
  app = await startApp({
    settings: {
      ...(redis && { REDIS_URL: redis.url }),
      ...bucket,
      INBOUND_KEY: inboundKey,
      APPLICATION_MAIL_DOMAIN: 'apply.test',
    },
  });
  old = await lived(app);
  older = await lived(app);
  await app.web.get<ChainService>('ChainService').extend();
});
afterAll(async () => {
  await app.close();
  await redis?.close();
});

const retention = () => app.web.get<RetentionService>('RetentionService');
const chain = () => app.web.get<ChainService>('ChainService');
const words = Object.values(aged);
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' })).body.data;
/** An order's page as an Admin gets it, before any script ran. */
const pageOf = async (encoded: string): Promise<string> => {
  const headers = { authorization: `Bearer ${await app.signIn('admin')}` };
  return (await fetch(app.url + routes.order(encoded), { headers })).text();
};
/** The buttons that mail a card. */
const offersCard = /Send again by|>Resend by|>Sent Mail</;
const offersMail = new RegExp(`${offersCard.source}|>Ask the customer</button>`);
const run = async (): Promise<RetentionRun> => {
  await retention().run();
  return (await retention().runs())[0]!;
};

test('the screen is for Admins', async () => {
  expect((await app.call('GET', routes.retention)).headers.get('location')).toBe('/');
  expect((await app.call('GET', routes.retention, { as: 'manager' })).code).toBe(403);
  expect((await app.call('GET', routes.retention, { as: 'admin' })).code).toBe(200);
});

describe('orders whose arrival is long ago', () => {
  test('the values stand in many places before', async () => {
    expect(await found(app, [aged.passport])).toEqual(
      expect.arrayContaining(
        ['orders', 'activity', 'remarks', 'mails', 'inbound_mails', 'inbound_files', 'order_requests', 'drafts'].map(
          (table) => `public.${table}: ${aged.passport}`,
        ),
      ),
    );
    expect(await foundInFiles(app, words)).toHaveLength(2);
  });

  test('a dry run says what would be done, and changes nothing', async () => {
    await age(app, old.id, 12);
    await age(app, older.id, 18);
    const before = await rowVersions(app);
    expect(await retention().wouldDo()).toEqual({
      masked: {
        due: {
          count: 2,
          orders: [expect.objectContaining({ order_id: older.id }), expect.objectContaining({ order_id: old.id })],
        },
        frozen: [],
        more: false,
      },
      documents: {
        due: { count: 1, orders: [expect.objectContaining({ order_id: older.id })] },
        frozen: [],
        more: false,
      },
      files: 0,
    });
    expect(await rowVersions(app)).toEqual(before);
  });

  test('an open dispute or refund freezes an order; the report names it and why', async () => {
    frozen = old;
    await app.database.query(
      "INSERT INTO disputes (order_id, state, source, changed_by) VALUES ($1, 'open', 'member', 'x')",
      [old.id],
    );
    await app.database.query("UPDATE orders SET process_status = 'Refunds' WHERE id = $1", [older.id]);
    const before = await app.database.query('SELECT * FROM orders ORDER BY id');
    const report = await run();
    expect(report).toMatchObject({ masked: 0, documents: 0, files: 0, frozen: 2, failed: 0 });
    expect(report.left.map(({ order_id, reason }) => [order_id, reason])).toEqual([
      [old.id, 'dispute'],
      [older.id, 'refund'],
    ]);
    expect(await app.database.query('SELECT * FROM orders ORDER BY id')).toEqual(before);
    await app.database.query("UPDATE disputes SET state = 'won' WHERE order_id = $1", [frozen.id]);
    await app.database.query('UPDATE orders SET refund_date = now() WHERE id = $1', [older.id]);
  });

  test('a report is forgotten after 400 days, with the orders that it named', async () => {
    const reports = () =>
      app.database.query('SELECT r.id, f.order_id FROM retention_runs r JOIN retention_frozen f ON f.run_id = r.id');
    expect(await reports()).toHaveLength(2);
    await app.database.query("UPDATE retention_runs SET began_at = began_at - interval '401 days'");
    await app.web.get<RetentionQueries>('RetentionQueries').beginRun();
    expect(await reports()).toEqual([]);
  });

  test('the values are nowhere afterwards; the raw mails go with the documents', async () => {
    expect(await run()).toMatchObject({ masked: 2, documents: 1, files: 4, frozen: 0, failed: 0 });
    expect(await found(app, [...words, 'ZQ 765-4321', '018 4477', '8711236'])).toEqual([]);
    // the mail of the younger order as it came in, until its own documents are erased
    expect(await foundInFiles(app, words)).toHaveLength(1);
    const order = await details(old.id);
    expect(order).toMatchObject({
      passport_no: '…4321',
      dob: null,
      place_of_birth: null,
      accommodation_type: null,
      address: null,
      address2: null,
      phone_number: '',
      full_name: person.name,
      embarkation_country: person.from,
    });
    expect(order.contact_email_address).toBe(person.email);
    expect(order.activity[0]).toMatchObject({ actor: 'System', action: 'order.masked' });
    expect(order.activity.find(({ action }: { action: string }) => action === 'order.amended')).toMatchObject({
      changes: { phone_number: { from: 'erased', to: 'erased' } },
    });
  });

  test('the chain of the activity is whole; a row that is forged as erased is named', async () => {
    await chain().extend();
    expect(Object.keys(await chain().verify())).toEqual(['rows']);
    const [row] = await app.database.query<{ id: string }[]>(
      'SELECT activity_id::text AS id FROM erased_activity ORDER BY activity_id LIMIT 1',
    );
    await app.database.query('ALTER TABLE activity DISABLE TRIGGER activity_append_only');
    await app.database.query("UPDATE activity SET note = note || 'x' WHERE id = $1", [row!.id]);
    expect(await chain().verify()).toMatchObject({ row: row!.id, fault: 'it was changed' });
    await app.database.query(
      `UPDATE erased_activity SET sha256 = (SELECT encode(sha256(convert_to(activity_content(a), 'UTF8')), 'hex')
         FROM activity a WHERE id = $1) WHERE activity_id = $1`,
      [row!.id],
    );
    expect(await chain().verify()).toMatchObject({ row: row!.id, fault: 'no row tells that it lost words' });
    await app.database.query('UPDATE activity SET note = left(note, -1) WHERE id = $1', [row!.id]);
    await app.database.query(
      `UPDATE erased_activity SET sha256 = (SELECT encode(sha256(convert_to(activity_content(a), 'UTF8')), 'hex')
         FROM activity a WHERE id = $1) WHERE activity_id = $1`,
      [row!.id],
    );
    await app.database.query('ALTER TABLE activity ENABLE TRIGGER activity_append_only');
    expect(Object.keys(await chain().verify())).toEqual(['rows']);
    await expect(app.database.query("UPDATE activity SET note = 'x' WHERE id = $1", [row!.id])).rejects.toThrow(
      /append-only/,
    );
  });

  test('an order that comes up behind the last run is found by the next one, also while it runs', async () => {
    const behind = await lived(app, { passport_no: 'BEHIND1234', external_ref: 'behind' });
    const late = await lived(app, { passport_no: 'LATE12345', external_ref: 'late' });
    await age(app, behind.id, 30);
    expect((await retention().wouldDo()).masked.due.orders).toEqual([expect.objectContaining({ order_id: behind.id })]);
    const changing = app.database.createQueryRunner();
    await changing.startTransaction();
    await changing.query('UPDATE orders SET doa = doa - 1000, dod = NULL WHERE id = $1', [late.id]);
    const running = retention().run();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await changing.commitTransaction();
    await changing.release();
    await running;
    await retention().run();
    const erased = 'SELECT order_id, kind FROM erasures WHERE order_id = ANY($1) ORDER BY order_id, kind';
    expect(await app.database.query(erased, [[behind.id, late.id]])).toEqual(
      [behind.id, late.id].flatMap((id) => ['documents', 'masked'].map((kind) => ({ order_id: id, kind }))),
    );
    expect(await app.database.query('SELECT * FROM retention_waiting')).toEqual([]);
  });

  test('a mail to an order that had none when the run passed it is erased, too', async () => {
    const { id } = await takeIn(app, {
      contact_email_address: person.email,
      full_name: person.name,
      external_ref: 'without',
    });
    await age(app, id, 30);
    expect(await run()).toMatchObject({ masked: 1, documents: 0 });
    // twice: also when the documents were erased before
    for (let nth = 1; nth <= 2; nth += 1) {
      await letter(app, id, `Where is my card? ${nth}`);
      expect(await run()).toMatchObject({ masked: 0, documents: 1, files: 2 });
      expect(await found(app, [`card? ${nth}`])).toEqual([]);
    }
  });

  test('what the form asks is erased in amendments and in what was submitted, and the choices among its rows with it', async () => {
    const { id } = await takeIn(app, { external_ref: 'asked', place_of_birth: 'Atlantis' });
    const changes = {
      place_of_birth: 'Lemuria',
      accommodation_type: 'Treehouse',
      address2: '9 Jalan Quux\nLot 8',
      embarkation_country: 'Hyboria',
    };
    const { version } = await details(id);
    const body = { orderId: id, version, changes, reason: 'The second line is 9, jalan quux (lot 8).' };
    const amended = await app.call('PUT', '/api/admin/amend-order', { as: 'team', body });
    const choice = { orderId: id, version: amended.body['version'], field: 'pob', code: 'GHA' };
    expect((await app.call('PUT', '/api/admin/choose-form-row', { as: 'team', body: choice })).code).toBe(200);
    const fields = formIds.map((control) => ({ id: control, value: 'sent' }));
    await app.database.query('UPDATE orders SET submitted = $2, form_choices = $3 WHERE id = $1', [
      id,
      JSON.stringify({ at: new Date(), by: 'x', fields }),
      JSON.stringify({ pob: 'ATL', accommodationState: '14' }),
    ]);
    await age(app, id, 13);
    expect(await run()).toMatchObject({ masked: 1 });

    expect(await found(app, ['Atlantis', 'Lemuria', 'Treehouse', 'Quux', 'ATL"'])).toEqual([]);
    const order = await details(id);
    expect(order).toMatchObject({ form_choices: {}, embarkation_country: 'Hyboria' });
    expect(order.activity.find(({ action }: { action: string }) => action === 'order.amended')).toMatchObject({
      changes: {
        place_of_birth: { from: 'erased', to: 'erased' },
        embarkation_country: { from: null, to: 'Hyboria' },
        accommodation_type: { from: 'erased', to: 'erased' },
        address2: { from: 'erased', to: 'erased' },
      },
      note: 'The second line is …).',
    });
    expect(order.activity.find(({ action }: { action: string }) => action === 'order.row-chosen')).toMatchObject({
      changes: { pob: { from: 'erased', to: 'erased' } },
    });
    const submitted = order.submitted.fields as typeof fields;
    expect(submitted.filter(({ value }) => value === 'erased').map((field) => field.id)).toEqual([
      'passNo',
      'dob',
      'pob',
      'region',
      'mobile',
      'accommodationStay',
      'accommodationAddress1',
      'accommodationAddress2',
      'accommodationState',
      'accommodationCity',
      'accommodationPostcode',
    ]);
  });

  test('a second run writes nothing', async () => {
    const before = await rowVersions(app);
    expect(await run()).toMatchObject({ masked: 0, documents: 0, files: 0, frozen: 0, failed: 0 });
    expect(await rowVersions(app)).toEqual(before);
  });

  test('an erased card is said, to members and to the customer, and is not fetched', async () => {
    const card = await app.call('GET', older.path, { as: 'admin' });
    expect([card.code, card.body.message]).toEqual([
      404,
      expect.stringMatching(/^This card was erased on \d\d? [A-Z][a-z]{2} \d{4}\.$/),
    ]);
    await app.database.query("UPDATE orders SET process_status = 'Completed' WHERE id = $1", [older.id]);
    const token = await track(app, older.id, person.email);
    const page = await app.call('GET', `/get-new-order-details/${older.encoded}`, { token });
    expect(page.body.message).toContain('Your card is no longer kept');
    expect((await app.call('GET', `/admin/view-order/${older.encoded}`, { as: 'admin' })).code).toBe(200);
  });

  test('an order without its data takes no amendment and no card', async () => {
    const { version } = await details(old.id);
    const amend = await app.call('PUT', '/api/admin/amend-order', {
      as: 'admin',
      body: { orderId: old.id, version, changes: { city: 'Ipoh' }, reason: 'x' },
    });
    expect([amend.code, amend.body.message]).toEqual([409, 'The data of this order was erased and can’t be amended']);
  });

  test('a mail whose file was erased is not sent again', async () => {
    const [mail] = await app.database.query(
      "UPDATE mails SET state = 'failed' WHERE order_id = $1 AND attachment_key IS NOT NULL RETURNING id",
      [older.id],
    );
    const again = await app.call('POST', '/api/admin/retry-mail', { as: 'admin', body: { mailId: mail[0].id } });
    expect([again.code, again.body.message]).toEqual([
      409,
      expect.stringMatching(/^This card was erased on \d\d? [A-Z][a-z]{2} \d{4}\.$/),
    ]);
    const page = await pageOf(older.encoded);
    expect(page).toMatch(/failed<.*?This card was erased on \d\d? [A-Z][a-z]{2} \d{4}\.</);
    expect(page).not.toMatch(offersCard);
    expect(page).toContain('>Ask the customer</button>');
  });

  test('a pack that is made later says what was erased and when', async () => {
    const { body } = await app.call('POST', '/api/admin/defence-pack-details', {
      as: 'admin',
      body: { orderId: older.id, type: 1 },
    });
    const facts = body.data as PackDetails;
    expect(facts.erased!.map(({ what }) => what.split(',')[0])).toEqual([
      'The passport number but for its end',
      'The card',
    ]);
    expect([facts.document!.shown, facts.application.passport_last4]).toEqual(['erased', '4321']);
    expect(JSON.stringify(facts)).not.toContain(aged.passport);
  });
});

describe('a person', () => {
  let first: Lived;
  let second: Lived;
  let secondAdmin: string;
  let onPage: string;
  const all = () => [...words, ...Object.values(person), ...Object.values(traces), 'Quorn', 'zuleika'];
  const post = (path: string, body: object, token?: string) =>
    app.call('POST', path, { ...(token ? { token } : { as: 'admin' as const }), body });
  const request = async () => (await app.web.get<PersonsService>('PersonsService').newest({ id: 0 } as never)).at(0)!;

  beforeAll(async () => {
    first = await lived(app, { passport_no: 'ZQ7654321' });
    second = await lived(app, { external_ref: 'another-of-hers' });
    for (const { id } of [first, second]) await leaveTraces(app, id);
    await app.database.query(
      `INSERT INTO members (name, email, type, password_hash)
       SELECT 'Second Admin', 'second.admin@demo.test', 'Admin', password_hash FROM members WHERE type = 'Admin' LIMIT 1`,
    );
    const { body } = await app.call('POST', '/api/admin/admin-login', {
      body: { email: 'second.admin@demo.test', password: 'demo-password' },
    });
    secondAdmin = body.data.jwtToken as string;
    onPage = await track(app, first.id, person.email);
    await chain().extend();
  });

  const copies = () => app.web.get<PersonCopiesService>('PersonCopiesService');
  const address = { address: person.email };
  const storage = () => app.web.get<Storage>('Storage');
  const storedParts = async () => {
    const keys: string[] = [];
    for await (const { key } of storage().list()) if (key.startsWith('copies/')) keys.push(key);
    return keys;
  };
  const askCopy = async (token?: string) => (await post(routes.api.personData, address, token)).body.data as PersonCopy;
  const fetchCopy = (id: number, token: string) =>
    fetch(app.url + routes.api.personDataZip(id), { headers: { authorization: `Bearer ${token}` } });

  test('a job makes a copy of all that is on record, with every file; only who asked fetches it', async () => {
    expect((await app.call('POST', routes.api.personData, { as: 'manager', body: address })).code).toBe(403);
    const asked = await askCopy(secondAdmin);
    expect(asked).toMatchObject({ address: person.email, state: 'making', orders: 7, copied: 0, size: null });
    expect((await post(routes.api.personData, { address: person.email.toUpperCase() }, secondAdmin)).code).toBe(409);
    expect((await fetchCopy(asked.id, secondAdmin)).status).toBe(409);
    await copies().makeNow(asked.id, true);

    const made = (await app.call('GET', `${routes.api.personData}/${asked.id}`, { token: secondAdmin })).body.data;
    expect(made).toMatchObject({ state: 'ready', copied: 7 });
    const answer = await fetchCopy(asked.id, secondAdmin);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([bytes.length, answer.headers.get('content-length')]).toEqual([made.size, String(made.size)]);
    const files = new Map(unzip(bytes).map((file) => [file.name, file.bytes]));
    const names = [...files.keys()];
    for (const { id, file1 } of [first, second]) {
      expect(names).toEqual(expect.arrayContaining([`order-${id}/records.json`, `order-${id}/cards/${file1}`]));
      expect(names.filter((name) => name.startsWith(`order-${id}/received/`))).toHaveLength(2);
      const records = JSON.parse(files.get(`order-${id}/records.json`)!.toString('utf8'));
      expect(records.order).toMatchObject({
        full_name: person.name,
        dob: aged.birth,
        place_of_birth: aged.birthplace,
        embarkation_country: person.from,
        accommodation_type: aged.kindOfStay,
        address2: aged.address2,
      });
      expect(records.remarks).toHaveLength(1);
      expect(JSON.stringify(records)).toContain(aged.address);
      expect(JSON.stringify(records.claims)).toContain(traces.claim);
    }
    expect(files.get('index.csv')!.toString('utf8')).not.toContain('can’t be read');

    for (const path of ['', '/personal-data.zip'])
      expect((await app.call('GET', `${routes.api.personData}/${asked.id}${path}`, { as: 'admin' })).code).toBe(404);
    const noted = `SELECT actor, action, "to", note FROM activity WHERE action = 'person.copied' OR "to" LIKE 'copy %' ORDER BY id`;
    expect(await app.database.query(noted)).toEqual([
      { actor: 'Second Admin', action: 'person.copied', to: 'z…@e…', note: `Copy ${asked.id}` },
      { actor: 'Second Admin', action: 'file.fetched', to: `copy ${asked.id} of the data of z…@e…`, note: null },
    ]);
  });

  test('a copy is begun anew when its job was cut off, removed after a day, and said to have failed after the last try', async () => {
    const { id } = await askCopy();
    // as a run that was killed behind its first part leaves it
    await app.database.query('UPDATE person_copies SET run = 1, parts = 1, copied = 1 WHERE id = $1', [id]);
    await storage().put(`copies/${id}-1/1`, Buffer.from('cut off'), '');
    await copies().sweep();
    await copies().makeNow(id, true);
    expect((await storedParts()).filter((name) => name.startsWith(`copies/${id}-`))).toEqual([`copies/${id}-2/1`]);
    await app.database.query("UPDATE person_copies SET done_at = now() - interval '25 hours' WHERE id = $1", [id]);
    expect((await app.call('GET', `${routes.api.personData}/${id}`, { as: 'admin' })).code).toBe(404);
    await copies().sweep();
    expect((await storedParts()).filter((name) => name.startsWith(`copies/${id}-`))).toEqual([]);

    const { id: failing } = await askCopy();
    await app.database.query('ALTER TABLE remarks RENAME TO remarks_away');
    await expect(copies().makeNow(failing, true)).rejects.toThrow('remarks');
    await app.database.query('ALTER TABLE remarks_away RENAME TO remarks');
    const [admin] = await app.database.query<{ id: number }[]>("SELECT id FROM members WHERE name = 'Demo Admin'");
    expect((await copies().newest({ id: admin!.id } as never))[0]).toMatchObject({ id: failing, state: 'failed' });
    // two are left for the erasure: one that is ready, one whose run is under way
    const { id: going } = await askCopy();
    await app.database.query('UPDATE person_copies SET run = 1, parts = 1 WHERE id = $1', [going]);
    await storage().put(`copies/${going}-1/1`, Buffer.from('under way'), '');
    expect(await storedParts()).toHaveLength(2);
  });

  test('only Admins ask, about an address that an order has, once', async () => {
    for (const path of [routes.api.askErasure, routes.api.confirmErasure, routes.api.withdrawErasure]) {
      expect((await app.call('POST', path, { body: {} })).code).toBe(401);
      expect((await app.call('POST', path, { as: 'manager', body: {} })).code).toBe(403);
      expect((await post(path, {})).code).toBe(422);
    }
    expect((await post(routes.api.askErasure, { address: 'nobody@nowhere.example' })).code).toBe(404);
    expect((await post(routes.api.confirmErasure, { requestId: 2_000_000_000 })).code).toBe(404);
    expect((await post(routes.api.askErasure, { address: person.email.toUpperCase() })).code).toBe(200);
    expect((await post(routes.api.askErasure, { address: person.email })).code).toBe(409);
    expect(await request()).toMatchObject({
      address: person.email,
      state: 'waiting',
      asked_by: 'Demo Admin',
      erased: 0,
    });
  });

  test('what was asked can be taken back, and the address is forgotten', async () => {
    expect((await post(routes.api.withdrawErasure, { requestId: (await request()).id }, secondAdmin)).code).toBe(200);
    expect(await request()).toMatchObject({ address: 'z…@e…', state: 'withdrawn' });
    expect((await post(routes.api.confirmErasure, { requestId: (await request()).id }, secondAdmin)).code).toBe(409);
    expect((await post(routes.api.askErasure, { address: person.email })).code).toBe(200);
  });

  test('never the same Admin confirms; nothing is erased before, by no call of the function either', async () => {
    const { id } = await request();
    const own = await post(routes.api.confirmErasure, { requestId: id });
    expect([own.code, own.body.message]).toEqual([403, 'You asked for this. Another Admin has to confirm it.']);
    expect(await app.database.query('SELECT erase_person($1, $2) AS came', [id, first.id])).toEqual([
      { came: 'nothing' },
    ]);
    await expect(
      app.database.query('UPDATE person_requests SET confirmed_by = asked_by, confirmed_at = now() WHERE id = $1', [
        id,
      ]),
    ).rejects.toThrow(/check constraint/);
    await app.web.get<AuditAlarmsService>('AuditAlarmsService').raise();
    const alarms = await app.database.query("SELECT what FROM alarms WHERE kind = 'erasure'");
    expect(alarms).toContainEqual({ what: 'Demo Admin asked to erase z…@e…. Another Admin has to confirm it.' });
    await app.database.query("UPDATE mails SET state = 'sent' WHERE state = 'queued'");
    await app.database.query(
      `INSERT INTO mails (order_id, kind, provider, recipient, subject, html, body, sender, sent_by, state)
       VALUES ($1, 'resend', 'AWS', 'friend@else.example', '', '', '', '', '', 'sent')`,
      [first.id],
    );
  });

  test('a frozen order is left as it is, and the request goes on when it is free', async () => {
    await app.database.query("UPDATE disputes SET state = 'open' WHERE order_id = $1", [second.id]);
    const before = await app.database.query('SELECT * FROM orders WHERE id = $1', [second.id]);
    const { id } = await request();
    // pressed twice at once: one confirms, and the other is told who did
    const answers = await app.database.transaction(async (manager) => {
      await manager.query('SELECT FROM person_requests WHERE id = $1 FOR UPDATE', [id]);
      const confirms = [1, 2].map(() => post(routes.api.confirmErasure, { requestId: id }, secondAdmin));
      await waitForLocks(manager, 2);
      return confirms;
    });
    const both = (await Promise.all(answers)).map(({ code, body }) => `${code} ${body.message}`);
    expect(both.toSorted()).toEqual(['200 The orders are being erased', '409 Second Admin confirmed this already.']);
    const persons = app.web.get<PersonsService>('PersonsService');
    await persons.eraseNow(id);
    expect(await app.database.query('SELECT * FROM orders WHERE id = $1', [second.id])).toEqual(before);
    const asked = await request();
    expect(asked).toMatchObject({ state: 'confirmed', confirmed_by: 'Second Admin' });
    expect(asked.left).toContainEqual(expect.objectContaining({ order_id: second.id, reason: 'dispute' }));
    await app.database.query("UPDATE disputes SET state = 'won' WHERE order_id = $1", [second.id]);
    // a young order that is still to be worked is left, too
    for (const order of asked.left.filter(({ reason }) => reason === 'unfinished'))
      await app.database.query("UPDATE orders SET process_status = 'Completed' WHERE id = $1", [order.order_id]);
    await persons.goOn();
    expect(await request()).toMatchObject({ state: 'done', address: 'z…@e…', left: [] });
  });

  test('nothing of the person is left, in rows, files and Redis', async () => {
    expect(await found(app, all())).toEqual([]);
    expect(await foundInFiles(app, all())).toEqual([]);
    expect(await storedParts()).toEqual([]);
    if (redis) {
      // jobs wait there, such as this request's own
      expect((await foundInRedis(redis.url, ['requestId'])).holding).toContainEqual(
        expect.stringContaining('person.erase'),
      );
      expect(await foundInRedis(redis.url, all())).toEqual({ keys: expect.any(Number), holding: [] });
    }
    const order = await details(first.id);
    expect(order).toMatchObject({
      full_name: `erased ${first.id}`,
      passport_no: '…4321',
      card_last4: null,
      amount: '49.000',
    });
    expect(order.activity[0]).toMatchObject({ actor: 'System', action: 'order.erased' });
    expect((await app.call('GET', `/admin/view-order/${first.encoded}`, { as: 'admin' })).code).toBe(200);
    // a mail to somebody else does not become one to the order's address
    const mailed = await app.database.query('SELECT DISTINCT recipient FROM mails WHERE order_id = $1 ORDER BY 1', [
      first.id,
    ]);
    expect(mailed).toEqual([{ recipient: 'erased' }, { recipient: `erased ${first.id}` }]);
    const queue = await app.call('GET', '/api/admin/get-orders-list/allOrder', { as: 'admin' });
    expect(JSON.stringify(queue.body.data)).toContain(`erased ${first.id}`);
  });

  test('a customer who was on the page is not there any more, and leaves no traces', async () => {
    const page = await app.call('GET', `/get-new-order-details/${first.encoded}`, { token: onPage });
    expect(page.headers.get('location')).toBe(routes.track(first.encoded));
    const charge = await app.call('GET', routes.charge(first.encoded), { token: onPage });
    expect(charge.headers.get('location')).toBe(routes.track(first.encoded));
    const ask = { orderId: first.id, kind: 'card', text: `I am ${person.name}` };
    expect((await app.call('POST', '/api/front/order-request', { token: onPage, body: ask })).code).toBe(401);
    expect(await found(app, all())).toEqual([]);
  });

  test('nobody is mailed about it, by no button', async () => {
    const [row] = await app.database.query("UPDATE mails SET state = 'failed' WHERE order_id = $1 RETURNING id", [
      first.id,
    ]);
    await app.database.query('DELETE FROM invoices WHERE order_id = $1', [first.id]);
    await app.database.query("UPDATE orders SET amount = 49, currency = 'USD', paid_at = now() WHERE id = $1", [
      first.id,
    ]);
    const { body: macros } = await app.call('GET', '/api/admin/macros', { as: 'admin' });
    const asks = (macros.data as { id: number; name: string }[]).find(({ name }) => name === 'Wrong number')!;
    const answers = [
      await post('/api/admin/retry-mail', { mailId: row[0].id }),
      await post('/api/admin/send-invoice', { orderId: first.id }),
      await post('/api/admin/apply-macro', { orderId: first.id, macroId: asks.id }),
      // a typed address makes it no other order
      await post('/api/admin/ask-customer', { orderId: first.id, email: 'who@example.com', question: 'Who are you?' }),
    ];
    expect(answers.map(({ code, body }) => `${code} ${body.message}`)).toEqual(
      Array.from({ length: 4 }, () => '409 The data of this order was erased: nobody can be mailed about it'),
    );
    const page = await pageOf(first.encoded);
    expect(page).toContain('The data of this order was erased: nobody can be mailed about it.');
    expect(page).not.toMatch(offersMail);
    await app.database.query("UPDATE mails SET state = 'sent' WHERE order_id = $1", [first.id]);
  });

  test('has one mailbox, however its address is spelled in orders, mails and requests', async () => {
    const spelled = [
      { contact_email_address: 'J.Meier@googlemail.com' },
      { contact_email_address: 'jmeier+card@gmail.com' },
      { contact_email_address: 'agency@else.example', email: 'j.meier@gmail.com' },
      { contact_email_address: 'j.meier2@gmail.com' },
    ];
    const orders: number[] = [];
    for (const more of spelled) orders.push((await takeIn(app, more)).id);
    await app.database.query("UPDATE orders SET process_status = 'Completed' WHERE id = ANY($1)", [orders]);
    await app.database.query(
      `INSERT INTO mails (order_id, kind, provider, recipient, subject, html, body, sender, sent_by, state)
       VALUES (NULL, 'order-numbers', 'AWS', 'J.M.eier@gmail.com', 's', '', 'Your orders', '', '', 'sent')`,
    );
    expect((await post(routes.api.askErasure, { address: 'JMeier@gmail.com' })).code).toBe(200);
    expect((await post(routes.api.askErasure, { address: 'j.m.e.i.e.r@googlemail.com' })).code).toBe(409);
    const { id, left } = await request();
    expect(left.map(({ order_id }) => order_id)).toEqual(orders.slice(0, 3));
    await app.database.query("UPDATE mails SET state = 'sent' WHERE state = 'queued'");
    expect((await post(routes.api.confirmErasure, { requestId: id }, secondAdmin)).code).toBe(200);
    await app.web.get<PersonsService>('PersonsService').goOn();
    expect(await request()).toMatchObject({ state: 'done', erased: 3 });
    const rows = await app.database.query<{ email: string }[]>(
      'SELECT contact_email_address AS email FROM orders WHERE id = ANY($1) ORDER BY id',
      [orders],
    );
    expect(rows.map(({ email }) => email)).toEqual([
      ...orders.slice(0, 3).map((order) => `erased ${order}`),
      'j.meier2@gmail.com',
    ]);
    expect(await app.database.query("SELECT FROM mails WHERE recipient = 'J.M.eier@gmail.com'")).toEqual([]);
  });

  test('what a provider reports afterwards of a mail names nobody', async () => {
    const [mail] = await app.database.query(
      `UPDATE mails SET provider = 'AWS', provider_message_id = 'late-1' WHERE id = (
         SELECT id FROM mails WHERE order_id = $1 AND recipient = 'erased ' || $1::int LIMIT 1) RETURNING id`,
      [first.id],
    );
    const event = { provider: 'AWS' as const, eventId: 'late-event-1', report: 'bounced' as const, at: new Date() };
    const more = { messageId: 'late-1', recipient: person.email, reason: `550 <${person.email}> unknown`, tag: null };
    await app.web.get<DeliveryService>('DeliveryService').take([{ ...event, ...more }]);
    const [row] = await app.database.query('SELECT state, failure FROM mails WHERE id = $1', [mail[0].id]);
    expect(row).toEqual({ state: 'bounced', failure: null });
    expect(await found(app, all())).toEqual([]);
  });

  test('a mail that comes in afterwards is erased by the next run', async () => {
    await age(app, first.id, 30);
    await letter(app, first.id, 'It is me again');
    expect(await run()).toMatchObject({ masked: 0, documents: 1, files: 2 });
    expect(await found(app, [...all(), 'me again'])).toEqual([]);
    expect(await foundInFiles(app, all())).toEqual([]);
  });

  test('the chain is whole, and a second run writes nothing', async () => {
    await chain().extend();
    expect(Object.keys(await chain().verify())).toEqual(['rows']);
    const before = await rowVersions(app);
    const persons = app.web.get<PersonsService>('PersonsService');
    await persons.eraseNow((await request()).id);
    await persons.goOn();
    expect(await rowVersions(app)).toEqual(before);
  });

  test('a pack still builds and says so', async () => {
    const { body } = await app.call('POST', '/api/admin/defence-pack-details', {
      as: 'admin',
      body: { orderId: first.id, type: 2 },
    });
    const facts = body.data as PackDetails;
    expect(facts.erased).toEqual([
      expect.objectContaining({ what: expect.stringMatching(/^Everything that says who/) }),
      // of the mail that came in afterwards
      expect.objectContaining({
        what: expect.stringMatching(/^The card, the files that members added, and the mails/),
      }),
    ]);
    expect([facts.mail_as_sent, facts.communication, facts.letters]).toEqual([null, [], []]);
  });
});

test('the application’s role may erase by the function alone, and never a young order', async () => {
  const { product } = await import('../support/app.js');
  const role = await product.dataSource(app.settings.DATABASE_URL!).initialize();
  try {
    for (const statement of [
      'UPDATE activity SET note = NULL',
      'UPDATE documents SET customer_name = NULL',
      'UPDATE erasures SET create_ts = now()',
      "INSERT INTO erasures (order_id, kind) SELECT id, 'masked' FROM orders",
      'DELETE FROM erased_activity',
    ])
      await expect(role.query(statement)).rejects.toThrow(/permission denied|append-only/);
    const young = await lived(app, { passport_no: 'YOUNG12345' });
    expect(await role.query('SELECT erase_by_age($1, $2) AS came', [young.id, 'masked'])).toEqual([
      { came: 'nothing' },
    ]);
  } finally {
    await role.destroy();
  }
});

test('a pack asked for while its order is being erased has nothing of what was erased', async () => {
  const { id } = await lived(app);
  await age(app, id, 13);
  const asked = await app.database.transaction(async (manager) => {
    expect(await manager.query("SELECT erase_by_age($1, 'masked') AS came", [id])).toEqual([{ came: 'done' }]);
    // reads what stands there before the erasure ends, and waits for its end
    const pack = app.call('POST', '/api/admin/get-defence-pack-pdf', {
      as: 'admin',
      body: { orderId: id, defencePackType: 1 },
    });
    await waitForLocks(manager, 1);
    return { pack };
  });
  const { code, body } = await asked.pack;
  expect([code, body.message]).toEqual([409, 'Data of this order was erased just now. Please try again.']);
  expect(await app.database.query('SELECT id FROM packs WHERE order_id = $1', [id])).toEqual([]);
});
