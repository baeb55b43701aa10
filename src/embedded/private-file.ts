import { randomUUID } from 'node:crypto';
import { chmod, link, readFile, rename, rm, writeFile } from 'node:fs/promises';

/**
 * What a JSON file holds that its owner alone may read (0600); a missing one is written from `make` first.
 * Of two processes that make it at once one wins, and both get what the winner wrote.
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

/** Puts `content` in the place of what the file held; a crash leaves either the old or the new one, whole. */
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
