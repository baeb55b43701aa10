import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

type Waiting = { disputeId: number; orderId: number };

/**
 * What changes when the facts of a dispute's pack do, or the programs that write packs ($2). What it doesn't see, such as
 * another order of the same card, only means that the pack is printed when it is opened.
 */
const stamp = `concat_ws(' ', $2::text, d.version, o.version, o.process_status, o.refund_date,
  (SELECT max(p.id) FROM policies p),
  (SELECT max(m.state_at) FROM mails m WHERE m.order_id = o.id),
  (SELECT max(r.id) FROM remarks r WHERE r.order_id = o.id),
  (SELECT max(f.id) FROM documents f WHERE f.order_id = o.id),
  (SELECT w.id || CASE WHEN w.complete THEN ' whole' ELSE '' END FROM downloads w
   WHERE w.order_id = o.id ORDER BY w.id DESC LIMIT 1),
  (SELECT max(v.create_ts) FROM visitor_sessions v WHERE v.order_id = o.id))`;

@Injectable()
export class PreparingQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * Notes the waiting disputes whose records changed since they were last looked at, the most urgent first.
   * @param wording of the programs that write packs: after a release that changed it, all waiting disputes
   */
  async noteChanged(most: number, wording: string): Promise<void> {
    await this.database.query(
      `INSERT INTO prepared_disputes (dispute_id, stamp)
       SELECT d.id, ${stamp} FROM disputes d JOIN orders o ON o.id = d.order_id
         LEFT JOIN prepared_disputes s ON s.dispute_id = d.id
       WHERE d.state IN ('inquiry', 'open') AND s.stamp IS DISTINCT FROM ${stamp}
       ORDER BY d.reply_by NULLS FIRST, d.id LIMIT $1
       ON CONFLICT (dispute_id) DO UPDATE SET stamp = excluded.stamp, seen_at = now(), done = false`,
      [most, wording],
    );
  }

  /** Changed disputes that have been quiet for this many seconds, the most urgent first. */
  due(quietSeconds: number, most: number): Promise<Waiting[]> {
    return this.database.query(
      `SELECT d.id AS "disputeId", d.order_id AS "orderId" FROM prepared_disputes s JOIN disputes d ON d.id = s.dispute_id
       WHERE NOT s.done AND s.seen_at <= now() - make_interval(secs => $1) AND d.state IN ('inquiry', 'open')
       ORDER BY d.reply_by NULLS FIRST, d.id LIMIT $2`,
      [quietSeconds, most],
    );
  }

  async noteDone(disputeId: number): Promise<void> {
    await this.database.query('UPDATE prepared_disputes SET done = true WHERE dispute_id = $1', [disputeId]);
  }
}
