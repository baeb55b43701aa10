import { idOfRow } from '@/components/data-table';
import type { ListedOrder } from '@/components/order-list/listed-order';
import { useWhatBecame } from '@/components/order-list/what-became';
import { useDocumentEvent } from '@/hooks/use-document-event';
import { useKeptRow } from '@/hooks/use-kept-row';
import type { LiveCard, LiveMark } from '@shared/live';
import { useCallback, useMemo } from 'react';

type Asked<Row> = {
  /** Names what is shown: the list and its page. */
  shown: string;
  /** As the table has it. */
  rowKey: (row: Row) => string | number;
  /** Whether an order leaves the list by these news. */
  leaves?: (news: LiveCard | LiveMark) => boolean;
};

/** The rows of a list and its chosen one: that which has the focus, had it last, or was clicked. */
export type Listed<Row> = {
  rows: Row[];
  current: Row | undefined;
  neighbour: (by: 1 | -1) => Row | undefined;
  choose: (row: Row) => void;
  letGo: () => void;
  unchoose: () => void;
};

/** The rows of a list as they are shown: the chosen one stays, faded, when a read leaves it out (`use-kept-row.ts`). */
export function useListedRows<Row extends ListedOrder>(
  read: Row[],
  { shown, rowKey, leaves }: Asked<Row>,
): Listed<Row> {
  const { rows: kept, current, gone, neighbour, choose, letGo, unchoose } = useKeptRow(shown, read, rowKey);
  const { whyGone } = useWhatBecame(leaves);
  const text = gone && (gone.news?.left ? gone.news.text : whyGone(gone));
  const faded = useMemo(
    () => (gone && text !== undefined ? { ...gone, news: { left: true, text } } : undefined),
    [gone, text],
  );
  const rows = useMemo(() => (faded ? kept.map((row) => (row === gone ? faded : row)) : kept), [kept, gone, faded]);

  const onEvent = useCallback(
    ({ target }: Event) => {
      const id = target instanceof Element ? target.closest('tr[id]')?.id : undefined;
      const row = id === undefined ? undefined : rows.find((one) => idOfRow(rowKey(one)) === id);
      if (row) choose(row);
    },
    [rows, rowKey, choose],
  );
  useDocumentEvent('focusin', onEvent);
  useDocumentEvent('click', onEvent);

  return { rows, current: faded ?? current, neighbour, choose, letGo, unchoose };
}
