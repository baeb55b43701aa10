import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, type DatabaseError } from 'pg';
import {
  draftPrefix,
  findBinaries,
  postgresFiles,
  type PostgresFiles,
  removePrograms,
  workingFolder,
} from './postgres-files.js';
import { findPostmaster, type Postmaster, serves } from './postmaster.js';
import { privateFile, rewritePrivateFile } from './private-file.js';

export type EmbeddedPostgres = {
  /** As the application: the role `desk`, with the rights that the migrations give it. */
  url: string;
  /** As `desk_owner`, a superuser: for migrations and demo data. */
  ownerUrl: string;
  port: number;
  /** Resolves when the server died, or restarted by itself, without `stop`: start it again. */
  lost: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  /** Default: the port of the last start, else a free one. */
  port?: number;
  /** False, for tests: quicker, and survives a kill -9, but not a power cut. */
  durable?: boolean;
};

type Access = { port?: number; ownerPassword: string; deskPassword: string };
type Cluster = Required<Pick<Options, 'dataDir' | 'durable'>> & { files: PostgresFiles; access: Access };

const owner = 'desk_owner';
const application = 'desk';
const patience = 60_000;

/**
 * Starts the PostgreSQL in `dataDir`, creating it first if there is none; resolves when it accepts queries. A server that
 * an earlier start left running is taken over. A server that is shutting down, or whose processes outlive their killed
 * postmaster, is waited for. Of several parallel starts on one folder one succeeds; the others are refused.
 */
export async function startPostgres({ dataDir, port, durable = true }: Options): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(resolve(dataDir), durable);
  const { session, postmaster } = await reach(cluster, port);
  await claim(session, cluster);

  let stopping = false;
  const lost = new Promise<void>((ended) => session.once('end', () => stopping || ended()));
  const stop = async () => {
    stopping = true;
    await session.end();
    await shutDown(cluster.files.data);
    await removePrograms(cluster.dataDir);
  };
  try {
    await createDatabase(session, cluster.access);
    await removeDrafts(cluster.files.home);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...addresses(cluster, postmaster.port), lost, stop };
}

/**
 * For a script that works on the database beside `npm start` or without it: the server that runs, which then isn't
 * the script's to stop, or one started for it.
 */
export async function borrowPostgres(options: Options): Promise<Pick<EmbeddedPostgres, 'url' | 'ownerUrl' | 'stop'>> {
  const cluster = await openCluster(resolve(options.dataDir), options.durable ?? true);
  const running = await findPostmaster(cluster.files.data);
  return running ? { ...addresses(cluster, running.port), stop: async () => undefined } : startPostgres(options);
}

function addresses({ access }: Cluster, port: number): Pick<EmbeddedPostgres, 'url' | 'ownerUrl' | 'port'> {
  const address = (user: string, password: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${application}`;
  return { url: address(application, access.deskPassword), ownerUrl: address(owner, access.ownerPassword), port };
}

async function openCluster(dataDir: string, durable: boolean): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const files = await postgresFiles(dataDir);
  const accessFile = join(dataDir, 'postgres.json');
  if (existsSync(files.data) && !existsSync(accessFile)) {
    throw new Error(`${accessFile} is gone, and with it the passwords of the database in ${files.data}: remove both`);
  }
  const password = () => randomBytes(24).toString('base64url');
  const access = await privateFile<Access>(accessFile, () => ({ ownerPassword: password(), deskPassword: password() }));
  const cluster = { dataDir, durable, files, access };
  if (!existsSync(files.data)) await createCluster(cluster);
  return cluster;
}

/** Creates the cluster in a temporary folder and then renames it, so that `data` exists only if initdb has finished. */
async function createCluster({ dataDir, files, access, durable }: Cluster): Promise<void> {
  const { user, home, data } = files;
  const draft = await mkdtemp(join(home, draftPrefix));
  try {
    // The password is passed in a file, because other users can read a command line.
    const [passwordFile, made] = [join(draft, 'password'), join(draft, 'data')];
    await writeFile(passwordFile, access.ownerPassword, { mode: 0o600 });
    await mkdir(made, { mode: 0o700 });
    if (user.uid !== undefined) for (const path of [draft, passwordFile, made]) await chown(path, user.uid, user.gid!);
    const initdb = join(await findBinaries(dataDir, files), 'initdb');
    const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const login = [`--username=${owner}`, '--pwfile=../password', '--auth=scram-sha-256'];
    const speed = durable ? [] : ['--no-sync'];
    const options = [...encoding, ...login, ...speed, '--no-instructions', '-D', workingFolder(made, user)];
    await withLetters((locale) =>
      promisify(execFile)(initdb, [...options, `--lc-ctype=${locale}`], { ...user, cwd: made, env: serverEnvironment }),
    );
    await rename(made, data);
  } catch (error) {
    // A parallel start may have been quicker.
    if (!existsSync(data)) throw error;
  } finally {
    await rm(draft, removal);
  }
}

/** Locales with the letters of every script: on Linux, on older Linux, on macOS, elsewhere. pg_trgm asks LC_CTYPE for letters. */
const locales = ['C.UTF-8', 'C.utf8', 'UTF-8', 'en_US.UTF-8'];

/** Tries the locales until initdb knows one. */
async function withLetters(initdb: (locale: string) => Promise<unknown>): Promise<void> {
  for (const locale of locales) {
    try {
      await initdb(locale);
      return;
    } catch (error) {
      if (!String((error as { stderr?: string }).stderr).includes('invalid locale name')) throw error;
    }
  }
  throw new Error(
    `This system knows no locale with the letters of every script (${locales.join(', ')}): set DATABASE_URL`,
  );
}

/** Logs in to the server that runs, or to one it starts. The session is the owner's and stays open. */
async function reach(cluster: Cluster, port?: number): Promise<{ session: Client; postmaster: Postmaster }> {
  const deadline = Date.now() + patience;
  for (;;) {
    const running = await findPostmaster(cluster.files.data);
    const logStart = running ? 0 : await logSize(cluster);
    const postmaster = running ?? (await launch(cluster, port));
    const session = await logIn(cluster, postmaster, deadline).catch(async (error: unknown) => {
      if (!running) await shutDown(cluster.files.data);
      throw error;
    });
    if (session) return { session, postmaster };
    if (!running) await clearTheWay(cluster, logStart);
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start within a minute: see ${logFile(cluster)}`);
  }
}

/** A session of its own (setsid), so that a Ctrl-C in the terminal doesn't take the database from under its users. */
async function launch(cluster: Cluster, wanted?: number): Promise<Postmaster> {
  const { user, data } = cluster.files;
  const bin = await findBinaries(cluster.dataDir, cluster.files);
  const port = await choosePort(cluster, wanted);
  const log = openSync(logFile(cluster), 'a', 0o600);
  const settings = Object.entries({ ...serverSettings, ...(cluster.durable ? {} : fastAndLoose), port });
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', workingFolder(data, user), ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...user, cwd: data, env: serverEnvironment, detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  await new Promise((started, failed) => server.once('spawn', started).once('error', failed));
  server.unref();
  return { pid: server.pid!, port };
}

/** Sized for a laptop; fsync stays on. A replica of this server starts only if it allows as many connections. */
export const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  random_page_cost: 1.1,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};
const fastAndLoose = { fsync: 'off', full_page_writes: 'off' };

/** Without our environment: PGDATA, PGPORT and the like would change the server's behaviour, and it needs no secrets. */
const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

async function choosePort(cluster: Cluster, wanted?: number): Promise<number> {
  if (wanted !== undefined) {
    if (await isFree(wanted)) return wanted;
    throw new Error(`Port ${wanted} for PostgreSQL is taken`);
  }
  let port = cluster.access.port ?? somePort();
  while (!(await isFree(port))) port = somePort();
  if (port !== cluster.access.port) {
    cluster.access.port = port;
    await rewritePrivateFile(join(cluster.dataDir, 'postgres.json'), cluster.access);
  }
  return port;
}

/**
 * Below the ports for outgoing connections. Otherwise a client that reconnects while the server is down could get the
 * server's port as its own, connect to itself, and block the server's restart.
 */
function somePort(): number {
  return randomInt(15_000, 30_000);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once('error', () => answer(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(true)));
  });
}

/** Undefined when the server ended instead. */
async function logIn(
  { access, files }: Cluster,
  { pid, port }: Postmaster,
  deadline: number,
): Promise<Client | undefined> {
  while (await serves(pid, files.data)) {
    try {
      return await openSession(access, port, 'postgres');
    } catch (error) {
      const { code, message } = error as DatabaseError;
      if (code === wrongPassword) {
        throw new Error('The passwords in postgres.json are not those of the database', { cause: error });
      }
      // Without a timeout, because recovery may take long.
      if (code !== notYet && Date.now() > deadline) {
        throw new Error(`PostgreSQL does not answer: ${message}`, { cause: error });
      }
      await sleep(20);
    }
  }
  return undefined;
}

/** The owner's. */
async function openSession({ ownerPassword }: Access, port: number, database: string): Promise<Client> {
  const session = new Client({
    host: '127.0.0.1',
    port,
    user: owner,
    password: ownerPassword,
    database,
    application_name: `start ${process.pid}`,
  });
  // Ignored, because the session's end is handled, too.
  session.on('error', () => undefined);
  await session.connect();
  return session;
}

/** PostgreSQL's error codes (its manual, appendix A). */
const [wrongPassword, notYet] = ['28P01', '57P03'];

/**
 * Finds in the log why a server ended at its start. Returns when another try may succeed.
 * @throws Error with the reason otherwise
 */
async function clearTheWay(cluster: Cluster, logStart: number): Promise<void> {
  const log = (await readFile(logFile(cluster))).subarray(logStart).toString();
  const data = cluster.files.data;
  if (/lock file "postmaster.pid" (already exists|is empty)/.test(log)) {
    // The file belongs to a parallel start, which the next try finds, or to a killed server, whose pid may by now be
    // another process's.
    await sleep(100);
    if (!(await findPostmaster(data))) await rm(join(data, 'postmaster.pid'), { force: true });
  } else if (log.includes('is still in use')) {
    // The sessions of a killed postmaster end soon.
    await sleep(100);
  } else if (!log.includes('could not bind')) {
    const reason = /^.*FATAL:.*$/m.exec(log)?.[0] ?? log.trim().slice(-500);
    throw new Error(`PostgreSQL did not start: ${reason} (${logFile(cluster)})`);
  }
}

function logFile({ dataDir }: Cluster): string {
  return join(dataDir, 'postgres.log');
}

/** Begins a new log beside the old one once it has grown. */
async function logSize(cluster: Cluster): Promise<number> {
  const size = await stat(logFile(cluster)).then(
    (file) => file.size,
    () => 0,
  );
  if (size < 5_000_000) return size;

  await rename(logFile(cluster), `${logFile(cluster)}.old`);
  return 0;
}

/** Takes an advisory lock for this process. It ends with the session, so a crash can't leave it behind. */
async function claim(session: Client, { dataDir }: Cluster): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await session.query<{ claimed: boolean }>('select pg_try_advisory_lock(1) as claimed');
    if (rows[0]?.claimed) return;
    await sleep(100);
  }
  const { rows } = await session.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = 1 and granted and datname = current_database()`,
  );
  await session.end();
  const holder = rows[0]?.name.replace('start ', 'process ') ?? 'another process';
  throw new Error(`${dataDir} is in use by ${holder}: stop that one first, or set another DATA_DIR`);
}

async function createDatabase(session: Client, { deskPassword }: Access): Promise<void> {
  const { rows } = await session.query(`select from pg_database where datname = '${application}'`);
  if (rows.length > 0) return;

  const role = await session.query(`select from pg_roles where rolname = '${application}'`);
  if (role.rows.length === 0) {
    await session.query(`create role ${application} login password ${session.escapeLiteral(deskPassword)}`);
  }
  await session.query(`create database ${application} owner ${owner}`);
}

/** Retries, because a parallel start may be removing the same folder. */
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 20 };

async function removeDrafts(home: string): Promise<void> {
  const drafts = (await readdir(home)).filter((name) => name.startsWith(draftPrefix));
  await Promise.all(drafts.map((name) => rm(join(home, name), removal)));
}

async function shutDown(data: string): Promise<void> {
  // Fast; should that hang, immediate, which makes the next start recover from the log.
  for (const [signal, wait] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    const postmaster = await findPostmaster(data);
    if (!postmaster) return;
    process.kill(postmaster.pid, signal);
    for (const end = Date.now() + wait; Date.now() < end && (await serves(postmaster.pid, data));) await sleep(10);
  }
}
