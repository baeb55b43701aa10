import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { projectFolder } from '../../src/platform/paths.js';

export type Running = { process: ChildProcess; kill(signal?: NodeJS.Signals): Promise<void> };

/** Those of this test file; a failed test may not reach its `kill`. */
const spawned = new Set<ChildProcess>();
afterAll(() => spawned.forEach((child) => child.kill('SIGKILL')));

/** The environment that a child process inherits: none of this process's settings. */
export function surroundings(): Record<string, string | undefined> {
  const { PATH, HOME, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED } = process.env;
  return { PATH, HOME, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED };
}

/** Starts the built worker as its own process; resolves once it takes jobs. */
export function spawnWorker(settings: Record<string, string>): Promise<Running> {
  return spawnBuilt('worker.js', settings, 'ready');
}

/** Starts the built web process as its own process; resolves once it serves. */
export function spawnWeb(settings: Record<string, string>): Promise<Running> {
  return spawnBuilt('main.js', settings, 'ready');
}

/** Starts a built program of the product; resolves once it sends `message` to its parent. */
async function spawnBuilt(file: string, settings: Record<string, string>, message: string): Promise<Running> {
  const child = spawn(process.execPath, [join(projectFolder, 'dist/src', file)], {
    env: { ...surroundings(), ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  spawned.add(child);
  const exit = once(child, 'exit');
  await Promise.race([
    (async () => {
      for (;;) if ((await once(child, 'message'))[0] === message) return;
    })(),
    exit.then(() => Promise.reject(new Error(`${file} ended before it was ready`))),
  ]);
  return {
    process: child,
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await exit;
    },
  };
}
