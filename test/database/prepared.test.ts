import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { dataSource } from '../../src/database/data-source.js';
import { prepared } from '../../src/database/prepared.js';
import { literal, sql } from '../../src/database/sql.js';
import { makeDatabase, type TestDatabase } from '../support/database.js';

let testDatabase: TestDatabase;
let database: DataSource;
beforeAll(async () => {
  testDatabase = await makeDatabase();
  // One connection, because each has its own prepared statements.
  database = await dataSource(testDatabase.url, 1).initialize();
});
afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

const plans = (): Promise<{ name: string; times: number }[]> =>
  database.query(
    `SELECT name, (generic_plans + custom_plans)::int AS times FROM pg_prepared_statements WHERE name LIKE 'test.%'`,
  );

describe('prepared statements', () => {
  test('a statement is prepared once and gives each call its own rows', async () => {
    const double = (n: number, column = 'twice') =>
      database.query(...prepared('test.double', sql`SELECT ${n}::int * 2 AS ${literal(column)}`).asArguments);

    expect(await double(2)).toEqual([{ twice: 4 }]);
    expect(await double(3)).toEqual([{ twice: 6 }]);
    expect(await plans()).toEqual([{ name: expect.stringMatching(/^test\.double\.[0-9a-f]{12}$/), times: 2 }]);

    expect(await double(4, 'other')).toEqual([{ other: 8 }]);
    expect(await plans()).toHaveLength(2);
  });

  test('it can run in a transaction, and a failure of one call does not fail the next', async () => {
    const divided = (n: number) => prepared('test.divide', sql`SELECT 8 / ${n}::int AS n`).asArguments;
    await expect(database.query(...divided(0))).rejects.toThrow('division by zero');
    await database.transaction(async (manager) => {
      expect(await manager.query(...divided(2))).toEqual([{ n: 4 }]);
    });
  });

  test('a new index on its table makes it plan anew', async () => {
    const names = () => database.query(...prepared('test.names', sql`SELECT name FROM members`).asArguments);
    expect(await names()).toEqual([]);
    const owner = await dataSource(testDatabase.ownerUrl).initialize();
    await owner.query('CREATE INDEX members_by_type ON members (type)');
    await owner.query('ALTER TABLE members ADD COLUMN note text');
    await owner.destroy();
    expect(await names()).toEqual([]);
  });
});
