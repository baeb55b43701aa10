import { randomUUID } from 'node:crypto';
import { chmod, link, readFile, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Reads a JSON file that only its owner may read (0600); a missing file is first written from `make`. When two processes
 * write it at once, one wins, and both get its content.
 */
export async function privateFile<T extends object>(path: string, make: () => T): Promise<T> {
  const kept = await read<T>(path);
  if (kept) return kept;

  const draft = await writeDraft(path, make());
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await read<T>(path)) as T;
}

/** Replaces the file's content atomically: a crash leaves the old or the new content. */
export async function rewritePrivateFile(path: string, content: object): Promise<void> {
  await rename(await writeDraft(path, content), path);
}

async function read<T>(path: string): Promise<T | undefined> {
  try {
    await chmod(path, 0o600);
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`Cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

async function writeDraft(path: string, content: object): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(content, null, 2), { mode: 0o600, flag: 'wx', flush: true });
  return draft;
}
