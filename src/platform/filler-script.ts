import { readFileSync } from 'node:fs';
import { fillerScript } from './paths.js';
import { sha256Of } from './sha256.js';

/** The script that fills the authority's form, as it was built, and its version: the same build has the same. */
export type BuiltFiller = { text: string; version: string };

let built: BuiltFiller | undefined;

/** Reads the script, once in a process. */
export function builtFiller(): BuiltFiller {
  if (built) return built;
  const text = readFileSync(fillerScript, 'utf8');
  built = { text, version: sha256Of(text).slice(0, 16) };
  return built;
}
