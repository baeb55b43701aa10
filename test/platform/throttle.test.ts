import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { dataSource } from '../../src/database/data-source.js';
import { Throttle } from '../../src/platform/throttle.js';
import { makeDatabase, type TestDatabase } from '../support/database.js';

let place: TestDatabase;
let database: DataSource;
let throttle: Throttle;
beforeAll(async () => {
  place = await makeDatabase();
  database = await dataSource(place.url, 5).initialize();
  throttle = new Throttle(database);
});
afterAll(async () => {
  await database.destroy();
  await place.drop();
});

const tries = (key: string, number: number) =>
  Promise.allSettled(Array.from({ length: number }, () => throttle.count(key, 20, 15)));
const admitted = (results: PromiseSettledResult<void>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

test('parallel tries count exactly', async () => {
  expect(admitted(await tries('guesser', 50))).toBe(20);
  expect(admitted(await tries('guesser', 5))).toBe(0);
  await expect(throttle.count('guesser', 20, 15)).rejects.toMatchObject({ code: 429, retryAfter: expect.any(Number) });
});

test('an office where all sign in at once shuts nobody out: what was refused isn’t counted', async () => {
  expect(admitted(await tries('office', 50))).toBe(20);
  for (let good = 0; good < 20; good += 1) await throttle.forgive('office');
  expect(admitted(await tries('office', 20))).toBe(20);
});

test('when the time is over it begins anew', async () => {
  await tries('late', 30);
  await database.query("UPDATE throttles SET ends_at = now() - interval '1 second' WHERE key = 'late'");
  expect(admitted(await tries('late', 25))).toBe(20);
});
