import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import type { ChainService } from '../../src/audit/chain.service.js';
import type { Jobs } from '../../src/platform/job-queues.js';
import type { PersonDataQueries } from '../../src/retention/person-data.queries.js';
import type { PersonsService } from '../../src/retention/persons.service.js';
import type { RetentionService } from '../../src/retention/retention.service.js';
import { routes } from '../../src/shared/routes.js';
import { inboundKey } from '../inbound/mails.js';
import { age, aged, found, foundInFiles, leaveTraces, lived, person, traces } from '../retention/life.js';
import { startApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { type Running, spawnWorker } from '../support/processes.js';

// A worker that is killed while it erases: in the middle of an order, between two orders, between two files. Locks of the
// test hold it there. The next run finishes it, and no order is ever half erased.

let app: TestApp;
let ids: number[];
beforeAll(async () => {
  app = await startApp({ settings: { INBOUND_KEY: inboundKey, APPLICATION_MAIL_DOMAIN: 'apply.test' } });
}, 60_000);
afterAll(() => app.close());
beforeEach(async () => {
  ids = [];
  for (let n = 0; n < 3; n++) ids.push((await lived(app)).id);
  await app.web.get<ChainService>('ChainService').extend();
}, 60_000);

const query = (text: string, values: unknown[] = []) => app.database.query(text, values);
/** All rows about an order, without what a job of the worker writes into old orders: what is to be checked. */
const records = async (id: number) => {
  const { order, ...rows } = await app.web.get<PersonDataQueries>('PersonDataQueries').recordsOf(id);
  return { ...rows, order: { ...(order as object), checks: null } };
};
const allRecords = () => Promise.all(ids.map(records));
const words = () => [...Object.values(aged), ...Object.values(person), ...Object.values(traces)];
const holds = (record: unknown, some: string[]) => some.some((word) => JSON.stringify(record).includes(word));

/** A worker that stands still where it needs what the statement locks. */
async function heldAt(lock: string, values: unknown[], job: () => Promise<void>): Promise<Held> {
  const holder = app.database.createQueryRunner();
  await holder.startTransaction();
  await holder.query(lock, values);
  await job();
  const worker = await spawnWorker(app.settings);
  const stuck = await eventually(async () => {
    const rows = await query(
      "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'erase_|files_to_erase' AND datname = current_database()",
    );
    return rows.length > 0 ? (rows as { pid: number }[]) : undefined;
  }, 60);
  return { holder, worker, stuck: stuck.map(({ pid }) => pid) };
}
type Held = { holder: QueryRunner; worker: Running; stuck: number[] };

/** Kills the worker. What it had begun in the database is undone, as when its machine is gone, or goes on to its end. */
async function kill({ holder, worker, stuck }: Held, begun: 'undone' | 'ended'): Promise<void> {
  await worker.kill('SIGKILL');
  if (begun === 'undone') await query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [stuck]);
  await holder.rollbackTransaction();
  await holder.release();
  await eventually(async () => {
    const [row] = await query('SELECT count(*)::int AS n FROM pg_stat_activity WHERE pid = ANY($1) AND state = $2', [
      stuck,
      'active',
    ]);
    return row.n === 0 || undefined;
  }, 30);
}

async function provenWhole(): Promise<void> {
  const chain = app.web.get<ChainService>('ChainService');
  await chain.extend();
  expect(Object.keys(await chain.verify())).toEqual(['rows']);
}

test('the daily run', async () => {
  const [first, second] = ids as [number, number];
  for (const id of ids) await age(app, id, 12);
  const before = await allRecords();
  const later = (key: string) => () => app.web.get<Jobs>('Jobs').later('retention.erase', {}, key);
  const lock = 'SELECT FROM remarks WHERE order_id = $1 FOR UPDATE';
  await kill(await heldAt(lock, [second], later('first')), 'undone');

  const [one, ...others] = await allRecords();
  expect(holds(one, Object.values(aged))).toBe(false);
  expect(others).toEqual(before.slice(1));
  await provenWhole();

  await app.web.get<RetentionService>('RetentionService').run();
  expect(await found(app, Object.values(aged))).toEqual([]);
  expect(await query('SELECT count(*)::int AS n FROM erasures WHERE order_id = $1', [first])).toEqual([{ n: 1 }]);
  await provenWhole();
}, 180_000);

test('a person: the next run finishes what was begun, and nothing is half erased', async () => {
  const [first, second, third] = ids as [number, number, number];
  for (const id of ids) await leaveTraces(app, id);
  // the orders of the other test are hers, too
  const [{ n: all }] = await query('SELECT count(*)::int AS n FROM orders');
  await query(
    `INSERT INTO members (name, email, type, password_hash)
     SELECT 'Second Admin', 'second.admin@demo.test', 'Admin', password_hash FROM members WHERE type = 'Admin' LIMIT 1`,
  );
  const body = { address: person.email };
  expect((await app.call('POST', routes.api.askErasure, { as: 'admin', body })).code).toBe(200);
  const [{ id: requestId }] = await query('SELECT max(id) AS id FROM person_requests');
  await query(
    "UPDATE person_requests SET confirmed_at = now(), confirmed_by = (SELECT id FROM members WHERE name = 'Second Admin')",
  );
  const before = await allRecords();
  const later = (key: string) => () =>
    app.web.get<Jobs>('Jobs').later('person.erase', { requestId: requestId as number }, key);

  // in the middle of the second order: the first is erased, the second is whole
  await kill(await heldAt('SELECT FROM remarks WHERE order_id = $1 FOR UPDATE', [second], later('one')), 'undone');
  const afterOne = await allRecords();
  expect(afterOne.map((record) => holds(record, words()))).toEqual([false, true, true]);
  expect(afterOne.slice(1)).toEqual(before.slice(1));
  await provenWhole();

  // before the third: what the database had begun it ends, as a whole
  await kill(await heldAt('SELECT FROM orders WHERE id = $1 FOR UPDATE', [third], later('two')), 'ended');
  await eventually(async () => !holds(await records(third), words()) || undefined, 30);
  expect((await allRecords()).map((record) => holds(record, words()))).toEqual([false, false, false]);
  await provenWhole();

  // between two files: one is gone and still listed, the others are there
  const listed = (await query('SELECT storage_key AS key FROM files_to_erase ORDER BY key')) as { key: string }[];
  expect(listed.length).toBeGreaterThan(5);
  const held = await heldAt(
    'SELECT FROM files_to_erase WHERE storage_key = $1 FOR UPDATE',
    [listed[2]!.key],
    later('three'),
  );
  await kill(held, 'undone');
  expect(await query('SELECT storage_key AS key FROM files_to_erase ORDER BY key')).toEqual(listed.slice(2));
  expect((await foundInFiles(app, words())).length).toBeGreaterThan(0);
  expect(await query('SELECT done_at FROM person_requests')).toEqual([{ done_at: null }]);

  const persons = app.web.get<PersonsService>('PersonsService');
  await persons.goOn();
  const [request] = await persons.newest({ id: 0 } as never);
  expect(request).toMatchObject({ state: 'done', address: 'z…@e…', left: [], erased: all });
  expect(await found(app, words())).toEqual([]);
  expect(await foundInFiles(app, words())).toEqual([]);
  expect(await query('SELECT FROM files_to_erase')).toEqual([]);
  expect(await query('SELECT count(*)::int AS n FROM erasures WHERE order_id = $1', [first])).toEqual([{ n: 1 }]);
  await provenWhole();
}, 300_000);
