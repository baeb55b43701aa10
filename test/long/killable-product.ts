import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresFiles } from '../../src/embedded/postgres-files.js';
import { startProvider } from '../mail/provider-server.js';
import { processes } from '../support/process-list.js';
import { type Product, saysOfKilled, startProduct } from '../support/product.js';
import { startRedis } from '../support/redis-server.js';

/** The processes that can be killed. */
export type Part = 'web' | 'worker' | 'postgres' | 'browser' | 'redis';

/** The running product, and where its results can be read: the database, the providers, the log. */
export type Scene = {
  product: Pick<Product, 'url' | 'dataDir'>;
  provider: Awaited<ReturnType<typeof startProvider>>;
  databaseUrl: string;
  /** Lines of the log about unforeseen errors, which are answered 500. */
  unforeseen: string[];
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
};

/** The product as `npm start` runs it, with processes that can be killed, and mail providers in the test's own process. */
export type KillableProduct = Scene & {
  product: Product;
  parts: Part[];
  /** Kills a part with SIGKILL and resolves once it works again; false when it wasn't running, as the browser may not be. */
  kill(part: Part): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * Starts the product and the stand-in mail providers.
 * @param jobs where BullMQ stores its jobs
 */
export async function startKillable(
  jobs: 'Redis' | 'PostgreSQL',
  more: Record<string, string> = {},
): Promise<KillableProduct> {
  const provider = await startProvider();
  const redis = jobs === 'Redis' ? await startRedis() : undefined;
  const settings = {
    ...provider.settings,
    ...(redis && { REDIS_URL: redis.url }),
    REQUESTS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
    ...more,
  };
  const product = await startProduct(settings, saysOfKilled);
  const unforeseen: string[] = [];
  watchLog(product.process.stdout!, unforeseen);
  const access = JSON.parse(await readFile(join(product.dataDir, 'postgres.json'), 'utf8')) as {
    port: number;
    ownerPassword: string;
  };
  const databaseUrl = `postgres://desk_owner:${access.ownerPassword}@127.0.0.1:${access.port}/desk`;
  const { data } = await postgresFiles(product.dataDir);

  const running: KillableProduct = {
    product,
    provider,
    databaseUrl,
    unforeseen,
    parts: ['web', 'worker', 'postgres', 'browser', ...(redis ? (['redis'] as const) : [])],
    query: queriesOf(databaseUrl),
    kill: async (part) => {
      const pid = await findPart(part);
      if (pid === undefined) return false;

      if (part === 'redis') {
        // the new one needs the port of the old
        await redis!.kill();
        await redis!.restart();
      } else {
        process.kill(pid, 'SIGKILL');
      }
      // The browser starts again only when the next page is printed.
      if (part !== 'browser') await back(part, pid);
      return true;
    },
    close: async () => {
      await product.stop();
      await redis?.close();
      await provider.close();
    },
  };

  const findPart = async (part: Part): Promise<number | undefined> => {
    if (part === 'redis') return redis!.pid();
    if (part === 'postgres') return Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    const all = processes();
    const ours = all.filter(({ parent }) => parent === product.process.pid);
    if (part !== 'browser') return ours.find(({ command }) => command.includes(files[part]))?.pid;
    const worker = ours.find(({ command }) => command.includes(files.worker))?.pid;
    return all.find(({ parent, command }) => parent === worker && /chrom/i.test(command))?.pid;
  };
  const back = async (part: Part, gone: number): Promise<void> => {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
      const isReady = await fetch(`${product.url}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
      if (!isReady) continue;
      const pid = await findPart(part).catch(() => undefined);
      if (pid !== undefined && (part === 'redis' || pid !== gone)) return;
    }
    throw new Error(`${part} did not come back within a minute`);
  };
  return running;
}

/** Runs single queries, each on its own connection, so that a killed PostgreSQL breaks at most one. */
export function queriesOf(databaseUrl: string): Scene['query'] {
  return async <Row>(sql: string, values?: unknown[]) => {
    const session = new pg.Client(databaseUrl);
    await session.connect();
    try {
      return (await session.query(sql, values)).rows as Row[];
    } finally {
      await session.end();
    }
  };
}

/** Collects the lines of a log that report an answer 500. */
export function watchLog(output: Readable, unforeseen: string[]): void {
  createInterface(output).on('line', (line) => {
    if (line.includes('unforeseen')) unforeseen.push(line);
  });
}

const files = { web: 'src/main.js', worker: 'src/worker.js' };
