import { resolve } from 'node:path';
import type { Env } from '../platform/env.js';

/** A database that a command uses until it calls `close`. `ownerUrl` may change its tables. */
type BorrowedDatabase = { url: string; ownerUrl: string; close: () => Promise<void> };

/** The database of the settings, else the embedded one of `npm start`, which is started if it doesn't run. */
export async function borrowDatabase(env: Env): Promise<BorrowedDatabase> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl = url } = env;
  if (url && ownerUrl) return { url, ownerUrl, close: async () => undefined };

  const { borrowPostgres } = await import('../embedded/postgres.js');
  const server = await borrowPostgres({ dataDir: resolve(env.DATA_DIR) });
  return { ...server, close: () => server.stop() };
}
