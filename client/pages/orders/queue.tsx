import { useBulkActions } from '@/components/order-list/bulk-actions';
import { BulkBar } from '@/components/order-list/bulk-bar';
import { useListKeys } from '@/components/order-list/use-list-keys';
import { useListedRows } from '@/components/order-list/use-listed-rows';
import { useTicking } from '@/components/order-list/use-ticking';
import { useStaff } from '@/hooks/use-can';
import { FilterChips } from '@/pages/orders/queue/filter-chips';
import { placeOf, valuesOf } from '@/pages/orders/queue/list-path';
import { ListFooter } from '@/pages/orders/queue/list-footer';
import { News } from '@/pages/orders/queue/news';
import { OrdersTable } from '@/pages/orders/queue/orders-table';
import { QueueTitle } from '@/pages/orders/queue/queue-title';
import { rememberRows } from '@/pages/orders/queue/own-columns';
import { useListVisits } from '@/pages/orders/queue/use-list-visits';
import { useAllOrders } from '@/pages/orders/queue/use-all-orders';
import { useLiveRows } from '@/pages/orders/queue/use-live-rows';
import { listProps, useRowsAgain } from '@/pages/orders/queue/use-more-rows';
import { allRowsBatch, pageSizes } from '@shared/limits';
import { usePage } from '@inertiajs/react';
import { queueRows } from '@shared/order-queues';
import type { Pages, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';
import { useRef, useState } from 'react';

const keyOf = ({ encoded_id }: { encoded_id: string }) => encoded_id;

/** The screen of all thirteen queues; each is configured by its row in src/shared/order-queues.ts. */
export default function Queue(props: Pages['orders/queue']) {
  const { queue, orders, limit, month } = props;
  const filters = valuesOf(props.filters);
  const staff = useStaff();
  const list = `${staff.id} ${queue} ${month} ${JSON.stringify(filters)}`;
  const isAll = limit > pageSizes.at(-1)!;
  const actions = useBulkActions(queueRows[queue].bulk);
  const scroller = useRef<HTMLElement>(null);
  const { to, show, showNewest, changing } = useListVisits(props);
  const [outOfDate, setOutOfDate] = useState(false);
  useRowsAgain(list, isAll, orders.length);
  const live = useLiveRows(props, () => {
    // with All rows, a reload would bring back only the first batch
    const isMore = isAll && orders.length > allRowsBatch;
    setOutOfDate(isMore);
    return isMore ? [] : listProps;
  });
  const { arrived, unsure, said } = live;
  const all = useAllOrders(list, props);
  const shown = JSON.stringify([list, props.search, props.sort, props.dir, props.page, limit]);
  const listed = useListedRows(live.rows, { shown, rowKey: keyOf });
  const { rows } = listed;
  const { ticking, selected, set, drop, clear, wholePage } = useTicking(all.ticked, rows, listed.unchoose);

  const address = placeOf(queue, { ...props, filters }, orders.length, usePage<SharedProps>().props.settings?.perPage);
  const hrefOf = ({ encoded_id }: { encoded_id: string }) => routes.orderOf(encoded_id, address);
  const ticked = { ticking, selected, set, drop, clear };
  useListKeys({ listed, rowKey: keyOf, hrefOf, ticked, ticks: actions.length > 0 });

  /** Shows the newest orders first and scrolls to the top. */
  function showNews() {
    scroller.current?.scrollTo(0, 0);
    setOutOfDate(false);
    showNewest();
  }

  return (
    <>
      <QueueTitle
        {...props}
        onSearch={(text) => show({ search: text })}
        onFilter={(chosen) => show({ filters: chosen })}
        onColumns={(columns) => show({ chosenColumns: columns })}
        address={to({})}
      />
      <FilterChips filters={props.filters} to={(chosen) => to({ filters: chosen })} />
      <div className="relative">
        <News {...{ arrived, said }} unsure={outOfDate || unsure} shown={outOfDate || arrived > 0} onShow={showNews} />
        <OrdersTable
          {...props}
          {...{ rows, scroller, isAll, to, address }}
          letGo={listed.letGo}
          ticking={actions.length > 0 ? ticking : undefined}
        />
      </div>
      {orders.length > 0 && (
        <ListFooter
          {...props}
          isAll={isAll}
          onLimit={(rows) => {
            rememberRows(staff.id, rows);
            show({ limit: rows });
          }}
          hrefOf={(number) => to({ page: number })}
        />
      )}
      <BulkBar
        {...{ actions, selected, changing, wholePage }}
        list={all.shown}
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
