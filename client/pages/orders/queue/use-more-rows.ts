import { isRestored, readAgainWith } from '@/restored';
import { router } from '@inertiajs/react';
import { allRowsLimit, allRowsBatch } from '@shared/limits';
import type { Pages } from '@shared/pages';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The props to read when the same list is reloaded. */
export const listProps: (keyof Pages['orders/queue'])[] = ['orders', 'next', 'total', 'more', 'among', 'page'];

/** With All rows the server sends batches that are appended. Requests the next batch, unless one is already requested. */
export function useLoadMore({ orders, next }: Pages['orders/queue']) {
  const loading = useRef<{ cancel: () => void }>(undefined);
  // a batch requested for the previous rows doesn't fit the new ones
  useEffect(() => () => loading.current?.cancel(), [orders]);

  return () => {
    if (loading.current || next === null || orders.length >= allRowsLimit) return;

    router.reload({
      only: listProps,
      data: { after: next },
      preserveUrl: true,
      onCancelToken: (token) => (loading.current = token),
      onFinish: () => (loading.current = undefined),
    });
  };
}

/** The number of loaded rows of each list, for Back: the history keeps only the first batch. */
const lastLoaded = new Map<string, number>();

/** Makes a list with All rows load as many rows as before when Back restores it, so that its scroll position exists. */
export function useRowsAgain(list: string, isAll: boolean, loaded: number) {
  const [stood] = useState(() => (isRestored() && lastLoaded.get(list)) || 0);
  useLayoutEffect(() => {
    const rows = isRestored() ? Math.max(stood, loaded) : loaded;
    lastLoaded.set(list, rows);
    return isAll && rows > allRowsBatch ? readAgainWith(() => ({ rows })) : undefined;
  }, [list, isAll, loaded, stood]);
}
