import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, Not } from 'typeorm';
import { Activity } from '../database/activity.entity.js';
import { sql } from '../database/sql.js';
import type { ChangedFields } from '../shared/changed-fields.js';
import type { ActivityAction } from '../shared/activity-actions.js';
import type { Actor } from './actor.js';
import { noting } from './noting.js';

export type NewActivity = {
  orderId: number | null;
  action: ActivityAction;
  from?: string;
  to?: string;
  note?: string | undefined;
  changes?: ChangedFields;
};

/** Who looked is told by the audit, and not by the order's timeline. */
const looks = ['order.viewed', 'passport.shown', 'file.fetched'] satisfies ActivityAction[];

@Injectable()
export class ActivityQueries {
  constructor(private readonly database: DataSource) {}

  /** Writes one row in the transaction of the change it records (docs/orders.md#statuses-and-moves). */
  async write(actor: Actor, what: NewActivity, manager: EntityManager): Promise<void> {
    const { orderId, action, from = null, to = null, note = null, changes = null } = what;
    await manager.query(
      `INSERT INTO activity (order_id, member_id, actor, action, "from", "to", note, changes)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [orderId, actor.id, actor.name, action, from, to, note, changes && JSON.stringify(changes)],
    );
  }

  /** Writes one row in a transaction of its own, for what changes nothing else. */
  async writeAlone(actor: Actor, what: NewActivity): Promise<void> {
    await this.write(actor, what, this.database.manager);
  }

  /** Notes that the member saw the order; one row for each member, order and hour. */
  async writeView(actor: Actor, orderId: number): Promise<void> {
    await this.database.query(
      `INSERT INTO activity (order_id, member_id, actor, action) VALUES ($1, $2, $3, 'order.viewed')
       ON CONFLICT (member_id, order_id, date_trunc('hour', create_ts AT TIME ZONE 'UTC')) WHERE action = 'order.viewed' DO NOTHING`,
      [orderId, actor.id, actor.name],
    );
  }

  /** Notes that the member fetched a file, unless that is on record for the last hour. Two requests at once may write two rows. */
  async writeFetch(actor: Actor, orderId: number | null, file: string): Promise<void> {
    await this.database.query(
      `INSERT INTO activity (order_id, member_id, actor, action, "to")
       SELECT $1::int, $2::int, $3::text, 'file.fetched', $4::text WHERE NOT EXISTS (
         SELECT FROM activity WHERE action = 'file.fetched' AND member_id = $2 AND order_id IS NOT DISTINCT FROM $1
           AND "to" = $4 AND create_ts > now() - interval '1 hour')`,
      [orderId, actor.id, actor.name, file],
    );
  }

  /** When the member's newest look at the order was that is older than these minutes; undefined when there is none. */
  async lastLook(memberId: number, orderId: number, minutes: number): Promise<Date | undefined> {
    const [row] = await this.database.query<{ at: Date }[]>(
      `SELECT create_ts AS at FROM activity
       WHERE action = 'order.viewed' AND member_id = $1 AND order_id = $2
         AND create_ts < now() - make_interval(mins => $3)
       ORDER BY date_trunc('hour', create_ts AT TIME ZONE 'UTC') DESC LIMIT 1`,
      [memberId, orderId, minutes],
    );
    return row?.at;
  }

  /** Writes a row for each of several changes by one actor, as `write`. */
  async writeAll(actor: Actor, changes: NewActivity[], manager: EntityManager): Promise<void> {
    const rows = sql`SELECT "orderId" AS order_id, action, "from", "to", note FROM json_to_recordset(${JSON.stringify(changes)})
      AS change ("orderId" integer, action text, "from" text, "to" text, note text)`;
    await manager.query(...noting(actor, rows).asArguments);
  }

  /** What happened to an order, newest first, at most `most` rows; without who looked at it. */
  ofOrder(orderId: number, most: number): Promise<Activity[]> {
    return this.database
      .getRepository(Activity)
      .find({ where: { orderId, action: Not(In(looks)) }, order: { id: 'DESC' }, take: most });
  }
}
