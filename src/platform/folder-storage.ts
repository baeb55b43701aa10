import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { Env } from './env.js';
import { type ByteRange, type Kept, Storage } from './storage.js';

/** Objects as files below one folder; safe on one machine, or on a folder that all machines share. */
export class FolderStorage extends Storage {
  private readonly root: string;

  constructor(env: Env) {
    super();
    this.root = resolve(env.DATA_DIR, 'files');
  }

  /**
   * Written under another name, synced, then renamed, so that a crash leaves the old object or the new one, never half of
   * one. The folder is synced too, because a row may refer to the object from now on.
   */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.path(key);
    const folder = dirname(path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.part`;
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    await rename(draft, path);
    await syncFolder(folder);
  }

  async read(key: string): Promise<Uint8Array> {
    return readFile(this.path(key));
  }

  async stream(key: string, range?: ByteRange): Promise<Readable> {
    const path = this.path(key);
    await stat(path);
    return createReadStream(path, range);
  }

  async tag(key: string): Promise<string | undefined> {
    return stat(this.path(key), { bigint: true }).then(
      ({ size, ctimeNs }) => `${size}-${ctimeNs}`,
      (error: { code?: string }) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      },
    );
  }

  async remove(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  async *list(): AsyncGenerator<Kept> {
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const found = await stat(path).catch(() => undefined);
      if (found) yield { key: relative(this.root, path).split(sep).join('/'), since: found.mtime };
    }
  }

  private path(key: string): string {
    const path = resolve(this.root, join('.', key));
    if (!/^[\w./-]+$/.test(key) || !path.startsWith(this.root + sep)) throw new Error('Not a storage key');
    return path;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
