import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { Minute } from '@/components/time';
import { useWrite } from '@/hooks/use-write';
import { Copies } from '@/pages/retention/overview/copies';
import { WhichPerson } from '@/pages/retention/overview/which-person';
import { NamedOrders } from '@/pages/retention/overview/named-orders';
import type { PersonRequestEntry } from '@shared/answers/retention';
import type { PersonCopy } from '@shared/persons';
import { frozenRows } from '@shared/retention';
import { routes } from '@shared/routes';

/** All orders of an address: one Admin asks to erase them, another one confirms (docs/people.md#a-persons-data). */
export function Persons({ copies, requests }: { copies: PersonCopy[]; requests: PersonRequestEntry[] }) {
  return (
    <>
      <p className="mb-3 max-w-prose text-ink-soft">
        A copy has all orders of an email address with their records and files. It is made in the background, for you
        alone, and removed after a day. Erasing takes, whatever their age, names, addresses, texts, cards and mails.
        What was paid stays, and so do hashes, times, the end of the passport number, and packs that were made before.
        You ask, and another Admin confirms.
      </p>
      <WhichPerson />
      <Copies copies={copies} />
      {requests.length === 0 ? (
        <p className="mt-4 text-ink-soft">Nobody has asked to erase yet.</p>
      ) : (
        <ul className="mt-4">
          {requests.map((request) => (
            <Request key={request.id} request={request} />
          ))}
        </ul>
      )}
    </>
  );
}

function Request({ request }: { request: PersonRequestEntry }) {
  const { address, erased, left, state } = request;
  return (
    <li className="border-t border-line py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <bdi className="font-medium wrap-anywhere">{address}</bdi>
        <span
          className={`tag ${state === 'waiting' ? 'tone-amber' : state === 'done' ? 'tone-green' : 'tone-neutral'}`}
        >
          {stateLabels[state]}
        </span>
      </p>
      <History {...request} />
      {state !== 'withdrawn' && (
        <p className="text-ink-soft">
          {`${erased} ${erased === 1 ? 'order' : 'orders'} erased`}
          {left.length > 0 && `, ${left.length === 100 ? '100 or more' : left.length} to erase`}
        </p>
      )}
      <Left left={left} />
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

/** The orders that are not erased, by what holds them back. */
function Left({ left }: Pick<PersonRequestEntry, 'left'>) {
  const reasons = [...new Set(left.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const orders = left.filter((order) => order.reason === reason);
    return (
      <div key={reason}>
        {reason && <p className="text-caution">Frozen: {frozenRows[reason]}</p>}
        <NamedOrders orders={orders} count={orders.length} />
      </div>
    );
  });
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
