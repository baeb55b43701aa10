import { csvRows } from '../platform/csv.js';
import { actionName } from '../shared/activity-actions.js';
import type { AuditEntry } from '../shared/answers/audit.js';
import { changedWords } from '../shared/changed-fields.js';
import { encodeOrderId } from '../shared/order-id.js';
import type { AuditRow } from './audit.queries.js';

export function toEntry({ id, createTs, actor, action, orderId, from, to, note, changes }: AuditRow): AuditEntry {
  return {
    id: Number(id),
    create_ts: createTs.toISOString(),
    actor,
    action,
    order_id: orderId,
    encoded_id: orderId === null ? null : encodeOrderId(orderId),
    from,
    to,
    note,
    changes,
  };
}

/** Rows as CSV: a byte order mark, headings, rows. */
export async function* toCsv(batches: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
  yield `\uFEFF${csvRows([['Id', 'Time (UTC)', 'Who', 'Action', 'Name', 'Order', 'From', 'To', 'Note', 'Changes']])}`;
  for await (const rows of batches) yield csvRows(rows.map(toCells));
}

function toCells({ id, createTs, actor, action, orderId, from, to, note, changes }: AuditRow): string[] {
  const order = orderId === null ? '' : String(orderId);
  const changed = changes ? changedWords(changes) : '';
  return [
    id,
    createTs.toISOString(),
    actor,
    action,
    actionName(action),
    order,
    from ?? '',
    to ?? '',
    note ?? '',
    changed,
  ];
}
