import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresBackend, createRedisBackend, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { findRedis } from '../support/redis.mjs';

const mails = 300;
const rounds = 5;

/**
 * Compares the sending of written mails with BullMQ jobs that only post the same amount to the same address, on each
 * backend: PostgreSQL, and the empty Redis of REDIS_URL, else one that is started here.
 */
export default async function* mailing(bench) {
  await putOffDailyJobs(bench);
  yield { name: 'mails by PostgreSQL', least: 0.6, unit: '/s', ...(await compare(bench, onPostgres(bench))) };
  const redis = process.env.REDIS_URL ? { url: process.env.REDIS_URL } : await startRedis();
  if (!redis) return;

  try {
    const client = new Redis(redis.url, { maxRetriesPerRequest: null });
    if ((await client.dbsize()) > 0) throw new Error('REDIS_URL must name an empty Redis');
    const backend = { connection: { connection: client }, create: createRedisBackend, env: { REDIS_URL: redis.url } };
    yield { name: 'mails by Redis', least: 0.5, unit: '/s', ...(await compare(bench, backend)) };
    await client.flushdb();
    client.disconnect();
  } finally {
    await redis.stop?.();
  }
}

/** The worker has just started, but the jobs of once an hour or a day ran before: they are no part of sending. */
async function putOffDailyJobs({ built, postgres }) {
  const { repeatedJobs } = await built('platform/jobs.js');
  const rare = repeatedJobs.filter(({ every }) => every >= 3_600_000);
  const database = new pg.Pool({ connectionString: postgres.ownerUrl });
  await database.query(
    `INSERT INTO job_runs (job, due_at) SELECT job, now() + make_interval(secs => seconds - 60)
     FROM unnest($1::text[], $2::float[]) AS rare (job, seconds)`,
    [rare.map(({ name }) => name), rare.map(({ every }) => every / 1_000)],
  );
  await database.end();
}

function onPostgres({ settings }) {
  const connection = { connectionString: settings.DATABASE_URL, schema: 'bullmq', max: 4 };
  return { connection: { connection }, create: createPostgresBackend, env: {} };
}

async function compare({ built, settings, postgres }, { connection, create, env }) {
  const [{ Jobs }, { concurrency, queueNames }] = await Promise.all(
    ['platform/job-queues.js', 'platform/jobs.js'].map(built),
  );
  const sink = await openSink();
  const queues = queueNames.map((name) => new Queue(name, connection, create));
  const database = new pg.Pool({ connectionString: postgres.url });
  const bare = bareQueue(connection, create, sink.url, concurrency['mail-aws']);
  const provider = { MAIL_SES_ENDPOINT: sink.url, AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' };
  const stopWorker = await startWorker({ PATH: process.env.PATH, ...settings, ...provider, ...env });
  const ours = () => send(database, new Jobs(queues), sink);

  try {
    await chained(database);
    // what comes first is slower: the texts of programs are read, and statements are planned
    await ours();
    await bare.run();
    const rates = { ours: [], bare: [] };
    for (let round = 0; round < rounds; round += 1) {
      rates.ours.push(await rate(ours));
      rates.bare.push(await rate(bare.run));
    }
    return { ours: median(rates.ours), bare: median(rates.bare) };
  } finally {
    await stopWorker();
    await Promise.all([...queues.map((queue) => queue.close()), bare.close(), database.end()]);
    sink.close();
  }
}

/** A provider that takes every mail; `all` resolves when so many have come. */
async function openSink() {
  let [came, awaited, arrived] = [0, 0, () => undefined];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.end('{"MessageId":"1"}');
      if (++came === awaited) arrived();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    all: (n) => new Promise((resolve) => ([came, awaited, arrived] = [0, n, resolve])),
    close: () => server.close(),
  };
}

async function startWorker(env) {
  const worker = fork(join(import.meta.dirname, '../../dist/src/worker.js'), { env });
  worker.send({});
  await once(worker, 'message');
  return async () => {
    worker.kill('SIGTERM');
    await once(worker, 'exit');
  };
}

/** Waits until the worker has hashed the activity of the orders that were made for the measurement: no part of sending. */
async function chained(database) {
  const open =
    'SELECT count(*)::int AS n FROM activity WHERE id > (SELECT coalesce(max(activity_id), 0) FROM activity_hashes)';
  while ((await database.query(open)).rows[0].n > 0) await sleep(200);
}

/** Writes mails as the product does, each of another order, queues them, and waits until they are sent. */
async function send(database, jobs, sink) {
  const { rows } = await database.query(
    `INSERT INTO mails (order_id, kind, provider, recipient, subject, html, body, sender, sent_by)
     SELECT id, 'approval', 'AWS', 'ann@example.com', 'Your card', repeat('<p>text</p>', 1000),
       repeat('text ', 100), 'Bench <bench@example.com>', 'Bench' FROM orders ORDER BY id LIMIT $1 RETURNING id`,
    [mails],
  );
  const ids = rows.map(({ id }) => id);
  const all = sink.all(mails);
  await Promise.all(ids.map((id) => jobs.later('mail.send', { mailId: id, provider: 'AWS' }, id)));
  await all;
  for (let left = mails; left > 0;) {
    const waiting = `SELECT count(*)::int AS n FROM mails WHERE id = ANY($1) AND state = 'queued'`;
    left = (await database.query(waiting, [ids])).rows[0].n;
  }
}

/** BullMQ alone, with the same concurrency as the product's mail queue. */
function bareQueue(connection, create, address, concurrency) {
  const body = 'text '.repeat(3_000);
  const queue = new Queue('bare', connection, create);
  const post = async () => (await fetch(address, { method: 'POST', body })).text();
  const worker = new Worker('bare', post, { ...connection, concurrency }, create);
  let added = 0;
  const run = async () => {
    let done = 0;
    const all = new Promise((resolve) => {
      worker.removeAllListeners('completed').on('completed', () => ++done === mails && resolve());
    });
    await Promise.all(
      Array.from({ length: mails }, () => queue.add('post', {}, { jobId: `post-${++added}`, removeOnComplete: true })),
    );
    await all;
  };
  return { run, close: () => Promise.all([worker.close(), queue.close()]) };
}

/** A Redis that keeps its jobs as the product's does; undefined where the program can't be had. */
async function startRedis() {
  const found = await findRedis();
  if (!found) return undefined;

  const dir = await mkdtemp(join(tmpdir(), 'desk-bench-redis-'));
  const options = ['--port', String(await freePort()), '--bind', '127.0.0.1', '--dir', dir, '--appendonly', 'yes'];
  const { TEST_REDIS_SERVER: program, TEST_REDIS_LIBRARIES: libraries } = found;
  const env = { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) };
  const server = spawn(program, options, { argv0: 'redis-server', stdio: ['ignore', 'pipe', 'inherit'], env });
  for await (const line of createInterface(server.stdout)) if (line.includes('Ready to accept')) break;
  server.stdout.resume();
  const stop = async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await rm(dir, { recursive: true, force: true });
  };
  return { url: `redis://127.0.0.1:${options[1]}`, stop };
}

async function freePort() {
  const server = createSocket().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function rate(work) {
  const began = performance.now();
  await work();
  return (mails * 1_000) / (performance.now() - began);
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
