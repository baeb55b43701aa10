import { Barred } from '@/components/counted';
import { type Column, DataTable } from '@/components/data-table';
import { dayPresets } from '@/components/date-range';
import { EmptyState, emptyText } from '@/components/empty-state';
import { ReportHead } from '@/components/report-head';
import { SearchBox } from '@/components/search-box';
import { useReport } from '@/hooks/use-report';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { useMemo } from 'react';

type Row = Pages['orders/countries']['rows'][number];

const number = (value: number) => value.toLocaleString('en');

/** @param most the count of the longest bar */
const columnsFor = (most: number): Column<Row>[] => [
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
    title: 'Order Count',
    width: 'w-56 @max-[800px]:w-40',
    kind: 'number',
    cell: ({ count }) => (
      <Barred n={count} most={most}>
        {number(count)}
      </Barred>
    ),
  },
  {
    key: 'standard',
    title: 'Standard Processing',
    width: 'w-34',
    kind: 'number',
    cell: (row) => number(row.standard_count),
  },
  {
    key: 'priority',
    title: 'Priority Processing',
    width: 'w-34',
    kind: 'number',
    cell: (row) => number(row.priority_count),
  },
  {
    key: 'future',
    title: 'Future Order Processing',
    width: 'w-40',
    kind: 'number',
    drop: 800,
    cell: (row) => number(row.future_count),
  },
];

/** The number of orders by nationality, split by processing type (docs/form.md#lookups). */
export default function Countries(props: Pages['orders/countries']) {
  const { rows, fromDate, toDate, search } = props;
  const show = useReport(routes.countries, props);
  const columns = useMemo(() => columnsFor(Math.max(0, ...rows.map(({ count }) => count))), [rows]);
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
  const sum = (of: (row: Row) => number) => number(rows.reduce((total, row) => total + of(row), 0));
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
