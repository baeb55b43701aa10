import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { Minute } from '@/components/time';
import { useWrite } from '@/hooks/use-write';
import type { OwnSession } from '@shared/answers/auth';
import { routes } from '@shared/routes';

/** Where the member is signed in. Each session but this one can be ended. */
export function SessionList({ sessions }: { sessions: OwnSession[] }) {
  const { running, run } = useWrite();

  return (
    <div className="grid gap-4">
      <DataTable
        caption="Sessions"
        columns={columnsFor(
          (id) => void run(id, { method: 'post', path: routes.api.endSession, body: { sessionId: id } }),
        )}
        rows={sessions}
        rowKey={({ id }) => id}
        empty={<EmptyState text="No data available in table" />}
      />
      <p className="text-ink-faint">
        Places by{' '}
        <a href="https://db-ip.com" className="underline">
          DB-IP
        </a>
        .
      </p>
      {sessions.length > 1 && (
        <Button
          tone="danger-quiet"
          busy={running === 'others'}
          onClick={() => void run('others', { method: 'post', path: routes.api.endOtherSessions, body: {} })}
          className="justify-self-start"
        >
          End all other sessions
        </Button>
      )}
    </div>
  );
}

function columnsFor(onEnd: (id: string) => void): Column<OwnSession>[] {
  return [
    {
      key: 'device',
      title: 'Device',
      width: 'w-64',
      cell: ({ device, this_one: isThis }) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 py-1">
          {device}
          {isThis && <span className="tag tone-green">This one</span>}
        </span>
      ),
    },
    {
      key: 'place',
      title: 'Place',
      width: 'w-40',
      cell: ({ place, ip }) => (
        <>
          {place && <span>{place} </span>}
          <span className="text-ink-faint">{ip}</span>
        </>
      ),
    },
    {
      key: 'signed_in',
      title: 'Signed in',
      width: 'w-44',
      cell: ({ signed_in: at }) => <Minute at={at} />,
    },
    {
      key: 'last_used',
      title: 'Last used',
      width: 'w-44',
      cell: ({ last_used: at }) => <Minute at={at} />,
    },
    {
      key: 'action',
      title: 'Action',
      width: 'w-28',
      kind: 'actions',
      cell: ({ id, this_one: isThis, device }) =>
        !isThis && (
          <span className="row-actions">
            <button
              type="button"
              aria-label={`End the session of ${device}`}
              onClick={() => onEnd(id)}
              className="row-action row-danger"
            >
              End
            </button>
          </span>
        ),
    },
  ];
}
