import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Env } from '../platform/env.js';
import { locationOf } from '../platform/location.js';
import { openStorage } from '../platform/open-storage.js';
import type { Storage } from '../platform/storage.js';
import type { Role } from '../shared/roles.js';
import { addDisputes } from './disputes.js';
import { addFaults } from './faults.js';
import { addOperations } from './operations.js';
import { addRequests } from './requests.js';
import { addReceivedMails } from './received-mails.js';
import { addShops } from './shops.js';
import { addStripeAnswers } from './stripe-answers.js';
import { lifeOf, type Worker } from './life.js';
import { addMacros } from './macros.js';
import { Rows, type Surroundings, tableNames, tables } from './rows.js';
import { storeSampleCards } from './sample-cards.js';
import { lockAll, takeDown } from './scaffold.js';
import { allNetworks } from './travellers.js';
import { addSubmissions } from './submissions.js';
import { addViews } from './views.js';

export type NewMember = { name: string; email: string; type: Role; passwordHash: string };

type SeedOptions = {
  ownerUrl: string;
  /** For the storage of documents and the length of the submission window. */
  env: Env;
  /** How many orders. The same number with the same `now` in an empty database gives the same orders. */
  orders: number;
  /** The time at which the newest order has just come in. */
  now: Date;
  /** The members to create if there are none yet. */
  members: readonly NewMember[];
  /** Called at intervals with the number of orders done, or with the name of another step. */
  onProgress?: (progress: number | string) => void;
};

/** How many orders' rows are made at once, while the server takes in the batch before. */
const batch = 4_000;
const tallies = ['queue_tally', 'queue_moves', 'country_tally', 'processed_tally'];
/** With more orders than this only a part of them keep their whole history, to save disk space. */
const fullHistories = 50_000;

/**
 * Adds orders with their histories, all or none, in one transaction by COPY. Indexes, keys and triggers are removed
 * meanwhile, and the tallies are counted once at the end. Every table is locked until the commit.
 * @throws Error when the tables are busy for a minute
 */
export async function seedOrders(options: SeedOptions): Promise<void> {
  const session = new Client({ connectionString: options.ownerUrl, application_name: 'arrival-card-desk seed' });
  await session.connect();
  try {
    await session.query('BEGIN');
    if (options.orders > 0) await lockAll(session);
    const members = await workers(session, options.members);
    if (options.orders > 0) await addOrders(session, members, options);
    await session.query('COMMIT');
    options.onProgress?.('tidying up');
    // Updates the planner's statistics and, for tables that weren't empty, the visibility map. No index entries need
    // removal.
    await session.query(
      `VACUUM (ANALYZE, INDEX_CLEANUP OFF) ${[...tableNames, 'order_search', 'queued_orders', 'holds', 'disputes', 'cards_due', 'cards_complained', 'board_tally', ...tallies].join(', ')}`,
    );
    if (options.orders > 0) await countStatistics(session);
  } finally {
    await session.end();
  }
}

async function addOrders(session: Client, members: Worker[], options: SeedOptions): Promise<void> {
  const { env, orders, onProgress } = options;
  const storage = await openStorage(env);
  const around = await surroundings(session, members, storage, options);
  await session.query("SET LOCAL maintenance_work_mem = '512MB'; SET LOCAL synchronous_commit = off");

  const scaffold = await takeDown(session, [...tableNames, 'order_search', 'queued_orders']);
  await fill(session, around, scaffold.emptyTables, onProgress);
  // Their triggers are disabled meanwhile.
  for (const table of ['order_search', 'queued_orders'])
    await session.query(`SELECT fill_${table}($1, $2)`, [around.firstId, around.firstId + orders]);
  onProgress?.('building the indexes');
  await scaffold.putUp();
  await advance(session, 'orders', around.firstId + orders);
  for (const [table, id] of Object.entries(around.nextId)) await advance(session, table, id);
  await addSubmissions(session, { ...around, env });
  await addFaults(session, around);
  await countTallies(session);
  // A trigger counts the board anew.
  await session.query(`TRUNCATE cards_due, cards_complained, board_tally;
    SELECT fill_cards_due(); SELECT fill_cards_complained(); SELECT fill_holds()`);
  // The triggers did not see the old orders: the next run of the erasing looks at all of them.
  await session.query('DELETE FROM retention_progress');
  await addDisputes(session, around);
  await addStripeAnswers(session, { ...around, brands: env.brands, storage });
  await addRequests(session, { ...around, member: around.members[0]!.name });
  await addOperations(session, around);
  await addReceivedMails(session, { ...around, mailDomain: env.APPLICATION_MAIL_DOMAIN, storage });
  await addShops(session, { ...around, env });
  await addViews(session, members);
  await addMacros(session, members);
}

async function surroundings(
  session: Client,
  members: Worker[],
  storage: Storage,
  options: SeedOptions,
): Promise<Surroundings> {
  const { env, orders, now } = options;
  const gateways = await session.query<{ id: number }>('SELECT id FROM gateways ORDER BY id');
  return {
    orders,
    now: now.getTime(),
    windowDays: env.SUBMISSION_WINDOW_DAYS,
    members,
    firstId: await nextId(session, 'orders'),
    nextId: {
      remarks: await nextId(session, 'remarks'),
      documents: await nextId(session, 'documents'),
      mails: await nextId(session, 'mails'),
      mail_events: await nextId(session, 'mail_events'),
      downloads: await nextId(session, 'downloads'),
      refunds: await nextId(session, 'refunds'),
      activity: await nextId(session, 'activity'),
    },
    gateways: gateways.rows.map(({ id }) => id),
    cards: await storeSampleCards(storage),
    mailDomain: env.APPLICATION_MAIL_DOMAIN,
    locations: await locationsOf(allNetworks),
    historyShare: orders > fullHistories ? 0.2 : 1,
  };
}

/** The existing members, else these new ones. */
async function workers(session: Client, members: readonly NewMember[]): Promise<Worker[]> {
  const known = await session.query<Worker & { id: number }>(
    'SELECT id, name FROM members WHERE deleted_at IS NULL ORDER BY id',
  );
  if (known.rows.length > 0) return known.rows;

  const added: Worker[] = [];
  for (const { name, email, type, passwordHash } of members) {
    const { rows } = await session.query<{ id: number }>(
      'INSERT INTO members (name, email, type, password_hash) VALUES ($1, $2, $3, $4) RETURNING id',
      [name, email, type, passwordHash],
    );
    added.push({ id: rows[0]!.id, name });
  }
  return added;
}

async function fill(
  session: Client,
  around: Surroundings,
  emptyTables: ReadonlySet<string>,
  onProgress: SeedOptions['onProgress'],
): Promise<void> {
  let sent = Promise.resolve();
  for (let start = 0; start < around.orders; start += batch) {
    const end = Math.min(start + batch, around.orders);
    const [rows] = await Promise.all([makeRows(start, end, around), sent]);
    onProgress?.(start);
    sent = send(session, rows, emptyTables);
  }
  await sent;
}

/** Yields to the event loop at intervals, so that rows are sent to the server. */
async function makeRows(start: number, end: number, around: Surroundings): Promise<Rows> {
  const rows = new Rows(around);
  for (let index = start; index < end; index++) {
    rows.add(lifeOf(index, around));
    if (index % 50 === 0) await breathe();
  }
  return rows;
}

async function send(session: Client, rows: Rows, emptyTables: ReadonlySet<string>): Promise<void> {
  for (const table of tableNames) {
    const columns = tables[table].split(/\s+/).map((column) => session.escapeIdentifier(column));
    // Frozen rows in a table that was empty are visible to all transactions, so no vacuum is needed later.
    const how = emptyTables.has(table) ? ' WITH (FREEZE)' : '';
    const stream = session.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN${how}`));
    await pipeline(Readable.from(pieces(rows.of(table))), stream);
  }
}

function* pieces(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += 262_144) yield bytes.subarray(at, at + 262_144);
}

/** The tallies are sums, so that a full recount is correct whatever they were before. */
async function countTallies(session: Client): Promise<void> {
  await session.query(`
    TRUNCATE ${tallies.join(', ')};
    INSERT INTO queue_tally
      SELECT process_status, CASE WHEN process_status = 'Future' THEN process_month END AS month, count(*), true
      FROM orders GROUP BY process_status, month;
    INSERT INTO country_tally
      SELECT (create_ts AT TIME ZONE 'UTC')::date AS day, nationality, processing_mode, count(*), true
      FROM orders WHERE process_status <> 'Deleted' GROUP BY day, nationality, processing_mode;
    INSERT INTO processed_tally
      SELECT (processed_at AT TIME ZONE 'UTC')::date AS day, processed_by, count(*), true
      FROM orders WHERE processed_by IS NOT NULL AND processed_at IS NOT NULL GROUP BY day, processed_by`);
}

/** Every day and month, as the job counts them. */
async function countStatistics(session: Client): Promise<void> {
  await session.query(`SELECT recount_statistics(ARRAY(SELECT day::date FROM generate_series(
    (SELECT kl_day(min(create_ts)) FROM orders)::timestamp, kl_day(now())::timestamp, interval '1 day') AS day))`);
  await session.query('SELECT sum_statistic_months(1000)');
}

async function nextId(session: Client, table: string): Promise<number> {
  const { rows } = await session.query<{ sequence: string }>("SELECT pg_get_serial_sequence($1, 'id') AS sequence", [
    table,
  ]);
  const next = await session.query<{ id: string }>(
    `SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END AS id FROM ${rows[0]!.sequence}`,
  );
  return Number(next.rows[0]!.id);
}

async function advance(session: Client, table: string, next: number): Promise<void> {
  await session.query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2, false)", [table, next]);
}

async function locationsOf(networks: readonly string[]): Promise<Map<string, string>> {
  const locations = await Promise.all(networks.map((network) => locationOf(`${network}.77.77`)));
  return new Map(networks.map((network, index) => [network, locations[index]!]));
}
