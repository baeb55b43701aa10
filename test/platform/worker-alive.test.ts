import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { showAlive } from '../../src/platform/worker-alive.js';
import { eventually } from '../support/eventually.js';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'desk-alive-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a worker shows that it is alive while it reaches what it needs, and only then', async () => {
  const file = join(folder, 'alive');
  Logger.overrideLogger(false);
  let reaches = false;
  showAlive(file, () => (reaches ? Promise.resolve() : Promise.reject(new Error('gone'))), 20);
  await sleep(100);
  expect(existsSync(file)).toBe(false);

  reaches = true;
  await eventually(() => Promise.resolve(existsSync(file)), 5);
  reaches = false;
  await sleep(100);
  await rm(file);
  await sleep(100);
  expect(existsSync(file)).toBe(false);
});
