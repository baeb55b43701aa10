import type { ClientBase } from 'pg';
import type { Worker } from './life.js';

/** Views of the demonstration: everybody's, but for the last. */
const views: { name: string; queue: string; query: Record<string, string>; shared: boolean }[] = [
  { name: 'At risk, free', queue: 'newOrder', query: { standing: 'at risk', holder: 'nobody' }, shared: true },
  { name: 'Disputes to answer', queue: 'allOrder', query: { dispute: 'waiting' }, shared: true },
  { name: 'Card mail bounced', queue: 'completedOrder', query: { mail: 'bounced' }, shared: false },
];

/** Gives the first member the views of the demonstration, unless there are views. */
export async function addViews(session: ClientBase, [first]: readonly Worker[]): Promise<void> {
  await session.query(
    `INSERT INTO saved_views (member_id, name, queue, query, shared)
     SELECT m.id, v.name, v.queue, v.query, v.shared
     FROM members m, json_to_recordset($1) AS v (name text, queue text, query jsonb, shared boolean)
     WHERE m.name = $2 AND m.deleted_at IS NULL AND NOT EXISTS (SELECT FROM saved_views)`,
    [JSON.stringify(views), first?.name],
  );
}
