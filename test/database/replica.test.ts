import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { Replica } from '../../src/database/replica.js';
import type { Env } from '../../src/platform/env.js';
import { makeDatabase } from '../support/database.js';

// A streaming replica is tried in test/long/replica.test.ts.

const primary = async () => [{ from: 'primary' }];
const ask: [string, unknown[]] = [`SELECT 'replica' AS from`, []];

test('without a replica, or with one that can’t be reached, the primary is read', async () => {
  const none = new Replica({} as Env);
  expect(await none.read(ask, primary)).toEqual([{ from: 'primary' }]);

  let asked = 0;
  const dead = createServer((socket) => {
    asked += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(dead, 'listening');
  const { port } = dead.address() as AddressInfo;
  const lost = new Replica({ DATABASE_REPLICA_URL: `postgres://desk@127.0.0.1:${port}/desk` } as Env);
  expect(await lost.read(ask, primary)).toEqual([{ from: 'primary' }]);
  expect(await lost.read(ask, primary)).toEqual([{ from: 'primary' }]);
  // it is not asked again at once
  expect(asked).toBe(1);
  await lost.onApplicationShutdown();
  dead.close();
});

test('a server that is no replica is not read: it may have been promoted', async () => {
  const database = await makeDatabase();
  const promoted = new Replica({ DATABASE_REPLICA_URL: database.url } as Env);
  expect(await promoted.read(ask, primary)).toEqual([{ from: 'primary' }]);
  await promoted.onApplicationShutdown();
  await database.drop();
});
