import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DataChecksService } from '../../src/system/data-checks.service.js';
import type { SystemFacts } from '../../src/shared/answers/system.js';
import { dataCheckNames } from '../../src/shared/data-checks.js';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { routes } from '../../src/shared/routes.js';
import { formPart } from '../../src/system/system.present.js';
import { delivered } from '../documents/cards.js';
import { eventually, type MemberName, startApp, type TestApp } from '../support/app.js';
import { giveBack, takeIn } from '../support/orders.js';

/** Whether its reading is too old depends on today (form-part.test.ts). */
const formName = 'Authority’s form';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ worker: true });
});
afterAll(() => app.close());

/** What the operator's page shows. */
async function facts(): Promise<SystemFacts> {
  const { body } = await app.call('GET', routes.system, { as: 'admin' });
  const [, page = ''] = /<script data-page="app" type="application\/json">([^]*?)<\/script>/.exec(body.message) ?? [];
  return (JSON.parse(page) as { props: SystemFacts }).props;
}
const figure = async (name: string) => {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length),
  );
};
const retryJob = (failureId: unknown, as: MemberName = 'admin') =>
  app.call('POST', routes.api.retryJob, { as, body: { failureId } });
const retryMail = (mailId: number, as: MemberName = 'admin') =>
  app.call('POST', routes.api.retryMail, { as, body: { mailId } });

test('the page is for Admins', async () => {
  expect((await app.call('GET', routes.system)).headers.get('location')).toBe('/');
  expect((await app.call('GET', routes.system, { as: 'manager' })).code).toBe(403);
});

test('shows the parts, the queues and each repeated job, as the metrics do', async () => {
  const seen = await eventually(async () => {
    const now = await facts();
    const works = now.parts.every(({ name, ok }) => ok || name === formName);
    return works && now.checks.every(({ ran_at }) => ran_at !== null) && now.jobs.every(({ late }) => !late) && now;
  });
  expect(seen.parts.map(({ name }) => name)).toEqual([
    'PostgreSQL',
    'Redis',
    'Storage',
    'Browser',
    'Migrations',
    formName,
  ]);
  const form = seen.parts.at(-1)!;
  expect(form).toEqual(formPart(app.env.APPLICATION_MAIL_DOMAIN, new Date(form.at)));
  expect(seen.queues!.map(({ queue }) => queue)).toEqual(
    expect.arrayContaining(['mail-aws', 'packs', 'upkeep', 'checks']),
  );
  expect(await figure('part_works{part="Storage"}')).toBe(1);
  expect(await figure('job_waiting_oldest_seconds{queue="packs"}')).toBe(0);
  expect(seen.webhooks.map(({ provider }) => provider)).toContain('Stripe');
});

test('a silent job is red within two of its intervals', async () => {
  await eventually(async () => (await facts()).jobs.find(({ job }) => job === 'orders.check')?.late === false);
  const set = (seconds: number) =>
    app.database.query(
      "UPDATE job_runs SET ran_at = now() - make_interval(secs => $1::float8) WHERE job = 'orders.check'",
      [seconds],
    );
  const isLate = async () => (await facts()).jobs.find(({ job }) => job === 'orders.check')!.late;
  await set(2 * 3_600 - 30);
  expect([await isLate(), await figure('job_is_late{job="orders.check"}')]).toEqual([false, 0]);
  await set(2 * 3_600 + 1);
  expect([await isLate(), await figure('job_is_late{job="orders.check"}')]).toEqual([true, 1]);
});

describe('POST /api/admin/screen-faults', () => {
  const fault = { screen: 'desk/order', part: 'Timeline', error: 'TypeError', at: 'order-3f.js:1:20' };
  const tell = (body: unknown, as?: MemberName) => app.call('POST', routes.api.screenFaults, { as, body });

  test('counts the parts that browsers could not show, and keeps them for a month', async () => {
    expect((await tell(fault)).code).toBe(401);
    expect((await tell(fault, 'night')).code).toBe(200);
    expect((await tell({ ...fault, at: '' }, 'team')).code).toBe(200);
    await tell({ ...fault, part: 'Facts' }, 'team');
    expect((await facts()).screen_faults).toMatchObject([
      { screen: 'desk/order', part: 'Facts', count: 1 },
      { screen: 'desk/order', part: 'Timeline', count: 2 },
    ]);
    expect(await figure('screen_faults_last_week{screen="desk/order"}')).toBe(3);
    await app.database.query("UPDATE screen_faults SET day = day - 31 WHERE part = 'Timeline'");
    await tell({ ...fault, part: 'Facts' }, 'team');
    expect(await app.database.query('SELECT part, n FROM screen_faults')).toEqual([{ part: 'Facts', n: 2 }]);
  });

  test('takes names alone: no text of an error, which may name a customer', async () => {
    for (const wrong of [{ screen: 'Ann Example' }, { part: 'ann@example.com' }, { error: 'X1234567' }, { at: 'a b' }])
      expect((await tell({ ...fault, ...wrong }, 'team')).code).toBe(422);
  });
});

describe('POST /api/admin/retry-job', () => {
  test('is for Admins, names a failed job, and knows one that is not on the list', async () => {
    expect((await retryJob(1, 'manager')).code).toBe(403);
    expect((await retryJob('x')).body.errors).toEqual({ failureId: 'Please name the failed job.' });
    expect((await retryJob(2_000_000_000)).code).toBe(404);
  });

  test('runs a job again that failed, once, however often it is pressed', async () => {
    await app.database.query('ALTER TABLE idempotency_keys RENAME TO keys_away');
    await app.database.query(
      "INSERT INTO job_failures (job, data, error, tries) VALUES ('idempotency.clear', '{}', 'Error: gone', 1)",
    );
    try {
      const { id } = (await facts()).failed_jobs[0]!;
      const codes = (await Promise.all([retryJob(id), retryJob(id)])).map(({ code }) => code);
      expect(codes.toSorted()).toEqual([200, 404]);
      const again = await eventually(async () => (await facts()).failed_jobs[0]);
      expect(again).toMatchObject({ job: 'idempotency.clear', error: expect.stringContaining('idempotency_keys') });
      expect(await figure('jobs_failed{job="idempotency.clear"}')).toBe(1);
    } finally {
      await app.database.query('ALTER TABLE keys_away RENAME TO idempotency_keys');
    }
    await retryJob((await facts()).failed_jobs[0]!.id);
    await eventually(async () => (await facts()).failed_jobs.length === 0);
    const [noted] = await app.database.query('SELECT actor, "to" FROM activity WHERE action = \'job.retried\' LIMIT 1');
    expect(noted).toEqual({ actor: 'Demo Admin', to: 'idempotency.clear' });
  });
});

test('a failed mail is sent again without a shell, once, to customers and to members', async () => {
  const { id: orderId } = await takeIn(app);
  const write = async (order: number | null, html: string) => {
    const [row] = await app.database.query<{ id: number }[]>(
      `INSERT INTO mails (order_id, kind, provider, recipient, subject, html, body, sender, sent_by, state, failure)
       VALUES ($1, 'dispute-reminder', 'AWS', 'again' || nextval('mails_id_seq') || '@demo.test', 's', $2, 'x', 'a@example.com', 'System',
         'failed', 'No answer') RETURNING id`,
      [order, html],
    );
    return row!.id;
  };
  for (const order of [orderId, null]) {
    const id = await write(order, '<p>x</p>');
    expect((await facts()).failed_mails.find((mail) => mail.id === id)).toMatchObject({
      order_id: order,
      failure: 'No answer',
      refused: null,
    });
    if (order === null) expect((await retryMail(id, 'manager')).code).toBe(404);
    const codes = (await Promise.all([retryMail(id), retryMail(id), retryMail(id)])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([200, 409, 409]);
    const [{ recipient }] = await app.database.query('SELECT recipient FROM mails WHERE id = $1', [id]);
    await eventually(
      async () => (await app.database.query("SELECT FROM mails WHERE id = $1 AND state = 'sent'", [id])).length > 0,
    );
    expect((await app.mailbox()).filter(({ to }) => to.includes(recipient))).toHaveLength(1);
    expect((await facts()).failed_mails.some((mail) => mail.id === id)).toBe(false);
  }
  const secret = await write(null, '');
  expect((await facts()).failed_mails[0]).toMatchObject({ id: secret, refused: expect.any(String) });
  expect((await retryMail(secret)).code).toBe(409);
});

test('each fault of the data is listed, with the way to its order, and gone once it is mended', async () => {
  const checks = app.web.get<DataChecksService>('DataChecksService');
  const look = async () => {
    await checks.run();
    return Object.fromEntries((await facts()).checks.map((line) => [line.name, line]));
  };
  const query = (text: string, values: unknown[] = []) => app.database.query(text, values);
  const ids: number[] = [];
  for (let n = 0; n < 10; n++) ids.push((await takeIn(app)).id);
  const [bare = 0, paid = 0, held = 0, future = 0, orphan = 0] = ids;
  const [outside = 0, much = 0, unsummed = 0, failed = 0, deleted = 0] = ids.slice(5);
  const card = await delivered(app);
  await query("UPDATE job_runs SET ran_at = now() WHERE job = 'orders.check'");
  const files = join(app.env.DATA_DIR, 'files');
  const dayOld = async (key: string) => {
    await mkdir(dirname(join(files, key)), { recursive: true });
    await writeFile(join(files, key), 'x');
    await utimes(join(files, key), new Date(0), new Date(Date.now() - 2 * 86_400_000));
  };
  for (const key of ['inbound/mail.eml', 'inbound/card.pdf']) await dayOld(key);
  await query(
    `WITH mail AS (
       INSERT INTO inbound_mails (order_id, mailbox, provider, message_id, storage_key, sha256, size, create_ts)
       VALUES ($1, '', 'AWS', '', 'inbound/mail.eml', '', 1, now() - interval '2 days') RETURNING id, create_ts)
     INSERT INTO inbound_files (mail_id, order_id, kind, name, content_type, storage_key, sha256, size, create_ts)
     SELECT id, $1, 'card', 'card.pdf', '', 'inbound/card.pdf', '', 1, create_ts FROM mail`,
    [card.id],
  );
  const before = await look();
  expect(dataCheckNames.filter((name) => before[name]!.found > 0 || before[name]!.error !== null)).toEqual([]);

  await query("UPDATE orders SET process_status = 'Completed' WHERE id = $1", [bare]);
  await query("UPDATE orders SET process_status = 'Pending' WHERE id = $1", [paid]);
  await query('UPDATE orders SET held_by = 1 WHERE id = $1', [held]);
  await query("UPDATE orders SET held_since = now() - interval '25 hours' WHERE id = $1", [held]);
  await query(
    "UPDATE orders SET process_status = 'Future', processing_date = '2020-01-01', process_month = '2020-01' WHERE id = $1",
    [future],
  );
  const [gone] = await query(
    "INSERT INTO members (name, email, type, password_hash, deleted_at) VALUES ('Gone', 'gone@demo.test', 'Team', '', now()) RETURNING id",
  );
  await query('UPDATE orders SET held_by = $2 WHERE id = $1', [orphan, gone.id]);
  await query(
    `INSERT INTO documents (order_id, file1, storage_key, customer_name, mail_service_provider, sha256, size, content_type, uploaded_by, create_ts)
     VALUES ($1, 'lost.pdf', 'documents/lost.pdf', '', 'AWS', '', 1, 'application/pdf', '', now() - interval '1 hour')`,
    [card.id],
  );
  for (const id of [outside, much, unsummed]) await giveBack(app, id, { amount: '49', at: '2026-03-04' });
  for (const id of [much, unsummed]) await query("UPDATE orders SET process_status = 'Refunds' WHERE id = $1", [id]);
  await giveBack(app, much, { amount: '1', at: '2026-03-05' });
  await query('UPDATE orders SET refund_amount = 48 WHERE id = $1', [unsummed]);
  await giveBack(app, failed, { amount: '9', at: '2026-03-04', failedAt: '2026-03-09' });
  await query("UPDATE inbox_marks SET create_ts = now() - interval '2 days' WHERE order_id = $1", [failed]);
  await query("UPDATE orders SET process_status = 'Deleted' WHERE id = $1", [deleted]);
  await dayOld('documents/stray.pdf');
  await query("INSERT INTO queue_tally (process_status, n) VALUES ('New', 3)");
  await query("INSERT INTO country_tally (day, nationality, processing_mode, n) VALUES ('2020-01-01', 'GBR', 'x', 1)");
  await query("INSERT INTO processed_tally (day, processed_by, n) VALUES ('2020-01-01', 'Ann', 1)");
  await query("INSERT INTO board_tally (listed_from, n) VALUES ('2020-01-01', 1)");
  await query("UPDATE order_search SET full_name = 'x' WHERE id = $1", [card.id]);
  await query("UPDATE queued_orders SET full_name = 'x' WHERE id = $1", [card.id]);
  await query('UPDATE holds SET is_open = false WHERE order_id = $1', [orphan]);
  await query(
    `WITH counted AS (INSERT INTO statistic_days VALUES (((now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date - 5)) RETURNING day)
     INSERT INTO daily_statistics SELECT 'all', day, '', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '{}' FROM counted`,
  );
  await query("UPDATE job_runs SET ran_at = now() - interval '9 hours' WHERE job = 'orders.check'");
  await query('DROP INDEX orders_paid');

  const found = await look();
  for (const [name, orderId] of Object.entries({
    'completed-without-card': bare,
    'card-without-mail': card.id,
    'paid-but-pending': paid,
    'held-long': held,
    'future-past-its-day': future,
    'held-by-nobody': orphan,
    'refund-sum': unsummed,
    'refunded-too-much': much,
    'refunded-outside-refunds': outside,
    'refund-failed': failed,
    'paid-but-deleted': deleted,
    'row-without-file': card.id,
    'search-row': card.id,
    'queue-row': card.id,
    'hold-row': orphan,
  }))
    expect([name, found[name]!.faults[0]?.href]).toEqual([name, routes.order(encodeOrderId(orderId))]);
  const without = Object.entries(found).filter(([, line]) => line.found !== 1);
  expect(without.map(([name, line]) => [name, line.found, line.error])).toEqual([]);
  expect(found['file-without-row']!.faults[0]!.what).toBe('documents/stray.pdf');
  expect(found['queue-tally']!.faults[0]!.what).toMatch(/^New: the tally says \d+, there are \d+$/);
  expect(found['definition']!.faults[0]!.what).toBe('index orders_paid is missing');
  expect(found['silent-job']!.faults[0]!.what).toBe('orders.check last ran 540 minutes ago');
  expect(await figure('data_faults{check="held-long"}')).toBe(1);

  await query('UPDATE orders SET held_by = NULL WHERE id = $1', [held]);
  await rm(join(files, 'inbound/card.pdf'));
  const later = await look();
  expect(later['held-long']).toMatchObject({ found: 0, faults: [] });
  expect(later['row-without-file']!.faults.map(({ what }) => what).toSorted()).toEqual([
    `Order ${card.id}: card lost.pdf`,
    `Order ${card.id}: received file card.pdf`,
  ]);
});

test('a check that can’t run says why, and the others still run', async () => {
  await app.database.query('ALTER TABLE processed_tally RENAME TO processed_away');
  try {
    await app.web.get<DataChecksService>('DataChecksService').run();
    const lines = (await facts()).checks;
    expect(lines.filter(({ error }) => error !== null).map(({ name }) => name)).toEqual(['processed-tally']);
  } finally {
    await app.database.query('ALTER TABLE processed_away RENAME TO processed_tally');
  }
});
