import type {
  DueErasures,
  ErasureEntry,
  NamedOrder,
  PersonRequestEntry,
  RetentionRun,
} from '../shared/answers/retention.js';
import { exactTotalLimit } from '../shared/limits.js';
import { encodeOrderId } from '../shared/order-id.js';
import type { PersonCopy } from '../shared/persons.js';
import type { AgedKind } from '../shared/retention.js';
import type { PersonCopyRow } from './person-copies.queries.js';
import type { PersonOrder, PersonRequest } from './persons.queries.js';
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

/** @param left the first orders that are not erased; @param staffId who looks */
export function toPersonRequest(request: PersonRequest, left: PersonOrder[], staffId: number): PersonRequestEntry {
  const { id, askedBy, asker, confirmer, erased } = request;
  return {
    id,
    address: request.address ?? request.shown,
    state: stateOf(request),
    own: askedBy === staffId,
    asked_by: asker,
    asked_at: request.askedAt.toISOString(),
    confirmed_by: confirmer,
    confirmed_at: request.confirmedAt?.toISOString() ?? null,
    done_at: request.doneAt?.toISOString() ?? null,
    erased,
    left: left.map((order) => ({ ...toNamed(order.id), reason: order.hold })),
  };
}

export function toPersonCopy({ id, address, orders, copied, size, ...copy }: PersonCopyRow): PersonCopy {
  return {
    id,
    address,
    state: copy.doneAt ? 'ready' : copy.failedAt ? 'failed' : 'making',
    asked_at: copy.askedAt.toISOString(),
    orders,
    copied,
    size,
    until: copy.until?.toISOString() ?? null,
  };
}

function stateOf({ doneAt, withdrawnAt, confirmedAt }: PersonRequest): PersonRequestEntry['state'] {
  if (doneAt) return 'done';
  if (withdrawnAt) return 'withdrawn';
  return confirmedAt ? 'confirmed' : 'waiting';
}

function toNamed(orderId: number): NamedOrder {
  return { order_id: orderId, encoded_id: encodeOrderId(orderId) };
}
