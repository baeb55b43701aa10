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
import { nationalityName } from '@shared/countries';
import { formatDate, formatListTime, kualaLumpurToday } from '@shared/dates';
import { countedPageSize } from '@shared/limits';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { duration, type StatisticCount, statisticMeasures } from '@shared/statistics-tables';

type Props = Pages['statistics/orders'];
type Row = Props['rows'][number];

/** What a number of the statistics counts, the newest first. */
export default function Orders({ name, rows, total, query }: Props) {
  const { page, fromDate, toDate, by } = query;
  return (
    <>
      <PageTitle title={name} count={total} hint={`What was counted ${daysCounted(query)}, days of Kuala Lumpur.`}>
        <Link href={addressWith(routes.statistics, { fromDate, toDate, by })} className={buttonClass()}>
          Statistics
        </Link>
      </PageTitle>
      <DataTable
        caption={name}
        columns={columnsOf(query.measure)}
        rows={rows}
        rowKey={(row) => `${row.order_id} ${row.at}`}
        empty={<EmptyState text="No records found" />}
      />
      <NewerOlder
        {...{ page, total }}
        size={countedPageSize}
        pathOf={(to) => addressWith(routes.statisticRows, { ...query, page: to })}
      />
    </>
  );
}

function columnsOf(count: StatisticCount): Column<Row>[] {
  const measure: { event: string; minutes?: string; isDay?: true } =
    statisticMeasures[count === 'arrived' ? 'in_time' : count];
  return [
    ...countedOrder,
    {
      key: 'at',
      title: measure.event,
      ...(!measure.isDay && { note: 'UTC' }),
      width: 'w-44',
      cell: ({ at }) =>
        measure.isDay ? formatDate(kualaLumpurToday(new Date(at))) : <Time at={at} format={formatListTime} />,
    },
    ...(measure.minutes
      ? [
          {
            key: 'minutes',
            title: measure.minutes,
            width: 'w-32',
            cell: ({ minutes }: Row) => (minutes === null ? '–' : duration(minutes)),
          },
        ]
      : []),
    { key: 'member', title: 'Member', width: 'w-44', cell: ({ member }) => <bdi>{member || '–'}</bdi> },
    { key: 'country', title: 'Country', width: 'w-44', cell: ({ nationality }) => nationalityName(nationality) },
    {
      key: 'status',
      title: 'Status',
      width: 'w-40',
      cell: ({ process_status: status }) => <StatusBadge status={status} />,
    },
  ];
}
