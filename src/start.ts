import { get } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { embeddedEnvironment, originOf } from './embedded/environment.js';
import type { EmbeddedPostgres } from './embedded/postgres.js';
import { Processes } from './embedded/processes.js';
import { readEnvFile } from './platform/env-file.js';

// What `npm start` runs: keeps web and worker at work until it is told to end. Without a DATABASE_URL it brings along
// what they need: PostgreSQL, migrations, demo data. It writes the environment that platform/env.ts reads in them,
// and loads little itself, for somebody waits for its `ready`.

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
  const host = process.env.HOST || '127.0.0.1';
  const port = await freePort(host, Number(process.env.PORT || 3000));
  process.env.PORT = String(port);

  if (process.env.DATABASE_URL) await processes.finish(file('database/migrate.js'));
  else await embed(host, port);
  if (ending) return;

  const origin = originOf(host, port);
  const web = processes.keep(file('main.js'));
  const worker = processes.keep(file('worker.js'));
  await Promise.all([Promise.race([web, answers(`${origin}/readyz`)]), worker]);
  process.stdout.write(`ready ${origin}\n`);
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
      const { fillDemoData } = await import('./embedded/demo-data.js');
      await fillDemoData(ownerUrl, Number(process.env.DEMO_ORDERS || 2000));
    },
  });
}

/** Starts PostgreSQL, and starts it again on its port whenever it dies: pools find it there. */
async function keepPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const { startPostgres } = await import('./embedded/postgres.js');
  const heal = async (lost: EmbeddedPostgres): Promise<void> => {
    await lost.lost;
    for (;;) {
      if (ending) return;
      say('PostgreSQL ended: starting it again');
      database = startPostgres({ dataDir, port: lost.port });
      try {
        return await heal(await database);
      } catch (error) {
        say((error as Error).message);
        await sleep(1_000);
      }
    }
  };
  database = startPostgres({ dataDir });
  const postgres = await database;
  void heal(postgres);
  return postgres;
}

/** Web and worker first, for at most 20 s, the database after them. Told so a second time, it doesn't wait for them. */
async function end(code: number): Promise<void> {
  if (ending) return processes.kill();

  ending = true;
  await processes.stop();
  const postgres = await database?.catch(() => undefined);
  await postgres?.stop();
  process.exit(code);
}

/** npm passes signals on to a shell that may die of them alone, and tells nobody when it is killed. */
function endWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !ending) void end(0);
  }, 500).unref();
}

/**
 * The port itself, or any free one for 0. Asked before anything starts, for the answer to be a sentence; asked for two
 * seconds, for the web process of a start that was killed needs a moment to end.
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

/** Resolves once `url` answers 200. */
async function answers(url: string): Promise<void> {
  const status = () =>
    new Promise((answer) => get(url, (response) => answer(response.resume().statusCode)).once('error', answer));
  while ((await status()) !== 200) await sleep(25);
}

function file(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
