import { type Column, DataTable } from '@/components/data-table';
import { Time } from '@/components/time';
import { OrdersByReason } from '@/pages/retention/overview/named-orders';
import type { RetentionRun } from '@shared/answers/retention';
import { formatListTime } from '@shared/dates';

const columns: Column<RetentionRun>[] = [
  {
    key: 'began_at',
    title: 'Began',
    note: 'UTC',
    width: 'w-40',
    cell: ({ began_at, ended_at }) => (
      <>
        <Time at={began_at} format={formatListTime} />
        {ended_at === null && <span className="block text-caution">not at its end</span>}
      </>
    ),
  },
  { key: 'masked', title: 'Personal data', width: 'w-32', cell: ({ masked }) => masked.toLocaleString('en') },
  {
    key: 'documents',
    title: 'Documents',
    width: 'w-28',
    drop: 800,
    cell: ({ documents }) => documents.toLocaleString('en'),
  },
  { key: 'files', title: 'Files', width: 'w-20', drop: 960, cell: ({ files }) => files.toLocaleString('en') },
  {
    key: 'failed',
    title: 'Failed',
    width: 'w-20',
    cell: ({ failed }) => <span className={failed > 0 ? 'font-medium text-danger' : ''}>{failed}</span>,
  },
  { key: 'frozen', title: 'Frozen', width: 'w-80 max-[1420px]:w-60', cell: (run) => <Frozen {...run} /> },
];

/** What each run of the daily job erased, and which orders it left. */
export function Runs({ runs }: { runs: RetentionRun[] }) {
  return (
    <DataTable
      caption="Last runs"
      columns={columns}
      rows={runs}
      rowKey={({ id }) => id}
      empty="The job has not run yet."
    />
  );
}

function Frozen({ frozen, left }: RetentionRun) {
  if (frozen === 0) return 'none';
  return (
    <div className="whitespace-normal">
      <OrdersByReason orders={left} />
      {frozen > left.length && (
        <p className="text-ink-faint">{`and ${(frozen - left.length).toLocaleString('en')} more`}</p>
      )}
    </div>
  );
}
