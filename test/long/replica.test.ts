import { expect, test } from '@jest/globals';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { Replica } from '../../src/database/replica.js';
import { serverSettings, startPostgres } from '../../src/embedded/postgres.js';
import { findBinaries, postgresFiles } from '../../src/embedded/postgres-files.js';
import type { Env } from '../../src/platform/env.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';

/** A streaming replica of the embedded server: a copy of its stopped folder, which then follows it. */
async function startReplica(
  dataDir: string,
  ownerUrl: string,
): Promise<{ url: string; expectAlive(): Promise<void>; stop(): Promise<void> }> {
  const { user, home, data } = await postgresFiles(dataDir);
  const copy = join(home, 'replica');
  await promisify(execFile)('cp', ['-a', data, copy]);
  await rm(join(copy, 'postmaster.pid'), { force: true });
  await writeFile(join(copy, 'standby.signal'), '');
  const { hostname, port, username, password } = new URL(ownerUrl);
  const from = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  await promisify(execFile)('chown', ['-R', `${user.uid ?? ''}:${user.gid ?? ''}`, copy]).catch(() => undefined);

  const own = await freePort();
  // PostgreSQL stops a replica that allows fewer connections than its primary
  const settings = Object.entries({ ...serverSettings, port: own, wal_retrieve_retry_interval: '200ms' });
  const logFile = join(home, 'replica.log');
  const log = openSync(logFile, 'a', 0o600);
  const server: ChildProcess = spawn(
    join(await findBinaries(dataDir, { user, home, data }), 'postgres'),
    ['-D', '/proc/self/cwd', ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...user, cwd: copy, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  const url = Object.assign(new URL(ownerUrl), { port: String(own) }).href;
  return {
    url,
    expectAlive: async () => {
      if (server.exitCode !== null) throw new Error(`the replica died:\n${await readFile(logFile, 'utf8')}`);
    },
    stop: async () => {
      if (server.exitCode !== null) return;
      server.kill('SIGINT');
      await once(server, 'exit');
    },
  };
}

test('reports are read from a replica that follows its primary; when it is stopped, from the primary', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'desk-replica-'));
  const port = await freePort();
  await (await startPostgres({ dataDir, port })).stop();
  let primary = await startPostgres({ dataDir, port });
  await primary.stop();
  const follower = await startReplica(dataDir, primary.ownerUrl);
  primary = await startPostgres({ dataDir, port });
  const replica = new Replica({ DATABASE_REPLICA_URL: follower.url } as Env);
  const database = new pg.Client(primary.ownerUrl);
  await database.connect();

  const where = () => replica.read<{ n: number }>(['SELECT n FROM seen', []], async () => [{ n: -1 }]);
  try {
    await database.query('CREATE TABLE seen (n integer)');
    await database.query('INSERT INTO seen VALUES (1)');
    // the starting replica refuses the first read, and is then left alone for ten seconds
    await eventually(async () => {
      await follower.expectAlive();
      return (await where())[0]!.n === 1;
    }, 60);

    await database.query('UPDATE seen SET n = 2');
    await eventually(async () => (await where())[0]!.n === 2);
    await follower.stop();
    expect(await where()).toEqual([{ n: -1 }]);
  } finally {
    await database.end();
    await replica.onApplicationShutdown();
    await follower.stop().catch(() => undefined);
    await primary.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
