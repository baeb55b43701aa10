import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { answers } from './embedded/answers.js';
import { embeddedEnvironment, originOf } from './embedded/environment.js';
import type { EmbeddedPostgres } from './embedded/postgres.js';
import { Processes } from './embedded/processes.js';
import { readEnvFile } from './platform/env-file.js';

// What `npm start` runs: runs web and worker until a signal ends it. Without a DATABASE_URL it also runs PostgreSQL, the
// migrations and the demo data. It sets the environment that platform/env.ts reads in these processes. It imports little
// at its start, so that `ready` comes soon.

const processes = new Processes();
let database: Promise<EmbeddedPostgres> | undefined;
let ending = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
endWithNpm();
start().catch((error: Error) => {
  if (ending) return;
  say(error.message);
  void end(1);
});

async function start(): Promise<void> {
  readEnvFile();
  process.env.NODE_ENV ||= 'production';
  await checkSettings();
  const host = process.env.HOST || '127.0.0.1';
  const port = await freePort(host, Number(process.env.PORT || 3000));
  process.env.PORT = String(port);

  if (process.env.DATABASE_URL) await processes.finish(file('database/migrate.js'));
  else await embed(host, port);
  if (ending) return;

  const origin = originOf(host, port);
  const web = processes.supervise(file('main.js'));
  const worker = processes.supervise(file('worker.js'));
  await Promise.all([Promise.race([web, answers(`${origin}/readyz`)]), worker]);
  process.stdout.write(`ready ${origin}\n`);
}

/**
 * Checks the settings before anything is changed. Embedded mode sets what production needs by itself.
 * @throws EnvError naming what is missing.
 */
async function checkSettings(): Promise<void> {
  const { readEnv } = await import('./platform/env.js');
  readEnv(process.env.DATABASE_URL ? process.env : { ...process.env, EMBEDDED: '1' });
}

/** Starts what only embedded mode needs, and points the environment at it. */
async function embed(host: string, port: number): Promise<void> {
  const { prepareDatabase } = await import('./embedded/preparation.js');
  const dataDir = resolve(process.env.DATA_DIR || '.data');
  const { url, ownerUrl } = await keepPostgres(dataDir);
  Object.assign(process.env, await embeddedEnvironment(process.env, { dataDir, host, port, url, ownerUrl }));

  await prepareDatabase(ownerUrl, [file('database'), file('../../package.json')], {
    migrate: () => processes.finish(file('database/migrate.js')),
    fillDemoData: async () => {
      const { fillDemoData } = await import('./seed/demo-data.js');
      await fillDemoData(ownerUrl, Number(process.env.DEMO_ORDERS || 2000));
    },
  });
}

/** Starts PostgreSQL, and restarts it on the same port whenever it dies, so that pools reconnect. */
async function keepPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const { startPostgres } = await import('./embedded/postgres.js');
  const heal = async (lost: EmbeddedPostgres): Promise<void> => {
    await lost.lost;
    for (;;) {
      if (ending) return;
      say('PostgreSQL ended: starting it again');
      database = startPostgres({ dataDir, port: lost.port, say });
      try {
        return await heal(await database);
      } catch (error) {
        say((error as Error).message);
        await sleep(1_000);
      }
    }
  };
  database = startPostgres({ dataDir, say });
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

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
