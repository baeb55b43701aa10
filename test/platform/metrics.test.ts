import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { JobRunner } from '../../src/platform/job-runner.js';
import { repeatedJobs } from '../../src/platform/jobs.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** The value of a figure, by its name and labels as Prometheus writes them. */
async function figure(name: string): Promise<number | undefined> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

test('figures worth an alarm: what waits, how long, what failed, how long packs take, the pool', async () => {
  const { id } = await takeIn(app);
  expect(await figure('mails_failed_last_hour{provider="AWS"}')).toBe(0);
  expect(await figure('mail_waiting_oldest_seconds{kind="approval"}')).toBeUndefined();
  await app.database.query(
    `INSERT INTO mails (order_id, kind, provider, recipient, subject, html, body, sender, sent_by, state, create_ts)
     SELECT $1, 'approval', 'AWS', 'a@example.com', '', '', '', '', '', state, now() - make_interval(secs => 90)
     FROM unnest(ARRAY['queued', 'failed', 'bounced', 'sent']) state`,
    [id],
  );
  await app.database.query(
    `INSERT INTO packs (order_id, type, input_sha256, facts, made_by, state, create_ts, ready_at)
     SELECT $1, 1, seconds::text, '{}', '', 'ready', now() - make_interval(secs => seconds), now()
     FROM unnest(ARRAY[1, 2, 3]) seconds`,
    [id],
  );
  await app.database.query(
    `INSERT INTO packs (order_id, type, input_sha256, facts, made_by, create_ts)
     VALUES ($1, 2, '', '{}', '', now() - interval '30 seconds')`,
    [id],
  );

  expect(await figure('mails_failed_last_hour{provider="AWS"}')).toBe(2);
  expect(await figure('mails_failed_last_hour{provider="Sendgrid"}')).toBe(0);
  expect(await figure('mail_waiting_oldest_seconds{kind="approval"}')).toBeGreaterThanOrEqual(90);
  expect(await figure('pack_waiting_oldest_seconds{type="2"}')).toBeGreaterThanOrEqual(30);
  expect(await figure('pack_seconds{quantile="0.5"}')).toBeCloseTo(2, 1);
  expect(await figure('jobs_waiting{queue="mail-aws"}')).toBeGreaterThanOrEqual(0);
  expect(await figure('database_pool{state="open"}')).toBeGreaterThan(0);
  expect(await figure('database_pool{state="waiting"}')).toBe(0);
  expect(
    await figure('http_request_seconds_count{method="POST",route="/api/intake/orders",status="201"}'),
  ).toBeGreaterThan(0);
});

test('a figure that can’t be read is left out, and the others stand', async () => {
  await app.database.query('ALTER TABLE packs RENAME TO packs_away');
  try {
    expect(await figure('pack_seconds{quantile="0.5"}')).toBeUndefined();
    expect(await figure('mails_failed_last_hour{provider="AWS"}')).toBe(2);
  } finally {
    await app.database.query('ALTER TABLE packs_away RENAME TO packs');
  }
});

test('how long ago each repeated job last ran, by the database’s clock', async () => {
  await app.web.get<JobRunner>('JobRunner').prepare();
  await app.database.query("UPDATE job_runs SET ran_at = now() - interval '90 seconds' WHERE job = 'orders.promote'");
  for (const { name } of repeatedJobs)
    expect(await figure(`job_last_run_seconds{job="${name}"}`)).toBeGreaterThanOrEqual(0);
  const age = await figure('job_last_run_seconds{job="orders.promote"}');
  expect(age).toBeGreaterThanOrEqual(90);
  expect(age).toBeLessThan(150);
});
