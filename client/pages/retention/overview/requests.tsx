import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { Minute } from '@/components/time';
import { useWrite } from '@/hooks/use-write';
import { OrdersByReason } from '@/pages/retention/overview/named-orders';
import type { PersonRequestEntry } from '@shared/answers/retention';
import { routes } from '@shared/routes';

/** What Admins asked to erase, and how far each is. */
export function Requests({ requests }: { requests: PersonRequestEntry[] }) {
  if (requests.length === 0) return null;
  return (
    <ul>
      {requests.map((request) => (
        <Request key={request.id} request={request} />
      ))}
    </ul>
  );
}

function Request({ request }: { request: PersonRequestEntry }) {
  const { address, own, erased, left, state } = request;
  const toErase = left.length === 100 ? '100 or more' : left.length;
  return (
    <li className="border-t border-line py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <bdi className="font-medium wrap-anywhere">{address}</bdi>
        {(own || state !== 'waiting') && (
          <span
            className={`tag ${state === 'waiting' ? 'tone-amber' : state === 'done' ? 'tone-green' : 'tone-neutral'}`}
          >
            {stateLabels[state]}
          </span>
        )}
      </p>
      <History {...request} />
      {state !== 'withdrawn' && (
        <p className="text-ink-soft">
          {state === 'waiting'
            ? `${toErase} ${left.length === 1 ? 'order' : 'orders'} to erase`
            : `${erased} ${erased === 1 ? 'order' : 'orders'} erased${left.length > 0 ? `, ${toErase} to erase` : ''}`}
        </p>
      )}
      <OrdersByReason before="Frozen: " orders={left} />
      {state === 'waiting' && <Decide request={request} />}
    </li>
  );
}

const stateLabels: Record<PersonRequestEntry['state'], string> = {
  waiting: 'Waits for another Admin',
  confirmed: 'Confirmed',
  withdrawn: 'Taken back',
  done: 'Erased',
};

function History({ asked_by, asked_at, confirmed_by, confirmed_at, done_at }: PersonRequestEntry) {
  return (
    <p className="text-ink-soft">
      Asked by <bdi>{asked_by}</bdi>, <Minute at={asked_at} />
      {confirmed_by && confirmed_at && (
        <>
          ; confirmed by <bdi>{confirmed_by}</bdi>, <Minute at={confirmed_at} />
        </>
      )}
      {done_at && (
        <>
          ; erased <Minute at={done_at} />
        </>
      )}
    </p>
  );
}

function Decide({ request: { id: requestId, address, own, left } }: { request: PersonRequestEntry }) {
  const confirm = useConfirm();
  const { running, run } = useWrite();

  async function onConfirm() {
    const text = `Erase the ${left.length === 1 ? 'order' : 'orders'} of ${address}? This can’t be undone.`;
    if (await confirm({ text, dangerous: true }))
      await run('confirm', { method: 'post', path: routes.api.confirmErasure, body: { requestId } });
  }

  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      {own ? (
        <p className="text-ink-soft">You asked for this. Another Admin has to confirm it.</p>
      ) : (
        <Button tone="danger" busy={running === 'confirm'} onClick={() => void onConfirm()}>
          Confirm and erase<span className="sr-only"> {address}</span>
        </Button>
      )}
      <Button
        busy={running === 'withdraw'}
        onClick={() => void run('withdraw', { method: 'post', path: routes.api.withdrawErasure, body: { requestId } })}
      >
        Take back<span className="sr-only"> {address}</span>
      </Button>
    </div>
  );
}
