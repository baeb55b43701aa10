import type { Column } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { readAll } from '@/components/order-list/read-all';
import { TickedTable } from '@/components/order-list/ticked-table';
import { orderAndName, viewOrder } from '@/components/order-cells';
import { PageTitle } from '@/components/page-title';
import { PageFooter } from '@/components/pagination';
import { RefreshButton } from '@/components/refresh-button';
import { StatusBadge } from '@/components/status-badge';
import { Time } from '@/components/time';
import { useStaff } from '@/hooks/use-can';
import { useLive } from '@/hooks/use-live';
import { useThrottled } from '@/hooks/use-throttled';
import { readQuietly } from '@/writes/read-again';
import { formatListTime } from '@shared/dates';
import type { LiveCard, LiveMark } from '@shared/live';
import { otherLists } from '@shared/order-queues';
import type { Pages } from '@shared/pages';
import { requestRows } from '@shared/request-kinds';
import { fromAdmin, routes, withQuery } from '@shared/routes';
import { useMemo } from 'react';

type Row = Pages['requests/list']['requests'][number];

const columnsFor = (hrefOf: (row: Row) => string): Column<Row>[] => [
  {
    key: 'since',
    title: 'Since',
    note: 'UTC',
    width: 'w-44',
    cell: ({ create_ts }) => <Time at={create_ts} format={formatListTime} />,
  },
  ...orderAndName({ order: 'w-24 max-[1420px]:w-22', name: 'w-36 max-[1420px]:w-28' }, hrefOf),
  { key: 'kind', title: 'Request', width: 'w-40 max-[1420px]:w-36', cell: ({ kind }) => requestRows[kind].short },
  {
    key: 'text',
    title: 'Message',
    width: 'w-46 max-[1420px]:w-26',
    kind: 'detail',
    drop: 960,
    cell: ({ text }) =>
      text && (
        <bdi title={text} className="wraps">
          {text}
        </bdi>
      ),
  },
  {
    key: 'status',
    title: 'Status',
    width: 'w-35 max-[1420px]:w-34',
    drop: 800,
    cell: ({ process_status }) => <StatusBadge status={process_status} />,
  },
  {
    key: 'holder',
    title: 'Assigned to',
    width: 'w-28',
    drop: 1100,
    cell: ({ assign_to }) => assign_to && <bdi className="wraps">{assign_to}</bdi>,
  },
  viewOrder('w-18', hrefOf),
];

const keyOf = ({ id }: Row) => id;
const isHandled = (news: LiveCard | LiveMark) => 'mark' in news && news.mark === 'request' && !news.on;

/** The address of a request's order. An order may have several requests, so it names the row to lead back to. */
function hrefOn(page: number) {
  const list = withQuery(fromAdmin(routes.requests), page > 1 ? [`page=${page}`] : []);
  return ({ id, encoded_id }: Row) => routes.orderOf(encoded_id, list, id);
}

/** What customers ask for and nobody has handled yet, the oldest first (docs/visitors.md#requests). */
export default function List({ requests, page, limit, total, orders }: Pages['requests/list']) {
  const staff = useStaff();
  const again = ['requests', 'total', 'orders', 'waitingRequests'];
  const reload = useThrottled(() => readQuietly(again), 1_000);
  useLive({
    onMarks: (marks) => marks.some(({ mark }) => mark === 'request') && reload(),
    onChanges: (changes) => changes.some(({ id }) => requests.some(({ order_id }) => order_id === id)) && reload(),
    onMissed: () => again,
  });
  const columns = useMemo(() => columnsFor(hrefOn(page)), [page]);
  return (
    <>
      <PageTitle
        title="Requests"
        count={total}
        hint="What customers ask for on their order’s page and nobody has handled yet, the oldest first."
      >
        <RefreshButton />
      </PageTitle>
      <TickedTable
        name={`${staff.id} ${routes.requests}`}
        page={page}
        caption="Requests"
        columns={columns}
        rows={requests}
        rowKey={keyOf}
        bulk={otherLists.requests}
        hrefOf={hrefOn(page)}
        total={orders}
        readAll={() => readAll<Row>(routes.api.openRequests)}
        leaves={isHandled}
        empty={<EmptyState text="No data available in table">No customer waits for an answer.</EmptyState>}
      />
      {total > limit && (
        <PageFooter
          {...{ page, limit, total }}
          shown={requests.length}
          href={(number) => `${routes.requests}?page=${number}`}
        />
      )}
    </>
  );
}
