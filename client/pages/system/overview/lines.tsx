import { type Column, DataTable } from '@/components/data-table';
import { Time } from '@/components/time';
import { Mark } from '@/pages/system/overview/mark';
import type {
  JobLine,
  ProviderLine,
  QueueLine,
  ScreenFaultLine,
  WaitingMails,
  WebhookLine,
} from '@shared/answers/system';
import { formatListTime, formatUtcMinute, span } from '@shared/dates';
import { screenFaultDays } from '@shared/limits';
import { mailKindRows } from '@shared/mail-kinds';
import type { ReactNode } from 'react';

/** When each repeated job last ran; the late ones first. */
export function Jobs({ jobs }: { jobs: JobLine[] }) {
  const rows = jobs.toSorted((one, other) => Number(other.late) - Number(one.late));
  return (
    <Lines>
      {rows.map(({ job, every, ago, late }) => (
        <Line key={job} name={job} says={`every ${span(every)}, last ${ago === null ? 'never' : `${span(ago)} ago`}`}>
          <Mark ok={!late} good="on time" bad="late" />
        </Line>
      ))}
    </Lines>
  );
}

/** How much waits in each queue of jobs, and for how long. */
export function Queues({ queues }: { queues: QueueLine[] | null }) {
  if (!queues) return <p className="text-danger">The queues do not answer.</p>;
  return (
    <Lines>
      {queues.map(({ queue, waiting, running, later, oldest }) => (
        <Line
          key={queue}
          name={queue}
          says={`${waiting} wait${oldest === null ? '' : `, the oldest for ${span(oldest)}`}, ${running} run, ${later} later`}
        />
      ))}
    </Lines>
  );
}

/** The mails that wait, by kind. */
export function Mails({ mails }: { mails: WaitingMails[] }) {
  if (mails.length === 0) return <p className="text-ink-soft">No mail waits.</p>;
  return (
    <Lines>
      {mails.map(({ kind, count, oldest }) => (
        <Line key={kind} name={mailKindRows[kind].label} says={`${count} wait, the oldest for ${span(oldest)}`} />
      ))}
    </Lines>
  );
}

/** The parts of screens that browsers could not show. */
export function ScreenFaults({ faults }: { faults: ScreenFaultLine[] }) {
  if (faults.length === 0) return <p className="text-ink-soft">Every part of every screen could be shown.</p>;
  return (
    <Lines>
      {faults.map(({ screen, part, count, last }) => (
        <Line
          key={`${screen} ${part}`}
          name={`${screen}: ${part}`}
          says={`${count === 1 ? 'once' : `${count} times`} in ${screenFaultDays} days, last at ${formatUtcMinute(last)}`}
        >
          <Mark ok={false} good="" bad="could not be shown" />
        </Line>
      ))}
    </Lines>
  );
}

function Lines({ children }: { children: ReactNode }) {
  return <ul className="grid gap-x-8 xl:grid-cols-2">{children}</ul>;
}

function Line({ name, says, children }: { name: string; says: string; children?: ReactNode }) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-2">
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <span translate="no" className="min-w-36 font-medium">
          {name}
        </span>
        <span className="text-ink-soft tabular-nums">{says}</span>
      </span>
      {children}
    </li>
  );
}

type ProviderRow = WebhookLine & Partial<ProviderLine>;

const providerColumns: Column<ProviderRow>[] = [
  { key: 'provider', title: 'Provider', width: 'w-28', cell: ({ provider }) => provider },
  { key: 'taken', title: 'Mails taken', width: 'w-26', drop: 800, cell: ({ taken }) => taken ?? '–' },
  { key: 'delivered', title: 'Delivered', width: 'w-22', cell: ({ delivered }) => delivered ?? '–' },
  {
    key: 'lost',
    title: 'Not arrived',
    width: 'w-26',
    cell: ({ not_arrived: n }) => <Bad count={n} />,
  },
  {
    key: 'failures',
    title: 'Its failures',
    width: 'w-26',
    cell: ({ failures }) => <Bad count={failures} />,
  },
  {
    key: 'last',
    title: 'Last report',
    note: 'UTC',
    width: 'w-40',
    cell: ({ last }) => (last ? <Time at={last} format={formatListTime} /> : 'none'),
  },
  {
    key: 'lag',
    title: 'Reports take',
    width: 'w-26',
    drop: 800,
    cell: ({ lag }) => (lag === null ? '–' : span(lag)),
  },
];

/** What each provider answered and reported within the hour. */
export function Providers({ providers, webhooks }: { providers: ProviderLine[]; webhooks: WebhookLine[] }) {
  const rows = webhooks.map((line) => ({ ...line, ...providers.find(({ provider }) => provider === line.provider) }));
  return (
    <DataTable
      caption="Providers in the last hour"
      columns={providerColumns}
      rows={rows}
      rowKey={({ provider }) => provider}
      empty={null}
    />
  );
}

function Bad({ count }: { count: number | undefined }) {
  if (count === undefined) return '–';
  return <span className={count > 0 ? 'font-medium text-danger' : ''}>{count}</span>;
}
