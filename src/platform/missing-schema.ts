import type { DataSource } from 'typeorm';
import { migrationNames, sqlFiles } from './schema-files.js';

/** The migrations and functions of this version that `db:migrate` has not brought yet, by name. @throws without tables */
export async function missingOf(database: DataSource): Promise<string[]> {
  const files = sqlFiles();
  const rows = await database.query<{ name: string }[]>(
    `SELECT name FROM unnest($1::text[]) AS name WHERE name NOT IN (SELECT name FROM migrations)
     UNION ALL SELECT name FROM unnest($2::text[], $3::text[]) AS file (name, sha256)
     WHERE NOT EXISTS (SELECT FROM applied_functions a WHERE a.name = file.name AND a.sha256 = file.sha256)`,
    [migrationNames(), files.map(({ name }) => name), files.map(({ sha256 }) => sha256)],
  );
  return rows.map(({ name }) => name);
}
