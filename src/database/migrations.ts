import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MigrationInterface } from 'typeorm';
import { migrationFiles, migrationsFolder } from '../platform/schema-files.js';

type Migration = new () => MigrationInterface;

/**
 * The migration that each file of the folder exports, by number. TypeORM can look through a folder itself, but takes its
 * path for a pattern, in which `(`, `[` and `*` mean something else. Only what runs them loads them.
 */
export async function loadMigrations(): Promise<Migration[]> {
  const modules = migrationFiles().map(
    (file) => import(pathToFileURL(join(migrationsFolder, file)).href) as Promise<Record<string, Migration>>,
  );
  return (await Promise.all(modules)).flatMap((exported) => Object.values(exported));
}
