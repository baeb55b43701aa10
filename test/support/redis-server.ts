import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.js';

export type RedisServer = {
  url: string;
  pid(): number;
  /** Resolves when the process has ended and its port is free. */
  kill(): Promise<void>;
  /** Starts a killed server again, on the same port and with its stored data. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** Whether this machine has a redis-server for the tests (test/support/redis.mjs looked for one). */
export const hasRedis = process.env.TEST_REDIS_SERVER !== undefined;

/** Starts a redis-server for one test on a free port; it persists what BullMQ needs. */
export async function startRedis(): Promise<RedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'desk-redis-'));
  const port = await freePort();
  let server = await launch(dir, port);
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => server.pid!,
    kill: () => end(server, 'SIGKILL'),
    restart: async () => {
      server = await launch(dir, port);
    },
    close: async () => {
      await end(server, 'SIGTERM');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function launch(dir: string, port: number): Promise<ChildProcess> {
  const options = { port: String(port), bind: '127.0.0.1', dir, appendonly: 'yes', 'maxmemory-policy': 'noeviction' };
  const libraries = process.env.TEST_REDIS_LIBRARIES;
  const server = spawn(
    process.env.TEST_REDIS_SERVER!,
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    {
      argv0: 'redis-server',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) },
    },
  );
  const lines: string[] = [];
  let isReady = false;
  for await (const line of createInterface(server.stdout)) {
    lines.push(line);
    isReady = line.includes('Ready to accept');
    if (isReady) break;
  }
  if (!isReady) throw new Error(`redis-server ended: ${lines.join('\n')}`);
  // the end of the loop stopped the reading
  server.stdout.resume();
  return server;
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  server.kill(signal);
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
}
