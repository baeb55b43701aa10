import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChainService } from '../../src/audit/chain.service.js';
import type { RetentionService } from '../../src/retention/retention.service.js';
import type { RetentionRun } from '../../src/shared/answers/retention.js';
import type { PackDetails } from '../../src/shared/pack-parts.js';
import { routes } from '../../src/shared/routes.js';
import { track } from '../documents/cards.js';
import { inboundKey } from '../inbound/mails.js';
import { startApp, type TestApp } from '../support/app.js';
import { age, aged, found, foundInFiles, lived, type Lived, person, rowVersions } from './life.js';

let app: TestApp;
let old: Lived;
let older: Lived;
let frozen: Lived;
beforeAll(async () => {
  app = await startApp({ settings: { INBOUND_KEY: inboundKey, APPLICATION_MAIL_DOMAIN: 'apply.test' } });
  old = await lived(app);
  older = await lived(app);
  await app.web.get<ChainService>('ChainService').extend();
}, 60_000);
afterAll(() => app.close());

const retention = () => app.web.get<RetentionService>('RetentionService');
const chain = () => app.web.get<ChainService>('ChainService');
const words = Object.values(aged);
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' })).body.data;
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

  test('the values are nowhere afterwards; the raw mails go with the documents', async () => {
    expect(await run()).toMatchObject({ masked: 2, documents: 1, files: 3, frozen: 0, failed: 0 });
    expect(await found(app, [...words, 'ZQ 765-4321', '018 4477', '8711236'])).toEqual([]);
    // the mail of the younger order as it came in, until its own documents are erased
    expect(await foundInFiles(app, words)).toHaveLength(1);
    const order = await details(old.id);
    expect(order).toMatchObject({
      passport_no: '…4321',
      dob: null,
      address: null,
      phone_number: '',
      full_name: person.name,
    });
    expect(order.contact_email_address).toBe(person.email);
    expect(order.activity[0]).toMatchObject({ actor: 'System', action: 'order.masked' });
    expect(order.activity.find(({ action }: { action: string }) => action === 'order.amended')).toMatchObject({
      from: 'Phone Number: erased',
      to: 'Phone Number: erased',
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

  test('a second run writes nothing', async () => {
    const before = await rowVersions(app);
    expect(await run()).toMatchObject({ masked: 0, documents: 0, files: 0, frozen: 0, failed: 0 });
    expect(await rowVersions(app)).toEqual(before);
  });

  test('an erased card is said, to members and to the customer, and is not fetched', async () => {
    const card = await app.call('GET', older.path, { as: 'admin' });
    expect([card.code, card.body.message]).toEqual([
      404,
      expect.stringMatching(/^This card was erased on \d{4}-\d\d-\d\d\.$/),
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
