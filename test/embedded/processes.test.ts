import { transformFile } from '@swc/core';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Processes } from '../../src/embedded/processes.js';
import { patient } from '../support/patience.js';

let folder: string;
let processes: Processes;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'processes-'));
  processes = new Processes({ say: () => undefined });
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(async () => {
  processes.kill();
  await processes.stop();
  jest.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

/** A script that adds its process id to `pids`, runs `body`, reports that it is ready, and keeps running. */
async function script(body = ''): Promise<string> {
  const path = join(folder, `${Math.random()}.mjs`);
  await writeFile(
    path,
    `import { appendFileSync, readFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(join(folder, 'pids'))}, process.pid + '\\n');
     ${body}
     process.send('ready', () => undefined);
     setInterval(() => undefined, 1000);`,
  );
  return path;
}

async function pids(): Promise<number[]> {
  const lines = await readFile(join(folder, 'pids'), 'utf8').catch(() => '');
  return lines.split('\n').filter(Boolean).map(Number);
}

async function untilStarted(times: number): Promise<number> {
  await until(async () => (await pids()).length >= times);
  return (await pids())[times - 1]!;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patient(15_000); !(await holds()); await sleep(10)) {
    if (Date.now() > end) throw new Error(`Not seen within 15 s: ${holds.toString()}`);
  }
}

/** Also true for a zombie, which has ended but is not reaped yet. */
async function isGone(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') gone');
  return /\) (Z|gone)/.test(state);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a process that is kept', () => {
  test('is started again after a kill -9', async () => {
    await processes.supervise(await script());
    process.kill(await untilStarted(1), 'SIGKILL');

    expect(isAlive(await untilStarted(2))).toBe(true);
  });

  test('is started again when it dies of itself, once it was ready', async () => {
    const started = JSON.stringify(join(folder, 'pids'));
    const isFirst = `readFileSync(${started}, 'utf8').trim().split('\\n').length === 1`;
    await processes.supervise(await script(`if (${isFirst}) setTimeout(() => process.exit(1), 200);`));

    expect(isAlive(await untilStarted(2))).toBe(true);
  });

  test('is not tried again when it gives up before it is ready', async () => {
    const path = await script('process.exit(3);');

    await expect(processes.supervise(path)).rejects.toThrow(`${path} ended with code 3`);
    expect(await pids()).toHaveLength(1);
  });

  test('takes what it started with it', async () => {
    const child = `import { spawn } from 'node:child_process';
      appendFileSync(${JSON.stringify(join(folder, 'pids'))}, spawn('sleep', ['60']).pid + '\\n');`;
    await processes.supervise(await script(child));
    const [parent, orphan] = [await untilStarted(1), await untilStarted(2)];
    process.kill(parent, 'SIGKILL');

    await untilStarted(3);
    expect(await isGone(orphan)).toBe(true);
  });
});

describe('stop', () => {
  test('lets a process finish, and starts nothing again', async () => {
    const done = join(folder, 'done');
    const finish = `import { writeFileSync } from 'node:fs';
      process.on('SIGTERM', () => setTimeout(() => { writeFileSync(${JSON.stringify(done)}, ''); process.exit(); }, 300));`;
    await processes.supervise(await script(finish));
    await processes.stop();

    expect(await readFile(done, 'utf8')).toBe('');
    await sleep(300);
    expect(await pids()).toHaveLength(1);
  });

  test('is cut short by kill', async () => {
    await processes.supervise(await script("process.on('SIGTERM', () => undefined);"));
    const stopped = processes.stop();
    await sleep(100);
    expect(isAlive(await untilStarted(1))).toBe(true);
    processes.kill();

    await stopped;
    expect(isAlive(await untilStarted(1))).toBe(false);
  });
});

describe('finish', () => {
  test('waits for the end of a script, and throws when that is a failure', async () => {
    await processes.finish(await script('process.exit();'));
    expect(isAlive(await untilStarted(1))).toBe(false);

    await expect(processes.finish(await script('process.exit(1);'))).rejects.toThrow('ended with code 1');
  });
});

describe('a process ends with the one that started it, after it has closed what it had open', () => {
  test.each([
    ['while it works', 'started', ''],
    ['while it still loads', 'loading', 'while (process.connected) await new Promise((next) => setTimeout(next, 10));'],
  ])('%s', async (_when, moment, loading) => {
    const { code } = await transformFile('src/platform/parent.ts', {
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    });
    await writeFile(join(folder, 'parent.mjs'), code);
    const closed = join(folder, 'closed');
    const child = await script(
      `const { exitWithParent, tellReady } = await import('./parent.mjs');
       const { writeFileSync } = await import('node:fs');
       process.send('loading');
       ${loading}
       exitWithParent(async () => writeFileSync(${JSON.stringify(closed)}, ''));
       tellReady();
       process.send('started', () => undefined);`,
    );
    const parent = join(folder, 'starter.mjs');
    await writeFile(
      parent,
      `import { fork } from 'node:child_process';
       fork(${JSON.stringify(child)}, { detached: true }).on('message', (moment) => process.send(moment));`,
    );
    const starter = fork(parent);
    const reached = new Promise((resolve) => starter.on('message', (told) => told === moment && resolve(told)));
    const pid = await untilStarted(1);
    await reached;
    starter.kill('SIGKILL');

    await until(() => isGone(pid));
    expect(existsSync(closed)).toBe(true);
  });
});
