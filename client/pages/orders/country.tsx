import { buttonClass } from '@/components/button';
import { countedOrder } from '@/components/counted-order';
import { addressWith, daysCounted } from '@/components/counted-query';
import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { Link } from '@/components/link';
import { NewerOlder } from '@/components/newer-older';
import { PageTitle } from '@/components/page-title';
import { StatusBadge } from '@/components/status-badge';
import { Time } from '@/components/time';
import { formatListTime } from '@shared/dates';
import { countedPageSize } from '@shared/limits';
import type { Pages } from '@shared/pages';
import { countryNumbers } from '@shared/reports';
import { routes } from '@shared/routes';

type Props = Pages['orders/country'];

const columns: Column<Props['rows'][number]>[] = [
  ...countedOrder,
  {
    key: 'came',
    title: 'Date & Time',
    note: 'UTC',
    width: 'w-44',
    cell: ({ create_ts }) => <Time at={create_ts} format={formatListTime} />,
  },
  { key: 'mode', title: 'Processing Mode', width: 'w-52', cell: ({ processing_mode }) => processing_mode },
  {
    key: 'status',
    title: 'Status',
    width: 'w-40',
    cell: ({ process_status: status }) => <StatusBadge status={status} />,
  },
];

/** What a number of Country Order List counts, the newest first (docs/orders.md#reports). */
export default function Country({ country, rows, total, query }: Props) {
  const { number, fromDate, toDate, page } = query;
  const { mode } = countryNumbers[number];
  const hint = ['Orders that came in', daysCounted(query)].filter(Boolean).join(' ');
  const name = mode ? `${country}: ${mode}` : country;
  return (
    <>
      <PageTitle title={name} count={total} hint={`${hint}, deleted ones left out. Days are UTC.`}>
        <Link href={addressWith(routes.countries, { fromDate, toDate })} className={buttonClass()}>
          Country Orders List
        </Link>
      </PageTitle>
      <DataTable
        caption={name}
        columns={columns}
        rows={rows}
        rowKey={({ order_id }) => order_id}
        empty={<EmptyState text="No records found" />}
      />
      <NewerOlder
        {...{ page, total }}
        size={countedPageSize}
        pathOf={(to) => addressWith(routes.countryOrders, { ...query, page: to })}
      />
    </>
  );
}
