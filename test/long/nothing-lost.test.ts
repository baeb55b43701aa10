import { describe, test } from '@jest/globals';
import { hasRedis } from '../support/redis-server.js';
import { expectNothingLost } from './nothing-lost.js';

/** TEST_SEED repeats a run: the same parts are killed in the same order. */
const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const kills = Number(process.env.TEST_KILLS ?? 100);
const isLinux = process.platform === 'linux';

// The product's processes are found in /proc.
describe('web, worker, PostgreSQL, Redis and the browser killed while people work', () => {
  (isLinux && hasRedis ? test : test.skip)(`${kills} times with jobs on Redis, seed ${seed}`, () =>
    expectNothingLost('Redis', kills, seed),
  );

  (isLinux ? test : test.skip)(`${kills} times with jobs on PostgreSQL, seed ${seed}`, () =>
    expectNothingLost('PostgreSQL', kills, seed),
  );
});
