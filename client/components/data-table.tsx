import { type ListWidth, NotFitting, wholeClass } from '@/components/fitting';
import { Link } from '@/components/link';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, memo, type ReactNode, type RefObject, useState } from 'react';

export type Column<Row> = {
  key: string;
  title: string;
  /** Small text after the title, such as a time zone. */
  note?: string;
  /** A width class, so that columns don't move when rows change; the columns share the remaining width. */
  width: string;
  /** `number` is right-aligned, `detail` is smaller, `email` too, `actions` stays visible at the right edge. */
  kind?: 'number' | 'detail' | 'email' | 'actions';
  /**
   * A list narrower than so many pixels leaves the column out, and says so above; the cards of a phone have every column.
   */
  drop?: ListWidth;
  /** What the list is sorted by when the heading is clicked. */
  sort?: string;
  cell: (row: Row, index: number) => ReactNode;
};

/** The width of the column with the ticks, in pixels. */
export const tickWidth = 40;

type Sorting = { by: string; dir: 'asc' | 'desc'; href: (by: string, dir: 'asc' | 'desc') => string };

export type Ticking<Row> = {
  isTicked: (row: Row) => boolean;
  /** A row without a possible action has no checkbox. */
  canTick: (row: Row) => boolean;
  onTick: (rows: Row[], on: boolean) => void;
  /** The name of a row's checkbox for screen readers. */
  label: (row: Row) => string;
};

/** See the rules of `data-live` in client/styles/table.css. */
export type Mark = 'changed' | 'left' | undefined;

export type DataTableProps<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  /** Whether an address can lead to a row (`idOfRow`); at most one table of a screen. */
  anchored?: boolean;
  /** Shown instead of rows. */
  empty?: ReactNode;
  /** Whether every row has room for two lines (client/styles/table.css). */
  twoLines?: boolean;
  sorting?: Sorting;
  ticking?: Ticking<Row> | undefined;
  /** A colleague's change to a shown row: the row is highlighted, or faded when it left the list. */
  mark?: ((row: Row) => Mark) | undefined;
  /** What a row opens below itself. */
  below?: { isOpen: (row: Row) => boolean; content: (row: Row) => ReactNode };
  footer?: ReactNode;
  /** Replaces the body when there are too many rows to render at once. */
  body?: ReactNode;
  scroller?: RefObject<HTMLElement | null>;
};

/**
 * A list: fixed heading over at most 550px of rows, or `--list-height` (docs/screens.md#lists-and-search); on phones each row is a card.
 * Each row is plain markup and memoised, because five hundred rows must render fast on the server, and a tick must render
 * only its own row.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, empty, twoLines, sorting, ticking, footer, body, scroller } = props;
  const [whole, setWhole] = useState(false);
  return (
    <div className="list-box">
      <NotFitting {...{ columns, whole }} onWhole={setWhole} />
      <section
        ref={scroller}
        aria-label={caption}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and by keyboard too
        tabIndex={0}
        // Inertia scrolls it to the top on another page of the list, and restores the position on Back
        scroll-region=""
        data-print="open"
        className={`list max-h-(--list-height,550px) overflow-auto overscroll-x-contain border-y border-line -outline-offset-2 max-md:border-b-0 ${body ? '' : 'max-md:max-h-none'} ${whole ? wholeClass(columns) : ''}`}
      >
        <table className={twoLines ? 'data-table two-lines' : 'data-table'}>
          <caption className="sr-only">{caption}</caption>
          <colgroup>
            {ticking && <col className="w-10" />}
            {columns.map(({ key, width, drop }) => (
              <col key={key} className={drop ? `${width} drop-${drop}` : width} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {ticking && <TickAll {...{ rows, ticking }} />}
              {columns.map((column) => (
                <Heading key={column.key} {...{ column, sorting }} />
              ))}
            </tr>
          </thead>
          {body ?? (
            <tbody>
              <Rows {...props} />
            </tbody>
          )}
          {footer && rows.length > 0 && <tfoot>{footer}</tfoot>}
        </table>
        {rows.length === 0 && empty}
      </section>
    </div>
  );
}

function Rows<Row>({ columns, rows, rowKey, anchored, ticking, mark, below }: DataTableProps<Row>) {
  return rows.map((row, index) => (
    <Fragment key={rowKey(row)}>
      <TableRow
        {...{
          row,
          index,
          columns,
          ticking,
          id: anchored ? idOfRow(rowKey(row)) : undefined,
          ticked: ticking?.isTicked(row) ?? false,
          mark: mark?.(row),
        }}
      />
      {below && (
        <tr id={idOfBelow(rowKey(row))} hidden={!below.isOpen(row)} className="opened">
          <td colSpan={columns.length}>{below.content(row)}</td>
        </tr>
      )}
    </Fragment>
  ));
}

function Heading<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { title, note, sort } = column;
  const words = (
    <>
      {title}
      {note && <span className="ml-1 font-normal text-ink-faint">{note}</span>}
    </>
  );
  if (!sorting || !sort) {
    return (
      <th scope="col" className={classOf(column)}>
        {words}
      </th>
    );
  }

  const current = sorting.by === sort ? sorting.dir : undefined;
  const Arrow = current === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" className={classOf(column)} aria-sort={current && (current === 'asc' ? 'ascending' : 'descending')}>
      <Link
        href={sorting.href(sort, current === 'desc' ? 'asc' : 'desc')}
        preserveState
        className="group relative rounded-xs hover:text-ink"
      >
        {words}
        <Arrow
          aria-hidden
          className={`absolute top-1/2 left-full ml-0.5 size-3.5 -translate-y-1/2 ${current ? '' : 'invisible group-hover:visible'}`}
        />
      </Link>
    </th>
  );
}

function classOf<Row>({ kind, drop }: Column<Row>): string | undefined {
  return drop ? `${kind ?? ''} drop-${drop}` : kind;
}

function TickAll<Row>({ rows, ticking }: { rows: Row[]; ticking: Ticking<Row> }) {
  const able = rows.filter(ticking.canTick);
  const ticked = able.filter(ticking.isTicked).length;
  const all = able.length > 0 && ticked === able.length;
  return (
    <th scope="col" className="tick">
      <label>
        <input
          type="checkbox"
          aria-label="Select all rows"
          checked={all}
          disabled={able.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = ticked > 0 && !all;
          }}
          onChange={() => ticking.onTick(able, !all)}
        />
      </label>
    </th>
  );
}

/** The element id of a row, so that an address can lead to it: `#row-MjA0`. */
export function idOfRow(key: string | number): string {
  return `row-${key}`;
}

/** The element id of what a row opens below itself. */
export function idOfBelow(key: string | number): string {
  return `below-${key}`;
}

type TableRowProps<Row> = {
  id: string | undefined;
  row: Row;
  index: number;
  columns: Column<Row>[];
  ticking: Ticking<Row> | undefined;
  ticked: boolean;
  mark?: Mark;
  /** Lets a virtual body measure the row. */
  measure?: (row: HTMLTableRowElement | null) => void;
};

export const TableRow = memo(function TableRow<Row>({
  id,
  row,
  index,
  columns,
  ticking,
  ticked,
  mark,
  measure,
}: TableRowProps<Row>) {
  return (
    <tr ref={measure} id={id} data-index={measure && index} data-ticked={ticked || undefined} data-live={mark}>
      {ticking && (
        <td className="tick">
          {ticking.canTick(row) && (
            <label>
              <input
                type="checkbox"
                aria-label={ticking.label(row)}
                checked={ticked}
                onChange={() => ticking.onTick([row], !ticked)}
              />
            </label>
          )}
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} data-title={column.title} className={classOf(column)}>
          {column.cell(row, index)}
        </td>
      ))}
    </tr>
  );
}, isSameRow) as <Row>(props: TableRowProps<Row>) => ReactNode;

/** Leaves out `isTicked`: it is another function after each tick, and `ticked` says what it says of this row. */
function isSameRow<Row>(one: TableRowProps<Row>, other: TableRowProps<Row>): boolean {
  return (
    one.row === other.row &&
    one.index === other.index &&
    one.columns === other.columns &&
    one.ticked === other.ticked &&
    one.mark === other.mark &&
    one.measure === other.measure &&
    one.ticking?.canTick === other.ticking?.canTick &&
    one.ticking?.onTick === other.ticking?.onTick
  );
}
