import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFile } from '../platform/paths.js';
import { sha256Of } from '../platform/sha256.js';

/** What decides a pack's text beside its facts: its pages, and the rules and words that they share with the screens. */
const folders = [builtFile('../views/pdf'), builtFile('shared')];

let known: string | undefined;

/**
 * A hash of the programs that write packs. It is part of a pack's inputs: after a release that corrects a sentence a
 * pack is made anew when somebody asks for it (docs/evidence.md#packs). The versions that were made before stay as they
 * are.
 */
export function packWording(): string {
  known ??= hashOfPrograms(folders);
  return known;
}

/** A hash of the programs in these folders; those below them, and other files, don't count. */
export function hashOfPrograms(paths: string[]): string {
  return sha256Of(paths.flatMap(hashesIn).join());
}

function hashesIn(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => /\.(?:js|tsx?)$/.test(name));
  return files.sort().map((name) => sha256Of(readFileSync(join(folder, name))));
}
