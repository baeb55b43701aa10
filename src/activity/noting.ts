import { type Sql, sql } from '../database/sql.js';
import type { Actor } from './actor.js';

/**
 * SQL that records what `actor` did, for a statement that makes the changes itself.
 * @param changes a SELECT with the columns order_id, action, "from", "to" and note, one row for each record
 */
export function noting(actor: Actor, changes: Sql): Sql {
  return sql`INSERT INTO activity (order_id, member_id, actor, action, "from", "to", note)
    SELECT order_id, ${actor.id}::int, ${actor.name}::text, action, "from", "to", note FROM (${changes}) AS change`;
}
