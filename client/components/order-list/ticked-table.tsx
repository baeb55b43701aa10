import { type Column, DataTable } from '@/components/data-table';
import { useBulkActions } from '@/components/order-list/bulk-actions';
import { BulkBar } from '@/components/order-list/bulk-bar';
import type { ListedOrder, Tickable } from '@/components/order-list/listed-order';
import { useListKeys } from '@/components/order-list/use-list-keys';
import { useListedRows } from '@/components/order-list/use-listed-rows';
import { RowNews } from '@/components/order-list/row-news';
import { useTicking } from '@/components/order-list/use-ticking';
import { useLive } from '@/hooks/use-live';
import { allRowsLimit } from '@shared/limits';
import type { LiveCard, LiveMark } from '@shared/live';
import { encodeOrderId } from '@shared/order-id';
import type { BulkActions } from '@shared/order-queues';
import { type ReactNode, useMemo } from 'react';

type TickedTableProps<Row> = {
  /** Names the list whose selection Back restores. */
  name: string;
  page: number;
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  empty: ReactNode;
  bulk: BulkActions;
  /** The address of a row's order, by which its page leads back here. */
  hrefOf: (row: Row) => string;
  /** How many orders the list has beyond the page, and what reads all of them. */
  total: number;
  readAll: () => Promise<Tickable[]>;
  /** Whether the order leaves the list, because its card is delivered or its mark is gone. */
  leaves: (news: LiveCard | LiveMark) => boolean;
};

/** A list of orders that is no queue, in rows of two lines, with the ticks, keys and bulk actions of one (docs/orders.md#bulk-actions). */
export function TickedTable<Row extends ListedOrder>(props: TickedTableProps<Row>) {
  const { name, page, caption, columns, rowKey, empty, bulk, hrefOf, total, readAll, leaves } = props;
  const actions = useBulkActions(bulk);
  const list = { name, leaves: () => false, ...(total <= allRowsLimit && { readNow: readAll }) };
  const listed = useListedRows(props.rows, { shown: `${name} ${page}`, rowKey, leaves });
  const { rows } = listed;
  const { ticking, selected, set, drop, lose, clear, wholePage } = useTicking(list, rows, listed.unchoose);
  useListKeys({ listed, rowKey, hrefOf, ticked: { ticking, selected, set, drop, clear }, ticks: actions.length > 0 });
  const dropGone = (news: (LiveCard | LiveMark)[]) => lose(news.filter(leaves).map(({ id }) => encodeOrderId(id)));
  useLive({ onCards: dropGone, onMarks: dropGone });
  const withNews = useMemo(() => columns.map(sayingNews), [columns]);
  return (
    <>
      <DataTable
        anchored
        twoLines
        {...{ caption, rows, rowKey, empty }}
        columns={withNews}
        mark={markOf}
        ticking={actions.length > 0 ? ticking : undefined}
      />
      <BulkBar
        {...{ actions, selected, wholePage }}
        changing={false}
        list={{ shown: name, total, isPart: false, readAll }}
        onSelect={(orders) => set(orders, true)}
        onDone={(ids) => {
          drop(ids);
          listed.letGo();
        }}
        onClear={clear}
      />
    </>
  );
}

const markOf = ({ news }: ListedOrder) => (news?.left ? 'left' : undefined);

/** Instead of its actions a row that has left the list says what became of it. */
function sayingNews<Row extends ListedOrder>(column: Column<Row>): Column<Row> {
  if (column.kind !== 'actions') return column;
  const cell = (row: Row, index: number) =>
    row.news?.left ? <RowNews text={row.news.text} /> : column.cell(row, index);
  return { ...column, cell };
}
