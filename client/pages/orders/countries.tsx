import { Barred, Counted, Zero } from '@/components/counted';
import { addressWith } from '@/components/counted-query';
import { type Column, DataTable } from '@/components/data-table';
import { dayPresets } from '@/components/date-range';
import { EmptyState, emptyText } from '@/components/empty-state';
import { ReportHead } from '@/components/report-head';
import { SearchBox } from '@/components/search-box';
import { useCan } from '@/hooks/use-can';
import { useReport } from '@/hooks/use-report';
import type { Pages } from '@shared/pages';
import { type CountryNumber, countryNumbers } from '@shared/reports';
import { routes } from '@shared/routes';
import { type ReactNode, useMemo } from 'react';

type Row = Pages['orders/countries']['rows'][number];

const inWords = (value: number) => value.toLocaleString('en');

/**
 * @param most the count of the longest bar
 * @param open what a number looks like: who sees every order opens what it counts
 */
const columnsFor = (most: number, open: (row: Row, number: CountryNumber, n: number) => ReactNode): Column<Row>[] => [
  {
    key: 'nationality',
    title: 'Country',
    width: 'w-52',
    cell: ({ nationality, citizenship_id }) => (
      <span title={nationality}>
        {nationality} <span className="text-sm text-ink-faint">{citizenship_id}</span>
      </span>
    ),
  },
  {
    key: 'count',
    title: countryNumbers.all.title,
    width: 'w-56 @max-[800px]:w-40',
    kind: 'number',
    cell: (row) => (
      <Barred n={row.count} most={most}>
        {open(row, 'all', row.count)}
      </Barred>
    ),
  },
  {
    key: 'standard',
    title: countryNumbers.standard.title,
    width: 'w-34',
    kind: 'number',
    cell: (row) => open(row, 'standard', row.standard_count),
  },
  {
    key: 'priority',
    title: countryNumbers.priority.title,
    width: 'w-34',
    kind: 'number',
    cell: (row) => open(row, 'priority', row.priority_count),
  },
  {
    key: 'future',
    title: countryNumbers.future.title,
    width: 'w-40',
    kind: 'number',
    drop: 800,
    cell: (row) => open(row, 'future', row.future_count),
  },
];

/** The number of orders by nationality, split by processing type (docs/form.md#lookups). */
export default function Countries(props: Pages['orders/countries']) {
  const { rows, fromDate, toDate, search } = props;
  const show = useReport(routes.countries, props);
  const isOpen = useCan()('orders.history');
  const columns = useMemo(() => {
    const open = ({ citizenship_id: country }: Row, number: CountryNumber, n: number) => {
      if (n === 0) return <Zero />;
      if (!isOpen) return inWords(n);
      return (
        <Counted href={addressWith(routes.countryOrders, { country, number, fromDate, toDate })}>{inWords(n)}</Counted>
      );
    };
    return columnsFor(Math.max(0, ...rows.map(({ count }) => count)), open);
  }, [rows, isOpen, fromDate, toDate]);
  return (
    <>
      <ReportHead
        title="Country Orders List"
        hint="Orders by nationality, deleted ones left out. Days are UTC."
        {...{ fromDate, toDate }}
        zone="UTC"
        presets={dayPresets}
        onSubmit={show}
      >
        <SearchBox
          label="Search by citizenship id or country"
          value={search}
          onSearch={(text) => show({ search: text })}
        />
      </ReportHead>
      <div className="max-w-240">
        <DataTable
          caption="Country Orders List"
          columns={columns}
          rows={rows}
          rowKey={({ citizenship_id }) => citizenship_id}
          empty={<EmptyState text={emptyText(Boolean(search || fromDate || toDate))} />}
          footer={<Totals rows={rows} />}
        />
      </div>
    </>
  );
}

function Totals({ rows }: { rows: Row[] }) {
  const sum = (of: (row: Row) => number) => inWords(rows.reduce((total, row) => total + of(row), 0));
  return (
    <tr>
      <td data-title="Country">All</td>
      <td data-title="Order Count" className="number">
        {sum(({ count }) => count)}
      </td>
      <td data-title="Standard Processing" className="number">
        {sum((row) => row.standard_count)}
      </td>
      <td data-title="Priority Processing" className="number">
        {sum((row) => row.priority_count)}
      </td>
      <td data-title="Future Order Processing" className="number">
        {sum((row) => row.future_count)}
      </td>
    </tr>
  );
}
