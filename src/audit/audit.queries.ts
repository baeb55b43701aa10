import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { joined, type Sql, sql } from '../database/sql.js';
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
};

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
    const { text, values } = sql`
      SELECT id::text, (extract(epoch FROM create_ts) * 1000000)::bigint::text AS micros, create_ts AS "createTs",
        order_id AS "orderId", member_id AS "memberId", actor, action, "from", "to", note
      FROM activity WHERE ${joined(conditions(filter, before), ' AND ')}
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
  if (toDate) all.push(sql`create_ts < ${`${toDate}T00:00:00Z`}::timestamptz + interval '1 day'`);
  if (before) {
    all.push(
      sql`(create_ts, id) < (timestamptz 'epoch' + ${before.micros}::bigint * interval '1 microsecond', ${before.id}::bigint)`,
    );
  }
  return all;
}
