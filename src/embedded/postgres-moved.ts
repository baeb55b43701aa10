import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { findPostmaster } from './postmaster.js';

/** The folders in which earlier versions kept root's database; `postgres` in the data folder was a link to it. */
const earlierHome = /^\/var\/(?:lib|tmp)\/arrival-card-desk-[^/]+$/;
const copyPrefix = 'postgres-moved-';

/**
 * Moves a database of an earlier version from its folder outside `dataDir` into `dataDir`. It is copied; then the link is
 * changed, which makes the copy the database; then the old folder is removed. The next start repeats or completes an
 * interrupted move. A server that still runs on the old folder keeps it until the next start after it has ended.
 */
export async function moveIntoDataFolder(dataDir: string, say: (sentence: string) => void): Promise<void> {
  const home = join(dataDir, 'postgres');
  const wasIn = join(dataDir, 'postgres-was-in');
  const linkTarget = () => readlink(home).catch(() => undefined);

  const old = await linkTarget();
  const isEarlier = old !== undefined && earlierHome.test(old) && existsSync(old);
  if (isEarlier && !existsSync(join(old, 'data'))) {
    // Left by an interrupted first start.
    await rm(home);
    await rm(old, { recursive: true, force: true });
  } else if (isEarlier && !(await findPostmaster(join(old, 'data')))) {
    const copy = await mkdtemp(join(dataDir, copyPrefix));
    try {
      await copyDatabase(old, copy);
      const link = `${copy}-link`;
      await symlink(basename(copy), link);
      await rm(wasIn, { force: true });
      await symlink(old, wasIn);
      if ((await linkTarget()) !== old) throw new Error('another start has moved it');
      await rename(link, home);
    } catch (error) {
      await rm(`${copy}-link`, { force: true });
      await rm(copy, { recursive: true, force: true });
      if ((await linkTarget()) === old) say(`The database stays in ${old} (${(error as Error).message})`);
    }
  }

  const from = await readlink(wasIn).catch(() => undefined);
  const now = await linkTarget();
  if (!from || !earlierHome.test(from) || now === from || !existsSync(join(home, 'data'))) return;

  await rm(from, { recursive: true, force: true });
  const copies = (await readdir(dataDir)).filter((name) => name.startsWith(copyPrefix) && name !== now);
  for (const name of copies) await rm(join(dataDir, name), { recursive: true, force: true });
  await rm(wasIn, { force: true });
  say(`The database was in ${from}; it is in ${home} now`);
}

async function copyDatabase(old: string, copy: string): Promise<void> {
  const run = promisify(execFile);
  await run('cp', ['-a', join(old, 'data'), copy]);
  const { uid, gid } = await stat(old);
  await chown(copy, uid, gid);
  await run('sync');
}
