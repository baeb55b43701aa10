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
import { useTrueTicks } from '@/pages/orders/queue/use-true-ticks';
import { isRestored, readAgainWith } from '@/restored';
import { write } from '@/writes/write';
import { router } from '@inertiajs/react';
import { monthName } from '@shared/dates';
import { allRowsLimit, allRowsBatch, pageSizes, searchLength } from '@shared/limits';
import { queueRows } from '@shared/order-queues';
import type { MatchingOrder, OrderRow, SortKey } from '@shared/orders';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { ArrowLeft, Download } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

const keyOf = (order: MatchingOrder) => order.encoded_id;
const statusOf = (order: MatchingOrder) => order.process_status;
const markOf = ({ news }: LiveRow) => news && (news.left ? 'left' : 'changed');

/** The screen of all thirteen queues; each is configured by its row in src/shared/order-queues.ts. */
export default function Queue(props: Pages['orders/queue']) {
  const { queue, orders, total, more, among, page, limit, sort, dir, search, month } = props;
  const { title, hint, empty, path, count } = queueRows[queue];
  const staff = useStaff();
  const confirm = useConfirm();
  const actions = useBulkActions(queue);
  const list = `${staff.id} ${queue} ${month}`;
  const { selected, set, drop, clear } = useSelection(list, keyOf, statusOf);
  const scroller = useRef<HTMLElement>(null);
  const isAll = limit > pageSizes.at(-1)!;
  const counts = useCounts();
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
      <PageTitle
        title={title}
        count={search ? undefined : month ? total : (counts?.[count] ?? total)}
        hint={month ? hintOf(month) : hint}
      >
        {month && (
          <Link href={routes.queue(path)} className={buttonClass()}>
            <ArrowLeft aria-hidden className="size-4" />
            Back
          </Link>
        )}
        <SearchBox
          key={queue}
          label="Search"
          value={search}
          goesOn={month === 'all'}
          onSearch={(text) => show({ search: text })}
        />
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
                {search.length > searchLength ? (
                  'The search is too long.'
                ) : (
                  <>
                    Nothing here matches ‘<bdi>{search}</bdi>’.
                  </>
                )}{' '}
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
            {among !== null && ` ${amongShown(among)}`}
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

/** The orders behind a tile of Future Orders, in words. */
function hintOf(month: string): string {
  if (month === 'all') return 'Of every month.';
  if (month === 'later') return 'To be processed in more than twelve months.';
  return `To be processed in ${monthName(month)} ${month.slice(0, 4)}.`;
}

/** Announces colleagues' changes without moving the list, with a button that shows them. */
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
  /** Whether only the server can tell if the new orders match the list's search or month. */
  unsure: boolean;
  shown: boolean;
  said: string;
  onShow: () => void;
};

/** The props to read when the same list is reloaded. */
const listProps: (keyof Pages['orders/queue'])[] = ['orders', 'next', 'total', 'more', 'among', 'page'];

/** With All rows the server sends batches that are appended. Requests the next batch, unless one is already requested. */
function useLoadMore({ orders, next }: Pages['orders/queue']) {
  const loading = useRef<{ cancel: () => void }>(undefined);
  // a batch requested for the previous rows doesn't fit the new ones
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

/** The number of loaded rows of each list, for Back: the history keeps only the first batch. */
const lastLoaded = new Map<string, number>();

/** Makes a list with All rows load as many rows as before when Back restores it, so that its scroll position exists. */
function useRowsAgain(list: string, isAll: boolean, loaded: number) {
  const [stood] = useState(() => (isRestored() && lastLoaded.get(list)) || 0);
  useLayoutEffect(() => {
    const rows = isRestored() ? Math.max(stood, loaded) : loaded;
    lastLoaded.set(list, rows);
    return isAll && rows > allRowsBatch ? readAgainWith(() => ({ rows })) : undefined;
  }, [list, isAll, loaded, stood]);
}

function rangeShown(first: number, length: number, total: number, more: boolean): string {
  return `${first.toLocaleString('en')}–${(first + length - 1).toLocaleString('en')} of ${more ? 'more than ' : ''}${total.toLocaleString('en')}`;
}

function amongShown(among: number): string {
  return `Only the newest ${among.toLocaleString('en')} orders were searched: type three letters in a row to search all.`;
}

function allShown(total: number, more: boolean): string {
  const most = allRowsLimit.toLocaleString('en');
  if (total <= allRowsLimit && !more) return `All ${total.toLocaleString('en')}`;
  return `The first ${most} of ${more ? 'more than ' : ''}${total.toLocaleString('en')}. Search to narrow them down.`;
}
