import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, DatabaseError } from 'pg';

/** PostgreSQL's error code for a lock that another session holds (its manual, appendix A). */
const lockNotAvailable = '55P03';
/** The pause between two tries, and how many there are: a minute in all. */
const [pause, mostTries] = [100, 600];

/**
 * Locks every table of the product until the session's transaction ends: all of them, or none and then again. A session
 * that holds one table and waits for the next would deadlock with a job that locks them in another order.
 * @throws Error when the tables are busy for a minute
 */
export async function lockAll(session: ClientBase): Promise<void> {
  const { rows } = await session.query<{ name: string }>(
    // readiness asks for these two
    `SELECT quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname = 'public' AND tablename NOT IN ('migrations', 'applied_functions')`,
  );
  const statement = `LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ACCESS EXCLUSIVE MODE NOWAIT`;
  for (let tries = 1; ; tries++) {
    await session.query('SAVEPOINT unlocked');
    try {
      await session.query(statement);
      return;
    } catch (error) {
      if ((error as DatabaseError).code !== lockNotAvailable || tries === mostTries) throw error;
      await session.query('ROLLBACK TO SAVEPOINT unlocked');
      await sleep(pause);
    }
  }
}

type Scaffold = {
  /** The tables that had no rows before. */
  emptyTables: ReadonlySet<string>;
  /** Rebuilds indexes and keys, which checks them against the new rows, and enables the triggers again. */
  putUp(): Promise<void>;
};

/**
 * Removes indexes, foreign keys and triggers from tables that are locked (`lockAll`), in the session's transaction, so that
 * many rows can be inserted fast. Primary keys stay. The definitions are read from PostgreSQL's catalogue, so that none is missed.
 */
export async function takeDown(session: ClientBase, tables: readonly string[]): Promise<Scaffold> {
  const keys = await foreignKeys(session, tables);
  const indexes = await secondaryIndexes(session, tables);

  for (const { table, name } of keys) await session.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await session.query(`DROP INDEX ${name}`);
  for (const table of tables) await session.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);

  return {
    emptyTables: await emptied(session, tables),
    putUp: async () => {
      for (const { definition } of indexes) await session.query(definition);
      for (const { table, name, definition } of keys) {
        await session.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
      }
      for (const table of tables) await session.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    },
  };
}

type Part = { table: string; name: string; definition: string };

async function foreignKeys(session: ClientBase, tables: readonly string[]): Promise<Part[]> {
  const { rows } = await session.query<Part>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint
     WHERE contype = 'f' AND (conrelid = ANY($1::regclass[]) OR confrelid = ANY($1::regclass[])) ORDER BY conname`,
    [tables],
  );
  return rows;
}

/** The indexes that no primary key or unique constraint uses. */
async function secondaryIndexes(session: ClientBase, tables: readonly string[]): Promise<Part[]> {
  const { rows } = await session.query<Part>(
    `SELECT indrelid::regclass::text AS table, indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index i
     WHERE indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
     ORDER BY indexrelid`,
    [tables],
  );
  return rows;
}

/** Truncates the tables that have no rows and returns them: COPY FREEZE needs a table truncated in the same transaction. */
async function emptied(session: ClientBase, tables: readonly string[]): Promise<Set<string>> {
  const empty = new Set<string>();
  for (const table of tables) {
    const { rowCount } = await session.query(`SELECT FROM ${table} LIMIT 1`);
    if (rowCount === 0) empty.add(table);
  }
  if (empty.size > 0) await session.query(`TRUNCATE ${[...empty].join(', ')}`);
  return empty;
}
