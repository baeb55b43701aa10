import type { DueErasures, ErasureEntry, NamedOrder, RetentionRun } from '../shared/answers/retention.js';
import { exactTotalLimit } from '../shared/limits.js';
import { encodeOrderId } from '../shared/order-id.js';
import type { AgedKind } from '../shared/retention.js';
import type { DueGroup, ErasureRow, LeftOrder, RunRow } from './retention.queries.js';

/** What the next run would do to the orders of one kind. */
export function toDue(groups: DueGroup[]): DueErasures[AgedKind] {
  const counted = groups.map(({ frozen, count, orders }) => ({ frozen, count, orders: orders.map(toNamed) }));
  const free = counted.find(({ frozen }) => frozen === null);
  return {
    due: { count: free?.count ?? 0, orders: free?.orders ?? [] },
    frozen: counted.flatMap(({ frozen, ...orders }) => (frozen === null ? [] : [{ reason: frozen, ...orders }])),
    more: groups.reduce((all, { count }) => all + count, 0) > exactTotalLimit,
  };
}

export function toRun({ beganAt, endedAt, ...run }: RunRow, left: LeftOrder[]): RetentionRun {
  return {
    ...run,
    began_at: beganAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    left: left.filter(({ runId }) => runId === run.id).map(({ orderId, reason }) => ({ ...toNamed(orderId), reason })),
  };
}

export function toErasure({ kind, at }: ErasureRow): ErasureEntry {
  return { kind, at: at.toISOString() };
}

function toNamed(orderId: number): NamedOrder {
  return { order_id: orderId, encoded_id: encodeOrderId(orderId) };
}
