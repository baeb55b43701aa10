import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Sql, sql } from '../database/sql.js';
import { silentJobs } from '../database/silent-jobs.js';
import { type AlarmKind, alarmKinds } from '../shared/alarm-kinds.js';
import { largestId, passportsAnHour } from '../shared/limits.js';
import { can } from '../shared/permissions.js';
import { roles } from '../shared/roles.js';

export type Alarm = { id: number; kind: AlarmKind; what: string; raisedAt: Date };

/** A job that is silent for less than this many seconds raises no alarm: a restart takes as long. */
const restart = 300;

/**
 * What raises each alarm, as SQL over the last hour: the cause, and the sentence for Admins. To add one, add a row here
 * and its name in shared/alarm-kinds.ts.
 */
const rules: Record<AlarmKind, Sql> = {
  guessing: sql`
    SELECT lower(actor) AS cause, 'Too many wrong tries to sign in as ' || min(actor) || ', last from ' || max(note) AS what
    FROM activity WHERE action = 'sign-in.throttled' AND create_ts > now() - interval '1 hour' GROUP BY lower(actor)`,
  passports: sql`
    SELECT member_id::text AS cause,
      min(actor) || ' saw the passport numbers of ' || count(DISTINCT order_id) || ' orders within an hour' AS what
    FROM activity JOIN members m ON m.id = member_id
    WHERE action IN ('order.viewed', 'passport.shown') AND create_ts > now() - interval '1 hour'
      AND (action = 'passport.shown' OR m.type = ANY(${roles.filter((role) => can(role, 'passports.see'))}))
    GROUP BY member_id HAVING count(DISTINCT order_id) > ${passportsAnHour}`,
  export: sql`
    SELECT member_id || ' ' || "to" AS cause, min(actor) || ' exported more than ' || min(note) || ' of ' || "to" AS what
    FROM activity WHERE action = 'list.exported-many' AND create_ts > now() - interval '1 hour' GROUP BY member_id, "to"`,
  'new-country': sql`
    SELECT member_id || ' ' || "to" AS cause, min(actor) || ' signed in from ' || "to" || ' for the first time: ' || min(note) AS what
    FROM activity WHERE action = 'sign-in.new-country' AND create_ts > now() - interval '1 hour' GROUP BY member_id, "to"`,
  'chain-broken': sql`
    SELECT 'chain' AS cause, 'The activity is not as it was written: ' || min(note) AS what
    FROM activity WHERE action = 'audit.chain-broken' AND create_ts > now() - interval '1 hour' HAVING count(*) > 0`,
  erasure: sql`
    SELECT note AS cause, actor || ' asked to erase ' || "to" || '. Another Admin has to confirm it.' AS what
    FROM activity WHERE action = 'person.erase-asked' AND create_ts > now() - interval '1 hour'`,
  // mails count together, so that spam raises one alarm an hour; a machine's mail raises none
  unmatched: sql`
    SELECT case_id AS cause, 'A ' || CASE kind WHEN 'warning' THEN 'warning' ELSE 'dispute' END || ' fits no single order: '
      || case_id || coalesce(', reply by ' || to_char(due_at AT TIME ZONE 'UTC', 'FMDD Mon YYYY, HH24:MI') || ' UTC', '') AS what
    FROM unmatched WHERE case_id IS NOT NULL AND aside_at IS NULL AND create_ts > now() - interval '1 hour'
    UNION ALL
    SELECT 'mails', count(*) || CASE count(*) WHEN 1 THEN ' mail has' ELSE ' mails have' END || ' no order' AS what
    FROM unmatched u JOIN inbound_mails m ON m.id = u.inbound_mail_id
    WHERE u.aside_at IS NULL AND u.create_ts > now() - interval '1 hour' AND m.kind NOT IN ('unread', 'automatic')
    HAVING count(*) > 0`,
  // one a day for each endpoint: after a day's outage, what happened a day before is given up minute by minute
  'shop-not-told': sql`
    SELECT e.id::text AS cause, s.name || ' was not told of ' || count(*) || CASE count(*) WHEN 1 THEN ' event' ELSE ' events' END
      || ', tried for a day at ' || e.url AS what
    FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id JOIN shops s ON s.id = e.shop_id
    WHERE d.state = 'failed' AND d.ended_at > now() - interval '1 hour' AND e.removed_at IS NULL AND NOT EXISTS (
      SELECT FROM alarms WHERE kind = 'shop-not-told' AND cause = e.id::text AND raised_at > now() - interval '1 day')
    GROUP BY e.id, s.id`,
  'page-changed': sql`
    SELECT t.id::text AS cause, 'The script fills nothing on the authority’s page '
      || CASE page WHEN 'form' THEN 'with the form' WHEN 'registration' THEN 'Check Registration' ELSE 'Check Visit Pass' END
      || ': it changed. ' || array_to_string(what, ' ') AS what
    FROM page_troubles t WHERE kind = 'changed' AND until IS NULL AND since > now() - interval '1 hour'`,
  'job-silent': sql`SELECT job AS cause, what FROM (${silentJobs(restart)}) silent`,
};

@Injectable()
export class AuditAlarmsQueries {
  constructor(private readonly database: DataSource) {}

  /** Whether this process alone raises alarms now, until the transaction ends. */
  async isAlone(manager: EntityManager): Promise<boolean> {
    const [row] = await manager.query<{ mine: boolean }[]>('SELECT pg_try_advisory_xact_lock(1764710300) AS mine');
    return row!.mine;
  }

  /** Writes the alarms of a kind that are due: of each cause one in an hour. */
  async raise(kind: AlarmKind, manager: EntityManager): Promise<Alarm[]> {
    const { text, values } = sql`
      INSERT INTO alarms (kind, cause, what)
      SELECT ${kind}, cause, what FROM (${rules[kind]}) due WHERE NOT EXISTS (
        SELECT FROM alarms a WHERE a.kind = ${kind} AND a.cause = due.cause AND a.raised_at > now() - interval '1 hour')
      RETURNING id, kind, what, raised_at AS "raisedAt"`;
    return manager.query(text, values);
  }

  /** The newest alarms, older than this one. @param before the id of the last one read; undefined for the newest */
  page(before: number | undefined, most: number): Promise<Alarm[]> {
    return this.database.query(
      'SELECT id, kind, what, raised_at AS "raisedAt" FROM alarms WHERE id < $1 ORDER BY id DESC LIMIT $2',
      [before ?? largestId, most],
    );
  }

  /** How many alarms of each kind were raised within the hour. */
  async countsOfHour(): Promise<Record<AlarmKind, number>> {
    const rows = await this.database.query<{ kind: AlarmKind; n: number }[]>(
      "SELECT kind, count(*)::int AS n FROM alarms WHERE raised_at > now() - interval '1 hour' GROUP BY kind",
    );
    const none = Object.fromEntries(Object.keys(alarmKinds).map((kind) => [kind, 0])) as Record<AlarmKind, number>;
    return { ...none, ...Object.fromEntries(rows.map(({ kind, n }) => [kind, n])) };
  }
}
