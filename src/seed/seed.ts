import { parseArgs } from 'node:util';
import { borrowDatabase } from '../commands/borrow-database.js';
import { migrate } from '../database/migrate.js';
import { runAsScript } from '../platform/script.js';
import { isCalendarDate } from '../shared/dates.js';
import { demoMembers } from './demo-data.js';
import { type NewMember, seedOrders } from './seed-orders.js';

const usage = 'Usage: npm run seed -- --orders 100000 [--today 2026-01-31]';
/** Blanks that overwrite the rest of a longer line. */
const blank = ' '.repeat(30);
/** When the last line of progress was printed, in seconds from the start. */
let shown = 0;

/** `npm run seed`: adds deterministic, realistic orders with their histories (docs/operations.md#settings). */
await runAsScript(import.meta.url, async (env) => {
  const { orders, now } = readArguments();
  const { url, ownerUrl, close } = await borrowDatabase(env);
  const members = env.DATABASE_URL ? seededMembers() : await demoMembers();
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

/** The members of a database that isn't the embedded one. Nobody can sign in as them: no password has this hash. */
function seededMembers(): NewMember[] {
  return (['Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff'] as const).map((type) => ({
    name: `Seeded ${type}`,
    email: `${type.toLowerCase().replace(' ', '.')}@seed.example`,
    type,
    passwordHash: '!',
  }));
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
