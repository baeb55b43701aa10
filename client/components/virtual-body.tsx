import { type Column, idOfRow, type Mark, TableRow, type Ticking } from '@/components/data-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The height of a row of two lines, in pixels (client/styles/theme.css). Rows of another height are measured. */
const rowHeight = 48;
/** The next rows are requested when fewer than this many loaded rows are left below the view. */
const ahead = 100;

type VirtualBodyProps<Row> = {
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  ticking: Ticking<Row> | undefined;
  mark?: (row: Row) => Mark;
  scroller: RefObject<HTMLElement | null>;
  /** Called on each scroll near the end of the loaded rows. */
  onNearEnd: () => void;
};

/** A table body that renders only the rows in view; an empty row above and below has the height of the others. */
export function VirtualBody<Row>(props: VirtualBodyProps<Row>) {
  const { columns, rows, rowKey, ticking, mark, scroller, onNearEnd } = props;
  const printing = usePrinting();
  // oxlint-disable-next-line react/incompatible-library -- the compiler it warns of isn't used here
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rowKey(rows[index]!),
    overscan: printing ? rows.length : 20,
    initialRect: { width: 0, height: 550 },
    onChange: ({ range }) => {
      if (range && range.endIndex > rows.length - ahead) onNearEnd();
    },
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);

  return (
    <tbody>
      <Gap height={above} />
      {items.map(({ index, key }) => (
        <TableRow
          key={key}
          id={idOfRow(rowKey(rows[index]!))}
          {...{ index, columns, ticking }}
          row={rows[index]!}
          ticked={ticking?.isTicked(rows[index]!) ?? false}
          mark={mark?.(rows[index]!)}
          measure={virtual.measureElement}
        />
      ))}
      <Gap height={below} />
    </tbody>
  );
}

/** Whether the page is being printed: paper shows all rows. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}

/** Sets the height by attribute: the content security policy forbids inline styles in the server's markup. */
function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden className="gap">
      <td aria-hidden height={Math.round(height)} />
    </tr>
  );
}
