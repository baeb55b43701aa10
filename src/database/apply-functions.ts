import type { Client } from 'pg';
import { type SqlFile, sqlFiles } from '../platform/schema-files.js';

/**
 * Applies the files of functions, triggers and views that changed since they were applied: all of them or none. The rows of
 * earlier texts stay in `applied_functions`, so that the version that still serves stays ready.
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

/** Changes with each migration and each file that is applied, and with PostgreSQL, whose next version may spell them otherwise. */
const version = `md5(concat(current_setting('server_version_num')::int / 10000,
  (SELECT string_agg(name, ',' ORDER BY id) FROM migrations),
  (SELECT string_agg(concat(name, sha256, extract(epoch FROM applied_at)), ',' ORDER BY name, sha256) FROM applied_functions)))`;

/**
 * Keeps what the database has now, for the check of the data (docs/operations.md#the-integrity-check). A run that was killed
 * earlier is made up for; one that changed nothing keeps what was kept.
 */
export async function keepDefinitions(session: Client): Promise<void> {
  const { rowCount } = await session.query(`SELECT FROM known_definitions WHERE version = ${version} LIMIT 1`);
  if (rowCount) return;
  await session.query(`BEGIN; DELETE FROM known_definitions;
    INSERT INTO known_definitions SELECT kind, name, md5, ${version} FROM living_definitions; COMMIT`);
}

/** A file comes after the ones whose names its statements contain. */
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
