import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { client, signIn } from './client.mjs';

const moves = 200;
/** PostgreSQL adds up what a session read within this many milliseconds of its last statement. */
const reported = 11_000;

/**
 * Costs of the running product that don't depend on the machine: bytes and pages of a list as a member opens it, what moves
 * write, and what the product writes while nobody works.
 */
export default async function* writes({ serve, postgres }) {
  const productUrl = await serve('product-server.mjs');
  const token = await signIn(productUrl);
  const call = client(productUrl, { authorization: `Bearer ${token}` });
  const database = new pg.Client(postgres.ownerUrl);
  await database.connect();
  const one = async (sql) => (await database.query(sql)).rows[0];
  const written = async () => Number((await one("SELECT pg_current_wal_insert_lsn() - '0/0' AS n")).n);

  try {
    yield* list(productUrl, token, async () => {
      await sleep(reported);
      return Number(
        (await one('SELECT sum(blks_hit + blks_read) AS n FROM pg_stat_database WHERE datname = current_database()')).n,
      );
    });

    const { rows } = await database.query(
      `SELECT id FROM orders WHERE process_status IN ('New', 'Priority', 'AwaitingGovt') ORDER BY id DESC LIMIT ${moves}`,
    );
    const ids = rows.map(({ id }) => id);
    const moveEach = async (updatingStatus) => {
      for (const orderId of ids) await call('PUT', '/api/admin/move-order-status', { orderId, updatingStatus });
    };
    const moveAll = (updatingStatus) => call('PUT', '/api/admin/move-order-status', { orderId: ids, updatingStatus });
    await moveEach('Awaiting');
    await sleep(reported);
    const updates =
      "SELECT n_tup_upd::int AS n, n_tup_hot_upd::int AS hot FROM pg_stat_user_tables WHERE relname = 'orders'";
    const [before, stood] = [await written(), await one(updates)];
    await moveEach('Contact Customer');
    const first = ((await written()) - before) / ids.length;
    yield { name: 'a move, WAL, into full pages of the queue', unit: 'bytes', ours: first };
    await sleep(reported);
    const now = await one(updates);
    yield { name: 'moves that are HOT updates', unit: '%', ours: (100 * (now.hot - stood.hot)) / (now.n - stood.n) };

    // the pages of both queues have room now, as those have that orders come to and leave
    await moveEach('Awaiting');
    const beforeWarm = await written();
    await moveEach('Contact Customer');
    yield { name: 'a move, WAL, warm', unit: 'bytes', ours: ((await written()) - beforeWarm) / ids.length };
    await sleep(reported);
    const moved = await one(updates);

    const assignEach = async (assignto) => {
      for (const orderId of ids) await call('PUT', '/api/admin/assign-order-status', { orderId, assignto });
    };
    const beforeTakes = await written();
    await assignEach('Demo Admin');
    await assignEach('');
    const takes = (await written()) - beforeTakes;
    yield { name: 'taking an order or giving it back, WAL', unit: 'bytes', ours: takes / (2 * ids.length) };
    await sleep(reported);
    const taken = await one(updates);
    yield { name: 'of these, HOT updates', unit: '%', ours: (100 * (taken.hot - moved.hot)) / (taken.n - moved.n) };

    const beforeAll = await written();
    await moveAll('Awaiting');
    yield {
      name: `a move of ${ids.length} at once, WAL an order`,
      unit: 'bytes',
      ours: ((await written()) - beforeAll) / ids.length,
    };

    await serve('../../dist/src/worker.js');
    const minutes = [];
    // The first minutes fold what the moves changed, and do what the new orders gave the jobs to do.
    for (let minute = 0; minute < 4; minute += 1) {
      const idle = await written();
      await sleep(60_000);
      minutes.push((await written()) - idle);
    }
    yield { name: 'nobody works, WAL in the quietest of 4 minutes', unit: 'bytes', ours: Math.min(...minutes) };
  } finally {
    await database.end();
  }
}

/** A member's list of 50 with the whole frame: bytes over the wire, and pages of 8 KB that PostgreSQL reads. */
async function* list(productUrl, token, pagesRead) {
  const open = async () => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br', 'sec-fetch-site': 'none' };
    const [answer] = await once(get(`${productUrl}/admin/completed-order?limit=50`, { headers }), 'response');
    if (answer.statusCode !== 200) throw new Error(`the list answered ${answer.statusCode}`);
    let bytes = 0;
    for await (const piece of answer) bytes += piece.length;
    return bytes;
  };
  for (let warm = 0; warm < 10; warm += 1) await open();
  yield { name: 'list of 50 with its frame, HTML', unit: 'bytes', ours: await open() };
  const began = await pagesRead();
  for (let opened = 0; opened < 100; opened += 1) await open();
  yield { name: 'list of 50 with its frame, read', unit: 'pages', ours: ((await pagesRead()) - began) / 100 };
}
