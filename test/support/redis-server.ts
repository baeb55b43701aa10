import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type RedisServer = { url: string; kill(): void; close(): Promise<void> };

/** Whether this machine has a redis-server for the tests (test/support/redis.mjs looked for one). */
export const hasRedis = process.env.TEST_REDIS_SERVER !== undefined;

/** A redis-server of the test's own, on a free port, that keeps what BullMQ needs kept. */
export async function startRedis(): Promise<RedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'desk-redis-'));
  const port = await freePort();
  const libraries = process.env.TEST_REDIS_LIBRARIES;
  const server = spawn(
    process.env.TEST_REDIS_SERVER!,
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      dir,
      '--appendonly',
      'yes',
      '--maxmemory-policy',
      'noeviction',
    ],
    {
      argv0: 'redis-server',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) },
    },
  );
  const exit = once(server, 'exit');
  for await (const line of createInterface(server.stdout)) if (line.includes('Ready to accept')) break;
  server.stdout.resume();

  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => server.kill('SIGKILL'),
    close: async () => {
      server.kill('SIGTERM');
      await exit;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
