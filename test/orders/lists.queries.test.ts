import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSource } from '../../src/database/data-source.js';
import { seedOrders } from '../../src/database/seed/seed-orders.js';
import { demoMembers } from '../../src/embedded/demo-data.js';
import { type Listing, ListsQueries, newestFirst, type Sorting } from '../../src/orders/lists.queries.js';
import { readEnv } from '../../src/platform/env.js';
import { queueNames, queueRows } from '../../src/shared/order-queues.js';
import { sortKeys } from '../../src/shared/orders.js';
import { makeDatabase, type TestDatabase } from '../support/database.js';

// What a question costs is the rows it reads: that stays true on any machine, and tells of an index that is missing.

let folder: string;
let place: TestDatabase;
let database: DataSource;
beforeAll(async () => {
  [place, folder] = await Promise.all([makeDatabase(), mkdtemp(join(tmpdir(), 'lists-'))]);
  const env = readEnv({ EMBEDDED: '1', DATA_DIR: folder });
  const now = new Date('2026-05-04T10:00:00Z');
  await seedOrders({ ownerUrl: place.ownerUrl, env, orders: 20_000, now, members: await demoMembers() });
  database = await dataSource(place.ownerUrl).initialize();
  await database.query('VACUUM ANALYZE orders');
}, 120_000);
afterAll(async () => {
  await database.destroy();
  await place.drop();
  await rm(folder, { recursive: true, force: true });
});

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

/** What PostgreSQL did for the statements of a question: how it went at the orders, and how many of them it read. */
async function readFor(ask: (queries: ListsQueries) => Promise<unknown>): Promise<{ ways: string[]; rows: number }> {
  const scans: Plan[] = [];
  const explaining = {
    query: async (sql: string, parameters: unknown[]) => {
      const [{ 'QUERY PLAN': plan }] = await database.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, parameters);
      scans.push(...flat(plan[0].Plan).filter((node) => node['Relation Name'] === 'orders'));
      return [{ n: 0 }];
    },
  };
  await ask(new ListsQueries(explaining as unknown as DataSource));
  const read = (node: Plan) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return { ways: scans.map((node) => node['Node Type']), rows: scans.reduce((sum, node) => sum + read(node), 0) };
}

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)];
}

const listings = queueNames.map((name): [string, Listing] => [name, { filter: queueRows[name].filter, memberId: 3 }]);
const page = 50;

describe.each(listings)('%s', (name, listing) => {
  test.each(
    sortKeys.flatMap((sort): [string, Sorting][] =>
      ['asc' as const, 'desc' as const].map((dir) => [`${sort} ${dir}`, { sort, dir }]),
    ),
  )('by %s reads a page, or a queue that is small, by an index, at its start and further on', async (_, sorting) => {
    const queries = new ListsQueries(database);
    const n = await queries.count(listing);
    const [after] = await queries.rows(listing, sorting, { offset: Math.floor(n / 2) }, 1);
    // what is few may be collected and sorted; of what one member holds that is all, done or not
    const [{ held }] = await database.query('SELECT count(*)::int AS held FROM orders WHERE held_by = 3');
    const all = name === 'myOrder' ? held : n;
    // once for the ids, once for their rows
    const few = 2 * Math.max(page, all < 1_000 ? all : 0);

    const first = await readFor((queries) => queries.rows(listing, sorting, { offset: 0 }, page));
    expect(first.ways).not.toContain('Seq Scan');
    expect(first.rows).toBeLessThanOrEqual(few);
    if (!after) return;
    const further = await readFor((queries) => queries.rows(listing, sorting, { after }, page));
    expect(further.ways).not.toContain('Seq Scan');
    // empty values are a stretch of their own
    expect(further.rows).toBeLessThanOrEqual(sorting.sort === 'refund_date' ? 2 * few : few);
  });

  test('is counted without its orders, but for what one member holds', async () => {
    const { ways, rows } = await readFor((queries) => queries.count(listing));
    expect(ways).not.toContain('Seq Scan');
    if (name !== 'myOrder') expect(rows).toBe(0);
  });

  test.each(['100777', 'nobody has this', '+60 12345', 'xy', 'a'])('is searched for %j by an index', async (text) => {
    const { ways } = await readFor((queries) => queries.count({ ...listing, text }));
    expect(ways).not.toContain('Seq Scan');
    const found = await readFor((queries) => queries.rows({ ...listing, text }, newestFirst, { offset: 0 }, page));
    expect(found.ways).not.toContain('Seq Scan');
    const after = { sorted: '2026-05-04 10:00:00.000001+00', id: 100_777 };
    const further = await readFor((queries) => queries.rows({ ...listing, text }, newestFirst, { after }, page));
    expect(further.ways).not.toContain('Seq Scan');
  });
});

test('what must be submitted next is read, and no more', async () => {
  const { ways, rows } = await readFor((queries) =>
    queries.soonest(['New', 'Priority', 'Awaiting'], ['Customer Called'], '2026-05-04', 10),
  );
  expect(ways).not.toContain('Seq Scan');
  expect(rows).toBeLessThanOrEqual(3 * 10 + 10);
});

test('every count of the desk reads what members hold, and no more', async () => {
  const { ways, rows } = await readFor((queries) => queries.counts([1, 2, 3]));
  expect(ways).not.toContain('Seq Scan');
  const [{ n }] = await database.query('SELECT count(*)::int AS n FROM orders WHERE held_by IS NOT NULL');
  expect(rows).toBeLessThanOrEqual(n);
});
