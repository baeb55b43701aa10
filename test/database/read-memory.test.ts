import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { AbstractLogger } from 'typeorm';
import { connection } from '../../src/database/data-source.js';
import { PipeliningDataSource } from '../../src/database/pipelining-data-source.js';
import { minuteNow, remembered } from '../../src/database/prepared.js';
import { literal, type Sql, sql } from '../../src/database/sql.js';
import { makeDatabase, type TestDatabase } from '../support/database.js';

let testDatabase: TestDatabase;
let database: PipeliningDataSource;
let others: pg.Client[];
/** The texts that were sent to PostgreSQL. */
let sent: string[] = [];
/** Keeps these; of what else TypeORM has to say, as of a connection that ended, nothing is shown. */
class SentLog extends AbstractLogger {
  override logQuery(text: string): void {
    sent.push(text);
  }

  protected writeLog(): void {}
}
beforeAll(async () => {
  testDatabase = await makeDatabase();
  database = await new PipeliningDataSource({
    ...connection(testDatabase.url, 5),
    logger: new SentLog(),
  }).initialize();
  others = [1, 2].map(() => new pg.Client(testDatabase.ownerUrl));
  for (const other of others) await other.connect();
  await others[0]!.query('CREATE TABLE things (id int PRIMARY KEY, n int)');
  await others[0]!.query('GRANT SELECT ON things TO PUBLIC');
});
afterAll(async () => {
  for (const other of others) await other.end();
  await database.destroy();
  await testDatabase.drop();
});
beforeEach(async () => {
  await others[0]!.query('ROLLBACK; TRUNCATE things; INSERT INTO things SELECT n, n FROM generate_series(1, 3) n');
  await others[1]!.query('ROLLBACK');
  sent = [];
});

const ask = (name: string, statement: Sql): Promise<{ n: number }[]> =>
  database.query(...remembered(name, statement).asArguments);
const sum = () => ask('test.sum', sql`SELECT sum(n)::int AS n FROM things`);
const nth = (id: number) => ask('test.nth', sql`SELECT n FROM things WHERE id = ${id}`);

/**
 * What these reads give when they are asked again and nothing of them is sent. Other databases of the same server are
 * written to at any time, which ends what is kept: so it is tried until nothing was written between.
 */
async function unsent(reads: () => Promise<unknown>, tries = 200): Promise<unknown> {
  for (let time = 0; time < tries; time += 1) {
    await reads();
    sent = [];
    const again = await reads();
    if (sent.length === 0) return again;
  }
  throw new Error(`sent each time: ${sent.join(', ')}`);
}

test('a read is not sent again while nothing is written, by its parameters', async () => {
  const kept = await unsent(() => Promise.all([sum(), nth(2), nth(3)]));
  expect(kept).toEqual([[{ n: 6 }], [{ n: 2 }], [{ n: 3 }]]);
});

test('a read that several ask for at the same time is sent once', async () => {
  expect(await Promise.all([sum(), nth(2), sum(), nth(3), sum()])).toEqual([6, 2, 6, 3, 6].map((n) => [{ n }]));
  expect(sent).toHaveLength(3);
});

test('all who ask for the same at the same time are told that it failed', async () => {
  const wrong = () => ask('test.wrong', sql`SELECT 1 / (sum(n)::int - 6) AS n FROM things`);
  const answers = await Promise.allSettled([wrong(), wrong()]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('each committed write is read, whoever writes and in whatever order transactions end', async () => {
  const [first, second] = others as [pg.Client, pg.Client];
  expect(await sum()).toEqual([{ n: 6 }]);
  await first.query('BEGIN; UPDATE things SET n = 10 WHERE id = 1');
  expect(await sum()).toEqual([{ n: 6 }]);
  await second.query('BEGIN; UPDATE things SET n = 20 WHERE id = 2');
  await second.query('COMMIT');
  // the transaction that began last is the one that is committed; the other one still runs
  expect(await sum()).toEqual([{ n: 24 }]);
  expect(await sum()).toEqual([{ n: 24 }]);
  await first.query('COMMIT');
  expect(await sum()).toEqual([{ n: 33 }]);

  await first.query('BEGIN; DELETE FROM things');
  await first.query('ROLLBACK');
  expect(await sum()).toEqual([{ n: 33 }]);
});

test('what is written while reads run is read by each that began later', async () => {
  let written = 3;
  const writer = { isDone: false };
  const writing = (async () => {
    for (let n = 4; n <= 150; n += 1) {
      await others[n % 2]!.query('INSERT INTO things VALUES ($1, 1)', [n]);
      written = n;
    }
    writer.isDone = true;
  })();
  const count = () => ask('test.count', sql`SELECT count(*)::int AS n FROM things`);
  const reading = async () => {
    while (!writer.isDone) {
      const before = written;
      const [row] = await count();
      expect(row!.n).toBeGreaterThanOrEqual(before);
      expect(row!.n).toBeLessThanOrEqual(written + 1);
    }
  };
  await Promise.all([writing, reading(), reading(), reading()]);
  expect(await count()).toEqual([{ n: 150 }]);
});

test('rows that are kept until the next minute may depend on the minute, and on no other time', async () => {
  const [{ minute }] = (await ask('test.minute', sql`SELECT ${minuteNow}::text AS minute`)) as unknown as [
    { minute: string },
  ];
  expect(minute).toMatch(/:00\+00$/);
  for (const time of ['now()', 'clock_timestamp()', 'CURRENT_DATE', 'random()'])
    expect(() => ask('test.time', sql`SELECT ${literal(time)}`)).toThrow("can't be kept");
});

test('a connection that ends while it is idle is replaced by another', async () => {
  expect(await sum()).toEqual([{ n: 6 }]);
  const ended = await others[0]!.query(
    `SELECT pg_terminate_backend(pid, 5000) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND pid NOT IN (pg_backend_pid(), $1)`,
    [(await others[1]!.query('SELECT pg_backend_pid() AS pid')).rows[0].pid],
  );
  expect(ended.rowCount).toBeGreaterThan(0);
  await others[0]!.query('UPDATE things SET n = 10 WHERE id = 1');
  expect(await sum()).toEqual([{ n: 15 }]);
});

test('nobody can change rows that others get too', async () => {
  const rows = (await unsent(sum)) as { n: number }[];
  expect(() => rows.push({ n: 1 })).toThrow(TypeError);
  expect(() => (rows[0]!.n = 1)).toThrow(TypeError);
});

test('a read that fails is asked again', async () => {
  const wrong = () => ask('test.wrong', sql`SELECT 1 / (sum(n)::int - 6) AS n FROM things`);
  await expect(wrong()).rejects.toThrow('division by zero');
  await expect(wrong()).rejects.toThrow('division by zero');
  await others[0]!.query('UPDATE things SET n = 2 WHERE id = 1');
  expect(await wrong()).toEqual([{ n: 1 }]);
});

test('a result that is too large is not kept, and neither are all together more than 20,000 rows', async () => {
  const rows = (of: number) => ask('test.many', sql`SELECT n FROM generate_series(1, ${of}::int) n`);
  await unsent(() => rows(15_000));
  await expect(unsent(() => rows(30_000), 5)).rejects.toThrow('sent each time');
  await expect(unsent(() => Promise.all([rows(15_000), rows(10_000)]), 5)).rejects.toThrow('sent each time');
});
