import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
import { projectFolder } from '../../src/platform/paths.js';
import { migrationNames, sqlFiles } from '../../src/platform/schema-files.js';
import { DataChecksQueries } from '../../src/system/data-checks.queries.js';
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

/** A data source of the owner. */
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
    // as after a release that changed the file, whose trigger needs a lock on orders
    await database.query("DELETE FROM applied_functions WHERE name = 'tell_of_order'");

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
    expect(migrated).toEqual(['tell_of_order']);
    expect(said.mock.calls).toEqual([['A table is busy: trying again until it is free\n']]);
    said.mockRestore();
    await database.destroy();
    await drop();
  });

  test('brings functions, triggers and views to what their files say, and no others', async () => {
    const { ownerUrl, url, drop } = await freshDatabase();
    const database = await owning(ownerUrl);
    const day = async () => (await database.query("SELECT kl_day('2026-03-01T17:00:00Z')::text AS day"))[0];
    await database.query(
      "CREATE OR REPLACE FUNCTION kl_day(at timestamptz) RETURNS date LANGUAGE sql AS 'SELECT NULL::date'",
    );
    await database.query('DROP TRIGGER orders_begin_hold ON orders; DROP VIEW queue_counts');
    expect(await migrate(ownerUrl, url)).toEqual([]);
    expect(await day()).toEqual({ day: null });

    // as if the files had been others when they were applied
    await database.query(
      "UPDATE applied_functions SET sha256 = '' WHERE name IN ('kl_day', 'begin_hold', 'queue_counts')",
    );
    expect((await migrate(ownerUrl, url)).toSorted()).toEqual(['begin_hold', 'kl_day', 'queue_counts']);
    expect(await day()).toEqual({ day: '2026-03-02' });
    expect(await database.query("SELECT FROM pg_trigger WHERE tgname = 'orders_begin_hold'")).toHaveLength(1);
    expect(await database.query('SELECT FROM queue_counts')).toEqual([]);
    // the earlier version finds its own files, too
    expect(await database.query("SELECT FROM applied_functions WHERE name = 'kl_day'")).toHaveLength(2);
    await database.destroy();
    await drop();
  });

  test('has a file for each function, trigger and view, and each file has one', async () => {
    const { rows } = await as(server.ownerUrl, (owner) =>
      owner.query<{ name: string }>(
        `SELECT DISTINCT proname AS name FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
           AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
         UNION SELECT viewname FROM pg_views WHERE schemaname = 'public' ORDER BY 1`,
      ),
    );
    expect(rows.map(({ name }) => name)).toEqual(sqlFiles().map(({ name }) => name));
    const triggers = await as(server.ownerUrl, (owner) =>
      owner.query<{ name: string; file: string }>(
        `SELECT tgname AS name, tgfoid::regproc::text AS file FROM pg_trigger
         WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
      ),
    );
    const texts = new Map(sqlFiles().map(({ name, text }) => [name, text]));
    const strays = triggers.rows.filter(({ name, file }) => !texts.get(file)!.includes(`TRIGGER ${name} `));
    expect(strays).toEqual([]);
    const made = sqlFiles().flatMap(({ text }) => [...text.matchAll(/^CREATE OR REPLACE TRIGGER /gm)]);
    expect(made).toHaveLength(triggers.rows.length);

    const architecture = await readFile(join(projectFolder, 'docs/architecture.md'), 'utf8');
    const [, section] = /^## What the database does$([^#]*)/m.exec(architecture)!;
    const told = [...section!.matchAll(/^\|.*\| (.*) \|$/gm)].flatMap(
      ([, cell]) => cell!.match(/(?<=`)\w+(?=`)/g) ?? [],
    );
    expect(told.toSorted()).toEqual([...new Set(triggers.rows.map(({ file }) => file))].toSorted());
  });

  test('lets the check of the data name what was changed by hand', async () => {
    const { ownerUrl, url, drop } = await freshDatabase();
    const database = await owning(ownerUrl);
    const checks = new DataChecksQueries(database);
    const found = async () =>
      (await checks.find('definition', database.manager)).faults.map(({ what }) => what).toSorted();
    expect(await found()).toEqual([]);
    await database.query(`
      CREATE OR REPLACE FUNCTION kl_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS 'SELECT at::date';
      ALTER FUNCTION kl_begin(date) STABLE;
      ALTER FUNCTION network_of(text) RENAME TO net_of;
      CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS 'SELECT 1';
      DROP TRIGGER orders_tell_change ON orders;
      ALTER TABLE orders DISABLE TRIGGER orders_begin_hold;
      CREATE TRIGGER mine BEFORE UPDATE ON remarks FOR EACH ROW EXECUTE FUNCTION refuse_change();
      DROP VIEW complained_cards CASCADE;
      CREATE VIEW mine AS SELECT 1 AS one;
      DROP INDEX orders_paid;
      CREATE INDEX mine_of_orders ON orders (city);
      DROP INDEX orders_history;
      CREATE INDEX orders_history ON orders (create_ts);
      ALTER TABLE remarks DROP CONSTRAINT remarks_order_id_fkey;
      ALTER TABLE remarks ADD CONSTRAINT mine CHECK (remark <> '');
      ALTER TABLE remarks ALTER remark TYPE varchar(500);
      ALTER TABLE remarks ADD COLUMN mine integer;
      ALTER TABLE remarks ALTER telephone DROP DEFAULT;
      ALTER TABLE skips DROP COLUMN until;
      ALTER TABLE gateways ALTER gateway_name DROP NOT NULL`);
    expect(await found()).toEqual(
      [
        'column mine.one was added',
        'column complained_cards.doa is missing',
        'column complained_cards.order_id is missing',
        'column remarks.mine was added',
        'column remarks.remark was changed',
        'column remarks.telephone was changed',
        'column skips.until is missing',
        'constraint gateways_gateway_name_not_null on gateways is missing',
        'constraint mine on remarks was added',
        'constraint remarks_order_id_fkey on remarks is missing',
        'constraint skips_until_not_null on skips is missing',
        'function kl_begin(date) was changed',
        'function kl_day(timestamp with time zone) was changed',
        'function mine() was added',
        'function net_of(text) was added',
        'function network_of(text) is missing',
        'index mine_of_orders was added',
        'index orders_history was changed',
        'index orders_paid is missing',
        'trigger mine on remarks was added',
        'trigger orders_begin_hold on orders was changed',
        'trigger orders_tell_change on orders is missing',
        'view complained_cards is missing',
        'view mine was added',
      ].toSorted(),
    );
    // another run brings nothing, and so accepts nothing
    expect(await migrate(ownerUrl, url)).toEqual([]);
    expect(await found()).toHaveLength(24);
    // as after a run that was killed before it kept what it had brought
    await database.query("UPDATE known_definitions SET version = ''");
    expect(await migrate(ownerUrl, url)).toEqual([]);
    expect(await found()).toEqual([]);
    await database.destroy();
    await drop();
  });

  test('refuses the tables of another line of migrations, says what to do and changes nothing', async () => {
    const { ownerUrl, url, drop } = await freshDatabase();
    await as(ownerUrl, (owner) => owner.query("UPDATE migrations SET name = 'CreateTables1764000000000'"));
    await expect(migrate(ownerUrl, url)).rejects.toThrow(
      /a version before 1\.0.*Nothing was changed.*an empty database/,
    );
    await expect(migrate(ownerUrl, url, '/srv/.data')).rejects.toThrow('mv /srv/.data /srv/.data-before-1.0');
    const { rows } = await as(ownerUrl, (owner) => owner.query('SELECT DISTINCT name FROM migrations'));
    expect(rows).toEqual([{ name: 'CreateTables1764000000000' }]);
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
        order_files: 'create_ts = now()',
        page_troubles: 'since = now()',
        packs: 'create_ts = now()',
        policies: 'create_ts = now()',
        visitor_sessions: 'create_ts = now()',
        disputes: 'create_ts = now()',
        order_charges: 'create_ts = now()',
        order_requests: 'create_ts = now()',
        refunds: 'create_ts = now()',
        stripe_events: 'create_ts = now()',
        charge_views: 'create_ts = now()',
        corrections: 'create_ts = now()',
        erasures: 'create_ts = now()',
        erased_activity: "sha256 = ''",
        person_requests: 'asked_at = now()',
      };
      // A table of which the role may delete nothing is one of evidence, so that a new one is tried here too.
      const { rows } = await desk.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
           AND relname NOT IN ('members', 'orders', 'migrations', 'applied_functions', 'known_definitions') AND NOT has_table_privilege(oid, 'DELETE') ORDER BY 1`,
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
        'order_files SET sha256 = sha256',
        'page_troubles SET what = what',
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

  test('removes no order, and no member, to whom the activity refers without a foreign key', async () => {
    await as(server.url, async (desk) => {
      for (const table of ['orders', 'members'])
        await expect(desk.query(`DELETE FROM ${table}`)).rejects.toMatchObject(refused);
    });
  });

  test('changes no tables and does not touch what the migrations noted', async () => {
    await as(server.url, async (desk) => {
      await expect(desk.query('CREATE TABLE mine ()')).rejects.toMatchObject(refused);
      await expect(desk.query('DROP TABLE orders')).rejects.toMatchObject(refused);
      await expect(desk.query('ALTER TABLE activity DISABLE TRIGGER USER')).rejects.toMatchObject(refused);
      for (const table of ['migrations', 'applied_functions', 'known_definitions'])
        await expect(desk.query(`DELETE FROM ${table}`)).rejects.toMatchObject(refused);
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
