import { type Column, DataTable } from '@/components/data-table';
import { useBulkActions } from '@/components/order-list/bulk-actions';
import { BulkBar } from '@/components/order-list/bulk-bar';
import type { ListedOrder, Tickable } from '@/components/order-list/listed-order';
import { useListKeys } from '@/components/order-list/use-list-keys';
import { useTicking } from '@/components/order-list/use-ticking';
import { useLive } from '@/hooks/use-live';
import { allRowsLimit } from '@shared/limits';
import type { LiveCard, LiveMark } from '@shared/live';
import { encodeOrderId } from '@shared/order-id';
import type { BulkActions } from '@shared/order-queues';
import type { ReactNode } from 'react';

type TickedTableProps<Row> = {
  /** Names the list whose selection Back restores. */
  name: string;
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

/** A list of orders that is no queue, with the ticks, keys and bulk actions of one (docs/product.md#bulk-actions). */
export function TickedTable<Row extends ListedOrder>(props: TickedTableProps<Row>) {
  const { name, caption, columns, rows, rowKey, empty, bulk, hrefOf, total, readAll, leaves } = props;
  const actions = useBulkActions(bulk);
  const list = { name, leaves: () => false, ...(total <= allRowsLimit && { readNow: readAll }) };
  const { ticking, selected, set, drop, clear, wholePage } = useTicking(list, rows);
  useListKeys({ rows, rowKey, hrefOf, selected, set, drop, clear, ticking, ticks: actions.length > 0 });
  const dropGone = (news: (LiveCard | LiveMark)[]) => drop(news.filter(leaves).map(({ id }) => encodeOrderId(id)));
  useLive({ onCards: dropGone, onMarks: dropGone });
  return (
    <>
      <DataTable
        anchored
        {...{ caption, columns, rows, rowKey, empty }}
        ticking={actions.length > 0 ? ticking : undefined}
      />
      <BulkBar
        {...{ actions, selected, wholePage }}
        changing={false}
        list={{ shown: name, total, isPart: false, readAll }}
        onSelect={(orders) => set(orders, true)}
        onDone={drop}
        onClear={clear}
      />
    </>
  );
}
