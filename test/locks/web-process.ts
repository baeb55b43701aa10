import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFolder } from '../../src/platform/paths.js';

export type WebProcess = {
  url: string;
  isAlive(): boolean;
  /** Everything the process wrote, its log included. */
  written(): string;
  /** The memory of the process, in MB. */
  memory(): Promise<number>;
  stop(): Promise<void>;
};

/** The built web process by itself, on a port and with the settings given; resolves once it is ready. */
export async function startWeb(settings: Record<string, string>, port: number): Promise<WebProcess> {
  const child = spawn(process.execPath, [join(projectFolder, 'dist/src/main.js')], {
    env: { PATH: process.env.PATH, ...settings, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));

  const url = `http://127.0.0.1:${port}`;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  for (let tries = 0; !(await isReady(url)); tries++) {
    if (tries > 300 || !isAlive()) throw new Error(`The web process did not start:\n${text}`);
    await pause(100);
  }
  return {
    url,
    isAlive,
    written: () => text,
    memory: async () =>
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0) /
      1024,
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
}
