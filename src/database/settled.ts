import { settledStatuses } from '../shared/order-statuses.js';

const settled = settledStatuses.map((status) => `'${status}'`).join(', ');

/** The condition that an order is settled, in SQL. @param status the column with its status */
export function isSettled(status: string): string {
  return `${status} IN (${settled})`;
}
