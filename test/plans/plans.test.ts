import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { RetentionService } from '../../src/retention/retention.service.js';
import { demoMembers } from '../../src/seed/demo-data.js';
import { seedOrders } from '../../src/seed/seed-orders.js';
import { eventually, startApp, type TestApp } from '../support/app.js';
import { times } from '../support/sample.js';
import { texts, walk } from './walk.js';

/** How many 8 KB pages a statement may read, unless a row of `dear` says otherwise. */
const usual = 150;

/**
 * Statements that may read more, each with its pages at 100,000 orders and why. A statement is found by the first row that
 * fits its text; one without a row may read `usual` pages.
 */
const dear: [shape: RegExp, pages: number, why: string][] = [
  [/\) faults LIMIT/, Infinity, 'the daily check of the data reads all of it'],
  [
    /activity_hashes h (?:LEFT )?JOIN activity a|FROM activity a LEFT JOIN activity_hashes/,
    Infinity,
    'the daily check of the audit reads all of it',
  ],
  [/NOT EXISTS \(SELECT FROM activity_hashes/, 8_000, 'each minute the newest 100,000 acts are held against the chain'],
  [/json_to_recordset\(\$1\) AS f \(id int, version int, checks/, 5_000, 'five hundred orders whose checks changed'],
  [/SELECT id, version, checks, full_name/, 5_000, 'the facts of five hundred orders for their checks'],
  [/unnest\(\$1::text\[\], \$2::date\[\], \$3::int\[\]\)/, 3_000, 'the doubles of five hundred orders'],
  [/sum_statistic_months\(/, 600, 'the days of the months that changed are summed again'],
  [/recount_statistics\(/, 12_000, 'the days that changed are counted again'],
  [/FROM orders WHERE paid_at >= greatest\(month/, 4_000, 'the payments of each month, by an index alone'],
  [/o\.checks <> '\{\}'/, 2_000, 'the orders of a list with a check, counted up to a bound'],
  [/listed\.n .* LIMIT 500\b/, 3_000, 'five hundred rows, each found by its id'],
  [
    /listed\.n /,
    700,
    'fifty rows, each found by its id, its due card and its marks; of a column with empty values, fifty of two ranges',
  ],
  [/said\.remark_name/, 600, 'fifty customers to call, each found by its id, with its due card and its newest remark'],
  [/strpos\(o\.search/, 4_000, 'a text without a trigram is looked for in the newest 50,000 orders'],
  [/o\.search_text LIKE/, 1_500, 'every order that contains the text is read'],
  [/o\.id = ANY\(\$\d\)/, 2_500, 'up to five hundred orders that a text names exactly'],
  [/unnest\(\$1::text\[\]/, 500, 'the next ten of each status, passing over those with a card'],
  [/m\.state = 'complained'/, 1_300, 'every order with a complaint about a mail, each with its newest card mail'],
  [/AS micros, create_ts .* FROM activity/, 3_000, 'the export reads 5,000 rows at a time, in the order of an index'],
  [/FROM mails ORDER BY id DESC LIMIT 2000/, 2_500, 'the newest two thousand mails, for the operator’s page'],
  [
    /SELECT m\.state FROM mails m WHERE m\.order_id = o\.id/,
    200_000,
    'of up to 50,000 orders, each with its newest card mail',
  ],
  [/ORDER BY o\.doa (?:ASC|DESC), o\.id (?:ASC|DESC) LIMIT \$\d/, 60_000, 'a filtered list of up to 50,000 arrivals'],
  [
    /o\.id IN \(SELECT c\.order_id FROM cards_due/,
    2_000,
    'the due cards of a standing, and the list until a page is full',
  ],
  [/FROM \(SELECT \* FROM orders o WHERE true/, 16_000, 'a list is filtered among its newest 50,000 orders'],
  [/FROM \(SELECT \* FROM queued_orders o WHERE true/, 3_000, 'the same of a queue, whose rows are narrow'],
  [
    /^SELECT o\.id, o\.process_status, o\.version FROM orders/,
    3_000,
    'the keys of ten thousand orders, each read once',
  ],
  [
    /FROM \(SELECT FROM (?:queued_)?orders o WHERE true AND o\.doa/,
    2_000,
    'a filter’s arrivals are counted up to 50,001',
  ],
  [/o\.id = ANY\(ARRAY\(SELECT/, 8_000, 'each order that an index has for a filter is read'],
  [/FROM statistic_marks/, 600, 'each day of the period is looked up among the counted ones'],
  [/statistic_events\(/, 12_000, 'everything that happened on the days of a page of rows, each with its order'],
  [/FROM monthly_statistics/, 400, 'the sums of whole months, and the counts of the days at both ends'],
  [/^UPDATE "orders" SET/, 250, 'the new version of an order is written into each of its indexes'],
  [/retention_(?:waiting|progress)/, 10, 'a run with nothing due reads where the last one ended, and what it left'],
  [/FROM webhook_deliveries d JOIN webhook_endpoints e/, 400, 'fifty deliveries, each with its order and its last try'],
  [/FROM disputes d JOIN orders o/, 3_000, 'every dispute of the period with its order'],
];

/**
 * Tables that stay small, however many orders come in: they may be read whole. An undo is kept for a minute, a lease while
 * its member works; the tally of the queues and its moves are folded each minute; that of the board and the runs of the
 * erasing have a row a day.
 */
const small = new Set([
  'applied_functions',
  'known_definitions',
  // a row for each form that a member has begun, each text that a customer typed in the last hour, each copy of a person's data, and each link of the last day
  'drafts',
  'visitor_drafts',
  'person_copies',
  'reset_links',
  'board_tally',
  'gateways',
  'intake_keys',
  'invoice_years',
  'job_runs',
  'leases',
  'members',
  'migrations',
  'policies',
  'queue_moves',
  'queue_tally',
  'retention_runs',
  'shops',
  'undos',
  'webhook_endpoints',
]);

type Statement = { text: string; values: unknown[] };
type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Plan[];
};

let app: TestApp;
const statements = new Map<string, Statement[]>();
/** How many statements there were in all. */
let asked = 0;

beforeAll(async () => {
  app = await startApp({ worker: true });
  // the daily erasing that begins with the worker must not meet the orders that are written now: it would put some aside
  const retention = app.web.get<RetentionService>('RetentionService');
  await eventually(async () => (await retention.runs()).some(({ ended_at }) => ended_at !== null));
  const ownerUrl = app.settings.DATABASE_OWNER_URL!;
  const orders = times(20_000, 100_000);
  await seedOrders({ ownerUrl, env: app.env, orders, now: new Date(), members: await demoMembers() });
  noteStatements(app.web.get(DataSource));
  noteStatements(app.jobs!.get(DataSource));
  await walk(app);
}, 600_000);
afterAll(() => app.close());

/** Notes each statement of the application, up to a dozen calls of each text. */
function noteStatements(database: DataSource): void {
  const logQuery = (text: string, values: unknown[] = []) => {
    asked += 1;
    if (!/^(?:\/\*.*?\*\/ )?\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)/i.test(text)) return;
    const calls = statements.get(text) ?? [];
    if (calls.length < 12) statements.set(text, [...calls, { text, values }]);
  };
  Object.assign(database.logger, { logQuery });
}

const shortened = (text: string) =>
  text.replaceAll(/\s+/g, ' ').replace(/"(\w+)"\."\w+" AS "\w+"(?:, "\w+"\."\w+" AS "\w+")+/, '$1.*');

const limitOf = (text: string) => dear.find(([shape]) => shape.test(shortened(text)))?.[1] ?? usual;

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)];
}

describe('every statement of the product', () => {
  test('reads indexes alone, whatever its tables hold', async () => {
    const whole: string[] = [];
    for (const [text, [call]] of statements) {
      if (limitOf(text) === Infinity) continue;
      const { plan } = await explained(text, call!.values, 'FORMAT JSON', 'SET LOCAL enable_seqscan = off');
      const read = flat(plan).filter((node) => node['Node Type'] === 'Seq Scan' && !small.has(node['Relation Name']!));
      if (read.length > 0) whole.push(`${read.map((node) => node['Relation Name']).join()}: ${shortened(text)}`);
    }
    expect(whole).toEqual([]);
  }, 300_000);

  test('reads few pages', async () => {
    // dead rows of the walk would be read, too, until autovacuum comes by
    await app.database.query('VACUUM');
    const over: string[] = [];
    for (const [text, calls] of statements) {
      let most = 0;
      for (const { values } of calls) most = Math.max(most, (await explained(text, values, measuring)).pages);
      const limit = limitOf(text);
      if (most > limit) over.push(`${most} pages, ${limit} allowed: ${shortened(text)}`);
    }
    expect(over).toEqual([]);
  }, 300_000);

  test('is known: the walk reached the lists, the searches and the writes', () => {
    const all = [...statements.keys()].map(shortened).join('\n');
    for (const part of [
      'lists.page',
      'lists.counts',
      'INSERT INTO activity',
      'INSERT INTO "mails"',
      'FROM "downloads"',
    ])
      expect(all).toContain(part);
    expect(statements.size).toBeGreaterThan(200);
    expect(texts.length).toBeGreaterThan(9);
  });
});

describe('a write', () => {
  const many = (path: string, orderId: number[], more: object) =>
    app.call('PUT', `/api/admin/${path}`, { as: 'admin', body: { orderId, ...more } });
  /** Updates of orders: all, and those that wrote to an index though the row's page had room, as of an indexed column. */
  const updates = async (): Promise<{ all: number; indexed: number }> => {
    const [counted] = await app.database.query(
      `SELECT n_tup_upd::int AS all, (n_tup_upd - n_tup_hot_upd - n_tup_newpage_upd)::int AS indexed
       FROM pg_stat_user_tables WHERE relname = 'orders'`,
    );
    return counted;
  };

  test('of two hundred orders takes tens of statements, and changes no indexed column of orders', async () => {
    const free = await app.database.query(
      "SELECT id FROM orders WHERE process_status = 'Future' AND held_by IS NULL ORDER BY id LIMIT 200",
    );
    const ids: number[] = free.map(({ id }: { id: number }) => id);
    const before = await eventually(async () => {
      const first = await updates();
      await sleep(1_200);
      return first.all === (await updates()).all ? first : undefined;
    });
    for (const [path, more] of [
      ['assign-order-status', { assignto: 'Demo Admin' }],
      ['assign-order-status', { assignto: '' }],
      ['move-order-status', { updatingStatus: 'Contact Customer' }],
    ] as const) {
      const begun = asked;
      const { body } = await many(path, ids, more);
      expect(body).toMatchObject({ status: 1, data: { failed: [] } });
      expect(asked - begun).toBeLessThan(60);
    }
    const after = await eventually(async () => {
      const now = await updates();
      return now.all - before.all >= 3 * ids.length ? now : undefined;
    });
    expect(after.indexed).toBe(before.indexed);
  });

  test('an undo, which lives for a minute, is written without WAL', async () => {
    const [undos] = await app.database.query(
      "SELECT relpersistence AS kept FROM pg_class WHERE oid = 'undos'::regclass",
    );
    expect(undos).toEqual({ kept: 'u' });
  });

  test('no index of orders has a column that a move or a hold changes, and none of leases one that a renewal changes', async () => {
    const indexed = async (table: string): Promise<string[]> => {
      const columns = await app.database.query(
        `SELECT DISTINCT attname AS name FROM pg_depend d JOIN pg_index i ON i.indexrelid = d.objid
           JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
         WHERE d.classid = 'pg_class'::regclass AND d.refobjid = $1::regclass`,
        [table],
      );
      return columns.map(({ name }: { name: string }) => name);
    };
    expect(await indexed('leases')).toEqual(['member_id']);
    const names = await indexed('orders');
    expect(names).toContain('doa');
    for (const name of [
      'process_status',
      'held_by',
      'held_since',
      'version',
      'changed_by',
      'changed_at',
      'last_change',
      'submit_again',
    ])
      expect(names).not.toContain(name);
  });
});

const measuring = 'ANALYZE, BUFFERS, FORMAT JSON';

/** A statement's plan and, when it is measured, the pages it read. What it writes is rolled back. */
async function explained(text: string, values: unknown[], how: string, setting = 'SELECT') {
  const runner = app.database.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(setting);
    const [{ 'QUERY PLAN': found }] = await runner.query(`EXPLAIN (${how}) ${text}`, values);
    const plan = found[0].Plan as Plan;
    return { plan, pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0) };
  } catch (error) {
    // A row that the walk has written can't be written once more, and a table that one connection made for itself is gone.
    if (['23505', '42P01'].includes((error as { code?: string }).code!))
      return { plan: { 'Node Type': 'None' }, pages: 0 };
    throw error;
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}
