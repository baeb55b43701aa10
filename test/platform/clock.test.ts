import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { JobRunner } from '../../src/platform/job-runner.js';
import { repeatedJobs } from '../../src/platform/jobs.js';
import { openStream } from '../live/stream.js';
import { eventually, startApp, startWorker, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true });
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => app.close());

test.each([
  ['back', -2],
  ['on', 2],
])('when the clock is put %s by two hours, lists stay live, sessions good and mails go out', async (_way, hours) => {
  const { id } = await takeIn(app);
  const move = (updatingStatus: string) =>
    app.call('PUT', '/api/admin/move-order-status', { as: 'manager', body: { orderId: id, updatingStatus } });
  const stream = await openStream(app.url, await app.signIn('manager'));
  try {
    await stream.find('hello');
    await move('Awaiting');
    await stream.find('counts', ({ awaitingOrdersCount }) => awaitingOrdersCount > 0);
    const before = stream.events.length;

    const now = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);
    expect((await move('Customer Called')).code).toBe(200);
    await eventually(() => Promise.resolve(stream.events.slice(before).some(({ name }) => name === 'counts')));

    const { code } = await app.call('POST', '/api/admin/add-new-remark', {
      as: 'manager',
      body: { orderId: id, remark: 'Called', remarkerName: '' },
    });
    expect(code).toBe(200);
    await app.call('POST', '/api/admin/forgot-password', {
      body: { email: hours < 0 ? 'team@demo.test' : 'night@demo.test' },
    });
    await eventually(async () => {
      const rows = await app.database.query("SELECT FROM mails WHERE state <> 'sent'");
      return rows.length === 0;
    });
  } finally {
    stream.close();
  }
});

describe('repeated jobs after the clock was put back', () => {
  let own: TestApp;
  let worker: INestApplicationContext;
  const now = Date.now.bind(Date);
  const putBack = (hours: number) => jest.spyOn(Date, 'now').mockImplementation(() => now() - hours * 3_600_000);

  beforeAll(async () => {
    own = await startApp();
    worker = await startWorker(own.env);
  });
  afterAll(() => own.close());

  /** When each repeated job last ran. */
  const lastRuns = () => own.database.query<{ job: string; ran_at: Date }[]>('SELECT * FROM job_runs ORDER BY job');
  /** Waits until each repeated job has run since. */
  const haveRunSince = async (before: { ran_at: Date }[]) =>
    eventually(async () => (await lastRuns()).every(({ ran_at }, n) => ran_at > before[n]!.ran_at));
  /** What the rows say after the clock of the database was put back. */
  const putDatabaseBack = (hours: number) =>
    own.database.query('UPDATE job_runs SET due_at = now() + make_interval(hours => $1) + 2 * (due_at - now())', [
      hours,
    ]);

  test('run on when it was the database’s clock; when it was the machine’s, a mail’s next try is not lost', async () => {
    await own.call('POST', '/dev/mailbox/faults', { body: { provider: 'AWS', status: 429, count: 3 } });
    await own.call('POST', '/api/admin/forgot-password', { body: { email: 'manager@demo.test' } });
    await eventually(async () => (await own.database.query('SELECT FROM mails WHERE attempts > 1')).length === 1);

    putBack(2);
    const before = await lastRuns();
    expect(before).toHaveLength(repeatedJobs.length);
    await putDatabaseBack(48);
    await haveRunSince(before);
    await eventually(async () => {
      await worker.get<JobRunner>('JobRunner').prepare();
      return (await own.database.query("SELECT FROM mails WHERE state = 'sent'")).length === 1;
    });
  });

  test('run on after a restart', async () => {
    await worker.close();
    putBack(5);
    const before = await lastRuns();
    await putDatabaseBack(48);
    worker = await startWorker(own.env);
    await haveRunSince(before);
    await worker.close();
  });
});
