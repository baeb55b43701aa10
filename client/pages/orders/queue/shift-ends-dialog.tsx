import { Button } from '@/components/button';
import { Deadline } from '@/components/deadline';
import { Dialog } from '@/components/dialog';
import { DialogFoot } from '@/components/dialog-foot';
import { Select } from '@/components/field';
import { StandingChip } from '@/components/standing-chip';
import { StatusBadge } from '@/components/status-badge';
import { callApi, changeAll, newsOf } from '@/hooks/call-api';
import { useStaff } from '@/hooks/use-can';
import { say } from '@/hooks/use-toasts';
import { readAgain } from '@/writes/read-again';
import { usePage } from '@inertiajs/react';
import { bulkLimit } from '@shared/limits';
import type { OrderRow } from '@shared/orders';
import type { SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';
import { useEffect, useState } from 'react';

/** What the member holds, with its deadlines, the nearest first; all of it goes to one member or back to the queues. */
export function ShiftEndsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { name } = useStaff();
  const { colleagues } = usePage<SharedProps>().props;
  const [to, setTo] = useState('');
  const [busy, setBusy] = useState(false);
  const { held, trouble } = useHeld(open);

  async function onHandOver() {
    if (!held || busy) return;
    setBusy(true);
    const ids = held.map(({ encoded_id }) => encoded_id);
    const bodies = [];
    for (let from = 0; from < ids.length; from += bulkLimit) {
      bodies.push({ orderId: ids.slice(from, from + bulkLimit), assignto: to });
    }
    const result = await changeAll(routes.api.assign, bodies);
    setBusy(false);
    onClose();
    void say(newsOf(result));
    void readAgain({ quietly: result.lost });
  }

  return (
    <Dialog open={open} onClose={onClose} title="My shift ends">
      {trouble && <p className="text-danger">{trouble}</p>}
      {held && (
        <div className="grid gap-4">
          <p className="text-ink-soft">
            You hold {held.length.toLocaleString('en')} {held.length === 1 ? 'order' : 'orders'}.
          </p>
          <ul
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls a long list
            tabIndex={0}
            aria-label="Orders that you hold"
            className="max-h-64 divide-y divide-line overflow-y-auto border-y border-line"
          >
            {held.map((order) => (
              <li key={order.order_id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5">
                <span className="font-medium tabular-nums">{order.order_id}</span>
                <bdi className="min-w-0 flex-1 truncate">{order.full_name}</bdi>
                <StatusBadge status={order.process_status} />
                <span className="flex w-full flex-wrap items-center gap-x-3 text-sm">
                  <StandingChip order={order} always />
                  <Deadline order={order} />
                </span>
              </li>
            ))}
          </ul>
          <Select name="to" label="Give them" value={to} onChange={({ target }) => setTo(target.value)}>
            <option value="">back to their queues</option>
            {colleagues
              ?.filter((colleague) => colleague !== name)
              .map((colleague) => (
                <option key={colleague} value={colleague}>
                  to {colleague}
                </option>
              ))}
          </Select>
          <DialogFoot>
            <Button tone="primary" busy={busy} onClick={() => void onHandOver()}>
              Hand over
            </Button>
          </DialogFoot>
        </div>
      )}
    </Dialog>
  );
}

async function heldNow(): Promise<{ held?: OrderRow[]; trouble?: string }> {
  try {
    const path = `${routes.api.list('myOrder')}?limit=10000&sort=doa&dir=asc`;
    const { status, data, message } = await callApi<OrderRow[]>('get', path);
    return status === 1 ? { held: data } : { trouble: message };
  } catch (error) {
    return { trouble: (error as Error).message };
  }
}

/** Everything that the member holds, the nearest arrival first, read when the dialog opens. */
function useHeld(open: boolean) {
  const [read, setRead] = useState<{ held?: OrderRow[]; trouble?: string }>({});
  useEffect(() => {
    if (!open) return undefined;

    let isOpen = true;
    async function readHeld() {
      const next = await heldNow();
      if (isOpen) setRead(next);
    }
    void readHeld();
    return () => {
      isOpen = false;
    };
  }, [open]);
  return read;
}
