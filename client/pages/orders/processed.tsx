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

type Row = Pages['orders/processed']['rows'][number];

/** @param most the count of the longest bar */
const columnsFor = (most: number): Column<Row>[] => [
  { key: 'number', title: 'S. No', width: 'w-16', cell: (_row, index) => index + 1 },
  { key: 'name', title: 'Name', width: 'w-60', cell: ({ processed_by }) => <bdi>{processed_by}</bdi> },
  {
    key: 'count',
    title: 'Order Count',
    width: 'w-72 @max-[640px]:w-40',
    kind: 'number',
    cell: ({ count }) => (
      <Barred n={count} most={most}>
        {count.toLocaleString('en')}
      </Barred>
    ),
  },
];

/** How many orders each member has completed (docs/orders.md#reports). */
export default function Processed(props: Pages['orders/processed']) {
  const { rows, fromDate, toDate, search } = props;
  const show = useReport(routes.processed, props);
  const columns = useMemo(() => columnsFor(Math.max(0, ...rows.map(({ count }) => count))), [rows]);
  return (
    <>
      <ReportHead
        title="Processed By"
        hint="Completed orders by the member who completed them. Days are UTC."
        {...{ fromDate, toDate }}
        zone="UTC"
        presets={dayPresets}
        onSubmit={show}
      >
        <SearchBox label="Search by name" value={search} onSearch={(text) => show({ search: text })} />
      </ReportHead>
      <div className="max-w-180">
        <DataTable
          caption="Processed By"
          columns={columns}
          rows={rows}
          rowKey={({ processed_by }) => processed_by}
          empty={<EmptyState text={emptyText(Boolean(search || fromDate || toDate))} />}
          footer={<Total rows={rows} />}
        />
      </div>
    </>
  );
}

function Total({ rows }: { rows: Row[] }) {
  return (
    <tr>
      <td colSpan={2} data-title="Name">
        All
      </td>
      <td data-title="Order Count" className="number">
        {rows.reduce((total, { count }) => total + count, 0).toLocaleString('en')}
      </td>
    </tr>
  );
}
