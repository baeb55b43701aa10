import { defaultPageSize } from '@shared/limits';
import { type QueueName, queueRows } from '@shared/order-queues';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

/** What is shown of a queue. All of it stands in the address, so that a view can be kept, shared and gone back to. */
export type ListState = Pick<Pages['orders/queue'], 'page' | 'limit' | 'sort' | 'dir' | 'search' | 'month'>;

/** The address of a queue in that state; what is as always is left out. */
export function listPath(queue: QueueName, { page, limit, sort, dir, search, month }: ListState): string {
  const query = new URLSearchParams();
  if (search) query.set('q', search);
  if (limit !== defaultPageSize) query.set('limit', String(limit));
  if (sort !== 'create_ts') query.set('sort', sort);
  if (dir !== 'desc') query.set('dir', dir);
  if (page > 1) query.set('page', String(page));

  const asked = query.toString();
  const { path } = queueRows[queue];
  return routes.queue(month ? `${path}/${month}` : path) + (asked && `?${asked}`);
}

/** The address of all the orders of that state as a CSV file, whatever the page. */
export function exportPath(queue: QueueName, { sort, dir, search, month }: Omit<ListState, 'page' | 'limit'>): string {
  const query = new URLSearchParams({ sort, dir });
  if (search) query.set('q', search);
  if (month) query.set('month', month);
  return `${routes.export(queue)}?${query}`;
}
