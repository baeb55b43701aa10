import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { prepared } from '../database/prepared.js';
import { literal, sql } from '../database/sql.js';
import type { QueueName } from '../shared/order-queues.js';
import type { ViewQuery } from '../shared/orders.js';

export type View = {
  id: number;
  memberId: number;
  owner: string;
  name: string;
  queue: QueueName;
  query: ViewQuery;
  shared: boolean;
};
type NewView = Pick<View, 'name' | 'queue' | 'query' | 'shared'>;

const columns = `v.id, v.member_id AS "memberId", m.name AS owner, v.name, v.queue, v.query, v.shared`;

@Injectable()
export class SavedViewsQueries {
  constructor(private readonly database: DataSource) {}

  /** A member's own views, then everybody's; each by name. */
  of(memberId: number, most: number): Promise<View[]> {
    const limit = literal(String(most));
    const question = sql`SELECT ${literal(columns)} FROM (
        (SELECT * FROM saved_views WHERE member_id = ${memberId} ORDER BY lower(name) LIMIT ${limit})
        UNION ALL (SELECT * FROM saved_views WHERE shared AND member_id <> ${memberId} ORDER BY id LIMIT ${limit})
      ) v JOIN members m ON m.id = v.member_id ORDER BY v.member_id <> ${memberId}, lower(v.name), v.id`;
    return this.database.query(...prepared('views.of-member', question).asArguments);
  }

  async byId(id: number): Promise<View | undefined> {
    const [view] = await this.database.query<View[]>(
      `SELECT ${columns} FROM saved_views v JOIN members m ON m.id = v.member_id WHERE v.id = $1`,
      [id],
    );
    return view;
  }

  /** Lets one view be saved at a time, so that the names and the number of the others stay as they were read. */
  async awaitTurn(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE saved_views IN SHARE ROW EXCLUSIVE MODE');
  }

  /**
   * Adds a view. @returns its id; undefined when the member has one of this name, or as many as allowed.
   */
  async add(
    memberId: number,
    { name, queue, query, shared }: NewView,
    most: number,
    manager: EntityManager,
  ): Promise<number | undefined> {
    const [row] = await manager.query<{ id: number }[]>(
      `INSERT INTO saved_views (member_id, name, queue, query, shared)
       SELECT $1::int, $2::text, $3::text, $4::jsonb, $5::boolean
       WHERE (SELECT count(*) FROM saved_views WHERE member_id = $1) < $6
       ON CONFLICT (member_id, lower(name)) DO NOTHING RETURNING id`,
      [memberId, name, queue, JSON.stringify(query), shared, most],
    );
    return row?.id;
  }

  /** Changes a view; false when its member has another one of this name. */
  async change(
    id: number,
    { name, query, shared }: Pick<View, 'name' | 'query' | 'shared'>,
    manager: EntityManager,
  ): Promise<boolean> {
    const [, changed] = await manager.query<[unknown, number]>(
      `UPDATE saved_views v SET name = $2, query = $3::jsonb, shared = $4
       WHERE id = $1 AND NOT EXISTS (
         SELECT FROM saved_views o WHERE o.member_id = v.member_id AND lower(o.name) = lower($2) AND o.id <> v.id)`,
      [id, name, JSON.stringify(query), shared],
    );
    return changed === 1;
  }

  async remove(id: number, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM saved_views WHERE id = $1', [id]);
  }
}
