import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Env } from '../platform/env.js';
import { runAsScript } from '../platform/script.js';
import { isCalendarDate } from '../shared/dates.js';
import { migrate } from './migrate.js';
import { type NewMember, seedOrders } from './seed/seed-orders.js';

const usage = 'Usage: npm run seed -- --orders 100000 [--today 2026-01-31]';
/** Blanks that overwrite the rest of a longer line. */
const blank = ' '.repeat(30);
/** When the last line of progress was printed, in seconds from the start. */
let shown = 0;

/** `npm run seed`: adds deterministic, realistic orders with their histories (docs/operations.md#settings). */
await runAsScript(import.meta.url, async (env) => {
  const { orders, now } = readArguments();
  const { url, ownerUrl, members, close } = env.DATABASE_URL ? given(env, env.DATABASE_URL) : await embedded(env);
  const started = performance.now();
  try {
    await migrate(ownerUrl, url);
    await seedOrders({ ownerUrl, env, orders, now, members, onProgress: (at) => show(at, orders, started) });
  } finally {
    await close();
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(
    `${process.stdout.isTTY ? '\r' : ''}${orders} orders added in ${seconds} s${blank}`.trimEnd() + '\n',
  );
});

function readArguments(): { orders: number; now: Date } {
  const { values } = parseArgs({ options: { orders: { type: 'string' }, today: { type: 'string' } } });
  const orders = Number(values.orders ?? 10_000);
  const today = values.today ?? new Date().toISOString().slice(0, 10);
  if (!Number.isInteger(orders) || orders < 1 || orders > 10_000_000 || !isCalendarDate(today)) throw new Error(usage);
  return { orders, now: new Date(`${today}T00:00:00Z`) };
}

type Place = { url: string; ownerUrl: string; members: NewMember[]; close: () => Promise<void> };

/** For an existing server. Nobody can sign in as the members created for it, because no password has this hash. */
function given(env: Env, url: string): Place {
  const members = (['Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff'] as const).map((type) => ({
    name: `Seeded ${type}`,
    email: `${type.toLowerCase().replace(' ', '.')}@seed.example`,
    type,
    passwordHash: '!',
  }));
  return { url, ownerUrl: env.DATABASE_OWNER_URL ?? url, members, close: async () => undefined };
}

/** The server that `npm start` provides, running or not, with its demo accounts. */
async function embedded(env: Env): Promise<Place> {
  const { borrowPostgres } = await import('../embedded/postgres.js');
  const { demoMembers } = await import('../embedded/demo-data.js');
  const server = await borrowPostgres({ dataDir: resolve(env.DATA_DIR) });
  return { ...server, members: await demoMembers(), close: () => server.stop() };
}

/** Progress: on a terminal one line that is overwritten, elsewhere a line every ten seconds. */
function show(at: number | string, orders: number, started: number): void {
  const seconds = Math.round((performance.now() - started) / 1000);
  const text = typeof at === 'number' ? `${at} of ${orders} orders, ${seconds} s` : `${at}, ${seconds} s`;
  if (process.stdout.isTTY) process.stdout.write(`\r${text}${blank}`);
  else if (typeof at === 'string' || seconds >= shown + 10) process.stdout.write(`${text}\n`);
  else return;
  shown = seconds;
}
