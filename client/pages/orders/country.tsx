import { countedOrder } from '@/components/counted-order';
import { addressWith, daysCounted } from '@/components/counted-query';
import { CountedRows } from '@/components/counted-rows';
import type { Column } from '@/components/data-table';
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
  const { number, fromDate, toDate } = query;
  const { mode } = countryNumbers[number];
  const counted = ['Orders that came in', daysCounted(query)].filter(Boolean).join(' ');
  return (
    <CountedRows
      name={mode ? `${country}: ${mode}` : country}
      hint={`${counted}, deleted ones left out. Days are UTC.`}
      report={{ label: 'Country Orders List', href: addressWith(routes.countries, { fromDate, toDate }) }}
      rowKey={({ order_id }) => order_id}
      size={countedPageSize}
      path={routes.countryOrders}
      {...{ columns, rows, total, query }}
    />
  );
}
