import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { type Column, DataTable } from '@/components/data-table';
import { Link } from '@/components/link';
import { Time } from '@/components/time';
import { useWrite } from '@/hooks/use-write';
import type { FailedJob, FailedMail } from '@shared/answers/system';
import { formatListTime } from '@shared/dates';
import { mailKindRows } from '@shared/mail-kinds';
import { routes } from '@shared/routes';

const jobColumns: Column<FailedJob>[] = [
  {
    key: 'time',
    title: 'Failed',
    note: 'UTC',
    width: 'w-44',
    drop: 800,
    cell: ({ failed_at: at }) => <Time at={at} format={formatListTime} />,
  },
  { key: 'job', title: 'Job', width: 'w-36', cell: ({ job }) => <span translate="no">{job}</span> },
  { key: 'about', title: 'About', width: 'w-52 max-[1420px]:w-44', cell: ({ about }) => <Reason text={about} /> },
  { key: 'tries', title: 'Tries', width: 'w-14', kind: 'number', drop: 960, cell: ({ tries }) => tries },
  {
    key: 'error',
    title: 'Reason',
    width: 'w-80 max-[1420px]:w-48',
    kind: 'detail',
    cell: ({ error }) => <Reason text={error} />,
  },
  { key: 'action', title: 'Action', width: 'w-28', kind: 'actions', cell: (job) => <RetryJob {...job} /> },
];

/** Jobs whose last try failed. */
export function FailedJobs({ jobs }: { jobs: FailedJob[] }) {
  if (jobs.length === 0) return <p className="text-ink-soft">No job has failed.</p>;
  return <DataTable caption="Failed jobs" columns={jobColumns} rows={jobs} rowKey={({ id }) => id} empty={null} />;
}

const mailColumns: Column<FailedMail>[] = [
  {
    key: 'time',
    title: 'Failed',
    note: 'UTC',
    width: 'w-44',
    drop: 800,
    cell: ({ at }) => <Time at={at} format={formatListTime} />,
  },
  {
    key: 'mail',
    title: 'Mail',
    width: 'w-64 max-[1420px]:w-48',
    cell: ({ kind, recipient }) => (
      <span title={recipient}>
        {mailKindRows[kind].label} to <bdi translate="no">{recipient}</bdi>
      </span>
    ),
  },
  {
    key: 'order',
    title: 'Order Id',
    width: 'w-22',
    cell: ({ order_id: id, encoded_id: encoded }) =>
      encoded && (
        <Link href={routes.order(encoded)} className="font-medium text-accent hover:underline">
          {id}
        </Link>
      ),
  },
  { key: 'provider', title: 'Provider', width: 'w-22', drop: 960, cell: ({ provider }) => provider },
  {
    key: 'failure',
    title: 'Reason',
    width: 'w-80 max-[1420px]:w-48',
    kind: 'detail',
    cell: ({ failure, state }) => <Reason text={failure ?? state} />,
  },
  { key: 'action', title: 'Action', width: 'w-28', kind: 'actions', cell: (mail) => <RetryMail {...mail} /> },
];

/** The mails of the last days that did not arrive. */
export function FailedMails({ mails }: { mails: FailedMail[] }) {
  if (mails.length === 0) return <p className="text-ink-soft">No mail of the last seven days failed or bounced.</p>;
  return <DataTable caption="Failed mails" columns={mailColumns} rows={mails} rowKey={({ id }) => id} empty={null} />;
}

function Reason({ text }: { text: string }) {
  return <span title={text}>{text}</span>;
}

function RetryJob({ id, job, about }: FailedJob) {
  const { running, run } = useWrite();
  return (
    <Button
      aria-label={`Retry ${job} ${about}`}
      busy={running !== undefined}
      onClick={() =>
        void run('retry', { method: 'post', path: routes.api.retryJob, body: { failureId: id } }, `${job}, ${about}`)
      }
    >
      Retry
    </Button>
  );
}

function RetryMail({ id, order_id: orderId, recipient, failure, refused }: FailedMail) {
  const { running, run } = useWrite();
  const confirm = useConfirm();

  async function onRetry() {
    const whom = orderId ? `order ${orderId}, ${recipient}` : recipient;
    const text = `Send this mail to ${recipient} again? ${failure ?? ''}`;
    if (await confirm({ text }))
      await run('retry', { method: 'post', path: routes.api.retryMail, body: { mailId: id } }, whom);
  }

  return (
    <Button
      aria-label={`Retry mail to ${recipient}`}
      busy={running !== undefined}
      refused={refused ?? undefined}
      onClick={() => void onRetry()}
    >
      Retry
    </Button>
  );
}
