import { useCallback, useState } from 'react';

type Key = string | number;

type Kept<Row> = {
  list: string;
  read: Row[];
  /** What was read, with the chosen row in its old place when the read left it out. */
  rows: Row[];
  /** The row as it was when the member chose it. */
  chosen: Row | undefined;
  /** The index of the chosen row, or, when none is chosen, of the row that the next step leads to. */
  at: number;
  isGone: boolean;
  /** Whether the member's own action takes the row away, so that it need not stay. */
  isOwn: boolean;
};

/**
 * The rows of a list, and the row that the member has chosen. When a read leaves the chosen row out, it is shown where it was
 * until the member goes on to another row: nothing slides under the hand, so that a key never acts on a row that it was not pressed at
 * (docs/screens.md#keys).
 * @param list names what is shown, as the list and its page: another name is another list, in which nothing is kept
 * @param first the row that is chosen when the list is opened
 */
export function useKeptRow<Row>(
  list: string,
  read: Row[],
  keyOf: (row: Row) => Key,
  first?: (rows: Row[]) => Row | undefined,
) {
  const [before, setKept] = useState<Kept<Row>>(() => opened(list, read, first));
  let kept = before;
  if (kept.list !== list) kept = opened(list, read, first);
  else if (kept.read !== read) kept = followed(kept, read, keyOf);
  // the state follows the props, before anything is shown
  if (kept !== before) setKept(kept);

  /** Chooses a row by what the member just did; the row that was kept goes. */
  const choose = useCallback((row: Row) => setKept((now) => begun(now, row, keyOf)), [keyOf]);

  /** Says that the member's own action may take the chosen row away. */
  const letGo = useCallback(() => setKept((now) => ({ ...now, isOwn: true })), []);

  /** Says that no row is chosen any more, so that keys do nothing until the member chooses one. */
  const unchoose = useCallback(
    () => setKept((now) => ({ ...now, rows: now.read, chosen: undefined, isGone: false })),
    [],
  );

  const { rows, chosen, at, isGone } = kept;
  const current = chosen === undefined ? undefined : rows[at];
  return {
    rows,
    /** The chosen row as it is now, and as it was when it was chosen. */
    current,
    chosen,
    /** The chosen row, when it is no longer in the list. */
    gone: isGone ? current : undefined,
    /** The row after or before the chosen one. */
    neighbour: (by: 1 | -1): Row | undefined =>
      rows[chosen === undefined ? Math.max(0, by === 1 ? at : at - 1) : at + by],
    choose,
    letGo,
    unchoose,
  };
}

function opened<Row>(list: string, read: Row[], first?: (rows: Row[]) => Row | undefined): Kept<Row> {
  const chosen = first?.(read);
  const at = chosen === undefined ? 0 : read.indexOf(chosen);
  return { list, read, rows: read, chosen, at, isGone: false, isOwn: false };
}

function begun<Row>(now: Kept<Row>, row: Row, keyOf: (row: Row) => Key): Kept<Row> {
  const at = now.read.findIndex((one) => keyOf(one) === keyOf(row));
  if (at === -1) return now;
  // the focus comes back to the row after a question about it
  const isSame = now.chosen !== undefined && keyOf(now.chosen) === keyOf(row);
  return { ...now, rows: now.read, chosen: row, at, isGone: false, isOwn: now.isOwn && isSame };
}

/** What is shown after another read. */
export function followed<Row>(now: Kept<Row>, read: Row[], keyOf: (row: Row) => Key): Kept<Row> {
  const { chosen, rows, isOwn } = now;
  const gone = chosen === undefined ? undefined : rows[now.at];
  if (gone === undefined) return { ...now, read, rows: read };

  const at = read.findIndex((row) => keyOf(row) === keyOf(gone));
  if (at !== -1) return { ...now, read, rows: read, at, isGone: false };

  // behind the nearest row that stood before it and is still there
  const keys = read.map(keyOf);
  const above = rows.slice(0, now.at).findLast((row) => keys.includes(keyOf(row)));
  const place = above === undefined ? 0 : keys.indexOf(keyOf(above)) + 1;
  if (isOwn) return { ...now, read, rows: read, chosen: undefined, at: place, isGone: false, isOwn: false };
  return { ...now, read, rows: [...read.slice(0, place), gone, ...read.slice(place)], at: place, isGone: true };
}
