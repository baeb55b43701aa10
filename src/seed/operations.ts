import type { ClientBase } from 'pg';
import { isSettled } from '../database/settled.js';
import type { Worker } from './life.js';

const hour = 3_600_000;

/** An alarm, the action that raised it, and how many hours ago. */
const alarms = [
  { kind: 'guessing', action: 'sign-in.throttled', to: null, note: '203.0.113.7, Firefox on Windows', hours: 26 },
  { kind: 'new-country', action: 'sign-in.new-country', to: 'Singapore', note: '8.129.77.77', hours: 7 },
] as const;

async function addAlarms(session: ClientBase, { id, name }: Worker, ago: (hours: number) => Date): Promise<void> {
  for (const { kind, action, to, note, hours } of alarms) {
    await session.query(
      `INSERT INTO activity (member_id, actor, action, "to", note, create_ts) VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, name, action, to, note, ago(hours)],
    );
    const what =
      kind === 'guessing'
        ? `Too many wrong tries to sign in as ${name}, last from ${note}`
        : `${name} signed in from ${to} for the first time: ${note}`;
    await session.query('INSERT INTO alarms (kind, cause, what, raised_at) VALUES ($1, $2, $3, $4)', [
      kind,
      kind === 'guessing' ? name.toLowerCase() : `${id} ${to}`,
      what,
      ago(hours),
    ]);
  }
}

/** Lets a customer's data wait for the second Admin (docs/people.md#a-persons-data). */
async function askErasure(session: ClientBase, { id, name }: Worker, firstId: number, at: Date): Promise<void> {
  await session.query(
    `WITH asked AS (
       INSERT INTO person_requests (address, shown, asked_by, asked_at)
       SELECT lower(contact_email_address), left(contact_email_address, 1) || '…@' || left(split_part(contact_email_address, '@', 2), 1) || '…', $1, $4
       FROM orders o WHERE id >= $3 AND process_status = 'Completed' AND contact_email_address LIKE '_%@_%'
         AND NOT EXISTS (SELECT FROM disputes d WHERE d.order_id = o.id) ORDER BY id DESC LIMIT 1
       RETURNING id, shown)
     INSERT INTO activity (member_id, actor, action, "to", note, create_ts)
     SELECT $1, $2, 'person.erase-asked', shown, 'Request ' || id, $4 FROM asked`,
    [id, name, firstId, at],
  );
}

/** What the runs of the script found of the authority's form: it was always as usual. */
async function addRuns(session: ClientBase, firstId: number): Promise<void> {
  await session.query(
    `INSERT INTO script_runs (page, outcome, ms, member_id, create_ts)
     SELECT 'form', 'filled', 900 + order_id * 37 % 2100, member_id, create_ts FROM activity
     WHERE order_id >= $1 AND action = 'form.filled' AND member_id IS NOT NULL AND create_ts > now() - interval '90 days' ORDER BY create_ts`,
    [firstId],
  );
}

/** Adds what the operator's page shows: a hold of more than a day, a failed mail to a member, a failed job, runs of the script. */
export async function addOperations(
  session: ClientBase,
  { firstId, now, members }: { firstId: number; now: number; members: Worker[] },
): Promise<void> {
  const ago = (hours: number) => new Date(now - hours * hour);
  await session.query(
    `UPDATE orders SET held_since = $2 WHERE id = (SELECT min(id) FROM orders
       WHERE id >= $1 AND held_by IS NOT NULL AND NOT ${isSettled('process_status')})`,
    [firstId, ago(30)],
  );
  await session.query(
    `INSERT INTO mails (member_id, kind, provider, recipient, subject, html, body, sender, sent_by, state, failure, attempts,
       create_ts, state_at)
     SELECT id, 'dispute-reminder', 'AWS', email, 'A dispute is due', '<p>A dispute is due.</p>', 'A dispute is due.',
       'desk@demo.test', 'System', 'failed', 'Not known whether AWS took this mail: it answered with an error of its own.', 1, $2, $2
     FROM members WHERE id = $1`,
    [members[0]!.id, ago(3)],
  );
  await session.query(
    `INSERT INTO job_failures (job, data, error, tries, failed_at)
     SELECT 'mail.send', jsonb_build_object('mailId', id, 'provider', provider), 'Error: Connection terminated unexpectedly', 10, $2
     FROM mails WHERE state = 'delivered' AND order_id >= $1 ORDER BY id DESC LIMIT 1`,
    [firstId, ago(5)],
  );
  await askErasure(session, members[0]!, firstId, ago(5));
  await addAlarms(session, members[0]!, ago);
  await addRuns(session, firstId);
}
