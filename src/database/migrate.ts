import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'bullmq';
import { Client, type DatabaseError } from 'pg';
import { AbstractLogger, DataSource } from 'typeorm';
import { jobsSchema } from '../platform/jobs.js';
import { runAsScript } from '../platform/script.js';
import { connection } from './data-source.js';

/** Any number: it is this product's own among the advisory locks of the database. */
const lock = 1_764_000_000;
/** PostgreSQL's error codes (its manual, appendix A). */
const [notAllowed, lockNotAvailable] = ['42501', '55P03'];
/** How long a migration waits for a lock and then leaves the table to others, in milliseconds, and how often at the most. */
const [patience, pause, mostTries] = [2_000, 1_000, 60];

/**
 * Brings the database up to this version of the product: its tables, BullMQ's schema, and the rights of the application's
 * role, which is made (with the password of `appUrl`) where it is missing.
 * Any number of machines may do this at once: one works, the others wait and then find nothing to do.
 * @param ownerUrl the role that owns the tables
 * @param appUrl the role the application works with; the same as the owner's where there is only one
 * @returns the names of the migrations that ran
 */
export async function migrate(ownerUrl: string, appUrl = ownerUrl): Promise<string[]> {
  const session = new Client({ connectionString: ownerUrl, application_name: 'arrival-card-desk migrate' });
  await session.connect();
  try {
    await takeTurn(session);
    const ran = await migrateTables(ownerUrl);
    await runMigrations(session, jobsSchema);
    const { role, password } = roleOf(appUrl);
    if (role !== roleOf(ownerUrl).role) await admit(session, role, password);
    return ran;
  } catch (error) {
    if ((error as DatabaseError).code !== notAllowed) throw error;
    const { role } = roleOf(ownerUrl);
    throw new Error(`${role} does not own the tables (${(error as Error).message}): set DATABASE_OWNER_URL`, {
      cause: error,
    });
  } finally {
    // The lock ends with the session.
    await session.end();
  }
}

/**
 * Waits for its turn. It asks again and again, for a statement that waits keeps a snapshot, and for the end of those
 * `CREATE INDEX CONCURRENTLY` waits in turn.
 */
async function takeTurn(session: Client): Promise<void> {
  for (;;) {
    const { rows } = await session.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lock]);
    if (rows[0]!.taken) return;
    await sleep(200);
  }
}

/**
 * Without the time limits of a request: an index on a large table takes its time. Waiting for a lock doesn't, for everybody
 * who comes after waits behind it: a migration that gets none soon lets them pass and tries again.
 */
async function migrateTables(ownerUrl: string): Promise<string[]> {
  const database = await new DataSource({
    ...connection(ownerUrl, 1),
    extra: { lock_timeout: patience },
    logger: new MigrationLog(),
  }).initialize();
  try {
    for (let tries = 1; ; tries++) {
      try {
        const done = await database.runMigrations();
        return done.map(({ name }) => name);
      } catch (error) {
        if ((error as DatabaseError).code !== lockNotAvailable || tries === mostTries) throw error;
        if (tries === 1) process.stderr.write('A table is busy: trying again until it is free\n');
        await sleep(pause);
      }
    }
  } finally {
    await database.destroy();
  }
}

/** Which migration failed, for its error doesn't say; that a table was busy is said elsewhere. */
class MigrationLog extends AbstractLogger {
  override logMigration(message: string): void {
    if (!message.includes('lock timeout')) process.stderr.write(`${message}\n`);
  }

  protected writeLog(): void {}
}

/** Gives the application's role what it needs and no more: it changes no table, and what is written into `activity` stays. */
async function admit(session: Client, role: string, password: string): Promise<void> {
  const known = await session.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const name = session.escapeIdentifier(role);
  if (known.rowCount === 0)
    await session.query(`CREATE ROLE ${name} LOGIN PASSWORD ${session.escapeLiteral(password)}`);

  // Sent as one query, hence one transaction: there is no moment in which `activity` could be changed.
  await session.query(`
    GRANT USAGE ON SCHEMA public, ${jobsSchema} TO ${name};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, ${jobsSchema} TO ${name};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public, ${jobsSchema} TO ${name};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public, ${jobsSchema} TO ${name};
    REVOKE UPDATE, DELETE ON activity FROM ${name};
    REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${name};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public, ${jobsSchema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${name};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public, ${jobsSchema} GRANT USAGE, SELECT ON SEQUENCES TO ${name}`);
}

function roleOf(url: string): { role: string; password: string } {
  const { username, password } = new URL(url);
  return { role: decodeURIComponent(username), password: decodeURIComponent(password) };
}

await runAsScript(import.meta.url, async (env) => {
  const ownerUrl = env.DATABASE_OWNER_URL ?? env.DATABASE_URL;
  if (!ownerUrl) throw new Error('Set DATABASE_URL, and DATABASE_OWNER_URL where the owner is another role.');

  const ran = await migrate(ownerUrl, env.DATABASE_URL);
  console.log(ran.length > 0 ? `Database is up to date; ran ${ran.join(', ')}` : 'Database is up to date');
});
