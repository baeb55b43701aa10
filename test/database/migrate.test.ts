import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresBackend, Queue } from 'bullmq';
import { Client } from 'pg';
import { dataSource } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { type EmbeddedPostgres, startPostgres } from '../../src/embedded/postgres.js';
import { jobsSchema } from '../../src/platform/jobs.js';

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

/** What the migrations say and the entities don't repeat: indexes, keys and checks, the stored search text, uuid defaults. */
const migrationsOwn = [
  /^DROP INDEX/,
  /^ALTER TABLE "\w+" DROP CONSTRAINT/,
  /search_text|^DELETE FROM "typeorm_metadata"/,
  /ALTER COLUMN "id" (DROP DEFAULT|SET DEFAULT gen_random_uuid\(\))$/,
];

async function as<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A migrated database of a test's own. */
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

  test('waits for a busy table without holding up those who come after', async () => {
    const { ownerUrl, url, drop } = await freshDatabase();
    const database = await dataSource(ownerUrl, 1).initialize();
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
      // It did wait, and others behind it, but never for as long as the table was busy.
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

  test('leaves tables that are what the entities say', async () => {
    const database = await dataSource(server.ownerUrl, 1).initialize();
    // TypeORM looks up generated columns in a table that only its own synchronize makes.
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

  test('says what is missing when it is not the owner that migrates', async () => {
    await expect(migrate(server.url)).rejects.toThrow(/^desk does not own the tables .*: set DATABASE_OWNER_URL$/);
  });

  test('one role may be owner and application', async () => {
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
    });
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
