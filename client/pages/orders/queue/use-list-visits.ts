import { listPath, type ListState, valuesOf } from '@/pages/orders/queue/list-path';
import { router, usePage } from '@inertiajs/react';
import { newestFirst } from '@shared/order-queues';
import type { Pages, SharedProps } from '@shared/pages';
import { useState } from 'react';

/** The visits that change which orders a list shows. `changing` is true until the answer is shown. */
export function useListVisits({
  queue,
  limit,
  sort,
  dir,
  search,
  month,
  filters,
  chosenColumns,
}: Pages['orders/queue']) {
  const [changing, setChanging] = useState(false);
  const perPage = usePage<SharedProps>().props.settings?.perPage;

  /** The URL of this list with a change, on its first page unless the change names another. */
  function to(change: Partial<ListState>): string {
    const state = { page: 1, limit, sort, dir, search, month, filters: valuesOf(filters), chosenColumns, ...change };
    return listPath(queue, state, perPage);
  }

  function show(change: Partial<ListState>) {
    router.get(
      to(change),
      {},
      {
        preserveState: true,
        replace: true,
        onStart: () => setChanging(true),
        onFinish: () => setChanging(false),
      },
    );
  }

  function showNewest() {
    router.get(to(newestFirst), {}, { preserveState: true, preserveScroll: true, replace: true });
  }

  return { to, show, showNewest, changing };
}
