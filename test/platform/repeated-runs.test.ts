import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { jobsSchema } from '../../src/platform/job-backend.js';
import type { JobRunsQueries } from '../../src/platform/job-runs.queries.js';
import { repeatedJobs } from '../../src/platform/jobs.js';
import { eventually, startApp, type TestApp } from '../support/app.js';
import { spawnWorker } from '../support/processes.js';
import { longTest } from '../support/sample.js';

let app: TestApp;
let runs: JobRunsQueries;
const [job] = repeatedJobs.filter(({ name }) => name === 'orders.promote') as [(typeof repeatedJobs)[number]];
const rows = () => app.database.query<{ job: string; ran_at: Date }[]>('SELECT job, ran_at FROM job_runs ORDER BY job');
const change = (set: string) => app.database.query(`UPDATE job_runs SET ${set} WHERE job = $1`, [job.name]);
const isDue = async () => (await runs.due(repeatedJobs)).has(job.name);

beforeAll(async () => {
  app = await startApp();
  runs = app.web.get<JobRunsQueries>('JobRunsQueries');
  await runs.expect(repeatedJobs.map(({ name }) => name));
});
afterAll(() => app.close());

test('a new repeated job is due at once, and one of ten workers takes it', async () => {
  expect(await isDue()).toBe(true);
  const taken = await Promise.all(Array.from({ length: 10 }, () => runs.take(job)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(await isDue()).toBe(false);
});

test('one that ran is due an interval later, one that a killed worker took twenty seconds later', async () => {
  await runs.note(job.name, job.every);
  await change("due_at = due_at - interval '58 seconds'");
  expect(await isDue()).toBe(false);
  await change("due_at = due_at - interval '1.5 seconds'");
  expect(await isDue()).toBe(true);

  await runs.take(job);
  await change("due_at = due_at - interval '18 seconds'");
  expect(await isDue()).toBe(false);
  await runs.keep([job.name]);
  await change("due_at = due_at - interval '18 seconds'");
  expect(await isDue()).toBe(false);
  await change("due_at = due_at - interval '1.5 seconds'");
  expect(await isDue()).toBe(true);
});

test('one that failed counts as not run, and is not tried again before its interval', async () => {
  await change("ran_at = now() - interval '1 hour'");
  await runs.putOff(job.name, job.every);
  expect(await isDue()).toBe(false);
  expect((await runs.ages([job.name]))[job.name]).toBeGreaterThanOrEqual(3_600);
});

test('one whose time is further ahead than its interval is due: the database’s clock was put back', async () => {
  await change("due_at = now() + interval '55 seconds'");
  expect(await isDue()).toBe(false);
  await change("due_at = now() + interval '65 seconds'");
  expect(await isDue()).toBe(true);
});

longTest('a failing job lets the others run', async () => {
  await app.database.query('ALTER TABLE drafts RENAME TO drafts_away');
  const before = await rows();
  const worker = await spawnWorker(app.settings);
  try {
    await app.database.query('UPDATE job_runs SET due_at = now()');
    const late = async () => {
      const now = await rows();
      return before.filter(({ ran_at }, n) => now[n]!.ran_at <= ran_at).map((row) => row.job);
    };
    await eventually(async () => (await late()).length === 1);
    expect(await late()).toEqual(['drafts.clear']);
    const failures = await eventually(async () => {
      const failed = await app.database.query("SELECT tries FROM job_failures WHERE job = 'drafts.clear'");
      return failed.length > 0 ? failed : undefined;
    });
    await sleep(6_000);
    // an hour later, not with the next look
    expect(await app.database.query("SELECT tries FROM job_failures WHERE job = 'drafts.clear'")).toEqual(failures);
  } finally {
    await worker.kill();
    await app.database.query('ALTER TABLE drafts_away RENAME TO drafts');
  }
});

longTest(
  'a worker with nothing to do writes two rows for each run of a repeated job, and nothing into BullMQ',
  async () => {
    const worker = await spawnWorker(app.settings);
    const changes = async () => {
      const [counted] = await app.database.query<{ runs: number; bullmq: number; wal: number }[]>(
        `SELECT sum(n) FILTER (WHERE relname = 'job_runs')::int AS runs,
         sum(n) FILTER (WHERE schemaname = $1)::int AS bullmq,
         (SELECT sum((pg_stat_get_backend_wal(pid)).wal_bytes)::int FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()) AS wal
       FROM (SELECT *, n_tup_ins + n_tup_upd + n_tup_del AS n FROM pg_stat_user_tables) tables`,
        [jobsSchema],
      );
      return counted!;
    };
    /** Runs every repeated job once; what it wrote, when the statistics of all sessions say so. */
    const round = async () => {
      const before = await rows();
      await app.database.query('UPDATE job_runs SET due_at = now()');
      await eventually(async () => {
        const now = await rows();
        return before.every(({ ran_at }, n) => now[n]!.ran_at > ran_at);
      });
      // a session tells what it did ten seconds later at the most
      await sleep(11_000);
      return changes();
    };
    try {
      await round();
      const before = await round();
      const after = await round();
      expect(after.bullmq - before.bullmq).toBe(0);
      const runs = after.runs - before.runs - repeatedJobs.length;
      expect(runs).toBeGreaterThanOrEqual(2 * repeatedJobs.length);
      // with what the rarest jobs write; BullMQ wrote 5 KB for each run
      expect((after.wal - before.wal) / runs).toBeLessThan(500);
    } finally {
      await worker.kill();
    }
  },
);
