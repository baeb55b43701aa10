import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { projectFolder } from '../../src/platform/paths.js';
import { makePreparedFolder } from '../support/data-folder.js';
import { eventually } from '../support/eventually.js';
import { surroundings } from '../support/processes.js';

// Nest's own command builds and starts a copy of the project: the build of this one is in use.

const copied = [
  'src',
  'views',
  'client',
  'package.json',
  'package-lock.json',
  'nest-cli.json',
  'tsconfig.json',
  '.swcrc',
  'vite.config.ts',
];

let folder: string;
let dataDir: string;
let started: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-nest-'));
  dataDir = await makePreparedFolder('desk-nest-data-');
  await Promise.all(copied.map((name) => cp(join(projectFolder, name), join(folder, name), { recursive: true })));
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'test'));
});
afterAll(async () => {
  started?.kill('SIGTERM');
  await Promise.all([folder, dataDir].map((path) => rm(path, { recursive: true, force: true, maxRetries: 20 })));
});

const nest = join(projectFolder, 'node_modules/@nestjs/cli/bin/nest.js');

test('nest build compiles the server, and nest start builds the rest and serves', async () => {
  await promisify(execFile)(process.execPath, [nest, 'build'], { cwd: folder, env: surroundings() });
  expect(existsSync(join(folder, 'dist/src/start.js'))).toBe(true);

  started = spawn(process.execPath, [nest, 'start'], {
    cwd: folder,
    // as npx sets it
    env: {
      ...surroundings(),
      npm_lifecycle_event: 'npx',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_ORDERS: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readyUrl(started);
  const page = await (await fetch(url)).text();
  expect(page).toContain('Sign in to the Admin Portal');
  const script = /src="([^"]+\.js)"/.exec(page)![1]!;
  expect((await fetch(new URL(script, url))).status).toBe(200);

  started.kill('SIGTERM');
  // Nest may end before what it started.
  await eventually(() =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  );
});

async function readyUrl(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout!)) {
    if (!line.startsWith('ready ')) continue;
    child.stdout!.resume();
    return line.slice('ready '.length);
  }
  throw new Error('Nest ended before the product was ready');
}
