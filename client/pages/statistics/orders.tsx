import { countedOrder } from '@/components/counted-order';
import { addressWith, daysCounted } from '@/components/counted-query';
import { CountedRows } from '@/components/counted-rows';
import type { Column } from '@/components/data-table';
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
  const { fromDate, toDate, by } = query;
  return (
    <CountedRows
      hint={`What was counted ${daysCounted(query)}, days of Kuala Lumpur.`}
      report={{ label: 'Statistics', href: addressWith(routes.statistics, { fromDate, toDate, by }) }}
      columns={columnsOf(query.measure)}
      rowKey={(row) => `${row.order_id} ${row.at}`}
      size={countedPageSize}
      path={routes.statisticRows}
      {...{ name, rows, total, query }}
    />
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
