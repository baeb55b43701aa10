import { deleteQuestion, useConfirm } from '@/components/confirm';
import { DataTable, type Ticking } from '@/components/data-table';
import { VirtualBody } from '@/components/virtual-body';
import { useStaff } from '@/hooks/use-can';
import type { ListState } from '@/pages/orders/queue/list-path';
import { Nothing, NothingFound, NothingLetThrough } from '@/pages/orders/queue/nothing';
import { columnsOf } from '@/pages/orders/queue/order-columns';
import type { LiveRow } from '@/pages/orders/queue/use-live-rows';
import { useLoadMore } from '@/pages/orders/queue/use-more-rows';
import { write } from '@/writes/write';
import { queueRows } from '@shared/order-queues';
import type { MatchingOrder, OrderRow, SortKey } from '@shared/orders';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { type RefObject, useCallback, useMemo } from 'react';

const keyOf = (order: MatchingOrder) => order.encoded_id;
const markOf = ({ news }: LiveRow) => news && (news.left ? 'left' : 'changed');

/** Up to this many rows are rendered at once; of more only those in view. */
const renderedWhole = 100;

type OrdersTableProps = Pages['orders/queue'] & {
  rows: LiveRow[];
  /** undefined in a queue without bulk actions */
  ticking: Ticking<LiveRow> | undefined;
  scroller: RefObject<HTMLElement | null>;
  /** Whether all rows are shown: they come in batches. */
  isAll: boolean;
  /** The list's address as an order's address names it. */
  address: string;
  to: (change: Partial<ListState>) => string;
  /** Called when the member's own action takes the chosen row away. */
  letGo: () => void;
};

/** The rows of a queue; its columns are those of its row in src/shared/order-queues.ts. */
export function OrdersTable({ isAll, to, address, letGo, ...props }: OrdersTableProps) {
  const { queue, orders, rows, ticking, scroller, sort, dir, search, filters, columns: names } = props;
  const { title, empty } = queueRows[queue];
  const staff = useStaff();
  const confirm = useConfirm();
  const loadMore = useLoadMore(props);

  const onDelete = useCallback(
    async ({ encoded_id, version }: OrderRow) => {
      if (!(await confirm(deleteQuestion))) return;
      letGo();
      await write({ method: 'put', path: routes.api.remove, body: { orderId: encoded_id, version } });
    },
    [confirm, letGo],
  );
  const ticks = ticking !== undefined;
  const columns = useMemo(
    () => columnsOf({ queue, names, staff, list: address, ticks, onDelete: (order) => void onDelete(order) }),
    [queue, names, staff, address, ticks, onDelete],
  );

  const table = { columns, rows, rowKey: keyOf, mark: markOf, ticking, scroller };
  return (
    <DataTable
      {...table}
      anchored
      twoLines
      caption={title}
      sorting={{ by: sort, dir, href: (by, direction) => to({ sort: by as SortKey, dir: direction }) }}
      empty={
        filters.length > 0 ? (
          <NothingLetThrough clearHref={to({ filters: {} })} />
        ) : search ? (
          <NothingFound search={search} allHref={to({ search: '' })} />
        ) : (
          <Nothing text={empty} />
        )
      }
      body={
        orders.length > 0 && (isAll || rows.length > renderedWhole) ? (
          <VirtualBody {...table} onNearEnd={loadMore} />
        ) : undefined
      }
    />
  );
}
