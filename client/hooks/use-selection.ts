import { useCallback, useMemo, useState } from 'react';

/**
 * Which rows of a list are ticked: id → what an action needs to know of the row, and nothing more (spec §2, Row selection).
 * Only rows in view count: nobody acts on what they can't see.
 */
export function useSelection<Row, Kept>(rows: Row[], idOf: (row: Row) => string, keep: (row: Row) => Kept) {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Kept>>(new Map());

  const selected = useMemo(() => {
    const inView = new Map<string, Kept>();
    if (ticked.size === 0) return inView;
    for (const row of rows) if (ticked.has(idOf(row))) inView.set(idOf(row), keep(row));
    return inView;
  }, [ticked, rows, idOf, keep]);

  const set = useCallback(
    (changed: Row[], on: boolean) =>
      setTicked((before) => {
        const after = new Map(before);
        for (const row of changed) {
          if (on) after.set(idOf(row), keep(row));
          else after.delete(idOf(row));
        }
        return after;
      }),
    [idOf, keep],
  );

  const clear = useCallback(() => setTicked(new Map()), []);

  return { selected, set, clear };
}
