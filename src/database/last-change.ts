import type { OrderStatus } from '../shared/order-statuses.js';

/** An order's last change, as its row stores it: a move to a status, or any other change. */
export type LastChange = 'change' | `move:${OrderStatus}`;

/** @param to the status that the order was moved to; undefined for any other change */
export function lastChange(to?: OrderStatus): LastChange {
  return to === undefined ? 'change' : `move:${to}`;
}

/** The status that the last change moved the order to; undefined for any other change. */
export function movedTo(change: LastChange | null): OrderStatus | undefined {
  return change?.startsWith('move:') ? (change.slice('move:'.length) as OrderStatus) : undefined;
}

/**
 * The fields that record a change of an order: the next version, who made it, when, and what it was
 * (docs/orders.md#versions).
 * @param to the fields that change
 * @param by the name of who changes them
 */
export function recordOf(
  { version, processStatus }: { version: number; processStatus: OrderStatus },
  to: { processStatus?: OrderStatus },
  by: string,
) {
  const status = to.processStatus === processStatus ? undefined : to.processStatus;
  return { version: version + 1, changedBy: by, changedAt: new Date(), lastChange: lastChange(status) };
}
