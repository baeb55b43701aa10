import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { Time } from '@/components/time';
import { Steps, Views } from '@/pages/audit/rows/views';
import { alarmKinds } from '@shared/alarm-kinds';
import type { AlarmEntry } from '@shared/answers/audit';
import { formatListTime } from '@shared/dates';
import type { Pages } from '@shared/pages';

const columns: Column<AlarmEntry>[] = [
  {
    key: 'time',
    title: 'Raised',
    note: 'UTC',
    width: 'w-46',
    cell: ({ raised_at: at }) => <Time at={at} format={formatListTime} />,
  },
  {
    key: 'kind',
    title: 'Alarm',
    width: 'w-52',
    cell: ({ kind }) => <span className="tag tone-rose">{alarmKinds[kind]}</span>,
  },
  {
    key: 'what',
    title: 'What',
    width: 'w-96',
    cell: ({ what }) => (
      <bdi title={what} className="block py-1.5 wrap-anywhere whitespace-normal">
        {what}
      </bdi>
    ),
  },
];

/** What Admins were warned of, newest first (docs/people.md#alarms-of-the-audit). */
export function Alarms({
  alarms,
  next,
  query,
}: Pick<Pages['audit/rows'], 'next' | 'query'> & { alarms: AlarmEntry[] }) {
  return (
    <>
      <PageTitle title="Audit" hint="What Admins were warned of by mail: of each cause once an hour.">
        <RefreshButton />
      </PageTitle>
      <Views alarms />
      <DataTable
        caption="Alarms"
        columns={columns}
        rows={alarms}
        rowKey={({ id }) => id}
        empty={<EmptyState text="No data available in table">No alarm was raised.</EmptyState>}
      />
      <Steps next={next} query={query} />
    </>
  );
}
