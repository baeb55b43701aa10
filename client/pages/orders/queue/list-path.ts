import { allRowsBatch, defaultPageSize, pageSizes } from '@shared/limits';
import type { ChosenFilter, Filters } from '@shared/order-filters';
import { type QueueName, queueRows, sortingOf } from '@shared/order-queues';
import type { Pages } from '@shared/pages';
import { fromAdmin, routes, withQuery } from '@shared/routes';

/** The state of a queue's list. The URL holds all of it, so that a view can be bookmarked, shared and gone back to. */
export type ListState = Pick<Pages['orders/queue'], 'page' | 'limit' | 'sort' | 'dir' | 'search' | 'month'> & {
  filters: Filters;
  /** As the address names them; null for the member's own. */
  chosenColumns: string | null;
};

/** The chosen filters by name. */
export function valuesOf(chosen: ChosenFilter[]): Filters {
  return Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
}

/** The URL of a queue in that state, without default values. @param perPage the member's number of rows */
export function listPath(
  queue: QueueName,
  { page, limit, sort, dir, search, month, filters, chosenColumns }: ListState,
  perPage: number = defaultPageSize,
): string {
  const query = new URLSearchParams();
  if (search) query.set('q', search);
  for (const [name, value] of Object.entries(filters)) query.set(name, value);
  if (chosenColumns) query.set('columns', chosenColumns);
  if (limit !== perPage) query.set('limit', String(limit));
  if (sort !== sortingOf(queue).sort) query.set('sort', sort);
  if (dir !== sortingOf(queue, { sort }).dir) query.set('dir', dir);
  if (page > 1) query.set('page', String(page));

  const asked = query.toString();
  const { path } = queueRows[queue];
  return routes.queue(month ? `${path}/${month}` : path) + (asked && `?${asked}`);
}

/**
 * The URL of the CSV file with all orders of that state, not only those of the page.
 * @param form adds what the authority's form asks for
 */
export function exportPath(
  queue: QueueName,
  { sort, dir, search, month, filters, chosenColumns }: Omit<ListState, 'page' | 'limit'>,
  form?: 'form',
): string {
  const query = new URLSearchParams({ sort, dir });
  if (form) query.set('form', 'yes');
  if (search) query.set('q', search);
  if (month) query.set('month', month);
  if (chosenColumns) query.set('columns', chosenColumns);
  for (const [name, value] of Object.entries(filters)) query.set(name, value);
  return `${routes.export(queue)}?${query}`;
}

/**
 * The list as the address of an order names it, so that its page leads back here: without `/admin/`, and with All rows how
 * many were loaded.
 */
export function placeOf(queue: QueueName, state: ListState, loaded: number, perPage?: number): string {
  const path = fromAdmin(listPath(queue, state, perPage));
  if (state.limit <= pageSizes.at(-1)! || loaded <= allRowsBatch) return path;
  return withQuery(path, [`rows=${loaded}`]);
}
