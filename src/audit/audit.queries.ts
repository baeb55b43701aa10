import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { joined, type Sql, sql } from '../database/sql.js';
import type { ChangedFields } from '../shared/changed-fields.js';
import type { AuditQuery } from '../shared/audit.js';

export type AuditRow = {
  id: string;
  /** Microseconds since 1970, because a Date would lose some. */
  micros: string;
  createTs: Date;
  orderId: number | null;
  memberId: number | null;
  actor: string;
  action: string;
  from: string | null;
  to: string | null;
  note: string | null;
  changes: ChangedFields | null;
};

const dayMs = 86_400_000;

/** Where reading goes on: the last row that was read. */
export type Cursor = Pick<AuditRow, 'micros' | 'id'>;

@Injectable()
export class AuditQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * The newest rows that match, older than the cursor. Each filter has an index in this order, so every page costs the same.
   * The order names the table: `id` alone would be the selected text.
   */
  page(filter: AuditQuery, before: Cursor | undefined, most: number): Promise<AuditRow[]> {
    const matching = joined(conditions(filter, before), ' AND ');
    const { member, action, order } = filter;
    const found = member && !action && !order ? newestOfMember(member, matching, most) : matching;
    const { text, values } = sql`
      SELECT id::text, (extract(epoch FROM create_ts) * 1000000)::bigint::text AS micros, create_ts AS "createTs",
        order_id AS "orderId", member_id AS "memberId", actor, action, "from", "to", note, changes
      FROM activity WHERE ${found}
      ORDER BY activity.create_ts DESC, activity.id DESC LIMIT ${most}`;
    return this.database.query(text, values);
  }

  /** Everybody who is or was a member, for the filter. */
  members(): Promise<{ id: number; name: string }[]> {
    return this.database.query('SELECT id, name FROM members ORDER BY lower(name), id');
  }
}

function conditions({ member, action, order, fromDate, toDate }: AuditQuery, before: Cursor | undefined): Sql[] {
  const all = [sql`true`];
  if (member) all.push(sql`member_id = ${member}`);
  if (action) all.push(sql`action = ${action}`);
  if (order) all.push(sql`order_id = ${order}`);
  if (fromDate) all.push(sql`create_ts >= ${`${fromDate}T00:00:00Z`}::timestamptz`);
  if (toDate || before) all.push(olderThan(toDate, before));
  return all;
}

/**
 * The condition that a row is one of the newest that match, of all that a member did. The index of a member has the actions
 * apart, so that no record is written into a second one: the newest of each action are read, then the newest of these. The
 * actions are found by one step in the index for each.
 */
function newestOfMember(member: number, matching: Sql, most: number): Sql {
  return sql`activity.id = ANY(ARRAY(
    WITH RECURSIVE done AS (
      SELECT min(action) AS action FROM activity WHERE member_id = ${member}
      UNION ALL
      SELECT (SELECT min(a.action) FROM activity a WHERE a.member_id = ${member} AND a.action > done.action)
      FROM done WHERE done.action IS NOT NULL)
    SELECT newest.id FROM done CROSS JOIN LATERAL (
      SELECT activity.id, activity.create_ts FROM activity WHERE ${matching} AND activity.action = done.action
      ORDER BY activity.create_ts DESC, activity.id DESC LIMIT ${most}) newest
    ORDER BY newest.create_ts DESC, newest.id DESC LIMIT ${most}))`;
}

/**
 * Older than the cursor, or than the end of the last day where that is earlier. It is one condition and never both: an index
 * is read from the first of two, and every row up to the other would be passed over.
 */
function olderThan(toDate: string | undefined, before: Cursor | undefined): Sql {
  const end = toDate ? Date.parse(`${toDate}T00:00:00Z`) + dayMs : Infinity;
  if (!before || Number(before.micros) / 1000 >= end) return sql`create_ts < to_timestamp(${end / 1000}::float8)`;
  return sql`(create_ts, id) < (timestamptz 'epoch' + ${before.micros}::bigint * interval '1 microsecond', ${before.id}::bigint)`;
}
