import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'bullmq';
import { Client, type DatabaseError } from 'pg';
import { AbstractLogger, DataSource } from 'typeorm';
import { jobsSchema } from '../platform/job-backend.js';
import { migrationNames } from '../platform/schema-files.js';
import { runAsScript } from '../platform/script.js';
import { applyFunctions, keepDefinitions } from './apply-functions.js';
import { connection } from './data-source.js';
import { loadMigrations } from './migrations.js';

/** The key of the advisory lock for migrations: any number that nothing else in the database uses. */
const lock = 1_764_000_000;
/** PostgreSQL's error codes (its manual, appendix A). */
const [notAllowed, lockNotAvailable, deadlock] = ['42501', '55P03', '40P01'];
/** How long a migration waits for a lock, how long it then pauses, both in milliseconds, and how often it tries at most. */
const [patience, pause, mostTries] = [2_000, 1_000, 60];

/**
 * Brings the database up to this version: the tables, the functions, BullMQ's schema, and the rights of the application's
 * role. A missing role is created with the password of `appUrl`.
 * Several machines may run this at once: one migrates; the others wait and then find nothing to do.
 * @param ownerUrl the role that owns the tables
 * @param appUrl the role the application works with; the same as the owner's where there is only one
 * @param dataFolder the folder of an embedded database, for what is said when it is refused
 * @returns the names of the migrations that ran and of the functions that were replaced
 */
export async function migrate(ownerUrl: string, appUrl = ownerUrl, dataFolder?: string): Promise<string[]> {
  const session = new Client({ connectionString: ownerUrl, application_name: 'arrival-card-desk migrate' });
  await session.connect();
  try {
    await takeTurn(session);
    await refuseMissingRights(session, roleOf(ownerUrl).role, roleOf(appUrl));
    await refuseFewLetters(session);
    await refuseOtherTables(session, dataFolder);
    const ran = [...(await migrateTables(ownerUrl)), ...(await migrateFunctions(session))];
    await keepDefinitions(session);
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
    // Ending the session releases the advisory lock.
    await session.end();
  }
}

/**
 * Waits for the advisory lock by polling. A statement that waits would hold a snapshot, and `CREATE INDEX CONCURRENTLY`
 * in the other session waits for such snapshots: a deadlock.
 */
async function takeTurn(session: Client): Promise<void> {
  for (;;) {
    const { rows } = await session.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lock]);
    if (rows[0]!.taken) return;
    await sleep(200);
  }
}

/** The oldest PostgreSQL with the locale provider `builtin`, as its `server_version_num`. */
const oldestServer = 170_000;

/** Refuses before anything is changed when a migration would fail half-way. The error names the statement that fixes it. */
async function refuseMissingRights(session: Client, owner: string, app: { role: string }): Promise<void> {
  const { rows } = await session.query<{
    server: number;
    database: string;
    mayCreate: boolean;
    mayMakeRoles: boolean;
    isAppThere: boolean;
  }>(
    `SELECT current_setting('server_version_num')::int AS server, current_database() AS database,
       has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS "mayCreate",
       rolsuper OR rolcreaterole AS "mayMakeRoles", EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS "isAppThere"
     FROM pg_roles WHERE rolname = current_user`,
    [app.role],
  );
  const { server, database, mayCreate, mayMakeRoles, isAppThere } = rows[0]!;
  const [ownerName, appName] = [session.escapeIdentifier(owner), session.escapeIdentifier(app.role)];
  if (server < oldestServer) throw new Error('PostgreSQL 17 or newer is needed.');
  if (!isAppThere && !mayMakeRoles) {
    throw new Error(
      `There is no role ${app.role}, and ${owner} may not make it. As a superuser run ALTER ROLE ${ownerName} CREATEROLE, ` +
        `or make it yourself: CREATE ROLE ${appName} LOGIN PASSWORD '…' (the password in DATABASE_URL).`,
    );
  }
  if (!mayCreate) {
    throw new Error(
      `${owner} may not create tables in the database ${database}: set DATABASE_OWNER_URL to the role that owns it, or as a ` +
        `superuser run ALTER DATABASE ${session.escapeIdentifier(database)} OWNER TO ${ownerName}`,
    );
  }
}

/** The search uses trigrams; pg_trgm builds them from the characters that the database's LC_CTYPE counts as letters. */
async function refuseFewLetters(session: Client): Promise<void> {
  await session.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  const { rows } = await session.query<{ knows: boolean; name: string; ctype: string }>(
    `SELECT show_trgm('ж') <> '{}' AS knows, datname AS name, datctype AS ctype
     FROM pg_database WHERE datname = current_database()`,
  );
  const { knows, name, ctype } = rows[0]!;
  if (knows) return;
  throw new Error(
    `The search would not find names beyond ASCII: LC_CTYPE of the database ${name} is ${ctype}. Dump it, then make it ` +
      `again and restore the dump into it: CREATE DATABASE ${session.escapeIdentifier(name)} TEMPLATE template0 ` +
      `ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8' ` +
      `(docs/operations.md#backup-and-restore).`,
  );
}

/** Refuses tables that another line of migrations made, before anything is changed: the first one of this line is missing. */
async function refuseOtherTables(session: Client, dataFolder: string | undefined): Promise<void> {
  const { rows } = await session.query<{ known: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS known");
  if (!rows[0]!.known) return;
  const { rowCount } = await session.query('SELECT FROM migrations HAVING count(*) > 0 AND NOT bool_or(name = $1)', [
    migrationNames()[0],
  ]);
  if (!rowCount) return;
  throw new Error(
    'The tables in this database are those of a version before 1.0, which this version does not read. Nothing was changed. ' +
      (dataFolder
        ? `Set its folder aside: mv ${dataFolder} ${dataFolder}-before-1.0`
        : 'Give this version an empty database.'),
  );
}

/**
 * Runs the migrations without a request's statement time-out, because an index on a large table takes long. The wait for
 * a lock is short, because all later queries on the table queue behind it. A migration that doesn't get its lock lets
 * them pass and tries again.
 */
async function migrateTables(ownerUrl: string): Promise<string[]> {
  const database = await new DataSource({
    ...connection(ownerUrl, 1),
    migrations: await loadMigrations(),
    extra: { lock_timeout: patience },
    logger: new MigrationLog(),
  }).initialize();
  try {
    const done = await untilFree(() => database.runMigrations());
    return done.map(({ name }) => name);
  } finally {
    await database.destroy();
  }
}

/** Does work whose wait for a lock is short, and again until the tables are free. */
async function untilFree<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as DatabaseError;
      if ((code !== lockNotAvailable && code !== deadlock) || tries === mostTries) throw error;
      if (tries === 1) process.stderr.write('A table is busy: trying again until it is free\n');
      await sleep(pause);
    }
  }
}

/** The functions, once the tables are free: to replace a trigger locks its table. */
async function migrateFunctions(session: Client): Promise<string[]> {
  await session.query(`SET lock_timeout = ${patience}`);
  const applied = await untilFree(() => applyFunctions(session));
  await session.query('RESET lock_timeout');
  return applied;
}

/** Names the migration that failed, because the error doesn't. A busy table is reported elsewhere. */
class MigrationLog extends AbstractLogger {
  override logMigration(message: string): void {
    if (!message.includes('lock timeout')) process.stderr.write(`${message}\n`);
  }

  protected writeLog(): void {}
}

/**
 * Gives the application's role only the rights it needs: it can't alter tables, it can't change or delete rows of `activity`
 * and `policies`, and it can't delete orders or members, to whom the activity refers.
 */
async function admit(session: Client, role: string, password: string): Promise<void> {
  const known = await session.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const name = session.escapeIdentifier(role);
  if (known.rowCount === 0)
    await session.query(`CREATE ROLE ${name} LOGIN PASSWORD ${session.escapeLiteral(password)}`);

  // Sent as one query, hence one transaction: the role never has the right to change `activity`.
  await session.query(`
    GRANT USAGE ON SCHEMA public, ${jobsSchema} TO ${name};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, ${jobsSchema} TO ${name};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public, ${jobsSchema} TO ${name};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public, ${jobsSchema} TO ${name};
    REVOKE UPDATE, DELETE ON activity, activity_hashes, alarms, policies, charge_views, corrections FROM ${name};
    REVOKE INSERT, UPDATE, DELETE ON erasures, erased_activity FROM ${name};
    REVOKE DELETE ON members, orders FROM ${name};
    ${evidenceRights(name)}
    REVOKE INSERT, UPDATE, DELETE ON migrations, applied_functions, known_definitions FROM ${name};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public, ${jobsSchema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${name};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public, ${jobsSchema} GRANT USAGE, SELECT ON SEQUENCES TO ${name}`);
}

/**
 * The tables of evidence, with the columns that are filled in after the insert. The application may delete no row of them
 * and update no other column (docs/evidence.md#downloads-and-evidence).
 */
const evidence = {
  downloads: 'served, bytes, complete, confirmed_at',
  mail_events: 'mail_id',
  // Documents never change. But locking a row needs the UPDATE right on at least one column.
  documents: 'id',
  order_files: 'removed_by, erased_at',
  // who asked first for a pack that was made ahead
  packs: 'asked_by, made_by, state, failure, storage_key, sha256, size, pages, ready_at',
  visitor_sessions: 'last_used_at',
  disputes: `network, reason_code, category, case_id, arn, amount, currency, opened_at, reply_by, state, submitted_pack_id,
    submitted_at, submitted_by, outcome_at, note, version, changed_by, changed_at`,
  // never changed; as of documents
  order_charges: 'id',
  order_requests: 'handled_at, handled_by',
  page_troubles: 'until, tries, members, ended_by',
  refunds: 'state, state_ts, reason, failed_at, failed_by, is_whole',
  stripe_events: 'dispute_id',
  // the rest is for the function that ends a request
  person_requests: 'address, confirmed_by, confirmed_at, withdrawn_by, withdrawn_at',
};

function evidenceRights(name: string): string {
  return Object.entries(evidence)
    .map(
      ([table, columns]) => `
    REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM ${name};
    GRANT UPDATE (${columns}) ON ${table} TO ${name};`,
    )
    .join('');
}

function roleOf(url: string): { role: string; password: string } {
  const { username, password } = new URL(url);
  return { role: decodeURIComponent(username), password: decodeURIComponent(password) };
}

await runAsScript(import.meta.url, async (env) => {
  const ownerUrl = env.DATABASE_OWNER_URL ?? env.DATABASE_URL;
  if (!ownerUrl) throw new Error('Set DATABASE_URL, and DATABASE_OWNER_URL where the owner is another role.');

  const ran = await migrate(ownerUrl, env.DATABASE_URL, env.EMBEDDED ? env.DATA_DIR : undefined);
  console.log(ran.length > 0 ? `Database is up to date; ran ${ran.join(', ')}` : 'Database is up to date');
});
