import { isRestored } from '@/restored';
import { useCallback, useEffect, useState } from 'react';

/** The last selection of each list, restored when Back leads to the list. */
const lastTicked = new Map<string, ReadonlyMap<string, unknown>>();

/**
 * The selected rows of a list, as a map from id to the data that an action needs of the row (docs/orders.md#queues). The
 * selection stays when the list shows another page, and is restored when Back leads to the list named by `list`.
 */
export function useSelection<Row, Kept>(list: string, idOf: (row: Row) => string, keep: (row: Row) => Kept) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Kept>>(
    () => (isRestored() && (lastTicked.get(list) as ReadonlyMap<string, Kept> | undefined)) || new Map(),
  );
  useEffect(() => void lastTicked.set(list, selected), [list, selected]);

  const set = useCallback(
    (changed: Row[], on: boolean) =>
      setSelected((before) => {
        const after = new Map(before);
        for (const row of changed) {
          if (on) after.set(idOf(row), keep(row));
          else after.delete(idOf(row));
        }
        return after;
      }),
    [idOf, keep],
  );

  /** Removes these ids from the selection, also those of rows on other pages. */
  const drop = useCallback(
    (ids: string[]) =>
      setSelected((before) => {
        const gone = ids.filter((id) => before.has(id));
        if (gone.length === 0) return before;

        const after = new Map(before);
        gone.forEach((id) => after.delete(id));
        return after;
      }),
    [],
  );

  const clear = useCallback(() => setSelected(new Map()), []);

  return { selected, set, drop, clear };
}
