import { readdirSync } from 'node:fs';
import { builtFile } from './paths.js';

export const migrationsFolder = builtFile('database/migrations');

/** The files of this version's migrations, the first first. */
export function migrationFiles(): string[] {
  return readdirSync(migrationsFolder)
    .filter((name) => /^\d{13}-.+\.js$/.test(name))
    .sort();
}

/**
 * The names of this version's migrations, the first first, as the table `migrations` has them: the class in
 * `1764100000000-add-undos` is `AddUndos1764100000000`.
 */
export function migrationNames(): string[] {
  return migrationFiles().map((file) => {
    const [number, ...words] = file.replace('.js', '').split('-');
    return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + number;
  });
}
