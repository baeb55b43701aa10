import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { fillDemoData } from '../../src/seed/demo-data.js';
import { readEnv } from '../../src/platform/env.js';
import { verifyPassword } from '../../src/platform/passwords.js';
import { makeDatabase, type TestDatabase } from '../support/database.js';

let folder: string;
let database: TestDatabase;
let owner: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  database = await makeDatabase();
  owner = new Client(database.ownerUrl);
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function members(): Promise<{ email: string; type: string; password_hash: string }[]> {
  return (await owner.query('SELECT email, type, password_hash FROM members ORDER BY id')).rows;
}

describe('demo data', () => {
  const env = () => readEnv({ EMBEDDED: '1', DATA_DIR: folder });

  test('are the accounts, the intake key and the orders', async () => {
    await fillDemoData(database.ownerUrl, 200, env());
    const accounts = await members();
    expect(accounts.map(({ email, type }) => `${email} ${type}`)).toEqual([
      'admin@demo.test Admin',
      'manager@demo.test Manager',
      'team@demo.test Team',
      'team2@demo.test Team',
      'telecaller@demo.test Telecaller',
      'night@demo.test Night Staff',
      'admin2@demo.test Admin',
    ]);
    expect(await verifyPassword(accounts[0]!.password_hash, 'demo-password')).toBe(true);
    const { rows } = await owner.query(
      'SELECT count(*)::int AS orders, (SELECT count(*)::int FROM intake_keys) AS keys FROM orders',
    );
    expect(rows).toEqual([{ orders: 200, keys: 1 }]);
  });

  test('come once: a second start changes nothing', async () => {
    const before = await members();
    await fillDemoData(database.ownerUrl, 200, env());
    expect(await members()).toEqual(before);
    expect((await owner.query('SELECT FROM orders')).rowCount).toBe(200);
  });

  test('are accounts alone when no orders are wanted', async () => {
    const other = await makeDatabase();
    await fillDemoData(other.ownerUrl, 0, env());
    const client = new Client(other.ownerUrl);
    await client.connect();
    const { rows } = await client.query(
      'SELECT (SELECT count(*)::int FROM members) AS members, (SELECT count(*)::int FROM orders) AS orders',
    );
    expect(rows).toEqual([{ members: 7, orders: 0 }]);
    await client.end();
    await other.drop();
  });
});
