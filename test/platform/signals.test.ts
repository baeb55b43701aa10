import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { type Running, spawnWeb, spawnWorker } from '../support/processes.js';

// WebAssembly, which reads and draws PDFs, reports a trap by a signal of the processor. V8 makes an error of it, unless somebody
// else listens: then the process ends. Linux tells in /proc which signals a process takes.
(process.platform === 'linux' ? describe : describe.skip)('a process', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const ofTheProcessor = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE'] as const;
  const toEnd = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

  test.each<[string, (settings: Record<string, string>) => Promise<Running>]>([
    ['web', spawnWeb],
    ['worker', spawnWorker],
  ])('%s takes the signals that ask it to end, and none of the processor’s', async (_name, start) => {
    const running = await start({ ...app.settings, PORT: String(await freePort()) });
    try {
      const status = await readFile(`/proc/${running.process.pid}/status`, 'utf8');
      const caught = BigInt(`0x${/SigCgt:\s+(\w+)/.exec(status)![1]!}`);
      const takes = (signal: NodeJS.Signals) => (caught & (1n << BigInt(constants.signals[signal] - 1))) !== 0n;
      expect(ofTheProcessor.filter(takes)).toEqual([]);
      expect(toEnd.filter(takes)).toEqual(toEnd);
    } finally {
      await running.kill();
    }
  });
});
