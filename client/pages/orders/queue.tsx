import { deleteQuestion, useConfirm } from '@/components/confirm';
import { DataTable } from '@/components/data-table';
import { VirtualBody } from '@/components/virtual-body';
import { useStaff } from '@/hooks/use-can';
import { useSelection } from '@/hooks/use-selection';
import { BulkBar, useBulkActions } from '@/pages/orders/queue/bulk-bar';
import { listPath, type ListState } from '@/pages/orders/queue/list-path';
import { ListFooter } from '@/pages/orders/queue/list-footer';
import { News } from '@/pages/orders/queue/news';
import { Nothing, NothingFound } from '@/pages/orders/queue/nothing';
import { columnsOf, isTaken } from '@/pages/orders/queue/order-columns';
import { QueueTitle } from '@/pages/orders/queue/queue-title';
import { type LiveRow, useLiveRows } from '@/pages/orders/queue/use-live-rows';
import { listProps, useLoadMore, useRowsAgain } from '@/pages/orders/queue/use-more-rows';
import { useTrueTicks } from '@/pages/orders/queue/use-true-ticks';
import { write } from '@/writes/write';
import { router } from '@inertiajs/react';
import { allRowsBatch, pageSizes } from '@shared/limits';
import { queueRows } from '@shared/order-queues';
import type { MatchingOrder, OrderRow, SortKey } from '@shared/orders';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { useCallback, useMemo, useRef, useState } from 'react';

const keyOf = (order: MatchingOrder) => order.encoded_id;
const statusOf = (order: MatchingOrder) => order.process_status;
const markOf = ({ news }: LiveRow) => news && (news.left ? 'left' : 'changed');

/** The screen of all thirteen queues; each is configured by its row in src/shared/order-queues.ts. */
export default function Queue(props: Pages['orders/queue']) {
  const { queue, orders, total, limit, sort, dir, search, month } = props;
  const { title, empty } = queueRows[queue];
  const staff = useStaff();
  const confirm = useConfirm();
  const actions = useBulkActions(queue);
  const list = `${staff.id} ${queue} ${month}`;
  const { selected, set, drop, clear } = useSelection(list, keyOf, statusOf);
  const scroller = useRef<HTMLElement>(null);
  const isAll = limit > pageSizes.at(-1)!;
  const [outOfDate, setOutOfDate] = useState(false);
  const [changing, setChanging] = useState(false);
  useRowsAgain(list, isAll, orders.length);
  const { rows, arrived, unsure, said } = useLiveRows(props, () => {
    // with All rows, a reload would bring back only the first batch
    const isMore = isAll && orders.length > allRowsBatch;
    setOutOfDate(isMore);
    return isMore ? [] : listProps;
  });

  const onDelete = useCallback(
    async ({ encoded_id, version }: OrderRow) => {
      if (!(await confirm(deleteQuestion))) return;
      await write({ method: 'put', path: routes.api.remove, body: { orderId: encoded_id, version } });
    },
    [confirm],
  );
  const columns = useMemo(() => columnsOf(queue, staff, (order) => void onDelete(order)), [queue, staff, onDelete]);

  const canTick = useCallback((order: LiveRow) => !order.news?.left && !isTaken(order.assign_to, staff), [staff]);
  useTrueTicks(props, rows, canTick, { selected, drop });
  const ticking = {
    isTicked: (order: OrderRow) => selected.has(keyOf(order)),
    canTick,
    onTick: set,
    label: (order: OrderRow) => `Select order ${order.order_id}`,
  };

  function to(change: Partial<ListState>): string {
    return listPath(queue, { page: 1, limit, sort, dir, search, month, ...change });
  }

  function show(change: Partial<ListState>) {
    router.get(
      to(change),
      {},
      {
        preserveState: true,
        replace: true,
        onStart: () => setChanging(true),
        onFinish: () => setChanging(false),
      },
    );
  }

  /** Shows the newest orders first and scrolls to the top. */
  function showNews() {
    scroller.current?.scrollTo(0, 0);
    setOutOfDate(false);
    router.get(
      to({ sort: 'create_ts', dir: 'desc' }),
      {},
      { preserveState: true, preserveScroll: true, replace: true },
    );
  }

  const loadMore = useLoadMore(props);
  const able = rows.filter(ticking.canTick);
  const shownTicking = actions.length > 0 ? ticking : undefined;
  return (
    <>
      <QueueTitle {...props} onSearch={(text) => show({ search: text })} />
      <div className="relative">
        <News {...{ arrived, said }} unsure={outOfDate || unsure} shown={outOfDate || arrived > 0} onShow={showNews} />

        <DataTable
          caption={title}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          mark={markOf}
          scroller={scroller}
          sorting={{ by: sort, dir, href: (by, direction) => to({ sort: by as SortKey, dir: direction }) }}
          ticking={shownTicking}
          empty={search ? <NothingFound search={search} allHref={to({ search: '' })} /> : <Nothing text={empty} />}
          body={
            isAll && orders.length > 0 ? (
              <VirtualBody
                {...{ columns, scroller }}
                rows={rows}
                rowKey={keyOf}
                mark={markOf}
                ticking={shownTicking}
                onNearEnd={loadMore}
              />
            ) : undefined
          }
        />
      </div>

      {orders.length > 0 && (
        <ListFooter
          {...props}
          isAll={isAll}
          onLimit={(rows) => show({ limit: rows })}
          hrefOf={(number) => to({ page: number })}
        />
      )}

      <BulkBar
        {...{ actions, selected, changing }}
        list={{ folderName: queue, searchVal: search, month: month ?? undefined, total }}
        wholePage={able.length > 0 && able.every(ticking.isTicked)}
        onSelect={(all) => set(all, true)}
        onClear={clear}
      />
    </>
  );
}
