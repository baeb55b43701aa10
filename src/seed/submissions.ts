import type { ClientBase } from 'pg';
import { amendNames, type AmendValues, amendValues } from '../shared/amend-fields.js';
import type { Env } from '../platform/env.js';
import { formOf } from '../platform/form/authority-form.js';
import type { Submitted } from '../shared/authority-form.js';
import { kualaLumpurToday } from '../shared/dates.js';
import { isDemo } from './life.js';

type Around = { firstId: number; orders: number; now: number; env: Env };
type Moved = AmendValues & { id: number; at: Date; by: string };

/**
 * Keeps what was submitted with the new orders that were moved to AwaitingGovt, as the move itself does; in a demonstration
 * alone, because nothing that is measured reads it.
 */
export async function addSubmissions(session: ClientBase, around: Around): Promise<void> {
  if (!isDemo(around.orders)) return;

  const columns = amendNames.map((name) => `o.${name.toLowerCase()}::text AS "${name}"`);
  const { rows } = await session.query<Moved>(
    `SELECT DISTINCT ON (o.id) o.id, a.create_ts AS at, a.actor AS by, ${columns.join(', ')}
     FROM orders o JOIN activity a ON a.order_id = o.id AND a.action = 'order.moved' AND a."to" = 'AwaitingGovt'
     WHERE o.id >= $1 ORDER BY o.id, a.id DESC`,
    [around.firstId],
  );
  await session.query(
    `UPDATE orders o SET submitted = s.submitted FROM json_to_recordset($1) AS s (id integer, submitted jsonb)
     WHERE o.id = s.id`,
    [JSON.stringify(rows.map((row) => ({ id: row.id, submitted: submittedOf(row, around) })))],
  );
}

function submittedOf({ id, at, by, ...order }: Moved, { now, env }: Around): Submitted {
  const fields = formOf({ id }, amendValues(order), env, kualaLumpurToday(new Date(now)));
  return { at: at.toISOString(), by, fields: fields.map(({ id: control, value }) => ({ id: control, value })) };
}
