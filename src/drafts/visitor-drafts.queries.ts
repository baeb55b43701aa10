import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { visitorIdleMinutes } from '../shared/limits.js';

@Injectable()
export class VisitorDraftsQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * Keeps what was typed with a session of this order, in place of what was kept before. The session may have ended, but not by
   * another address of the order. @returns whether it is kept
   */
  async keep(sessionId: string, orderId: number, fields: Record<string, string>): Promise<boolean> {
    const kept = await this.database.query<unknown[]>(
      `INSERT INTO visitor_drafts (visitor_session_id, order_id, fields)
       SELECT s.id, o.id, $3 FROM visitor_sessions s JOIN orders o ON o.id = s.order_id
       WHERE s.id = $1 AND o.id = $2 AND o.process_status <> 'Deleted' AND o.erased_at IS NULL
         AND s.address_since IS NOT DISTINCT FROM o.address_since
       ON CONFLICT (visitor_session_id) DO UPDATE SET fields = excluded.fields, create_ts = now()
       RETURNING order_id`,
      [sessionId, orderId, JSON.stringify(fields)],
    );
    return kept.length > 0;
  }

  /** What was typed with a session within half an hour. */
  async of(sessionId: string): Promise<Record<string, string> | undefined> {
    const [row] = await this.database.query<{ fields: Record<string, string> }[]>(
      `SELECT fields FROM visitor_drafts
       WHERE visitor_session_id = $1 AND create_ts > now() - make_interval(mins => $2)`,
      [sessionId, visitorIdleMinutes],
    );
    return row?.fields;
  }

  /** Gives what one session typed to the next one of the same order and address. */
  async handOn(sessionId: string, nextId: string): Promise<void> {
    await this.database.query(
      `UPDATE visitor_drafts d SET visitor_session_id = n.id FROM visitor_sessions s, visitor_sessions n
       WHERE d.visitor_session_id = $1 AND d.create_ts > now() - make_interval(mins => $3)
         AND s.id = $1 AND n.id = $2 AND n.order_id = s.order_id AND n.address_since IS NOT DISTINCT FROM s.address_since`,
      [sessionId, nextId, visitorIdleMinutes],
    );
  }

  async remove(sessionId: string): Promise<void> {
    await this.database.query('DELETE FROM visitor_drafts WHERE visitor_session_id = $1', [sessionId]);
  }

  /** Removes what nobody gets any more. */
  async clear(): Promise<void> {
    await this.database.query('DELETE FROM visitor_drafts WHERE create_ts < now() - make_interval(mins => $1)', [
      visitorIdleMinutes,
    ]);
  }
}
