import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { amendNames } from '../../src/shared/amend-fields.js';
import type { ChangedFields } from '../../src/shared/changed-fields.js';
import { columnsOf, ofNoCustomer, personalData, withoutOrder } from '../../src/shared/personal-data.js';
import { startApp, type TestApp } from '../support/app.js';
import { inboundKey } from '../inbound/mails.js';
import { aged, leaveTraces, lived, person } from './life.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ settings: { INBOUND_KEY: inboundKey, APPLICATION_MAIL_DOMAIN: 'apply.test' } });
});
afterAll(() => app.close());

const tables = Object.entries(personalData);

describe('the list', () => {
  test('has every table once', async () => {
    const rows = await app.database.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    const listed = [
      ...tables.map(([name]) => name),
      ...Object.keys(withoutOrder),
      ...Object.values(ofNoCustomer).flatMap(columnsOf),
    ];
    expect(listed.toSorted()).toEqual(rows.map(({ name }) => name));
  });

  test.each(tables)('has every column of %s once', async (name, { masked, texts, person: own, noted, kept }) => {
    const rows = await app.database.query<{ name: string }[]>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
      [name],
    );
    const listed = [masked, texts, own, noted, ...Object.values(kept ?? {})].flatMap(columnsOf);
    expect(listed.toSorted()).toEqual(rows.map((row) => row.name).toSorted());
  });
});

type Rows = Map<string, Record<string, unknown>>;
type Snapshot = Record<string, Rows>;

/** The rows about an order in every table of the list, by primary key. */
async function snapshotOf(order: number): Promise<Snapshot> {
  const all: Snapshot = {};
  for (const [name, { rows = 'order_id = $1' }] of tables) {
    const found = await app.database.query<{ key: string; row: Record<string, unknown> }[]>(
      `SELECT to_jsonb(t) AS row, (SELECT jsonb_agg(to_jsonb(t)->a.attname ORDER BY a.attname) FROM pg_index i
         JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
         WHERE i.indrelid = '${name}'::regclass AND i.indisprimary)::text AS key
       FROM ${name} t WHERE ${rows}`,
      [order],
    );
    all[name] = new Map(found.map(({ key, row }) => [key, row]));
  }
  return all;
}

const textOf = (value: unknown) => JSON.stringify(value) ?? '';
/** Whether a column has something in it that could be erased. */
const isFilled = (value: unknown) => !['null', '""', '{}', '[]'].includes(textOf(value));

/** The values of these columns, as `table.column` with its value; rows of `of` alone. */
function* cells(snapshot: Snapshot, pick: Pick, of = snapshot) {
  for (const [table, fates] of tables) {
    for (const column of columnsOf(pick(fates)))
      for (const key of of[table]!.keys())
        yield { at: `${table}.${column}`, value: snapshot[table]!.get(key)?.[column] };
  }
}

/** The columns that differ between two snapshots, in rows that both have. */
function changed(before: Snapshot, after: Snapshot): Set<string> {
  const all = new Set<string>();
  for (const [table, rows] of Object.entries(before))
    for (const [key, row] of rows) {
      const now = after[table]!.get(key);
      if (!now) continue;
      for (const column of Object.keys(row))
        if (textOf(row[column]) !== textOf(now[column])) all.add(`${table}.${column}`);
    }
  return all;
}
const named = (pick: Pick) =>
  tables.flatMap(([table, fates]) => columnsOf(pick(fates)).map((column) => `${table}.${column}`));
const holding = (snapshot: Snapshot, words: string[]) => [
  ...new Set(
    [...cells(snapshot, ({ texts }) => texts)]
      .filter(({ value }) => words.some((word) => textOf(value).toLowerCase().includes(word.toLowerCase())))
      .map(({ at }) => at),
  ),
];

type Pick = (fates: (typeof tables)[number][1]) => string | undefined;

describe('an order with a value in every column', () => {
  const snapshots: Snapshot[] = [];
  let [whole, masked, withoutFiles, moved, erased]: Snapshot[] = [];

  beforeAll(async () => {
    const { id } = await lived(app);
    await leaveTraces(app, id);
    await fill(id);
    await copy(id, 'Completed');
    const erasing = ["SELECT erase_by_age($1, 'masked') AS came", "SELECT erase_by_age($1, 'documents') AS came"];
    snapshots.push(await snapshotOf(id));
    for (const text of erasing) {
      expect(await app.database.query(text, [id])).toEqual([{ came: 'done' }]);
      snapshots.push(await snapshotOf(id));
    }
    await copy(id, 'Contact Customer');
    snapshots.push(await snapshotOf(id));
    await erase(id);
    snapshots.push(await snapshotOf(id));
    [whole, masked, withoutFiles, moved, erased] = snapshots;
  });

  const ofAll =
    (...picks: Pick[]): Pick =>
    (fates) =>
      picks.map((pick) => pick(fates) ?? '').join(' ');
  const isMasked: Pick = (fates) => fates.masked;
  const isText: Pick = (fates) => fates.texts;
  const isPerson: Pick = (fates) => fates.person;
  const isNoted: Pick = (fates) => fates.noted;
  const isKept: Pick = ({ kept = {}, leaves }) => (leaves ? '' : Object.values(kept).join(' '));
  const leaving = tables.filter(([, { leaves }]) => leaves).map(([name]) => name);
  /** What changed, but for the columns that may. */
  const further = (before: Snapshot, after: Snapshot, ...may: Pick[]) =>
    [...changed(before, after)].filter((at) => !named(ofAll(...may)).includes(at));
  const unchanged = (before: Snapshot, after: Snapshot, must: Pick) =>
    named(must).filter((at) => !changed(before, after).has(at));

  test('has a value in all that is erased', () => {
    const all = [...cells(whole!, ofAll(isMasked, isText, isPerson))];
    const filled = new Set(all.filter(({ value }) => isFilled(value)).map(({ at }) => at));
    expect([...new Set(all.map(({ at }) => at))].filter((at) => !filled.has(at))).toEqual([]);
    expect(named(ofAll(isMasked, isText, isPerson)).filter((at) => !filled.has(at))).toEqual([]);
    expect(leaving.filter((name) => whole![name]!.size === 0)).toEqual([]);
  });

  test('loses what is masked, the same values in texts, and nothing else', () => {
    expect(further(whole!, masked!, isMasked, isText, isNoted)).toEqual([]);
    expect(unchanged(whole!, masked!, isMasked)).toEqual([]);
    expect(holding(whole!, inTexts)).toEqual(named(isText));
    expect(holding(masked!, inTexts)).toEqual([]);
    expect(leaving.filter((name) => masked![name]!.size > 0)).toEqual([]);
  });

  test('loses in amendments what is masked in the order', () => {
    const changes = [...masked!['activity']!.values()].map((row) => row['changes'] as ChangedFields | null);
    const all = changes.find((one) => one && Object.keys(one).length === amendNames.length)!;
    const columns = columnsOf(personalData['orders']!.masked);
    // of the passport number an amendment has the end alone
    const expected = amendNames.filter((name) => name !== 'passport_no' && columns.includes(name.toLowerCase()));
    expect(amendNames.filter((name) => all[name]!.from === 'erased' && all[name]!.to === 'erased')).toEqual(expected);
  });

  test('loses its files, and nothing else', () => {
    expect(further(masked!, withoutFiles!, isNoted)).toEqual([]);
  });

  test('loses what says who the customer is, and keeps what is kept', () => {
    expect(further(moved!, erased!, isPerson, isText, isNoted)).toEqual([]);
    expect(unchanged(moved!, erased!, isPerson)).toEqual([]);
    expect(holding(moved!, customer)).toEqual(named(isText));
    expect(holding(erased!, customer)).toEqual([]);
    expect(named(isKept).filter((at) => changed(moved!, erased!).has(at))).toEqual([]);
    expect(leaving.filter((name) => erased![name]!.size > 0)).toEqual([]);
  });
});

// a country, a city and the kind of a stay are words that a text may have about anything: they stay there
const inTexts = [aged.passport, aged.birth, aged.phone, aged.stay, aged.address, aged.address2];
const customer = [...Object.values(person), 'Quorn', 'zuleika'];
const says = `${Object.values(aged).join('; ')}: ${person.name}, ${person.email}`;

/** Fills what the life of an order leaves empty. */
async function fill(id: number): Promise<void> {
  const query = (text: string, ...values: unknown[]) => app.database.query(text, [id, ...values]);
  const texts = tables
    .flatMap(([table, fates]) => columnsOf(fates.texts).map((column) => ({ table, column })))
    .filter(({ table }) => !['orders', 'order_search', 'activity', 'stripe_answers', 'stripe_events'].includes(table));
  for (const { table, column } of texts) await query(`UPDATE ${table} SET ${column} = $2 WHERE order_id = $1`, says);
  for (const table of ['charge_views', 'corrections'])
    await query(`INSERT INTO ${table} (order_id, visitor_session_id, ip, place, user_agent)
     SELECT $1, id, '198.51.100.77', 'London', 'x' FROM visitor_sessions WHERE order_id = $1 LIMIT 1`);
  for (const table of ['downloads', 'visitor_sessions', 'order_requests'])
    await query(`UPDATE ${table} SET ip = '198.51.100.77', place = 'London', user_agent = 'x' WHERE order_id = $1`);
  await query(
    `UPDATE orders SET doa = current_date - 600, dod = current_date - 590, flight_detail = 'MH 1', mode_of_travel = 'Air',
       last_port_embarkation = 'London', browser_tz = 'Europe/London', form_choices = '{"pob": "GBR"}', checks = '{phone}', process_status = 'AwaitingGovt',
       submitted = jsonb_build_object('at', now(), 'by', 'x', 'fields', jsonb_build_array(
         jsonb_build_object('id', 'name', 'value', $2::text), jsonb_build_object('id', 'passNo', 'value', $3::text)))
     WHERE id = $1`,
    person.name,
    aged.passport,
  );
  await query(
    `UPDATE mails SET state = 'bounced', failure = 'full', attachment_name = 'Zuleika.pdf',
       attachment_key = coalesce(attachment_key, 'x') WHERE order_id = $1`,
  );
  await query(`UPDATE inbound_mails SET pin = '66QZ22' WHERE order_id = $1`);
  await query(`UPDATE order_requests SET handled_at = now(), handled_by = 'x' WHERE order_id = $1`);
  await query(
    `INSERT INTO activity (order_id, actor, action, "from", "to", note, changes)
     VALUES ($1, 'x', 'document.overridden', $2, $2, $2, jsonb_build_object('full_name', jsonb_build_object('from', $2::text)))`,
    says,
  );
  await query(
    `INSERT INTO activity (order_id, actor, action, changes) VALUES ($1, 'x', 'order.amended', $2)`,
    JSON.stringify(Object.fromEntries(amendNames.map((name) => [name, { from: 'was', to: 'is' }]))),
  );
  await query(
    `UPDATE stripe_events SET dispute = jsonb_build_object('evidence', $2::text) WHERE case_id = 'case-' || $1`,
    says,
  );
  await query(
    `WITH pack AS (
       INSERT INTO packs (order_id, type, input_sha256, facts, state, made_by, asked_by) VALUES ($1, 1, 'x', '{}', 'failed', 'x', 'x')
       RETURNING id)
     INSERT INTO stripe_answers (dispute_id, pack_id, evidence, sha256, state, staged_by)
     SELECT d.id, pack.id, jsonb_build_object('uncategorized_text', $2::text), 'x', 'staged', 'x'
     FROM disputes d, pack WHERE d.order_id = $1`,
    says,
  );
  await query(
    `INSERT INTO order_charges (order_id, transaction_id, amount, currency, paid_time_told, card_fingerprint)
     VALUES ($1, 'second', 1, 'USD', true, 'x')`,
  );
  await query(`DELETE FROM inbox_marks WHERE order_id = $1`);
  await query(
    `WITH endpoint AS (INSERT INTO webhook_endpoints (shop_id, url, secret) VALUES (1, 'https://shop.example', 'x') RETURNING id),
       delivery AS (INSERT INTO webhook_deliveries (endpoint_id, order_id, event, state)
         SELECT id, $1, 'order.received', 'failed' FROM endpoint RETURNING id)
     INSERT INTO webhook_tries (delivery_id, number, answer) SELECT id, 1, 'no' FROM delivery`,
  );
}

/** Makes the copies that go by themselves: the undo of a move, and what a member and the customer typed and did not send. */
async function copy(id: number, updatingStatus: string): Promise<void> {
  const moved = await app.call('PUT', '/api/admin/move-order-status', {
    as: 'admin',
    body: { orderId: id, updatingStatus },
  });
  expect(moved.body).toMatchObject({ data: { done: [id], failed: [] } });
  const draft = { form: 'remark', about: id, fields: { remark: says }, revision: crypto.randomUUID() };
  expect((await app.call('PUT', '/api/admin/drafts', { as: 'admin', body: draft })).code).toBe(200);
  await app.database.query(
    `INSERT INTO visitor_drafts (visitor_session_id, order_id, fields)
     SELECT id, order_id, jsonb_build_object('address', $2::text) FROM visitor_sessions WHERE order_id = $1 LIMIT 1`,
    [id, says],
  );
}

/** Erases a person as two Admins ask for it. */
async function erase(id: number): Promise<void> {
  const [request] = await app.database.query<{ id: number }[]>(
    `INSERT INTO person_requests (address, shown, asked_by, confirmed_by, confirmed_at)
     SELECT $1, 'z…@e…', min(id), max(id), now() FROM members RETURNING id`,
    [person.email],
  );
  expect(await app.database.query('SELECT erase_person($1, $2) AS came', [request!.id, id])).toEqual([
    { came: 'done' },
  ]);
}
