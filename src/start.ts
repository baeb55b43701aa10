import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { answers } from './embedded/answers.js';
import { embeddedEnvironment, originOf } from './embedded/environment.js';
import { openOutput } from './embedded/output.js';
import type { EmbeddedPostgres } from './embedded/postgres.js';
import { Processes } from './embedded/processes.js';
import { readEnvFile } from './platform/env-file.js';
import { passwordsFile, projectFolder, serverBundle } from './platform/paths.js';

// What `npm start` and `nest start` run: runs web and worker until a signal ends it. Without a DATABASE_URL it also runs
// PostgreSQL, the migrations and the demo data. It sets the environment that platform/env.ts reads in these processes. It
// imports little at its start, so that `ready` comes soon.

readEnvFile();
const dataDir = resolve(process.env.DATA_DIR || '.data');
const output = openOutput(process.env.LOG_FORMAT ?? '', dataDir);
const processes = new Processes(output);
let database: Promise<EmbeddedPostgres> | undefined;
let ending = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
endWithNpm();
start().catch((error: Error) => {
  if (ending) return;
  output.say(error.message);
  void end(1);
});

async function start(): Promise<void> {
  process.env.NODE_ENV ||= 'production';
  await checkSettings();
  if (![serverBundle, passwordsFile].every(existsSync)) await output.step('screens built', buildRest);
  const host = process.env.HOST || '127.0.0.1';
  const port = await freePort(host, Number(process.env.PORT || 3000));
  process.env.PORT = String(port);

  let embedded: string | undefined;
  if (process.env.DATABASE_URL) await output.step('database', () => processes.finish(file('database/migrate.js')));
  else embedded = await embed(host, port);
  if (ending) return;

  const origin = originOf(host, port);
  const [account] = await output.step('web and worker', () => {
    const web = processes.supervise(file('main.js'));
    const worker = processes.supervise(file('worker.js'));
    return Promise.all([findAccount(embedded), Promise.race([web, answers(`${origin}/readyz`)]), worker]);
  });
  output.ready(origin, account);
}

/** Builds what `nest build` leaves out: the browser's part, and what the server reads of large packages. */
async function buildRest(): Promise<void> {
  const build = spawn(process.execPath, [join(projectFolder, 'src/build.mjs'), '--beside-server'], {
    stdio: 'inherit',
  });
  const [code] = (await once(build, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The screens were not built: run `npm run build`');
}

/**
 * Checks the settings before anything is changed. Embedded mode sets what production needs by itself.
 * @throws EnvError naming what is missing.
 */
async function checkSettings(): Promise<void> {
  const { readEnv } = await import('./platform/env.js');
  readEnv(process.env.DATABASE_URL ? process.env : { ...process.env, EMBEDDED: '1' });
}

/** The account to look around with in an embedded database, unless its password was changed. */
async function findAccount(ownerUrl: string | undefined): Promise<{ email: string; password: string } | undefined> {
  if (!ownerUrl) return undefined;
  const { openDemoAccount } = await import('./seed/demo-data.js');
  return openDemoAccount(ownerUrl);
}

/** Starts what only embedded mode needs, and points the environment at it. Returns the database's URL, as its owner. */
async function embed(host: string, port: number): Promise<string> {
  const { prepareDatabase } = await import('./embedded/preparation.js');
  const { url, ownerUrl } = await output.step('PostgreSQL', keepPostgres);
  Object.assign(process.env, await embeddedEnvironment(process.env, { dataDir, host, port, url, ownerUrl }));

  await prepareDatabase(ownerUrl, [file('database'), file('../../package.json')], {
    migrate: () => output.step('tables', () => processes.finish(file('database/migrate.js'))),
    fillDemoData: async () => {
      const { fillDemoData } = await import('./seed/demo-data.js');
      const orders = Number(process.env.DEMO_ORDERS || 2000);
      await output.step(`${orders.toLocaleString('en')} demo orders`, () => fillDemoData(ownerUrl, orders));
    },
  });
  return ownerUrl;
}

/** Starts PostgreSQL, and restarts it on the same port whenever it dies, so that pools reconnect. */
async function keepPostgres(): Promise<EmbeddedPostgres> {
  const { startPostgres } = await import('./embedded/postgres.js');
  const heal = async (lost: EmbeddedPostgres): Promise<void> => {
    await lost.lost;
    for (;;) {
      if (ending) return;
      output.say('PostgreSQL ended: starting it again');
      database = startPostgres({ dataDir, port: lost.port });
      try {
        return await heal(await database);
      } catch (error) {
        output.say((error as Error).message);
        await sleep(1_000);
      }
    }
  };
  database = startPostgres({ dataDir });
  const postgres = await database;
  void heal(postgres);
  return postgres;
}

/** Ends web and worker within 20 s, then the database. A second call ends web and worker by force. */
async function end(code: number): Promise<void> {
  if (ending) return processes.kill();

  ending = true;
  await processes.stop();
  const postgres = await database?.catch(() => undefined);
  await postgres?.stop();
  process.exit(code);
}

/**
 * Ends when npm has gone. npm sends signals to a shell, which may die without passing them on, and a killed npm sends
 * none.
 */
function endWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !ending) void end(0);
  }, 500).unref();
}

/**
 * The port itself, or any free one for 0. Checked before anything starts, so that a taken port gives a clear error.
 * Retried for two seconds, because the web process of a killed start needs a moment to end.
 */
async function freePort(host: string, port: number): Promise<number> {
  for (const end = Date.now() + 2_000; ; await sleep(50)) {
    try {
      return await tryPort(host, port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (Date.now() > end)
        throw new Error(`Port ${port} on ${host} is taken: set PORT to another one`, { cause: error });
    }
  }
}

function tryPort(host: string, port: number): Promise<number> {
  const probe = createServer();
  return new Promise((free, taken) => {
    probe.once('error', taken);
    probe.listen(port, host, () => {
      const chosen = (probe.address() as AddressInfo).port;
      probe.close(() => free(chosen));
    });
  });
}

function file(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
