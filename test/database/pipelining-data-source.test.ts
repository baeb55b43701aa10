import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { connection } from '../../src/database/data-source.js';
import { PipeliningDataSource } from '../../src/database/pipelining-data-source.js';
import { prepared } from '../../src/database/prepared.js';
import { literal, type Sql, sql } from '../../src/database/sql.js';
import { makeDatabase, type TestDatabase } from '../support/database.js';

let testDatabase: TestDatabase;
let database: PipeliningDataSource;
beforeAll(async () => {
  testDatabase = await makeDatabase();
  database = await new PipeliningDataSource(connection(testDatabase.url, 5)).initialize();
});
afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

const ask = (name: string, statement: Sql) => database.query(...prepared(name, statement).asArguments);
const connectionOf = sql`SELECT pg_backend_pid() AS pid`;

test('reads that are asked at the same time go over one connection, and each gets its own rows', async () => {
  const answers = await Promise.all([
    ask('test.number', sql`SELECT ${7}::int AS n, pg_backend_pid() AS pid`),
    ask('test.text', sql`SELECT ${'Ж'}::text AS n, pg_backend_pid() AS pid`),
    Promise.resolve().then(() => ask('test.rows', sql`SELECT n, pg_backend_pid() AS pid FROM generate_series(1, 2) n`)),
    ask('test.number', sql`SELECT ${8}::int AS n, pg_backend_pid() AS pid`),
  ]);
  const pid = (answers as { pid: number }[][])[0]![0]!.pid;
  expect(answers).toEqual([
    [{ n: 7, pid }],
    [{ n: 'Ж', pid }],
    [
      { n: 1, pid },
      { n: 2, pid },
    ],
    [{ n: 8, pid }],
  ]);
});

test('reads that several requests ask in one turn of the event loop go over one connection', async () => {
  // both timers end in the same turn, as requests that arrive together do
  const later = () => new Promise((resolve) => setTimeout(() => resolve(ask('test.behind', connectionOf)), 1));
  const [one, other] = await Promise.all([later(), later()]);
  expect(one).toEqual(other);
});

test('a read that several ask for at the same time is sent once; nobody can change the rows', async () => {
  const random = (n: number) => ask('test.random', sql`SELECT ${n}::int AS n, random()::text AS id`);
  const [one, same, other] = (await Promise.all([random(1), random(1), random(2)])) as { n: number; id: string }[][];
  expect(one).toBe(same);
  expect(other![0]!.id).not.toBe(one![0]!.id);
  expect(await random(1)).not.toEqual(one);
  expect(() => one!.push({ n: 1, id: '' })).toThrow(TypeError);
  expect(() => (one![0]!.n = 2)).toThrow(TypeError);
});

test('all who ask for the same at the same time are told that it failed', async () => {
  const wrong = () => ask('test.wrong', sql`SELECT 1 / ${0}::int AS n`);
  const answers = await Promise.allSettled([wrong(), wrong()]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('one that fails does not fail the others', async () => {
  const answers = await Promise.allSettled([
    ask('test.before', sql`SELECT 1 AS n`),
    ask('test.wrong', sql`SELECT 1 / ${0}::int AS n`),
    ask('test.unknown', sql`SELECT ${literal('no_such_column')}`),
    ask('test.after', sql`SELECT 2 AS n`),
  ]);
  expect(answers).toMatchObject([
    { status: 'fulfilled', value: [{ n: 1 }] },
    { status: 'rejected', reason: { message: 'division by zero' } },
    { status: 'rejected', reason: expect.any(QueryFailedError) },
    { status: 'fulfilled', value: [{ n: 2 }] },
  ]);
  expect(await ask('test.before', sql`SELECT 1 AS n`)).toEqual([{ n: 1 }]);
});

test('a connection that is lost fails what waits on it, and the next read takes another', async () => {
  const answers = await Promise.allSettled([
    ask('test.end', sql`SELECT pg_terminate_backend(pg_backend_pid())`),
    ask('test.behind', connectionOf),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask('test.behind', connectionOf)).toHaveLength(1);
});

test('more reads than one connection is sent at once are all answered', async () => {
  const asked = Array.from({ length: 45 }, (_, n) => ask('test.many', sql`SELECT ${n}::int AS n`));
  expect((await Promise.all(asked)).map((rows) => (rows as { n: number }[])[0]!.n)).toEqual([...Array(45).keys()]);
});

test('what is written, what is not prepared and what runs in a transaction takes the usual way', async () => {
  const pids = await Promise.all(
    [1, 2].map(async () => (await database.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid'))[0]!.pid),
  );
  expect(new Set(pids).size).toBe(2);

  await database.transaction(async (manager) => {
    const [first] = await manager.query<{ pid: number }[]>(...prepared('test.behind', connectionOf).asArguments);
    const [second] = await manager.query<{ pid: number }[]>(...prepared('test.behind', connectionOf).asArguments);
    expect(second).toEqual(first);
  });
  const changed = sql`UPDATE members SET name = name WHERE id = ${-1} RETURNING id`;
  expect(await ask('test.written', changed)).toEqual([[], 0]);
});
