import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { orderAndName, viewOrder } from '@/components/order-cells';
import { PageTitle } from '@/components/page-title';
import { PageFooter } from '@/components/pagination';
import { RefreshButton } from '@/components/refresh-button';
import { StatusBadge } from '@/components/status-badge';
import { Time } from '@/components/time';
import { formatListTime } from '@shared/dates';
import type { Pages } from '@shared/pages';
import { requestRows } from '@shared/request-kinds';
import { routes } from '@shared/routes';

type Row = Pages['requests/list']['requests'][number];

const columns: Column<Row>[] = [
  {
    key: 'since',
    title: 'Since',
    note: 'UTC',
    width: 'w-46',
    cell: ({ create_ts }) => <Time at={create_ts} format={formatListTime} />,
  },
  ...orderAndName({ order: 'w-20', name: 'w-32' }),
  { key: 'kind', title: 'Request', width: 'w-52', cell: ({ kind }) => requestRows[kind].heading },
  {
    key: 'text',
    title: 'What the customer wrote',
    width: 'w-44',
    kind: 'detail',
    cell: ({ text }) => text && <bdi title={text}>{text}</bdi>,
  },
  {
    key: 'status',
    title: 'Status',
    width: 'w-32',
    cell: ({ process_status }) => <StatusBadge status={process_status} />,
  },
  { key: 'holder', title: 'Assigned to', width: 'w-26', cell: ({ assign_to }) => assign_to ?? '–' },
  viewOrder('w-18'),
];

/** What customers ask for and nobody has handled yet, the oldest first (docs/product.md#requests). */
export default function List({ requests, page, limit, total }: Pages['requests/list']) {
  return (
    <>
      <PageTitle
        title="Requests"
        count={total}
        hint="What customers ask for on their order’s page and nobody has handled yet, the oldest first."
      >
        <RefreshButton />
      </PageTitle>
      <DataTable
        caption="Requests"
        columns={columns}
        rows={requests}
        rowKey={({ id }) => id}
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
