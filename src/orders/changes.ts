import type { Order } from '../database/order.entity.js';
import { Refused } from '../platform/reply.js';
import { formatUtcMinute } from '../shared/dates.js';
import type { BulkResult, UndoOffer } from '../shared/orders.js';

/** What an order was before a change that can be undone. */
export type Before = Pick<Order, 'processStatus' | 'statusBeforeDelete' | 'heldBy' | 'processedBy' | 'processedAt'>;

/** A change that was made: the version it left, and what the order was. */
export type Change = { id: number; version: number; before: Before };

/** What came of a change to many: the answer, how many of its failures are other members' orders, and the way back. */
export type Outcome = { result: BulkResult; heldByOthers: number; undo?: UndoOffer };

/** The refusal of a change to an order that another member holds. */
export class HeldByOther extends Refused {
  constructor(holder: string) {
    super(`Order is already held by ${holder}`, 409);
  }
}

/** @throws Refused 409 saying who was faster, when the order isn't in the version the member saw (api: Writes on one order). */
export function refuseStale(order: Order, version: number | null | undefined): void {
  if (version == null || version === order.version) return;

  const [what = '', to] = (order.lastChange ?? '').split(':');
  const did = what === 'move' ? `was moved to ${to}` : 'was changed';
  throw new Refused(
    `Order ${did} by ${order.changedBy ?? 'somebody else'} at ${formatUtcMinute(order.changedAt ?? order.createTs)}`,
    409,
  );
}

/** What a change to the order may later be undone to. */
export function stateOf({ processStatus, statusBeforeDelete, heldBy, processedBy, processedAt }: Order): Before {
  return { processStatus, statusBeforeDelete, heldBy, processedBy, processedAt };
}

/**
 * Does one order after the other, each in a transaction of its own; doubles count once (api: Common, bulk calls).
 * `work` answers the change it made, if it made one.
 * @throws the first refusal when none was done.
 */
export async function each(
  ids: Iterable<number>,
  work: (id: number) => Promise<Change | undefined | void>,
): Promise<Outcome & { changes: Change[] }> {
  const result: BulkResult = { done: [], failed: [] };
  const changes: Change[] = [];
  const refusals: Refused[] = [];
  for (const id of new Set(ids)) {
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
  return { result, changes, heldByOthers: refusals.filter((refusal) => refusal instanceof HeldByOther).length };
}

function allFailed({ message, code }: Refused, result: BulkResult): Refused {
  return Object.assign(new Refused(message, code), { data: result });
}
