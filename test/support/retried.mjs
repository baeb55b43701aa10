import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How many runs are remembered; a test that was run again in two of them counts as broken. */
const runs = 10;

/**
 * Adds the tests that this run repeated to the file of the last ten runs.
 * @returns lines for people: each test with how often it was run again
 */
export async function countRetried(file, names) {
  const earlier = await readFile(file, 'utf8').then(JSON.parse, () => []);
  const kept = [...earlier, [...new Set(names)]].slice(-runs);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(kept, null, 2));

  const counts = new Map();
  for (const name of kept.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `  ${count} × ${name}${count > 1 ? ' (broken: mend it)' : ''}`);
}
