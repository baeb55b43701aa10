import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectFolder } from '../../src/platform/paths.js';

export type Product = { url: string; process: ChildProcess; dataDir: string; stop(): Promise<number | null> };

/** The built product as `npm start` runs it, embedded services and all, on a free port with a folder of its own. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'desk-product-')));
  const child = spawn(process.execPath, [join(projectFolder, 'dist/src/start.js')], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      LOG_LEVEL: 'error',
      DEMO_ORDERS: '0',
      ...settings,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const url = await Promise.race([
    readyLine(child),
    exit.then(() => Promise.reject(new Error('The product ended before it was ready'))),
  ]);

  return {
    url,
    process: child,
    dataDir,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = (await exit) as [number | null];
      await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

async function readyLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout!)) {
    const ready = /^ready (http:\/\/\S+)$/.exec(line);
    if (ready) {
      child.stdout!.resume();
      return ready[1]!;
    }
  }
  throw new Error('No ready line');
}
