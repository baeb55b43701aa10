import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { Client, type QueryResultRow } from 'pg';
import { tableNames } from '../../src/seed/rows.js';
import { type NewMember, seedOrders } from '../../src/seed/seed-orders.js';
import { type Env, readEnv } from '../../src/platform/env.js';
import { checkCard } from '../../src/documents/card-file.js';
import { matchCard } from '../../src/documents/card-match.js';
import { FolderStorage } from '../../src/platform/folder-storage.js';
import { byTime, detailsOf, nextState, stripeDispute } from '../../src/stripe/stripe-dispute.js';
import { activityWords } from '../../src/shared/activity-words.js';
import type { ActivityEntry } from '../../src/shared/orders.js';
import { packFacts } from '../../src/shared/pack-facts.js';
import { allStatuses } from '../../src/shared/order-statuses.js';
import { eventually } from '../support/eventually.js';
import { makeDatabase, type TestDatabase } from '../support/database.js';

const now = new Date('2026-05-04T10:00:00Z');
const members: NewMember[] = [
  { name: 'Ann', email: 'ann@example.com', type: 'Admin', passwordHash: '!' },
  { name: 'Bob', email: 'bob@example.com', type: 'Team', passwordHash: '!' },
];

let folder: string;
let env: Env;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seed-'));
  env = readEnv({ EMBEDDED: '1', DATA_DIR: folder });
});

afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  await rm(folder, { recursive: true, force: true });
});

async function seeded(orders: number): Promise<TestDatabase> {
  const database = await makeDatabase();
  databases.push(database);
  await seedOrders({ ownerUrl: database.ownerUrl, env, orders, now, members });
  return database;
}

/** As `seeded`, beside a job that holds a table and then reads another one. */
async function seededBeside(orders: number): Promise<TestDatabase> {
  const database = await makeDatabase();
  databases.push(database);
  const job = new Client(database.ownerUrl);
  await job.connect();
  await job.query('BEGIN; LOCK TABLE queue_tally IN ROW EXCLUSIVE MODE');
  const seeding = seedOrders({ ownerUrl: database.ownerUrl, env, orders, now, members });
  const begun = `SELECT FROM pg_stat_activity WHERE application_name = 'arrival-card-desk seed'
    AND datname = current_database() AND xact_start < clock_timestamp() - interval '300 milliseconds'`;
  await eventually(async () => (await ask(database, begun)).length === 1);
  await job.query('SELECT count(*) FROM orders');
  await job.query('COMMIT');
  await job.end();
  await seeding;
  return database;
}

async function ask<Row extends QueryResultRow>({ ownerUrl }: TestDatabase, sql: string): Promise<Row[]> {
  const client = new Client(ownerUrl);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The content of all rows, table by table. */
async function content(database: TestDatabase): Promise<unknown[]> {
  const sums = tableNames.map(
    (table) => `SELECT '${table}' AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM ${table} t`,
  );
  return ask(database, `${sums.join(' UNION ALL ')} ORDER BY name`);
}

/** Indexes, keys and triggers; whether the keys are validated and the triggers enabled. */
async function structure(database: TestDatabase): Promise<unknown[]> {
  return ask(
    database,
    `SELECT indexdef AS part, '' AS state FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid), convalidated::text FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT pg_get_triggerdef(oid), tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
  );
}

const tallied = `SELECT process_status, sum(n)::int AS n FROM queue_tally GROUP BY 1 HAVING sum(n) <> 0 ORDER BY 1`;
const counted = `SELECT process_status, count(*)::int AS n FROM orders GROUP BY 1 ORDER BY 1`;

describe('two thousand seeded orders', () => {
  let database: TestDatabase;
  let untouched: unknown[];

  beforeAll(async () => {
    const empty = await makeDatabase();
    databases.push(empty);
    untouched = await structure(empty);
    database = await seeded(2000);
  });

  test('are the same in another database, where a job that holds one table and reads the next is no deadlock', async () => {
    expect(await content(await seededBeside(2000))).toEqual(await content(database));
  });

  test('leave every index, key and trigger as it was', async () => {
    expect(await structure(database)).toEqual(untouched);
  });

  test('are tallied as they are counted, by queue, country and member', async () => {
    expect(await ask(database, tallied)).toEqual(await ask(database, counted));
    const differences = await ask(
      database,
      `(SELECT (create_ts AT TIME ZONE 'UTC')::date AS day, nationality || processing_mode AS what, count(*) AS n FROM orders
          WHERE process_status <> 'Deleted' GROUP BY 1, 2
        UNION ALL SELECT (processed_at AT TIME ZONE 'UTC')::date, processed_by, count(*) FROM orders
          WHERE processed_by IS NOT NULL GROUP BY 1, 2)
       EXCEPT (SELECT day, nationality || processing_mode, n FROM country_tally UNION ALL SELECT day, processed_by, n FROM processed_tally)`,
    );
    expect(differences).toEqual([]);
  });

  test('stand in every status, most of them completed', async () => {
    const rows = await ask<{ process_status: string; n: number }>(database, counted);
    expect(rows.map(({ process_status }) => process_status).sort()).toEqual([...allStatuses].sort());
    expect(rows.find(({ process_status }) => process_status === 'Completed')!.n).toBeGreaterThan(1000);
  });

  test('agree with the calendar: Future before the window, New and Priority in it, nothing after now', async () => {
    const [row] = await ask(
      database,
      `SELECT count(*) FILTER (WHERE process_status = 'Future' AND processing_date <= '2026-05-04') AS early,
              count(*) FILTER (WHERE process_status IN ('New', 'Priority') AND processing_date > '2026-05-04') AS late,
              count(*) FILTER (WHERE process_status = 'Pending' AND paid_at IS NOT NULL) AS paid,
              count(*) FILTER (WHERE greatest(create_ts, processed_at, refund_date, disputed_at) > '2026-05-04T10:00Z') AS ahead,
              count(*) FILTER (WHERE (process_status = 'Deleted') <> (status_before_delete IS NOT NULL)) AS lost
       FROM orders`,
    );
    expect(row).toEqual({ early: '0', late: '0', paid: '0', ahead: '0', lost: '0' });
    const [times] = await ask(
      database,
      ['remarks', 'documents', 'mails', 'downloads', 'activity', 'visitor_sessions']
        .map((table) => `SELECT max(create_ts) <= '2026-05-04T10:00Z' AS past FROM ${table}`)
        .join(' INTERSECT '),
    );
    expect(times).toEqual({ past: true });
  });

  test('are held by members alone, and everybody holds some', async () => {
    const rows = await ask<{ name: string }>(
      database,
      `SELECT DISTINCT m.name FROM orders o JOIN members m ON m.id = o.held_by
       WHERE process_status NOT IN ('Completed', 'Refunds', 'Deleted') ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
  });

  test('have names in many scripts and more than thirty nationalities', async () => {
    const rows = await ask<{ full_name: string; nationality: string }>(
      database,
      'SELECT full_name, nationality FROM orders',
    );
    const scripts = ['Latin', 'Han', 'Tamil', 'Arabic', 'Devanagari', 'Thai', 'Cyrillic', 'Hangul', 'Bengali', 'Khmer'];
    const found = scripts.filter((script) =>
      rows.some((row) => new RegExp(`\\p{Script=${script}}`, 'u').test(row.full_name)),
    );
    expect(found).toEqual(scripts);
    expect(new Set(rows.map(({ nationality }) => nationality)).size).toBeGreaterThan(30);
  });

  test('have what the authority’s form asks, a few without; most were born where their passport is from', async () => {
    const [sent] = await ask<Record<string, number>>(
      database,
      `SELECT avg((place_of_birth IS NULL)::int)::float8 AS no_birth, avg((embarkation_country IS NULL)::int)::float8 AS no_port,
         avg((accommodation_type IS NULL)::int)::float8 AS no_stay, avg((address2 IS NOT NULL)::int)::float8 AS second_line,
         avg((place_of_birth = nationality)::int) FILTER (WHERE length(place_of_birth) = 3)::float8 AS at_home,
         count(*) FILTER (WHERE accommodation_type !~* (CASE accommodation_of_stay WHEN 'With relatives' THEN 'relatives' ELSE 'hotel' END))::int AS unlike,
         count(*) FILTER (WHERE last_port_embarkation = 'Istanbul' AND embarkation_country NOT IN ('TUR', 'TURKIYE'))::int AS elsewhere,
         count(*) FILTER (WHERE form_choices <> '{}')::int AS chosen
       FROM orders`,
    );
    expect(sent).toMatchObject({ unlike: 0, elsewhere: 0, chosen: 0 });
    for (const part of ['no_birth', 'no_port', 'no_stay', 'second_line']) {
      expect(sent![part]).toBeGreaterThan(0.05);
      expect(sent![part]).toBeLessThan(0.25);
    }
    expect(sent!.at_home).toBeGreaterThan(0.85);
    expect(sent!.at_home).toBeLessThan(1);
  });

  test('come from people who came back: a disputed one has an undisputed one 120 to 365 days before', async () => {
    const [row] = await ask<{ n: number }>(
      database,
      `SELECT count(*)::int AS n FROM orders o JOIN orders e ON e.passport_no = o.passport_no
         AND lower(e.contact_email_address) = lower(o.contact_email_address)
         AND e.create_ts BETWEEN o.create_ts - interval '365 days' AND o.create_ts - interval '120 days'
       WHERE o.disputed_at IS NOT NULL AND e.disputed_at IS NULL AND e.process_status = 'Completed'`,
    );
    expect(row!.n).toBeGreaterThan(0);
  });

  test('have a card in storage, one A4 page, with the size and hash the row tells, when completed', async () => {
    const [missing] = await ask(
      database,
      `SELECT count(*)::int AS n FROM orders o WHERE process_status = 'Completed'
         AND NOT EXISTS (SELECT FROM documents d WHERE d.order_id = o.id)`,
    );
    expect(missing).toEqual({ n: 0 });

    const storage = new FolderStorage(env);
    const cards = await ask<{ storage_key: string; sha256: string; size: number }>(
      database,
      'SELECT DISTINCT storage_key, sha256, size FROM documents',
    );
    expect(cards).toHaveLength(12);
    for (const { storage_key, sha256, size } of cards) {
      const bytes = await storage.read(storage_key);
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256]);
      const pages = (await PDFDocument.load(bytes, { throwOnInvalidObject: true })).getPages();
      expect(pages.map((page) => [page.getWidth(), page.getHeight()])).toEqual([[595.28, 841.89]]);
    }
  });

  test('have histories, and no mail that still waits to be sent', async () => {
    const counts = await ask<{ n: number }>(
      database,
      ['remarks', 'mails', 'mail_events', 'visitor_sessions', 'downloads', 'activity']
        .map((table) => `SELECT count(*)::int AS n FROM ${table}`)
        .join(' UNION ALL '),
    );
    expect(counts.every(({ n }) => n > 100)).toBe(true);
    expect(await ask(database, "SELECT 1 FROM mails WHERE state = 'queued'")).toEqual([]);
  });

  test('have on record what was submitted, wherever the form was', async () => {
    const [counts] = await ask<{ moved: number; kept: number; waiting: number; fields: number }>(
      database,
      `SELECT count(*) FILTER (WHERE o.moved)::int AS moved, count(o.submitted)::int AS kept,
         count(*) FILTER (WHERE process_status = 'AwaitingGovt' AND submitted IS NULL)::int AS waiting,
         min(jsonb_array_length(o.submitted->'fields'))::int AS fields
       FROM (SELECT *, EXISTS (SELECT FROM activity a WHERE a.order_id = orders.id AND a.action = 'order.moved'
         AND a."to" = 'AwaitingGovt') AS moved FROM orders) o`,
    );
    expect(counts!.kept).toBe(counts!.moved);
    expect(counts!.kept).toBeGreaterThan(500);
    expect([counts!.waiting, counts!.fields]).toEqual([0, 22]);
  });

  test('have received mails: a customer’s answer and warning, the authority’s PIN, and one to look at, each with its raw mail', async () => {
    const mails = await ask<{
      kind: string;
      key: string;
      size: number;
      sha256: string;
      pin: string | null;
      text: string;
    }>(database, 'SELECT kind, storage_key AS key, size, sha256, pin, text FROM inbound_mails ORDER BY kind');
    expect(mails.map(({ kind, pin }) => [kind, pin !== null]).toSorted()).toEqual([
      ['authority', false],
      ['authority', true],
      ['customer', false],
      ['customer', false],
      ['customer', false],
      ['look', false],
    ]);
    for (const { key, size, sha256, pin, text } of mails) {
      const bytes = await new FolderStorage(env).read(key);
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256]);
      expect(text).not.toContain(pin ?? 'no PIN');
    }
    const marks = await ask<{ mark: string; process_status: string }>(
      database,
      'SELECT mark, process_status FROM inbox_marks JOIN orders ON id = order_id ORDER BY mark',
    );
    expect(marks.map(({ mark }) => mark)).toEqual(['answered', 'card', 'look', 'wrote', 'wrote']);
    const worked = ['AwaitingGovt', 'Priority', 'New', 'Pending'];
    const statuses: Record<string, string[]> = { answered: ['Awaiting'], card: worked, look: worked };
    for (const { mark, process_status } of marks)
      expect(statuses[mark] ?? ['Awaiting', ...worked]).toContain(process_status);

    const unmatched = await ask<{ kind: string }>(database, 'SELECT kind FROM unmatched ORDER BY kind');
    expect(unmatched).toEqual([{ kind: 'dispute' }, { kind: 'mail' }]);

    const [card] = await ask<{
      key: string;
      verdict: string;
      note: string;
      passport: string;
      name: string;
      arrival: string;
    }>(
      database,
      `SELECT storage_key AS key, verdict, verdict_note AS note, passport_no AS passport, full_name AS name, doa::text AS arrival
       FROM inbound_files f JOIN orders o ON o.id = f.order_id`,
    );
    const { text } = await checkCard(Buffer.from(await new FolderStorage(env).read(card!.key)));
    expect(matchCard(text, card!)).toEqual({ verdict: card!.verdict, note: card!.note });
  });

  test('have Stripe’s reports of nine disputes, which lead to where each dispute stands', async () => {
    const disputes = await ask<{ case_id: string; state: string; note: string; opened_at: Date; amount: string }>(
      database,
      `SELECT case_id, state, note, opened_at, amount FROM disputes WHERE source = 'stripe'`,
    );
    expect(disputes).toHaveLength(9);
    for (const { case_id, state, note, opened_at, amount } of disputes) {
      const reports = await ask<{ at: Date; dispute: unknown }>(
        database,
        `SELECT at, dispute FROM stripe_events WHERE case_id = '${case_id}'`,
      );
      const sorted = byTime(reports.map((report) => ({ at: report.at, dispute: stripeDispute.parse(report.dispute) })));
      expect([case_id, nextState(undefined, sorted)]).toEqual([case_id, state]);
      const details = detailsOf(sorted[0]!.dispute);
      expect([details.note, details.opened_at, Number(details.amount)]).toEqual([note, opened_at, Number(amount)]);
    }
  });

  test('have what Stripe answered about evidence, with the version of the pack that it got', async () => {
    const answers = await ask<{ state: string; key: string; sha256: string; facts: unknown; noted: number | null }>(
      database,
      `SELECT a.state, p.storage_key AS key, p.sha256, p.facts, d.submitted_pack_id AS noted
       FROM stripe_answers a JOIN packs p ON p.id = a.pack_id JOIN disputes d ON d.id = a.dispute_id ORDER BY a.state`,
    );
    expect(answers.map(({ state }) => state)).toEqual(['failed', 'staged', ...Array(4).fill('submitted')]);
    for (const { state, key, sha256, facts, noted } of answers) {
      packFacts.parse(facts);
      const bytes = Buffer.from(await new FolderStorage(env).read(key));
      expect([createHash('sha256').update(bytes).digest('hex'), noted !== null]).toEqual([
        sha256,
        state === 'submitted',
      ]);
    }
  });

  test('have a timeline in whole sentences', async () => {
    const rows = await ask(database, 'SELECT * FROM activity WHERE order_id IS NOT NULL');
    const said = (rows as ActivityEntry[])
      .map((row) => activityWords({ ...row, changes: null }))
      .filter((words) => words !== null);
    expect(said.length).toBeGreaterThan(1000);
    expect(said.filter((words) => /\b(?:null|undefined)\b/.test(words))).toEqual([]);
  });

  test('tell what happened to each order in the order of the ids', async () => {
    const disorder = await ask(
      database,
      `SELECT 1 FROM (SELECT create_ts < lag(create_ts) OVER (PARTITION BY order_id ORDER BY id) AS back FROM activity WHERE order_id IS NOT NULL) a WHERE back`,
    );
    expect(disorder).toEqual([]);
  });

  test('are followed by more without a clash, and new orders get the next id', async () => {
    await seedOrders({ ownerUrl: database.ownerUrl, env, orders: 300, now, members });
    expect(await ask(database, tallied)).toEqual(await ask(database, counted));
    expect(await ask(database, 'SELECT count(*)::int AS n, max(id) AS last FROM orders')).toEqual([
      { n: 2300, last: 102_300 },
    ]);
    expect(await ask(database, "SELECT nextval(pg_get_serial_sequence('orders', 'id'))::int AS id")).toEqual([
      { id: 102_301 },
    ]);
    expect(await ask(database, 'SELECT count(*)::int AS n FROM members')).toEqual([{ n: 2 }]);
  });
});
