import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@jest/globals';
import { startBrowser } from '../browser.js';
import { hasRedis, startRedis } from '../redis-server.js';

test('one starts a browser and a Redis, and doesn’t end', async () => {
  const browser = await startBrowser();
  const redis = hasRedis ? await startRedis() : undefined;
  const postmaster = await readFile(join(process.env.TEST_DATA_DIR!, 'postgres/data/postmaster.pid'), 'utf8');
  const started = [Number(postmaster.split('\n')[0]), browser.process()!.pid, ...(redis ? [redis.pid()] : [])];
  await writeFile(process.env.TRIAL_READY!, JSON.stringify({ folder: tmpdir(), started }));
  await new Promise(() => undefined);
});
