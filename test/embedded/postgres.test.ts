import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
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
