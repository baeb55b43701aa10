import { type QueueName, queueAt } from '../shared/order-queues.js';
import { type ScreenQuery, screenQuery } from '../shared/orders.js';

/** A list in the state in which an order was opened from it. */
export type ListOrigin = { queue: QueueName; query: ScreenQuery };

/**
 * Reads the list that an order's address names: the address of the list without `/admin/`, such as
 * `recent-order?page=3&sort=doa`. Undefined when it names no list.
 */
export function listOrigin(text: string): ListOrigin | undefined {
  const [path = '', query = ''] = text.split('?', 2);
  const [name = '', month] = path.split('/');
  const queue = queueAt(name);
  if (!queue) return undefined;

  const asked = screenQuery.parse({ ...Object.fromEntries(new URLSearchParams(query)), month });
  return { queue, query: { ...asked, month: queue === 'futureOrder' ? asked.month : undefined } };
}
