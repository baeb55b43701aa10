import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

@Injectable()
export class RemindersQueries {
  constructor(private readonly database: DataSource) {}

  /** Waiting disputes whose reply is due within these hours from `now` and whose reminder was not sent. */
  async due(hours: number, now: Date, most: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT id FROM disputes d
       WHERE state IN ('inquiry', 'open') AND reply_by > $2 AND reply_by <= $2::timestamptz + make_interval(hours => $1)
         AND NOT EXISTS (SELECT FROM dispute_reminders r
           WHERE r.dispute_id = d.id AND r.hours = $1 AND r.reply_by = d.reply_by)
       ORDER BY reply_by, id LIMIT $3`,
      [hours, now, most],
    );
    return rows.map(({ id }) => id);
  }

  /** Notes a reminder; false when it was noted before. */
  async note(disputeId: number, hours: number, replyBy: Date, manager: EntityManager): Promise<boolean> {
    const added = await manager.query<unknown[]>(
      `INSERT INTO dispute_reminders (dispute_id, hours, reply_by) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING dispute_id`,
      [disputeId, hours, replyBy],
    );
    return added.length > 0;
  }
}
