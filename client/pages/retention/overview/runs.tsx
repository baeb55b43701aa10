import { type Column, DataTable } from '@/components/data-table';
import { Link } from '@/components/link';
import { Time } from '@/components/time';
import type { RetentionRun } from '@shared/answers/retention';
import { formatListTime } from '@shared/dates';
import { frozenRows } from '@shared/retention';
import { routes } from '@shared/routes';

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
    <ul>
      {left.map(({ order_id, encoded_id, reason }) => (
        <li key={order_id} className="whitespace-normal">
          <Link href={routes.order(encoded_id)} className="text-accent tabular-nums hover:underline">
            {order_id}
          </Link>{' '}
          {frozenRows[reason]}
        </li>
      ))}
      {frozen > left.length && (
        <li className="text-ink-faint">{`and ${(frozen - left.length).toLocaleString('en')} more`}</li>
      )}
    </ul>
  );
}
