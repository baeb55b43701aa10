import type { Activity } from '../database/activity.entity.js';
import type { ActivityEntry } from '../shared/orders.js';

export function toActivity(row: Activity): ActivityEntry {
  return {
    id: Number(row.id),
    create_ts: row.createTs.toISOString(),
    actor: row.actor,
    action: row.action,
    from: row.from,
    to: row.to,
    note: row.note,
    changes: row.changes,
  };
}
