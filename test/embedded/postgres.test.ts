import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type ChildProcess, execFile } from 'node:child_process';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { borrowPostgres, type EmbeddedPostgres, startPostgres } from '../../src/embedded/postgres.js';
import { eventually } from '../support/eventually.js';
import { end, installLauncher, openFolder, start, unlinkLibraries } from './launcher.js';
import { longTest } from '../support/sample.js';
import { patient } from '../support/patience.js';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };

const folders: string[] = [];
let folder: string;
let dataDir: string;
let servers: EmbeddedPostgres[];
let launchers: ChildProcess[];
/** A table that only the test uses. */
let kept: string;

beforeAll(newFolder);

beforeEach(() => {
  [folder] = folders as [string];
  dataDir = join(folder, 'data');
  servers = [];
  launchers = [];
  kept = `kept_${Date.now()}`;
});

afterEach(async () => {
  for (const server of servers) await server.stop();
  for (const launcher of launchers) await end(launcher, 'SIGTERM');
});

afterAll(async () => {
  for (const used of folders) await rm(used, { recursive: true, force: true });
});

/** A test uses the database of the test before it, unless it calls `newFolder`. */
async function newFolder(): Promise<void> {
  folder = await openFolder();
  folders.push(folder);
  dataDir = join(folder, 'data');
}

async function started(options: { port?: number } = {}): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, durable: false, ...options });
  servers.push(server);
  return server;
}

async function launched(at = folder, user = {}) {
  const { launcher, server } = await start(at, dataDir, user);
  launchers.push(launcher);
  if (server.refused) throw new Error(server.refused);
  return { launcher, server };
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return (rows as unknown[][])[0]?.[0];
  } finally {
    await client.end();
  }
}

async function postmaster(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function listen(port = 0): Promise<Server> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return server;
}

describe('a start', () => {
  test('makes a UTF-8 database with the built-in locale, owned by a superuser, for a role that is none', async () => {
    const { url, ownerUrl } = await started();

    expect(await ask(url, 'select current_user')).toBe('desk');
    expect(
      await ask(url, 'select rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = current_user'),
    ).toBe(false);
    expect(await ask(ownerUrl, 'select rolsuper from pg_roles where rolname = current_user')).toBe(true);
    expect(
      await ask(
        url,
        "select concat_ws(' ', datdba::regrole, pg_encoding_to_char(encoding), datlocprovider, datlocale, datcollate) from pg_database where datname = current_database()",
      ),
    ).toBe('desk_owner UTF8 b C.UTF-8 C');
    await ask(ownerUrl, 'create extension if not exists pg_trgm');
    expect(await ask(ownerUrl, "select show_trgm('ж') <> '{}'")).toBe(true);
  });

  test('keeps the data, the port and the accounts for the next one, which is quick', async () => {
    const first = await started();
    await ask(first.ownerUrl, `create table ${kept} as select 42 as answer`);
    await first.stop();

    const begin = Date.now();
    const second = await started();
    const took = Date.now() - begin;

    expect(second.url).toBe(first.url);
    expect(await ask(second.ownerUrl, `select answer from ${kept}`)).toBe(42);
    expect(took).toBeLessThan(patient(6_000));
  });

  longTest('listens on the loopback address alone and knows nobody without a password', async () => {
    const { url, ownerUrl, port } = await started();

    expect(await ask(ownerUrl, 'show listen_addresses')).toBe('127.0.0.1');
    expect(await ask(ownerUrl, 'show unix_socket_directories')).toBe('');
    expect(await ask(ownerUrl, "select string_agg(distinct auth_method, ' ') from pg_hba_file_rules")).toBe(
      'scram-sha-256',
    );
    await expect(ask(`postgres://desk:wrong@127.0.0.1:${port}/desk`, 'select 1')).rejects.toThrow(
      'password authentication failed',
    );
    await expect(ask(url.replace('127.0.0.1', '127.0.0.2'), 'select 1')).rejects.toThrow('ECONNREFUSED');
  });

  longTest('leaves the passwords in one file that is ours alone, also when somebody opened it', async () => {
    await (await started()).stop();
    const access = join(dataDir, 'postgres.json');
    await chmod(access, 0o644);
    const { url } = await started();

    expect((await stat(access)).mode & 0o777).toBe(0o600);
    const password = new URL(url).password;
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const open = files.filter((file) => file.isFile() && join(file.parentPath, file.name) !== access);
    for (const file of open) expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toContain(password);
    const commands = await Promise.all(
      (await readdir('/proc').catch(() => [])).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    );
    expect(commands.filter((command) => command.includes(password))).toEqual([]);
  });

  longTest('takes another port when its own is taken by then, but not one it was told to take', async () => {
    const first = await started();
    await first.stop();
    const other = await listen(first.port);
    try {
      await expect(started({ port: (other.address() as AddressInfo).port })).rejects.toThrow(
        `Port ${first.port} for PostgreSQL is taken`,
      );
      expect((await started()).port).not.toBe(first.port);
    } finally {
      other.close();
    }
  });

  longTest('says so when the passwords are gone', async () => {
    await newFolder();
    await (await started()).stop();
    await rm(join(dataDir, 'postgres.json'));

    await expect(started()).rejects.toThrow('postgres.json is gone');
  });

  longTest('begins anew where an earlier first start was cut short', async () => {
    await newFolder();
    await mkdir(join(dataDir, 'postgres/draft-abcdef/data/base'), { recursive: true });

    expect(await ask((await started()).url, 'select 1')).toBe(1);
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['data']);
  });
});

describe('after a kill -9', () => {
  test('of the postmaster its loss is told, and the next start finds everything that was committed', async () => {
    const first = await started();
    await ask(first.ownerUrl, `create table ${kept} as select 42 as answer`);
    process.kill(await postmaster(), 'SIGKILL');
    await first.lost;

    const second = await started({ port: first.port });
    expect(await ask(second.ownerUrl, `select answer from ${kept}`)).toBe(42);
  });

  longTest('of the postmaster with a session still at work the next start waits until that has noticed', async () => {
    const first = await started();
    const busy = ask(first.ownerUrl, 'select pg_sleep(60)').catch((error: Error) => error);
    const isBusy =
      "select exists (select from pg_stat_activity where state = 'active' and query = 'select pg_sleep(60)')";
    await eventually(async () => (await ask(first.ownerUrl, isBusy)) === true);
    process.kill(await postmaster(), 'SIGKILL');

    const second = await started({ port: first.port });
    expect(await ask(second.url, 'select 1')).toBe(1);
    expect(await busy).toBeInstanceOf(Error);
  });

  longTest('of the postmaster whose number another process has by now, the next start is not misled', async () => {
    const first = await started();
    await first.stop();
    const foreign = `${process.ppid}\n${join(dataDir, 'postgres/data')}\n1700000000\n${first.port}\n\n127.0.0.1\n`;
    await writeFile(join(dataDir, 'postgres/data/postmaster.pid'), foreign);

    expect(await ask((await started()).url, 'select 1')).toBe(1);
    expect(isAlive(process.ppid)).toBe(true);
  });

  longTest('of the launcher the next start takes over the server that runs, and stops it in the end', async () => {
    await installLauncher(folder);
    const { launcher, server } = await launched();
    await ask(server.ownerUrl, `create table ${kept} as select 42 as answer`);
    const pid = await postmaster();
    await end(launcher, 'SIGKILL');
    expect(isAlive(pid)).toBe(true);

    const next = await started();
    expect(await postmaster()).toBe(pid);
    expect(await ask(next.ownerUrl, `select answer from ${kept}`)).toBe(42);
    await next.stop();
    await expect(ask(next.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
  });

  test('of launcher and postmaster the next start finds everything', async () => {
    await newFolder();
    await installLauncher(folder);
    const { launcher, server } = await launched();
    await ask(server.ownerUrl, `create table ${kept} as select 42 as answer`);
    const pid = await postmaster();
    await end(launcher, 'SIGKILL');
    process.kill(pid, 'SIGKILL');

    expect(await ask((await started()).ownerUrl, `select answer from ${kept}`)).toBe(42);
  });
});

describe('a database made when the search knew ASCII letters alone', () => {
  const rows = 60_000;
  const letters = "select datctype from pg_database where datname = 'desk'";

  /** Counts by the trigram index, even where another plan is cheaper. */
  async function found(url: string, name: string): Promise<unknown> {
    const client = new Client(url);
    await client.connect();
    try {
      await client.query('set enable_seqscan = off');
      const counting = `select count(*)::int as n from ${kept} where name like '%${name}%'`;
      const plan = await client.query(`explain ${counting}`);
      expect(JSON.stringify(plan.rows)).toContain(`Bitmap Index Scan on ${kept}_search`);
      return (await client.query<{ n: number }>(counting)).rows[0]!.n;
    } finally {
      await client.end();
    }
  }

  /** Makes a database as an earlier version did; its server keeps running for the next start. */
  async function oldDatabase(): Promise<string> {
    await newFolder();
    await installLauncher(folder);
    const { launcher, server } = await launched();
    const { ownerUrl } = server;
    await ask(ownerUrl, 'create extension pg_trgm');
    await ask(ownerUrl, "update pg_database set datctype = 'C' where datname in ('desk', 'template1')");
    await ask(ownerUrl, `create table ${kept} (id int, name text)`);
    await ask(ownerUrl, `create index ${kept}_search on ${kept} using gin (name gin_trgm_ops)`);
    await ask(
      ownerUrl,
      `insert into ${kept} select i, i || (array[' Чаудхри', ' الخطيب', ' 陈秀英', ' สมหญิง'])[1 + i % 4]
       from generate_series(1, ${rows}) i`,
    );
    expect(await ask(ownerUrl, "select show_trgm('ж')")).toEqual([]);
    await end(launcher, 'SIGKILL');
    return ownerUrl;
  }

  async function isWhole(url: string): Promise<void> {
    for (const name of ['Чаудхри', 'الخطيب', '陈秀英', 'สมหญิง']) expect(await found(url, name)).toBe(rows / 4);
    expect(await ask(url, `select count(*)::int from ${kept}`)).toBe(rows);
    expect(await ask(url, 'select count(*)::int from pg_index where not indisvalid')).toBe(0);
    expect(await ask(url, "select datctype <> 'C' from pg_database where datname = 'template1'")).toBe(true);
  }

  longTest('is brought over at the next start, with an index that finds every name', async () => {
    await oldDatabase();
    const said: string[] = [];
    const server = await startPostgres({ dataDir, durable: false, say: (sentence) => said.push(sentence) });
    servers.push(server);

    await isWhole(server.ownerUrl);
    expect(said).toEqual(['The index of the search is built anew, for names in every script']);
    await server.stop();
    said.length = 0;
    servers.push(await startPostgres({ dataDir, durable: false, say: (sentence) => said.push(sentence) }));
    expect(said).toEqual([]);
  });

  longTest('is the old one after a kill -9 before the change, and the new one after a kill -9 behind it', async () => {
    const ownerUrl = await oldDatabase();
    const systemUrl = Object.assign(new URL(ownerUrl), { pathname: 'postgres' }).href;
    const connect = async () => {
      const system = new Client(systemUrl);
      system.on('error', () => undefined);
      return system.connect().then(
        () => system,
        () => false as const,
      );
    };
    const outcome = () =>
      launched().then(
        () => 'started',
        () => 'refused',
      );
    const kill = async () => process.kill(await postmaster(), 'SIGKILL');

    // The change waits for a row that another transaction is changing.
    const other = await eventually(connect);
    await other.query("begin; update pg_database set datname = datname where datname = 'desk'");
    const first = outcome();
    await eventually(async () => {
      const { rows } = await other.query("select from pg_locks where not granted and locktype = 'transactionid'");
      return rows.length > 0;
    });
    await kill();
    expect(await first).toBe('refused');

    // The change is done and the index is being built; by then, sessions from before the change are ended.
    const second = outcome();
    const watcher = await eventually(connect);
    const isOld = async () => (await watcher.query<{ datctype: string }>(letters)).rows[0]?.datctype === 'C';
    while (await isOld().catch(() => false));
    await kill();
    expect(await second).toBe('refused');

    await isWhole((await started()).ownerUrl);
  });
});

describe('two starts on one folder', () => {
  longTest('one after the other: the second is refused by name, and the first serves on', async () => {
    const first = await started();

    await expect(started()).rejects.toThrow(`${dataDir} is in use by process ${process.pid}`);
    expect(await ask(first.url, 'select 1')).toBe(1);
  });

  test('at once, on a new folder: one succeeds, with one database', async () => {
    await newFolder();
    await installLauncher(folder);
    const attempts = await Promise.allSettled([launched(), launched(), launched()]);

    const won = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value.server] : []));
    const lost = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [String(attempt.reason)] : []));
    expect(won).toHaveLength(1);
    for (const reason of lost) expect(reason).toContain('is in use by process');
    expect(await ask(won[0]!.url, 'select 1')).toBe(1);
  });
});

describe('a script', () => {
  test('works on the server that runs, and leaves it running', async () => {
    const { url } = await started();
    const borrowed = await borrowPostgres({ dataDir });
    expect(borrowed.url).toBe(url);
    await borrowed.stop();

    expect(await ask(url, 'select 1')).toBe(1);
  });

  longTest('gets a server of its own where none runs', async () => {
    const borrowed = await borrowPostgres({ dataDir, durable: false });
    expect(await ask(borrowed.ownerUrl, 'select 1')).toBe(1);
    await borrowed.stop();

    await expect(ask(borrowed.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('where things lie', () => {
  /** The product's folders outside the data folders. */
  async function outside(): Promise<string[]> {
    const names = await Promise.all(['/var/lib', '/var/tmp'].map((place) => readdir(place)));
    return names.flat().filter((name) => name.startsWith('arrival-card-desk-'));
  }

  longTest(
    'a database made under a folder that is closed to others lies there, and starts again after a kill -9',
    async () => {
      await newFolder();
      await chmod(folder, 0o700);
      const before = await outside();
      const first = await started();
      await ask(first.ownerUrl, `create table ${kept} as select 42 as answer`);
      expect(await realpath(join(dataDir, 'postgres/data'))).toBe(join(await realpath(dataDir), 'postgres/data'));
      expect(await outside()).toEqual(before);
      process.kill(await postmaster(), 'SIGKILL');
      await first.lost;

      const second = await started();
      expect(await ask(second.ownerUrl, `select answer from ${kept}`)).toBe(42);
      await second.stop();
      expect(await ask((await started()).ownerUrl, `select answer from ${kept}`)).toBe(42);
    },
  );

  longTest(
    'a package without its links, in a folder that is closed to others, is enough; nothing is left outside',
    async () => {
      await newFolder();
      await installLauncher(folder);
      await unlinkLibraries(folder);
      await chmod(folder, 0o700);
      const before = await outside();
      const { launcher, server } = await launched();
      await ask(server.ownerUrl, `create table ${kept} as select 42 as answer`);
      await end(launcher, 'SIGKILL');

      const next = await launched();
      expect(await ask(next.server.ownerUrl, `select answer from ${kept}`)).toBe(42);
      await end(next.launcher, 'SIGTERM');
      expect(await outside()).toEqual(before);
      expect(await readdir(dataDir)).not.toContain('postgres-programs');
    },
  );

  (isRoot ? test : test.skip)('a database that an earlier version kept outside is moved in', async () => {
    await newFolder();
    await chmod(folder, 0o700);
    const first = await started();
    await ask(first.ownerUrl, `create table ${kept} as select 42 as answer`);
    await first.stop();
    const before = await outside();
    const home = join(dataDir, 'postgres');
    const old = await mkdtemp('/var/lib/arrival-card-desk-');
    const { uid, gid } = await stat(home);
    await promisify(execFile)('cp', ['-a', join(home, 'data'), old]);
    await chown(old, uid, gid);
    await rm(home, { recursive: true });
    await symlink(old, home);
    // An incomplete copy, and the link that names its source.
    await mkdir(join(dataDir, 'postgres-moved-abcdef/data'), { recursive: true });
    await symlink(old, join(dataDir, 'postgres-was-in'));

    const second = await started();
    expect(await ask(second.ownerUrl, `select answer from ${kept}`)).toBe(42);
    await ask(second.ownerUrl, `update ${kept} set answer = 43`);
    expect(await outside()).toEqual(before);
    const place = await readlink(home);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.json', 'postgres.log', place].sort());
    await second.stop();

    // The move ended before the old folder was removed.
    await mkdir(join(old, 'data'), { recursive: true });
    await symlink(old, join(dataDir, 'postgres-was-in'));
    expect(await ask((await started()).ownerUrl, `select answer from ${kept}`)).toBe(43);
    expect(await outside()).toEqual(before);
  });

  (isRoot ? test : test.skip)('for root the server runs as somebody else', async () => {
    await started();
    const [, uid] = /^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${await postmaster()}/status`, 'utf8'))!;

    expect(Number(uid)).not.toBe(0);
  });

  (isRoot ? test : test.skip)('a plain user starts it, from a package that can not be written to', async () => {
    await newFolder();
    await installLauncher(folder);
    await unlinkLibraries(folder);
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o777 });
    await chmod(home, 0o777);
    dataDir = join(home, 'data');
    const { server } = await launched(folder, nobody);

    expect(await ask(server.url, 'select 1')).toBe(1);
    expect((await stat(join(dataDir, 'postgres/data'))).uid).toBe(nobody.uid);
  });

  (isRoot ? test : test.skip)('root goes on with the database of a plain user, as that user', async () => {
    await newFolder();
    await installLauncher(folder);
    const home = join(folder, 'home');
    await mkdir(home);
    await chmod(home, 0o777);
    dataDir = join(home, 'data');
    const { launcher } = await launched(folder, nobody);
    await end(launcher, 'SIGTERM');

    expect(await ask((await started()).url, 'select 1')).toBe(1);
    expect((await stat(join(dataDir, 'postgres/data'))).uid).toBe(nobody.uid);
  });
});
