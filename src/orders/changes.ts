import { movedTo } from '../database/last-change.js';
import type { Order } from '../database/order.entity.js';
import { Refused } from '../platform/reply.js';
import type { ActivityAction } from '../shared/activity-actions.js';
import { formatUtcMinute, kualaLumpurToday } from '../shared/dates.js';
import { enteringStatus } from '../shared/entering-status.js';
import type { EnteringStatus } from '../shared/order-statuses.js';
import type { BulkResult, UndoOffer } from '../shared/orders.js';
import { changedSince } from '../shared/stale.js';

/** `version` is for a call with one order. `undo` is the token of the previous batch of the same action. */
export type BulkRules = { version?: number | null | undefined; undo?: string | undefined };

/** The fields of an order before a change that can be undone. */
export type Before = Pick<
  Order,
  'processStatus' | 'statusBeforeDelete' | 'heldBy' | 'processedBy' | 'processedAt' | 'submitAgain' | 'submitted'
>;

/** What a bulk action changes of an order, and the activity that records it. */
export type Decision = {
  to: Partial<Before>;
  note: { action: ActivityAction; from?: string; to?: string; note?: string };
};

/** What a macro of this name added to an order: a remark, and a mail that waits. */
export type Added = { macro: string; remarkId: number; mailId: number | null };

/** A change that was made: the version after it, the order's fields before it, and what it added beside. */
export type Change = { id: number; version: number; before: Before; added?: Added };

/**
 * The outcome of a change to many orders: the result, how many orders failed because another member holds them, the offer
 * to undo, and, if the call was about one order, its version after the change.
 */
export type Outcome = { result: BulkResult; heldByOthers: number; undo?: UndoOffer; version?: number | undefined };

/** The refusal of a change to an order that another member holds. */
export class HeldByOther extends Refused {
  constructor(holder: string) {
    super(`Order is already held by ${holder}`, 409);
  }
}

/** The refusal of giving back what another member holds: a matter of the role, so 403 (docs/orders.md#holds). */
export class NotYoursToGiveBack extends Refused {
  constructor(holder: string) {
    super(`Order is held by ${holder}. Only the holder, an Admin or a Manager can give it back.`, 403);
  }
}

/**
 * @throws Refused 409 naming who changed the order, when its version is not the one the member saw
 * (docs/orders.md#versions).
 */
export function refuseStale(order: Order, version: number | null | undefined): void {
  if (version == null || version === order.version) return;

  const to = movedTo(order.lastChange);
  const did = to ? `was moved to ${to}` : 'was changed';
  const at = formatUtcMinute(order.changedAt ?? order.createTs);
  throw new Refused(changedSince({ what: 'Order', did, by: order.changedBy ?? 'somebody else', at }), 409);
}

/** @throws Refused 409 for an order whose data was erased: nothing about its person is written any more */
export function refuseErased({ erasedAt }: Pick<Order, 'erasedAt'>): void {
  if (erasedAt) throw new Refused('The data of this order was erased', 409);
}

/** The status that an order enters today (docs/orders.md#submission-window). */
export function enteringToday({ paidAt, wantsPriority, processingDate }: Order): EnteringStatus {
  return enteringStatus({ paid: paidAt !== null, wantsPriority, processingDate }, kualaLumpurToday());
}

/** The fields of an order that an undo restores. */
export function stateOf(order: Order): Before {
  const { processStatus, statusBeforeDelete, heldBy, processedBy, processedAt, submitAgain, submitted } = order;
  return { processStatus, statusBeforeDelete, heldBy, processedBy, processedAt, submitAgain, submitted };
}

/**
 * Runs `work` on each order in turn, each in a transaction of its own; duplicate ids count once
 * (docs/orders.md#bulk-actions). `work` returns the change it made, if any. A refusal is kept in the result and does not
 * stop the others.
 * @throws the first refusal when no order was done.
 */
export async function each(
  ids: Iterable<number>,
  work: (id: number) => Promise<Change | undefined | void>,
): Promise<Outcome> {
  const result: BulkResult = { done: [], failed: [] };
  const changes: Change[] = [];
  const refusals: Refused[] = [];
  const distinct = new Set(ids);
  for (const id of distinct) {
    try {
      const change = await work(id);
      if (change) changes.push(change);
      result.done.push(id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refusals.push(error);
      result.failed.push({ order_id: id, message: error.message });
    }
  }

  const [first] = refusals;
  if (result.done.length === 0 && first) throw allFailed(first, result);
  const version = distinct.size === 1 ? changes[0]?.version : undefined;
  return { result, version, heldByOthers: refusals.filter(isHeldByOther).length };
}

function isHeldByOther(refusal: Refused): boolean {
  return refusal instanceof HeldByOther || refusal instanceof NotYoursToGiveBack;
}

function allFailed({ message, code, data }: Refused, result: BulkResult): Refused {
  return Object.assign(new Refused(message, code), { data: { ...(data as object | null), ...result } });
}
