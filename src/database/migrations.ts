import { readdirSync } from 'node:fs';
import type { MigrationInterface } from 'typeorm';

const files = readdirSync(new URL('migrations', import.meta.url)).filter((name) => /^\d{13}-.+\.[jt]s$/.test(name));

/**
 * The migration that each file of the folder exports, by number. TypeORM can look through a folder itself, but takes its
 * path for a pattern, in which `(`, `[` and `*` mean something else.
 */
export const migrations = (
  await Promise.all(
    files.sort().map((name) => import(`./migrations/${name}`) as Promise<Record<string, new () => MigrationInterface>>),
  )
).flatMap((exported) => Object.values(exported));
