import { buttonClass } from '@/components/button';
import { deleteQuestion, useConfirm } from '@/components/confirm';
import { DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { Pagination } from '@/components/pagination';
import { RefreshButton } from '@/components/refresh-button';
import { RowsPerPage } from '@/components/rows-per-page';
import { SearchBox } from '@/components/search-box';
import { VirtualBody } from '@/components/virtual-body';
import { useStaff } from '@/hooks/use-can';
import { useCounts } from '@/hooks/use-live';
import { useSelection } from '@/hooks/use-selection';
import { BulkBar, useBulkActions } from '@/pages/orders/queue/bulk-bar';
import { exportPath, listPath, type ListState } from '@/pages/orders/queue/list-path';
import { columnsOf, isTaken } from '@/pages/orders/queue/order-columns';
import { type LiveRow, useLiveRows } from '@/pages/orders/queue/use-live-rows';
import { router } from '@inertiajs/react';
import { monthName } from '@shared/dates';
import { allRowsLimit, allRowsPortion, pageSizes } from '@shared/limits';
import { queueRows } from '@shared/order-queues';
import type { MatchingOrder, OrderRow, SortKey } from '@shared/orders';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { ArrowLeft, Download } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

const keyOf = (order: MatchingOrder) => order.encoded_id;
const statusOf = (order: MatchingOrder) => order.process_status;
const markOf = ({ news }: LiveRow) => news && (news.left ? 'left' : 'changed');

/** All thirteen queues: what differs between them is their row in src/shared/order-queues.ts. */
export default function Queue(props: Pages['orders/queue']) {
  const { queue, orders, total, more, page, limit, sort, dir, search, month } = props;
  const { title, hint, empty, path, count } = queueRows[queue];
  const staff = useStaff();
  const confirm = useConfirm();
  const actions = useBulkActions(queue);
  const { selected, set, clear } = useSelection(keyOf, statusOf);
  const scroller = useRef<HTMLElement>(null);
  const isAll = limit > pageSizes.at(-1)!;
  const counts = useCounts();
  const [outOfDate, setOutOfDate] = useState(false);
  const [changing, setChanging] = useState(false);
  const { rows, arrived, unsure, said } = useLiveRows(props, () => {
    // of all rows only the first portion could be read again
    const isMore = isAll && orders.length > allRowsPortion;
    setOutOfDate(isMore);
    return isMore ? [] : listProps;
  });

  const onDelete = useCallback(
    async ({ encoded_id, version }: OrderRow) => {
      if (!(await confirm(deleteQuestion))) return;
      router.put(routes.api.remove, { orderId: encoded_id, version }, { preserveScroll: true, preserveState: true });
    },
    [confirm],
  );
  const columns = useMemo(() => columnsOf(queue, staff, (order) => void onDelete(order)), [queue, staff, onDelete]);

  const ticking = {
    isTicked: (order: OrderRow) => selected.has(keyOf(order)),
    canTick: (order: LiveRow) => !order.news?.left && !isTaken(order, staff),
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

  /** Back to where new orders stand. */
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
      <PageTitle
        title={title}
        count={search ? undefined : month ? total : (counts?.[count] ?? total)}
        hint={month ? `To be processed in ${monthName(month)} ${month.slice(0, 4)}.` : hint}
      >
        {month && (
          <Link href={routes.queue(path)} className={buttonClass()}>
            <ArrowLeft aria-hidden className="size-4" />
            Back
          </Link>
        )}
        <SearchBox key={queue} label="Search" value={search} onSearch={(text) => show({ search: text })} />
        <a href={exportPath(queue, { sort, dir, search, month })} download className={buttonClass()}>
          <Download aria-hidden className="size-4" />
          Export CSV
        </a>
        <RefreshButton />
      </PageTitle>
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
          empty={
            search ? (
              <EmptyState text="No records found">
                Nothing here matches ‘<bdi>{search}</bdi>’.{' '}
                <Link href={to({ search: '' })} className="text-accent underline underline-offset-2">
                  Show all
                </Link>
              </EmptyState>
            ) : (
              <EmptyState text={empty}>Nothing stands here now. Refresh looks again.</EmptyState>
            )
          }
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
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-6 pt-3 max-md:px-4">
          <RowsPerPage limit={limit} onChange={(rows) => show({ limit: rows })} />
          <p className="text-ink-faint tabular-nums">
            {isAll ? allShown(total, more) : rangeShown((page - 1) * limit + 1, orders.length, total, more)}
          </p>
          {!isAll && (
            <Pagination page={page} pages={Math.ceil(total / limit)} href={(number) => to({ page: number })} />
          )}
        </div>
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

/** Says what colleagues have brought about, without moving anything; and the way to see it. */
function News({ arrived, unsure, shown, said, onShow }: NewsProps) {
  const news = unsure ? 'This list may have changed' : `${arrived} new ${arrived === 1 ? 'order' : 'orders'}`;
  return (
    <div data-print="never">
      <output className="sr-only">{said}</output>
      <output className="absolute top-12 left-1/2 z-10 -translate-x-1/2">
        {shown && (
          <button
            type="button"
            onClick={onShow}
            className="rounded-full bg-ink px-3.5 py-1.5 font-medium whitespace-nowrap text-white shadow-float hover:bg-ink-soft"
          >
            {news} · <span className="underline underline-offset-2">Show</span>
          </button>
        )}
      </output>
    </div>
  );
}

type NewsProps = {
  arrived: number;
  /** Whether what arrived is among what the list is asked for, only reading it again can tell. */
  unsure: boolean;
  shown: boolean;
  said: string;
  onShow: () => void;
};

/** What is read of a list that stays what it is. */
const listProps: (keyof Pages['orders/queue'])[] = ['orders', 'next', 'total', 'more', 'page'];

/** With All rows the server sends them in portions, each appended to those before: asks for the next one, once. */
function useLoadMore({ orders, next }: Pages['orders/queue']) {
  const loading = useRef<{ cancel: () => void }>(undefined);
  // rows read anew have no place for a portion that goes on from those before
  useEffect(() => () => loading.current?.cancel(), [orders]);

  return () => {
    if (loading.current || next === null || orders.length >= allRowsLimit) return;

    router.reload({
      only: listProps,
      data: { after: next },
      preserveUrl: true,
      onCancelToken: (token) => (loading.current = token),
      onFinish: () => (loading.current = undefined),
    });
  };
}

function rangeShown(first: number, length: number, total: number, more: boolean): string {
  return `${first.toLocaleString('en')}–${(first + length - 1).toLocaleString('en')} of ${more ? 'more than ' : ''}${total.toLocaleString('en')}`;
}

function allShown(total: number, more: boolean): string {
  const most = allRowsLimit.toLocaleString('en');
  if (total <= allRowsLimit && !more) return `All ${total.toLocaleString('en')}`;
  return `The first ${most} of ${more ? 'more than ' : ''}${total.toLocaleString('en')}. Search to narrow them down.`;
}
