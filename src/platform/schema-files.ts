import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFile } from './paths.js';
import { sha256Of } from './sha256.js';

export const migrationsFolder = builtFile('database/migrations');
const functionsFolder = builtFile('database/functions');

/** A function of the database with its triggers, or a view: its name, its statements and their SHA-256. */
export type SqlFile = { name: string; text: string; sha256: string };

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

let read: SqlFile[] | undefined;

/** This version's functions, triggers and views, by name. They are read once, because each call to `/readyz` asks for them. */
export function sqlFiles(): SqlFile[] {
  read ??= readdirSync(functionsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(functionsFolder, name), 'utf8');
      return { name: name.slice(0, -'.sql'.length), text, sha256: sha256Of(text) };
    });
  return read;
}
