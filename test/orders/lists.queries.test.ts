import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSource } from '../../src/database/data-source.js';
import { seedOrders } from '../../src/seed/seed-orders.js';
import { demoMembers } from '../../src/seed/demo-data.js';
import type { Listing, Sorting, Start } from '../../src/orders/listing.queries.js';
import { hasTrigrams, ListsQueries } from '../../src/orders/lists.queries.js';
import { readEnv } from '../../src/platform/env.js';
import { newestFirst, queueNames, queueRows } from '../../src/shared/order-queues.js';
import { settledStatuses } from '../../src/shared/order-statuses.js';
import { sortKeys } from '../../src/shared/orders.js';
import { makeDatabase, type TestDatabase } from '../support/database.js';
import { sampleOf } from '../support/sample.js';

// The cost of a query is the number of rows it reads: the same on any machine, and large where an index is missing.

let folder: string;
let testDatabase: TestDatabase;
let database: DataSource;
beforeAll(async () => {
  [testDatabase, folder] = await Promise.all([makeDatabase(), mkdtemp(join(tmpdir(), 'lists-'))]);
  const env = readEnv({ EMBEDDED: '1', DATA_DIR: folder });
  const now = new Date('2026-05-04T10:00:00Z');
  await seedOrders({ ownerUrl: testDatabase.ownerUrl, env, orders: 20_000, now, members: await demoMembers() });
  database = await dataSource(testDatabase.ownerUrl).initialize();
  await database.query('VACUUM ANALYZE orders, queued_orders, order_search, cards_due');
});
afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
  await rm(folder, { recursive: true, force: true });
});

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
};

type Cost = { ways: string[]; rows: number; buffers: number };

/** What PostgreSQL did for the statements of a query: its scans of the orders, the rows they read, and the pages read. */
async function readFor(ask: (queries: ListsQueries) => Promise<unknown>): Promise<Cost> {
  const scans: Plan[] = [];
  let buffers = 0;
  const explaining = {
    query: async (sql: string, parameters: unknown[]) => {
      const [{ 'QUERY PLAN': plan }] = await database.query(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
        parameters,
      );
      buffers += plan[0].Plan['Shared Hit Blocks'] + plan[0].Plan['Shared Read Blocks'];
      scans.push(
        ...flat(plan[0].Plan).filter((node) =>
          /^(?:orders|queued_orders|order_search)$/.test(node['Relation Name'] ?? ''),
        ),
      );
      return [{ n: 0 }];
    },
  };
  await ask(new ListsQueries(explaining as unknown as DataSource));
  const read = (node: Plan) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const rows = scans.reduce((sum, node) => sum + read(node), 0);
  return { ways: scans.map((node) => node['Node Type']), rows, buffers };
}

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)];
}

const listings = queueNames.map((name): [string, Listing] => [name, { filter: queueRows[name].filter, memberId: 3 }]);
const page = 50;
/** How many of the newest orders are scanned for a text without trigrams. */
const newest = 1_000;

const allSorts = sortKeys.flatMap((sort): [string, Sorting][] =>
  ['asc' as const, 'desc' as const].map((dir) => [`${sort} ${dir}`, { sort, dir }]),
);
/** In the gate every second sorting, the others for every second queue, so that each is asked for. */
const sorts = (name: string) => {
  const first = queueNames.indexOf(name as never) % 2;
  return sampleOf(
    allSorts,
    allSorts.flatMap((_, place) => (place % 2 === first ? [place] : [])),
  );
};

describe.each(listings)('%s', (name, listing) => {
  test.each(sorts(name))(
    'by %s reads a page, or a queue that is small, by an index, at its start and further on',
    async (_, sorting) => {
      const queries = new ListsQueries(database);
      const n = await queries.count(listing);
      const [after] = await queries.rows(listing, sorting, { offset: Math.floor(n / 2) }, 1);
      // a small queue may be collected and sorted; rows are read twice, for the ids and then for the rows
      const few = 2 * Math.max(page, n < 1_000 ? n : 0);

      const first = await readFor((queries) => queries.rows(listing, sorting, { offset: 0 }, page));
      expect(first.ways).not.toContain('Seq Scan');
      expect(first.rows).toBeLessThanOrEqual(few);
      if (!after) return;
      const further = await readFor((queries) => queries.rows(listing, sorting, { after }, page));
      expect(further.ways).not.toContain('Seq Scan');
      // empty values are a separate range of the index
      expect(further.rows).toBeLessThanOrEqual(sorting.sort === 'refund_date' ? 2 * few : few);
    },
  );

  test('is counted without its orders, but for what one member holds', async () => {
    const { ways, rows } = await readFor((queries) => queries.count(listing));
    expect(ways).not.toContain('Seq Scan');
    if (name !== 'myOrder') expect(rows).toBe(0);
  });

  test.each(['100777', 'nobody has this', '+60 12345', 'xy', 'a', '...', '+ -', '刘洋'])(
    'is searched for %j by an index',
    async (text) => {
      const asked = hasTrigrams(text) ? { ...listing, text } : { ...listing, text, newest };
      const { ways, rows } = await readFor((queries) => queries.count(asked));
      expect(ways).not.toContain('Seq Scan');
      // the scanned newest orders, and the orders with that name
      if (asked.text && !hasTrigrams(text)) expect(rows).toBeLessThanOrEqual(3 * newest + page);
      const found = await readFor((queries) => queries.rows(asked, newestFirst, { offset: 0 }, page));
      expect(found.ways).not.toContain('Seq Scan');
      const after = { sorted: '2026-05-04 10:00:00.000001+00', id: 100_777 };
      const further = await readFor((queries) => queries.rows(asked, newestFirst, { after }, page));
      expect(further.ways).not.toContain('Seq Scan');
    },
  );
});

const everywhere: Listing = { filter: { everything: true }, memberId: 3 };

describe('the filter of a due card', () => {
  const about = { memberId: 3, today: '2026-05-04', brands: [] };
  const due = (standing: string, listing = everywhere): Listing => ({
    ...listing,
    chosen: { filters: { standing }, about },
  });
  const collected = due('late');
  const scanned: Listing = { ...collected, plan: 'scan' };

  test.each(allSorts)(
    'by %s finds the same orders in the list’s own order as among all that are due',
    async (_, sorting) => {
      const queries = new ListsQueries(database);
      const ids = async (listing: Listing, start: Start) =>
        (await queries.rows(listing, sorting, start, page)).map(({ id }) => id);
      const first = await ids(scanned, { offset: 0 });
      expect(first).toEqual(await ids(collected, { offset: 0 }));
      expect(first).toHaveLength(page);
      expect(await ids(scanned, { offset: 200 })).toEqual(await ids(collected, { offset: 200 }));
      const after = (await queries.cursorAt(first[9]!, sorting))!;
      expect(await ids(scanned, { after })).toEqual(await ids(collected, { after }));
    },
  );

  test('reads the due cards by an index, and each order once at the most', async () => {
    const queries = new ListsQueries(database);
    const late = await queries.count(collected);
    expect(late).toBeGreaterThan(300);
    expect((await readFor((queries) => queries.count(collected))).buffers).toBeLessThan(3 * late);
    expect((await readFor((queries) => queries.count(due('open')))).buffers).toBeLessThan(
      50 + 3 * (await queries.count(due('open'))),
    );
    const read = await readFor((queries) => queries.rows(scanned, newestFirst, { offset: 0 }, page));
    expect(read.ways).not.toContain('Seq Scan');
    expect(read.buffers).toBeLessThan(1_200);
    for (const standing of ['waits', 'safe']) {
      const walked = { ...due(standing, { filter: { status: 'Completed' }, memberId: 3 }), newest };
      const { buffers } = await readFor((queries) => queries.rows(walked, newestFirst, { offset: 0 }, page));
      expect(buffers).toBeLessThan(2 * newest);
    }
  });
});

/** The most frequent name in that script, and how many orders have it. */
async function nameOf(script: string): Promise<{ name: string; n: number }> {
  const [row] = await database.query(
    'SELECT full_name AS name, count(*)::int AS n FROM orders WHERE full_name ~ $1 GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1',
    [script],
  );
  return row;
}

test.each([
  ['Latin', '^[A-Za-z ]{9,}$'],
  ['Cyrillic', '[а-я]{4}'],
  ['Arabic', '[ء-ي]{4}'],
  ['Chinese', '^[一-龥]{3,}$'],
  ['Thai', '[ก-ฮ]{2}'],
])('a %s name is found by the index, at the cost of its rows', async (_, script) => {
  const { name, n } = await nameOf(script);
  expect(hasTrigrams(name)).toBe(true);
  const asked = { ...everywhere, text: name };
  expect(await new ListsQueries(database).count(asked)).toBeGreaterThanOrEqual(n);
  const queries = new ListsQueries(database);
  const { rows, total } = await queries.search(asked, newestFirst, { offset: 0 }, page);
  expect(total).toBe(await queries.count(asked));
  expect(rows.map(({ id }) => id)).toEqual(
    (await queries.rows({ ...asked, plan: 'scan' }, newestFirst, { offset: 0 }, page)).map(({ id }) => id),
  );
  // counted and read at once
  const { ways, buffers } = await readFor((queries) => queries.search(asked, newestFirst, { offset: 0 }, page));
  expect(ways).toContain('Bitmap Heap Scan');
  expect(buffers).toBeLessThanOrEqual(60 + n + 12 * Math.min(n, page));
});

test('a Chinese name of two letters is found among all orders, and any two letters among the newest', async () => {
  const { name, n } = await nameOf('^[一-龥]{2}$');
  expect(hasTrigrams(name)).toBe(false);
  const queries = new ListsQueries(database);
  expect(await queries.count({ ...everywhere, text: name, newest: 10 })).toBe(n);
  const [{ part }] = await database.query(
    `SELECT count(*)::int AS part FROM (SELECT search_text FROM order_search ORDER BY create_ts DESC, id DESC LIMIT ${newest}) recent
     WHERE search_text LIKE '%an%'`,
  );
  expect(part).toBeGreaterThan(0);
  expect(await queries.count({ ...everywhere, text: 'An', newest })).toBe(part);
});

test('a name of few letters that a shop wrote with a wide blank is found among all orders, by an index', async () => {
  const oldest = 'SELECT id FROM orders ORDER BY create_ts, id LIMIT 1';
  const [{ id, name }] = await database.query(`SELECT id, full_name AS name FROM orders WHERE id = (${oldest})`);
  const rename = (to: string) => database.query('UPDATE orders SET full_name = $2 WHERE id = $1', [id, to]);
  const queries = new ListsQueries(database);
  const asked = { ...everywhere, text: '黄 强', newest };
  expect(await queries.count(asked)).toBe(0);
  await rename('黄　强');
  expect(await queries.count(asked)).toBe(1);
  expect((await readFor((queries) => queries.count(asked))).ways).not.toContain('Seq Scan');
  await rename(name);
});

test('an address, passport, order id or transaction asked whole is found by its own index', async () => {
  const [order] = await database.query(
    'SELECT id, contact_email_address AS address, passport_no AS passport, transaction_id AS transaction FROM orders WHERE id = 105000',
  );
  const queries = new ListsQueries(database);
  for (const text of [String(order.id), order.address.toUpperCase(), order.passport.toLowerCase(), order.transaction]) {
    const ids = await queries.named(text, everywhere);
    expect(ids).toContain(order.id);
    expect(await queries.count({ ...everywhere, ids })).toBe(ids.length);
    const [row] = await queries.rows({ ...everywhere, ids: [order.id] }, newestFirst, { offset: 0 }, page);
    expect(row!.id).toBe(order.id);
    for (const ask of [
      (queries: ListsQueries) => queries.named(text, everywhere),
      (queries: ListsQueries) => queries.rows({ ...everywhere, ids: [order.id] }, newestFirst, { offset: 0 }, page),
    ]) {
      const { ways, buffers } = await readFor(ask);
      expect(ways).not.toContain('Seq Scan');
      expect(buffers).toBeLessThanOrEqual(20);
    }
  }
  expect(await queries.named(order.passport, { filter: { status: 'Future' }, memberId: 3 })).toEqual([]);
});

test.each(['abc', 'ab c', 'w. li', '100777', 'นาย', 'ชัย', 'ليل', 'жук'])(
  '%j has trigrams, by which the index finds it',
  async (text) => {
    expect(hasTrigrams(text)).toBe(true);
    expect(await candidates(text)).toBeLessThan(15_000);
  },
);

test.each(['黄强', '...', '+ -', 'a', 'ab', '10', '@'])(
  '%j has none, and the index would give every order',
  async (text) => {
    expect(hasTrigrams(text)).toBe(false);
    expect(await candidates(text)).toBeGreaterThanOrEqual(20_000);
  },
);

/** How many candidates the search index gives for a text. */
async function candidates(text: string): Promise<number> {
  return database.transaction(async (inside) => {
    await inside.query('SET LOCAL enable_seqscan = off');
    const [{ 'QUERY PLAN': plan }] = await inside.query(
      `EXPLAIN (ANALYZE, FORMAT JSON) SELECT FROM order_search WHERE search_text LIKE '%${text}%'`,
    );
    return flat(plan[0].Plan).find((node) => node['Node Type'] === 'Bitmap Index Scan')!['Actual Rows'];
  });
}

test('eight searches that walk take two connections between them', async () => {
  let running = 0;
  let most = 0;
  const slow = {
    query: async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running--;
      return [{ n: 0 }];
    },
  };
  const queries = new ListsQueries(slow as unknown as DataSource);
  await Promise.all(Array.from({ length: 8 }, () => queries.count({ ...everywhere, text: 'a', newest })));
  expect(most).toBe(2);
  most = 0;
  await Promise.all(Array.from({ length: 8 }, () => queries.count({ ...everywhere, text: 'abc' })));
  expect(most).toBe(8);
});

test.each(['2026-05-04', '2099-01-01'])('what must be submitted next on %s is read, and no more', async (today) => {
  const { ways, rows, buffers } = await readFor((queries) =>
    queries.soonest(['New', 'Priority', 'Awaiting'], ['Customer Called'], { from: today, today }, 10),
  );
  expect(ways).not.toContain('Seq Scan');
  expect(rows).toBeLessThanOrEqual(3 * 10 + 10);
  // far too few for a read of the 16,000 documents
  expect(buffers).toBeLessThanOrEqual(200);
});

test('what a member holds is counted and listed whatever that member has finished', async () => {
  const mine: Listing = { filter: { heldByMe: true }, memberId: 3 };
  const questions: ((queries: ListsQueries) => Promise<unknown>)[] = [
    (queries) => queries.count(mine),
    (queries) => queries.counts([3], '2026-05-04'),
    (queries) => queries.rows(mine, newestFirst, { offset: 0 }, page),
  ];
  const settle = (process_status: string, heldBy: string) =>
    database.query(
      `UPDATE orders SET held_by = ${heldBy} WHERE id IN (
         SELECT id FROM orders WHERE process_status = $1 AND held_by IS NOT DISTINCT FROM ${heldBy === '3' ? 'NULL' : '3'} LIMIT 3000)`,
      [process_status],
    );
  const before = await Promise.all(questions.map(readFor));
  await settle('Completed', '3');
  await database.query('VACUUM ANALYZE orders, holds, queued_orders');
  const after = await Promise.all(questions.map(readFor));
  await settle('Completed', 'NULL');
  await database.query('VACUUM ANALYZE orders, holds, queued_orders');

  for (const [at, { buffers, rows }] of after.entries()) {
    expect(rows).toBe(before[at]!.rows);
    expect(buffers).toBeLessThanOrEqual(before[at]!.buffers + 10);
  }
  expect(after[0]!.buffers).toBeLessThanOrEqual(10);
});

test.each(['allOrder', 'completedOrder', 'futureOrder', 'myOrder'] as const)(
  'the keys of %s for a selection are read in the order of an index, and each order once',
  async (name) => {
    const listing = { filter: queueRows[name].filter, memberId: 3 };
    const { ways, rows, buffers } = await readFor((queries) => queries.keys(listing, 10_000));
    expect(ways).not.toContain('Seq Scan');
    // a queue’s ids are read from the narrow table, and then the orders
    expect(rows).toBeLessThanOrEqual('status' in listing.filter ? 20_000 : 10_000);
    expect(buffers).toBeLessThanOrEqual(4_000);
  },
);

test('every count of the desk reads what members hold, and no more', async () => {
  const { ways, rows } = await readFor((queries) => queries.counts([1, 2, 3], '2026-05-04'));
  expect(ways).not.toContain('Seq Scan');
  const [{ n }] = await database.query(
    `SELECT count(*)::int AS n FROM orders WHERE held_by IS NOT NULL AND process_status <> ALL($1)`,
    [settledStatuses],
  );
  expect(rows).toBeLessThanOrEqual(n);
});
