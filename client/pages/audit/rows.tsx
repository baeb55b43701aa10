import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { ExportLink } from '@/components/export-link';
import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { Time } from '@/components/time';
import { Alarms } from '@/pages/audit/rows/alarms';
import { Filter, pathOf } from '@/pages/audit/rows/filter';
import { Steps, Views } from '@/pages/audit/rows/views';
import { actionName } from '@shared/activity-actions';
import { changedWords } from '@shared/changed-fields';
import { formatListTime } from '@shared/dates';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

type Row = Pages['audit/rows']['rows'][number];

const columns: Column<Row>[] = [
  {
    key: 'time',
    title: 'Time',
    note: 'UTC',
    width: 'w-48',
    cell: ({ create_ts: at }) => <Time at={at} format={formatListTime} />,
  },
  {
    key: 'actor',
    title: 'Who',
    width: 'w-44 @max-[960px]:w-36',
    cell: ({ actor }) => <bdi className="break-words">{actor}</bdi>,
  },
  { key: 'action', title: 'Action', width: 'w-48 @max-[960px]:w-40', cell: ({ action }) => actionName(action) },
  {
    key: 'order',
    title: 'Order Id',
    width: 'w-24',
    drop: 800,
    cell: ({ order_id: id, encoded_id: encoded }) =>
      encoded && (
        <Link href={routes.order(encoded)} className="font-medium text-accent hover:underline">
          {id}
        </Link>
      ),
  },
  { key: 'what', title: 'What', width: 'w-72 @max-[960px]:w-40', kind: 'detail', cell: (row) => <What {...row} /> },
];

/** Who did what, and who saw what, newest first (docs/people.md#audit). */
export default function Rows({ rows, alarms, next, members, query }: Pages['audit/rows']) {
  if (alarms) return <Alarms alarms={alarms} next={next} query={query} />;
  return (
    <>
      <PageTitle title="Audit" hint="Who did what, and who saw what. No row is ever changed or removed.">
        <ExportLink href={pathOf(routes.auditCsv, query)}>CSV</ExportLink>
        <RefreshButton />
      </PageTitle>
      <Views alarms={false} />
      <Filter key={JSON.stringify(query)} members={members} query={query} />
      <DataTable
        caption="Audit"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<EmptyState text="No records found" />}
      />
      <Steps next={next} query={query} />
    </>
  );
}

/** What an amendment changed, from, to and note of a row in one line. */
function What({ from, to, note, changes }: Row) {
  const change = [from, to].filter(Boolean).join(' → ');
  return (
    <span className="break-words">{[changes && changedWords(changes), change, note].filter(Boolean).join(' · ')}</span>
  );
}
