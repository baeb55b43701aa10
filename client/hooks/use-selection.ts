import { useCallback, useState } from 'react';

/**
 * Which rows of a list are ticked: id → what an action needs to know of the row, and nothing more (spec §2, Row selection).
 * It outlasts the page: what was ticked on page 1 stays so on page 2.
 */
export function useSelection<Row, Kept>(idOf: (row: Row) => string, keep: (row: Row) => Kept) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Kept>>(new Map());

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

  const clear = useCallback(() => setSelected(new Map()), []);

  return { selected, set, clear };
}
