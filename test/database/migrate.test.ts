import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresBackend, Queue } from 'bullmq';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { connection } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { loadMigrations } from '../../src/database/migrations.js';
import { type EmbeddedPostgres, startPostgres } from '../../src/embedded/postgres.js';
import { jobsSchema } from '../../src/platform/job-backend.js';
import { migrationNames } from '../../src/platform/migration-names.js';
import { allStatuses } from '../../src/shared/order-statuses.js';
import { longTest } from '../support/sample.js';

let folder: string;
let server: EmbeddedPostgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrate-'));
  server = await startPostgres({ dataDir: folder, durable: false });
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * What the migrations define and the entities don't repeat: indexes, keys and checks, which have a test of their own, the
 * stored search text, uuid defaults.
 */
const migrationsOwn = [
  /^DROP INDEX/,
  /^ALTER TABLE "\w+" DROP CONSTRAINT/,
  /search_text|^DELETE FROM "typeorm_metadata"/,
  /ALTER COLUMN "id" (DROP DEFAULT|SET DEFAULT gen_random_uuid\(\))$/,
];

/** A data source of the owner that can take migrations back. */
async function owning(ownerUrl: string): Promise<DataSource> {
  return new DataSource({ ...connection(ownerUrl, 1), migrations: await loadMigrations() }).initialize();
}

test('the name of a migration is its file’s, by which readiness and the operator’s page know it', async () => {
  expect(migrationNames()).toEqual((await loadMigrations()).map(({ name }) => name));
});

async function as<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A migrated database for one test. */
async function freshDatabase(): Promise<{ url: string; ownerUrl: string; drop: () => Promise<unknown> }> {
  const name = (url: string) => Object.assign(new URL(url), { pathname: 'busy' }).href;
  await as(server.ownerUrl, (client) => client.query('CREATE DATABASE busy'));
  await migrate(name(server.ownerUrl), name(server.url));
  const drop = () => as(server.ownerUrl, (client) => client.query('DROP DATABASE busy WITH (FORCE)'));
  return { url: name(server.url), ownerUrl: name(server.ownerUrl), drop };
}

describe('db:migrate', () => {
  test('of several machines that start at once one does the work and all succeed', async () => {
    const runs = await Promise.all(Array.from({ length: 4 }, () => migrate(server.ownerUrl, server.url)));
    expect(runs.filter((ran) => ran.length > 0)).toHaveLength(1);
  });

  test('finds nothing to do a second time', async () => {
    expect(await migrate(server.ownerUrl, server.url)).toEqual([]);
  });

  longTest(
    'refuses a database in which the search would know ASCII letters alone, and says how to mend it',
    async () => {
      const named = (url: string) => Object.assign(new URL(url), { pathname: 'few' }).href;
      const make = (ctype: string) => `CREATE DATABASE few TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE '${ctype}'`;
      await as(server.ownerUrl, (owner) => owner.query(make('C')));
      const refusal = await migrate(named(server.ownerUrl), named(server.url)).catch((error: Error) => error.message);
      expect(refusal).toContain('LC_CTYPE of the database few is C');
      expect(
        await as(named(server.ownerUrl), (few) => few.query("SELECT to_regclass('orders') AS orders")),
      ).toMatchObject({
        rows: [{ orders: null }],
      });

      // The command in the message solves the problem.
      const [mend] = /CREATE DATABASE .*?LC_CTYPE '[^']+'/.exec(refusal as string)!;
      await as(server.ownerUrl, (owner) => owner.query('DROP DATABASE few'));
      await as(server.ownerUrl, (owner) => owner.query(mend));
      expect(await migrate(named(server.ownerUrl), named(server.url))).not.toEqual([]);
      await as(server.ownerUrl, (owner) => owner.query('DROP DATABASE few WITH (FORCE)'));
    },
  );

  test('waits for a busy table without holding up those who come after', async () => {
    const { ownerUrl, url, drop } = await freshDatabase();
    const database = await owning(ownerUrl);
    // Back to before the triggers on orders, which need a lock on it.
    while ((await database.query("SELECT FROM pg_trigger WHERE tgname = 'orders_tell_in'")).length > 0)
      await database.undoLastMigration();

    const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const migrated = await as(ownerUrl, async (busy) => {
      await busy.query('BEGIN; LOCK TABLE orders IN ROW EXCLUSIVE MODE');
      const migrating = migrate(ownerUrl, url);
      const waits: number[] = [];
      for (const end = Date.now() + 9_000; Date.now() < end; await sleep(100)) {
        const began = performance.now();
        await database.query('BEGIN; LOCK TABLE orders IN ROW EXCLUSIVE MODE; COMMIT');
        waits.push(performance.now() - began);
      }
      // The migration waited, and others waited behind it, but never for as long as the table was busy.
      expect(Math.max(...waits)).toBeGreaterThan(500);
      expect(Math.max(...waits)).toBeLessThan(7_500);
      await busy.query('COMMIT');
      return migrating;
    });
    expect(migrated[0]).toContain('TellOfChanges');
    expect(said.mock.calls).toEqual([['A table is busy: trying again until it is free\n']]);
    said.mockRestore();
    await database.destroy();
    await drop();
  });

  test('gives orders that are there to the shop that brought them, also those that the version before still takes', async () => {
    const { ownerUrl, url, drop } = await freshDatabase();
    const database = await owning(ownerUrl);
    while ((await database.query("SELECT FROM pg_tables WHERE tablename = 'shops'")).length > 0)
      await database.undoLastMigration();
    // Inserts as the previous version does.
    const takeIn = async (client: Client, reference: string, actor: string) => {
      const { rows } = await client.query<{ id: number }>(
        `INSERT INTO orders (external_ref, body_sha256, process_status, processing_mode, wants_priority, full_name,
           contact_email_address, confirm_contact_email_address, email, nationality, passport_no, dob, sex, passport_expiry,
           doa, landing_domain, processing_date, process_month)
         VALUES ($1, 'x', 'New', '', false, '', '', '', '', 'GBR', '', now(), 'F', now(), now(), '', now(), '')
         ON CONFLICT (external_ref) DO NOTHING RETURNING id`,
        [reference],
      );
      const received = "INSERT INTO activity (order_id, actor, action) VALUES ($1, $2, 'order.received')";
      await client.query(received, [rows[0]!.id, actor]);
    };
    const addKey = (client: Client, name: string) =>
      client.query('INSERT INTO intake_keys (name, key_sha256) VALUES ($1, $2)', [name, Math.random()]);

    await as(url, async (earlier) => {
      await earlier.query("SET application_name = 'arrival-card-desk'");
      for (const name of ['north', 'north', 'Shop']) await addKey(earlier, name);
      await takeIn(earlier, 'a', 'north');
      await takeIn(earlier, 'b', 'Shop');
      await takeIn(earlier, 'c', 'Import');
      const said = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
      await migrate(ownerUrl, url);
      expect(said.mock.calls.flat()).toContain(
        'The version before is still at work. Run db:migrate once more when it has ended.\n',
      );
      said.mockRestore();
      await takeIn(earlier, 'd', 'north');
      await addKey(earlier, 'south');
      await takeIn(earlier, 'e', 'south');
    });
    const shops = 'SELECT external_ref, s.name FROM orders o JOIN shops s ON s.id = o.shop_id ORDER BY o.id';
    expect((await database.query<{ name: string }[]>(shops)).map(({ name }) => name)).toEqual([
      'north',
      'default',
      'default',
      'north',
      'south',
    ]);
    const keys = 'SELECT s.name FROM intake_keys k LEFT JOIN shops s ON s.id = k.shop_id ORDER BY k.id';
    expect((await database.query<{ name: string }[]>(keys)).map(({ name }) => name)).toEqual([
      'north',
      'north',
      'default',
      'south',
    ]);

    const own = `SELECT indexname AS name FROM pg_indexes WHERE indexname = 'orders_external_ref'
      UNION SELECT tgname FROM pg_trigger WHERE tgname = 'activity_tells_shop'`;
    expect(await database.query(own)).toHaveLength(2);
    expect(await migrate(ownerUrl, url)).toEqual([]);
    expect(await database.query(own)).toEqual([]);
    await database.destroy();
    await drop();
  });

  test('leaves each order its status and the counts theirs, also of those that the version before moves meanwhile', async () => {
    const { ownerUrl, url, drop } = await freshDatabase();
    const database = await owning(ownerUrl);
    while ((await database.query("SELECT FROM migrations WHERE name LIKE 'StatusBesideVersion%'")).length > 0)
      await database.undoLastMigration();
    await database.query(
      `INSERT INTO orders (external_ref, body_sha256, process_status, processing_mode, wants_priority, full_name,
         contact_email_address, confirm_contact_email_address, email, nationality, passport_no, dob, sex, passport_expiry,
         doa, landing_domain, processing_date, process_month)
       SELECT status, 'x', status, '', false, '', '', '', '', 'GBR', '', now(), 'F', now(), now(), '', now(), '2026-01'
       FROM unnest($1::text[]) AS status`,
      [allStatuses],
    );
    const move = (of: string, to: string) =>
      database.query('UPDATE orders SET process_status = $2, version = version + 1 WHERE external_ref = $1', [of, to]);
    const stands = () =>
      database.query<{ of: string; status: string; queued: string; due: boolean }[]>(
        `SELECT external_ref AS of, o.process_status AS status, q.process_status AS queued, c.order_id IS NOT NULL AS due
         FROM orders o JOIN queued_orders q USING (id) LEFT JOIN undelivered_cards c ON c.order_id = o.id ORDER BY o.id`,
      );
    const wrongCounts = () =>
      database.query<unknown[]>(
        `SELECT process_status, sum(n) FROM (SELECT process_status, n FROM queue_counts
           UNION ALL SELECT process_status, -1 FROM orders) both_sides GROUP BY 1 HAVING sum(n) <> 0`,
      );
    const written = async () => {
      const [row] = await database.query<{ moves: number; searched: string }[]>(
        `SELECT (SELECT count(*)::int FROM queue_moves) AS moves, s.process_status AS searched
         FROM order_search s JOIN orders USING (id) WHERE external_ref = 'New'`,
      );
      return row;
    };
    const before = await stands();
    expect(before.map(({ status }) => status)).toEqual(allStatuses);

    const said = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await as(`${ownerUrl}?application_name=arrival-card-desk`, async () => migrate(ownerUrl, url));
    said.mockRestore();
    expect(await stands()).toEqual(before);
    await move('New', 'Awaiting');
    expect(await written()).toEqual({ moves: 0, searched: 'Awaiting' });
    expect(await wrongCounts()).toEqual([]);

    await migrate(ownerUrl, url);
    await move('New', 'AwaitingGovt');
    expect(await written()).toEqual({ moves: 1, searched: 'Awaiting' });
    await move('New', 'Completed');
    expect(await written()).toEqual({ moves: 2, searched: 'Completed' });
    expect(await wrongCounts()).toEqual([]);
    const moved = before.map((row) =>
      row.of === 'New' ? { of: 'New', status: 'Completed', queued: 'Completed', due: expect.any(Boolean) } : row,
    );
    expect(await stands()).toEqual(moved);
    await expect(move('New', 'Lost')).rejects.toThrow('orders_process_status_check');
    await expect(move('New', null as never)).rejects.toThrow('process_status');

    // what a move changes stands together, so that little of the row is written into the WAL
    const [{ between }] = await database.query<[{ between: string[] }]>(
      `SELECT array_agg(attname::text ORDER BY attnum) AS between FROM pg_attribute
       WHERE attrelid = 'orders'::regclass AND NOT attisdropped AND attnum >= (
         SELECT min(attnum) FROM pg_attribute WHERE attrelid = 'orders'::regclass
           AND attname IN ('process_status', 'version', 'changed_by', 'changed_at', 'last_change'))`,
    );
    expect(between).toEqual([
      'version',
      'changed_by',
      'changed_at',
      'last_change',
      'shop_id',
      'paid_time_told',
      'refund_amount',
      'refund_reference',
      'submit_again',
      'submitted',
      'outdated_card',
      'address_since',
      'mrz',
      'checks',
      'held_since',
      'erased_at',
      'process_status',
      // what came later stands behind all of it, and is not written either
      'place_of_birth',
      'embarkation_country',
      'accommodation_type',
      'address2',
      'form_choices',
    ]);
    await database.destroy();
    await drop();
  });

  test('lets the search find the names that are there already as they are shown', async () => {
    const { ownerUrl, url, drop } = await freshDatabase();
    const database = await owning(ownerUrl);
    const wrong = `SELECT o.full_name FROM orders o JOIN order_search s USING (id) WHERE s.search_text <> search_text_of(
      o.id, o.full_name, o.contact_email_address, o.phone_code || o.phone_number, o.passport_no, o.transaction_id)`;
    while ((await database.query("SELECT FROM pg_proc WHERE proname = 'search_letters'")).length > 0)
      await database.undoLastMigration();
    await database.query(
      `INSERT INTO orders (external_ref, body_sha256, process_status, processing_mode, wants_priority, full_name,
         contact_email_address, confirm_contact_email_address, email, nationality, passport_no, dob, sex, passport_expiry,
         doa, landing_domain, processing_date, process_month)
       SELECT name, 'x', 'New', '', false, name, 'Ann@Example.com', '', '', 'GBR', 'Ｋ１', now(), 'F', now(), now(), '', now(), '2026-01'
       FROM unnest($1::text[]) AS name`,
      [['Ann   Example', 'Ａｎｎ　Example', 'Ann\nExample', 'Ann Example']],
    );
    const found = () =>
      database.query("SELECT id FROM order_search WHERE search_text LIKE '%ann example%' AND search_text LIKE '%k1%'");
    expect(await found()).toHaveLength(0);
    await migrate(ownerUrl, url);
    expect(await found()).toHaveLength(4);
    expect(await database.query(wrong)).toEqual([]);
    while ((await database.query("SELECT FROM pg_proc WHERE proname = 'search_letters'")).length > 0)
      await database.undoLastMigration();
    expect([await found(), await database.query(wrong)]).toEqual([[], []]);
    await database.destroy();
    await drop();
  });

  test('leaves tables that are what the entities say', async () => {
    const database = await owning(server.ownerUrl);
    // TypeORM reads generated columns from a table that only its own `synchronize` creates.
    await database.query(
      'CREATE TEMP TABLE typeorm_metadata (type text, database text, schema text, "table" text, name text, value text)',
    );
    const { upQueries } = await database.driver.createSchemaBuilder().log();
    await database.destroy();
    const drift = upQueries
      .map(({ query }) => query)
      .filter((query) => !migrationsOwn.some((known) => known.test(query)));
    expect(drift).toEqual([]);
  });

  test('leaves the indexes, keys and checks that are listed, and no other', async () => {
    const { rows } = await as(server.ownerUrl, (owner) =>
      owner.query<{ what: string }>(
        `SELECT format('%s: %s', conrelid::regclass, pg_get_constraintdef(oid)) AS what FROM pg_constraint
         WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'p', 'u', 'x')
         UNION ALL SELECT format('%s: %s', tablename, indexdef) FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
      ),
    );
    expect(rows.map(({ what }) => what)).toMatchSnapshot();
  });

  test('there are at least two gateways, one of them active', async () => {
    const { rows } = await as(server.url, (desk) =>
      desk.query<{ is_active: boolean }>('SELECT is_active FROM gateways'),
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    expect(rows.filter((row) => row.is_active)).toHaveLength(1);
  });

  test('makes the role of the application where it is missing, with the password of its address', async () => {
    const address = new URL(server.url);
    address.username = 'desk two';
    address.password = "it's a p@ss/word";
    await migrate(server.ownerUrl, address.href);
    const { rows } = await as(address.href, (desk) => desk.query<{ name: string }>('SELECT current_user AS name'));
    expect(rows[0]?.name).toBe('desk two');
  });

  test('says that CREATEROLE is missing, before it changes anything', async () => {
    await as(server.ownerUrl, async (owner) => {
      await owner.query("CREATE ROLE plain LOGIN PASSWORD 'plain'");
      await owner.query(
        `CREATE DATABASE plain OWNER plain TEMPLATE template0 LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'
         LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'`,
      );
    });
    const plain = Object.assign(new URL(server.ownerUrl), { username: 'plain', password: 'plain', pathname: 'plain' });
    const application = Object.assign(new URL(plain), { username: 'desk three' });
    await expect(migrate(plain.href, application.href)).rejects.toThrow(
      'There is no role desk three, and plain may not make it. As a superuser run ALTER ROLE "plain" CREATEROLE',
    );
    const { rowCount } = await as(plain.href, (db) => db.query("SELECT FROM pg_tables WHERE schemaname = 'public'"));
    expect(rowCount).toBe(0);

    await as(server.ownerUrl, (owner) => owner.query('ALTER ROLE plain CREATEROLE'));
    expect((await migrate(plain.href, application.href)).length).toBeGreaterThan(0);
  });

  longTest('says what is missing when it is not the owner that migrates', async () => {
    await expect(migrate(server.url)).rejects.toThrow(/^desk may not create tables .*: set DATABASE_OWNER_URL /);
  });

  longTest('one role may be owner and application', async () => {
    expect(await migrate(server.ownerUrl)).toEqual([]);
  });
});

describe("the application's role", () => {
  const refused = { code: '42501' };

  test('writes what happened and never changes or removes it; neither does the owner', async () => {
    await as(server.url, async (desk) => {
      await desk.query("INSERT INTO activity (actor, action) VALUES ('System', 'test')");
      await expect(desk.query("UPDATE activity SET actor = 'x'")).rejects.toMatchObject(refused);
      await expect(desk.query('DELETE FROM activity')).rejects.toMatchObject(refused);
      await expect(desk.query('TRUNCATE activity')).rejects.toMatchObject(refused);
    });
    await as(server.ownerUrl, async (owner) => {
      await expect(owner.query('DELETE FROM activity')).rejects.toMatchObject(refused);
      await expect(owner.query('TRUNCATE activity')).rejects.toMatchObject(refused);
      await expect(owner.query('UPDATE policies SET text = text')).rejects.toMatchObject(refused);
    });
  });

  test('removes no evidence, and changes of it only what is filled in later', async () => {
    await as(server.url, async (desk) => {
      const changes = {
        activity: 'create_ts = now()',
        activity_hashes: "hash = ''",
        alarms: 'raised_at = now()',
        downloads: 'create_ts = now()',
        mail_events: 'create_ts = now()',
        documents: 'create_ts = now()',
        packs: 'create_ts = now()',
        policies: 'create_ts = now()',
        visitor_sessions: 'create_ts = now()',
        disputes: 'create_ts = now()',
        order_charges: 'create_ts = now()',
        order_requests: 'create_ts = now()',
        refunds: 'create_ts = now()',
        stripe_events: 'create_ts = now()',
        charge_views: 'create_ts = now()',
        erasures: 'create_ts = now()',
        erased_activity: "sha256 = ''",
        person_requests: 'asked_at = now()',
      };
      // A table of which the role may delete nothing is one of evidence, so that a new one is tried here too.
      const { rows } = await desk.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
           AND relname NOT IN ('members', 'migrations') AND NOT has_table_privilege(oid, 'DELETE') ORDER BY 1`,
      );
      expect(rows.map(({ name }) => name)).toEqual(Object.keys(changes).toSorted());
      for (const [table, time] of Object.entries(changes)) {
        await expect(desk.query(`DELETE FROM ${table}`)).rejects.toMatchObject(refused);
        await expect(desk.query(`TRUNCATE ${table} CASCADE`)).rejects.toMatchObject(refused);
        await expect(desk.query(`UPDATE ${table} SET ${time}`)).rejects.toMatchObject(refused);
      }
      for (const change of [
        'downloads SET sha256 = sha256',
        'mail_events SET type = type',
        'documents SET sha256 = sha256',
        'packs SET facts = facts',
        'visitor_sessions SET ip = ip',
        'disputes SET order_id = order_id',
        'policies SET text = text',
        'order_requests SET text = text',
        'order_charges SET amount = amount',
        'refunds SET amount = amount',
        'stripe_events SET dispute = dispute',
      ])
        await expect(desk.query(`UPDATE ${change}`)).rejects.toMatchObject(refused);
      await desk.query('UPDATE downloads SET complete = true WHERE false');
      await desk.query('SELECT FROM documents FOR NO KEY UPDATE');
    });
  });

  test('removes no member, to whom the activity refers without a foreign key', async () => {
    await as(server.url, (desk) => expect(desk.query('DELETE FROM members')).rejects.toMatchObject(refused));
  });

  test('changes no tables and does not touch what the migrations noted', async () => {
    await as(server.url, async (desk) => {
      await expect(desk.query('CREATE TABLE mine ()')).rejects.toMatchObject(refused);
      await expect(desk.query('DROP TABLE orders')).rejects.toMatchObject(refused);
      await expect(desk.query('ALTER TABLE activity DISABLE TRIGGER USER')).rejects.toMatchObject(refused);
      await expect(desk.query('DELETE FROM migrations')).rejects.toMatchObject(refused);
    });
  });

  test('puts jobs into BullMQ, once and repeating', async () => {
    const connection = { connectionString: server.url, schema: jobsSchema } as never;
    const queue = new Queue('trial', { connection }, createPostgresBackend as never);
    await queue.add('once', {}, { jobId: 'once-1' });
    await queue.upsertJobScheduler('again', { every: 60_000 }, { name: 'again', data: {} });
    expect(await queue.getJobCountByTypes('waiting', 'delayed')).toBe(2);
    await queue.close();
  });

  test('may use tables that a later migration makes', async () => {
    await as(server.ownerUrl, (owner) => owner.query('CREATE TABLE later (id integer)'));
    await as(server.url, (desk) => desk.query('INSERT INTO later VALUES (1)'));
    await as(server.ownerUrl, (owner) => owner.query('DROP TABLE later'));
  });
});
