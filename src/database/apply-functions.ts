import type { Client } from 'pg';
import { type SqlFile, sqlFiles } from '../platform/schema-files.js';

/**
 * Brings functions, triggers and views to what their files say: those whose file changed since it was applied, all of them or
 * none. The rows of earlier files stay in `applied_functions`, by which the version that still serves knows that it may.
 * @returns the names of the files that were applied
 * @throws Error with the name of the file whose statements fail
 */
export async function applyFunctions(session: Client): Promise<string[]> {
  const { rows } = await session.query<{ name: string; sha256: string }>(
    'SELECT DISTINCT ON (name) name, sha256 FROM applied_functions ORDER BY name, applied_at DESC',
  );
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const changed = inOrder(sqlFiles()).filter(({ name, sha256 }) => applied.get(name) !== sha256);
  if (changed.length === 0) return [];

  await session.query('BEGIN');
  try {
    for (const file of changed) await apply(session, file);
    await session.query('COMMIT');
  } catch (error) {
    await session.query('ROLLBACK');
    throw error;
  }
  return changed.map(({ name }) => name);
}

async function apply(session: Client, { name, text, sha256 }: SqlFile): Promise<void> {
  try {
    await session.query(text);
  } catch (error) {
    (error as Error).message += ` (src/database/functions/${name}.sql)`;
    throw error;
  }
  await session.query(
    `INSERT INTO applied_functions (name, sha256, applied_at) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (name, sha256) DO UPDATE SET applied_at = EXCLUDED.applied_at`,
    [name, sha256],
  );
}

/**
 * Keeps what the database has now, for the check of the data (docs/operations.md#the-integrity-check): after something was
 * brought, and when PostgreSQL was upgraded, whose next version may spell it otherwise.
 */
export async function keepDefinitions(session: Client, wasChanged: boolean): Promise<void> {
  const server = "current_setting('server_version_num')::int / 10000";
  const { rowCount } = await session.query(`SELECT FROM known_definitions WHERE server = ${server} LIMIT 1`);
  if (rowCount && !wasChanged) return;
  await session.query(`BEGIN; DELETE FROM known_definitions;
    INSERT INTO known_definitions SELECT kind, name, md5, ${server} FROM living_definitions; COMMIT`);
}

/** A file after those whose names its statements have. */
function inOrder(files: SqlFile[]): SqlFile[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const ordered = new Set<SqlFile>();
  const begun = new Set<SqlFile>();
  const add = (file: SqlFile) => {
    if (begun.has(file)) return;
    begun.add(file);
    for (const [word] of file.text.replace(/--.*/g, '').matchAll(/\w+/g)) {
      const needed = byName.get(word);
      if (needed) add(needed);
    }
    ordered.add(file);
  };
  for (const file of files) add(file);
  return [...ordered];
}
