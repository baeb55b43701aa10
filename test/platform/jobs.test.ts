import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Jobs } from '../../src/platform/job-queues.js';
import { concurrency } from '../../src/platform/jobs.js';
import type { MailProvider } from '../../src/shared/mail-providers.js';
import { eventually, members, startApp, type TestApp } from '../support/app.js';
import { type Running, spawnWorker } from '../support/processes.js';
import { longTest } from '../support/sample.js';
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.js';
import { patient } from '../support/patience.js';

const backends = [{ backend: 'PostgreSQL' }, ...(hasRedis ? [{ backend: 'Redis' }] : [])];
if (!hasRedis) test.skip('jobs on Redis', () => undefined);

describe.each(backends)('jobs on $backend', ({ backend }) => {
  // both backends run the same jobs: the slow ones once in the gate
  const slowTest = backend === 'Redis' ? longTest : test;
  let app: TestApp;
  let redis: RedisServer | undefined;
  let worker: Running | undefined;

  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
    app = await startApp({ settings: redis ? { REDIS_URL: redis.url } : {} });
  });
  afterAll(async () => {
    await worker?.kill();
    await app.close();
    await redis?.close();
  });
  // Three failures in five minutes give a provider's mails to the other one.
  beforeEach(() => app.database.query('DELETE FROM provider_failures'));

  /** Requests a mail (a password link is the simplest) and returns the id of its row. */
  async function askForMail(who: keyof typeof members): Promise<number> {
    await app.call('POST', '/api/admin/forgot-password', { body: { email: members[who].email } });
    return eventually(async () => {
      const [mail] = await app.database.query('SELECT id FROM mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1', [
        members[who].email,
      ]);
      return mail?.id as number | undefined;
    });
  }
  const stateOf = async (id: number) =>
    (await app.database.query('SELECT state FROM mails WHERE id = $1', [id]))[0].state as string;
  const isSent = (id: number) => eventually(async () => (await stateOf(id)) === 'sent');
  const arrived = async (who: keyof typeof members) =>
    (await app.mailbox()).filter(({ to }) => to.includes(members[who].email)).length;
  const fault = (body: unknown) => app.call('POST', '/dev/mailbox/faults', { body });

  test('what waits while no worker runs is done when one starts', async () => {
    const id = await askForMail('admin');
    expect(await stateOf(id)).toBe('queued');
    worker = await spawnWorker(app.settings);
    await isSent(id);
    expect(await arrived('admin')).toBe(1);
  });

  test('a provider that is busy for a moment costs a retry, not the mail', async () => {
    await fault({ provider: 'AWS', status: 429, count: 1 });
    await isSent(await askForMail('manager'));
    expect(await arrived('manager')).toBe(1);
  });

  test('a worker that is told to stop finishes what it does', async () => {
    await fault({ provider: 'AWS', status: 200, delay: 2_000, count: 1 });
    const id = await askForMail('team');
    await eventually(
      async () => (await app.database.query('SELECT attempts FROM mails WHERE id = $1', [id]))[0].attempts > 0,
    );
    await worker!.kill('SIGTERM');
    expect(await stateOf(id)).toBe('sent');
    expect(await arrived('team')).toBe(1);
  });

  slowTest('a worker killed between two tries loses nothing and sends nothing twice', async () => {
    worker = await spawnWorker(app.settings);
    await fault({ provider: 'AWS', status: 429, count: 2 });
    const id = await askForMail('team2');
    const wasRefused = 'SELECT FROM mails WHERE id = $1 AND attempts > 0 AND attempt_at IS NULL';
    await eventually(async () => (await app.database.query(wasRefused, [id])).length > 0);
    await worker.kill('SIGKILL');
    worker = await spawnWorker(app.settings);
    await isSent(id);
    expect(await arrived('team2')).toBe(1);
  });

  slowTest('a mail whose job was lost between the commit and the queue is found by the sweep', async () => {
    const id = await askForMail('night');
    await isSent(id);
    await app.database.query(
      "UPDATE mails SET state = 'queued', attempts = 0, attempt_at = NULL, sent_at = NULL, provider_message_id = NULL, create_ts = now() - interval '1 minute', state_at = now() - interval '1 minute', recipient = 'lost@demo.test' WHERE id = $1",
      [id],
    );
    await app.web.get<Jobs>('Jobs').later('mail.sweep', {}, 'now');
    await isSent(id);
  });

  slowTest('a provider that hangs does not delay the other’s mails', async () => {
    const write = async (provider: MailProvider, count: number) => {
      const rows = await app.database.query<{ id: number }[]>(
        `INSERT INTO mails (kind, provider, recipient, subject, html, body, sender, sent_by)
         SELECT 'password', $1, $1 || n || '@slow.test', 's', '<p>x</p>', 'x', 'a@example.com', 'System'
         FROM generate_series(1, $2) n RETURNING id`,
        [provider, count],
      );
      for (const { id: mailId } of rows)
        await app.web.get<Jobs>('Jobs').later('mail.send', { mailId, provider }, mailId);
      return rows.map(({ id }) => id);
    };
    await fault({ provider: 'AWS', status: 200, delay: 60_000, count: 1_000 });
    const hanging = await write('AWS', 2 * concurrency['mail-aws']);
    const attempted = 'SELECT FROM mails WHERE id = ANY($1) AND attempt_at IS NOT NULL';
    await eventually(async () => (await app.database.query(attempted, [hanging])).length === concurrency['mail-aws']);

    const started = performance.now();
    const others = await write('Sendgrid', 5);
    const sent = "SELECT FROM mails WHERE id = ANY($1) AND state = 'sent'";
    await eventually(async () => (await app.database.query(sent, [others])).length === 5);
    expect(performance.now() - started).toBeLessThan(patient(10_000));
    expect(await app.database.query(sent, [hanging])).toHaveLength(0);
  });

  test('the depth of the queues is known', async () => {
    expect(await app.web.get<Jobs>('Jobs').depth()).toEqual({
      'mail-aws': expect.any(Number),
      'mail-sendgrid': expect.any(Number),
      checks: expect.any(Number),
      gateways: expect.any(Number),
      packs: expect.any(Number),
      upkeep: expect.any(Number),
    });
  });
});

(hasRedis ? describe : describe.skip)('when Redis is away', () => {
  test('a worker that starts waits for it', async () => {
    const redis = await startRedis();
    const app = await startApp({ settings: { REDIS_URL: redis.url } });
    await redis.kill();
    const silent = createServer().listen(Number(new URL(redis.url).port), '127.0.0.1');
    const knocks: Socket[] = [];
    silent.on('connection', (socket) => knocks.push(socket));
    const starting = spawnWorker(app.settings);
    try {
      await Promise.race([once(silent, 'connection'), starting]);
      // longer than one try to connect
      await sleep(3_000);
      silent.close();
      for (const socket of knocks) socket.destroy();
      await redis.restart();
      await starting;
    } finally {
      await (await starting.catch(() => undefined))?.kill();
      await app.close();
      await redis.close();
    }
  });

  test('a request still answers, readyz says so, and nothing is lost', async () => {
    const redis = await startRedis();
    const app = await startApp({ settings: { REDIS_URL: redis.url } });
    try {
      await redis.kill();
      const started = Date.now();
      const { code } = await app.call('POST', '/api/admin/forgot-password', { body: { email: members.admin.email } });
      expect(code).toBe(200);
      expect(Date.now() - started).toBeLessThan(patient(20_000));
      expect(await app.database.query('SELECT state FROM mails')).toEqual([{ state: 'queued' }]);
      expect((await app.call('GET', '/readyz')).code).toBe(503);
      expect((await app.call('GET', '/healthz')).code).toBe(200);
    } finally {
      await app.close();
      // ioredis keeps a timer of two seconds for a connection that ended before it was closed
      await sleep(2_000);
      await redis.close();
    }
  });
});
