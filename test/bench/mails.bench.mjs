import { createServer } from 'node:http';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import pg from 'pg';

const mails = 300;
const rounds = 3;

/** Compares the sending of written mails with BullMQ jobs that only post the same amount to the same address. */
export default async function* mailing({ built, settings, postgres, serve }) {
  const sink = createServer((request, response) => {
    request.resume().on('end', () => response.end('{"MessageId":"1"}'));
  });
  await new Promise((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${sink.address().port}`;
  const provider = { MAIL_SES_ENDPOINT: endpoint, AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' };
  const [{ Jobs }, { queueNames }] = await Promise.all([built('platform/job-queues.js'), built('platform/jobs.js')]);
  const queues = queueNames.map((name) => new Queue(name, onPostgres(settings.DATABASE_URL), createPostgresBackend));
  const jobs = new Jobs(queues);
  const database = new pg.Pool({ connectionString: postgres.url });
  const bare = bareQueue(settings.DATABASE_URL, `${endpoint}/v2/email/outbound-emails`);
  await serve('../../dist/src/worker.js', {}, provider);

  try {
    const rates = { ours: [], bare: [] };
    for (let round = 0; round < rounds; round += 1) {
      rates.ours.push(await rate(() => send(database, jobs)));
      rates.bare.push(await rate(bare.run));
    }
    yield { name: 'mails through the queue', unit: '/s', ours: median(rates.ours), bare: median(rates.bare) };
  } finally {
    await Promise.all([...queues.map((queue) => queue.close()), bare.close(), database.end()]);
    sink.close();
  }
}

/** Writes mails as the product does, queues them, and waits until they are sent. */
async function send(database, jobs) {
  const { rows } = await database.query(
    `INSERT INTO mails (order_id, kind, provider, recipient, subject, html, body, sender, sent_by)
     SELECT (SELECT min(id) FROM orders), 'approval', 'AWS', 'ann@example.com', 'Your card', repeat('<p>text</p>', 1000),
       repeat('text ', 100), 'Bench <bench@example.com>', 'Bench' FROM generate_series(1, $1) RETURNING id`,
    [mails],
  );
  const ids = rows.map(({ id }) => id);
  await Promise.all(ids.map((id) => jobs.later('mail.send', { mailId: id, provider: 'AWS' }, id)));
  for (let left = mails; left > 0;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const waiting = `SELECT count(*)::int AS n FROM mails WHERE id = ANY($1) AND state = 'queued'`;
    left = (await database.query(waiting, [ids])).rows[0].n;
  }
}

function onPostgres(connectionString) {
  return { connection: { connectionString, schema: 'bullmq', max: 4 } };
}

/** BullMQ on the same PostgreSQL, with the same concurrency as the product's mail queue. */
function bareQueue(connectionString, address) {
  const connection = onPostgres(connectionString);
  const body = 'text '.repeat(3_000);
  const queue = new Queue('bare', connection, createPostgresBackend);
  const post = async () => (await fetch(address, { method: 'POST', body })).text();
  const worker = new Worker('bare', post, { ...connection, concurrency: 5 }, createPostgresBackend);
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

async function rate(work) {
  const began = performance.now();
  await work();
  return (mails * 1_000) / (performance.now() - began);
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
