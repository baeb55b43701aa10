import { expect, test } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../../src/platform/paths.js';
import { startProvider } from '../mail/provider-server.js';
import { intakeKey, members, password } from '../support/app.js';
import { makeDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { surroundings } from '../support/processes.js';
import { runScript } from '../support/script.js';
import { type Ledger, putToWork } from './clients.js';
import { queriesOf, type Scene, watchLog } from './killable-product.js';
import { hold, settle } from './nothing-lost.js';

const run = promisify(execFile);
const migrations = 'src/database/migrations';
const names = (await readdir(join(projectFolder, migrations))).filter((name) => name.endsWith('.ts')).sort();
const [first, newest] = [names[0]!, names.at(-1)!];
/** A release may bring several migrations: `UPGRADE_FROM` names the commit of the version before it. */
const earlier = process.env.UPGRADE_FROM ? [process.env.UPGRADE_FROM] : await commitsBefore(newest);
const hasEarlier = earlier.length > 0;
if (!hasEarlier) process.stderr.write('No git history that has the version before: its upgrade is not tried.\n');

// docs/operations.md#upgrades: the previous version serves while the migrations run, and then together with the new version.
(hasEarlier ? test : test.skip)(
  `an upgrade over ${newest} while people work: nothing fails, nothing is lost`,
  async () => {
    const place = await mkdtemp(join(tmpdir(), 'desk-upgrade-'));
    const before = join(place, 'before');
    const [provider, database] = await Promise.all([
      startProvider(),
      makeDatabase('template1'),
      buildFirst(earlier, before),
    ]);
    const settings = {
      ...provider.settings,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      DATA_DIR: join(place, 'data'),
      PUBLIC_URL: 'http://127.0.0.1:3000',
      APP_SECRET: 'a secret of tests that nobody else has',
      INTAKE_KEY: intakeKey,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      SENDGRID_API_KEY: 'SG.test',
      REQUESTS_PER_MINUTE: '1000000',
      LOG_LEVEL: 'error',
    };
    await mkdir(settings.DATA_DIR);
    const unforeseen: string[] = [];
    const versions: Version[] = [];
    let work: Awaited<ReturnType<typeof putToWork>> | undefined;
    const start = async (folder: string) => {
      const version = await startVersion(folder, settings, unforeseen);
      versions.push(version);
      return version;
    };
    try {
      await script('database/migrate.js', [], { folder: before, settings });
      const { name, email, type } = members.admin;
      const account = ['--name', name, '--email', email, '--type', type];
      await script('team/create.js', account, { folder: before, settings, input: `${password}\n` });

      const old = await start(before);
      const webs = [old.url];
      work = await putToWork(webs, 4, 1);
      const { ledger } = work;
      await everythingDone(ledger);
      expect(await script('database/migrate.js', [], { settings })).toContain(numberOf(newest));
      await everythingDone(ledger);

      const now = await start(projectFolder);
      webs.push(now.url);
      await everythingDone(ledger);

      // As a proxy that takes the old version out of rotation.
      webs.shift();
      expect(await old.end()).toEqual(['SIGTERM', 'SIGTERM']);
      await everythingDone(ledger);
      await work.stop();

      const scene: Scene = {
        product: { url: now.url, dataDir: settings.DATA_DIR },
        provider,
        databaseUrl: database.ownerUrl,
        unforeseen,
        query: queriesOf(database.ownerUrl),
      };
      await settle(scene);
      await hold(scene, ledger);
      expect(ledger.failures).toEqual([]);
    } finally {
      await Promise.all(versions.map((version) => version.end()));
      await database.drop();
      await provider.close();
      await rm(place, { recursive: true, force: true });
    }
  },
);

/** The newest five commits that have today's tables but not this migration; none where git doesn't have them. */
async function commitsBefore(migration: string): Promise<string[]> {
  const git = (...args: string[]) =>
    run('git', args, { cwd: projectFolder }).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
  const added = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', join(migrations, migration));
  const before = added ? `${added}^` : 'HEAD';
  if (!(await git('rev-parse', '--verify', `${before}:./${migrations}/${first}`))) return [];
  return (await git('log', '-5', '--format=%H', before)).split('\n');
}

/** Builds the newest commit that starts: a commit is not a release, and may lack a file that only a later commit added. */
async function buildFirst(commits: string[], folder: string): Promise<void> {
  for (const commit of commits) {
    await build(commit, folder);
    const load = ['--input-type=module', '--eval', "await import('./dist/src/web.js'); process.exit()"];
    const isWhole = await run(process.execPath, load, { cwd: folder }).then(
      () => true,
      () => false,
    );
    if (isWhole) return;
    await rm(folder, { recursive: true });
  }
  throw new Error(`None of these starts: ${commits.join(', ')}`);
}

/** Builds a commit in `folder`, with the packages that are installed here, because the test is about our own code. */
async function build(commit: string, folder: string): Promise<void> {
  await mkdir(folder);
  const archive = `${folder}.tar`;
  await run('git', ['archive', `--output=${archive}`, commit], { cwd: projectFolder });
  await run('tar', ['-xf', archive, '-C', folder]);
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  await run(process.execPath, ['src/build.mjs'], { cwd: folder });
}

async function script(...call: Parameters<typeof runScript>): Promise<string> {
  const { code, out, err } = await runScript(...call);
  expect([code, err]).toEqual([0, '']);
  return out;
}

/** The number at the start of a migration's file name; TypeORM ends the migration's name with it. */
function numberOf(migration: string): string {
  return migration.slice(0, migration.indexOf('-'));
}

type Version = { url: string; end(): Promise<(NodeJS.Signals | null)[]> };

/**
 * Starts the web process and the worker built in `folder`; resolves once the web process is ready. `end` sends SIGTERM and
 * resolves with the signal that ended each; null when a process exceeded its time to finish and exited by itself.
 */
async function startVersion(folder: string, settings: Record<string, string>, unforeseen: string[]): Promise<Version> {
  const port = await freePort();
  const processes = ['main.js', 'worker.js'].map((file) => {
    const child = spawn(process.execPath, [join(folder, 'dist/src', file)], {
      cwd: folder,
      env: { ...surroundings(), PORT: String(port), ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    watchLog(child.stdout, unforeseen);
    return { child, exit: once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]> };
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(() => {
    if (processes.some(({ child }) => child.exitCode !== null)) throw new Error(`${folder} doesn't start`);
    return fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }, 120);
  return {
    url,
    end: async () => {
      for (const { child } of processes) child.kill('SIGTERM');
      return (await Promise.all(processes.map(({ exit }) => exit))).map(([, signal]) => signal);
    },
  };
}

/** Waits until the simulated members have done each action three more times; fails when a request fails. */
async function everythingDone({ acts, failures, wrong }: Ledger): Promise<void> {
  const enough = Object.entries(acts).map(([act, count]) => [act, count + 3] as const);
  await eventually(async () => {
    expect([...failures, ...wrong]).toEqual([]);
    return enough.every(([act, count]) => acts[act as keyof typeof acts] >= count);
  }, 600);
}
