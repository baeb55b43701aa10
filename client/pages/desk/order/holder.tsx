import { Avatar } from '@/components/avatar';
import { Button } from '@/components/button';
import { Time } from '@/components/time';
import { useStaff } from '@/hooks/use-can';
import { useKeys } from '@/hooks/use-keys';
import { useWrite } from '@/hooks/use-write';
import { useMainStep } from '@/pages/desk/order/main-step';
import { Skip } from '@/pages/desk/order/skip';
import { uploadUnderWay } from '@/writes/uploads';
import { usePage } from '@inertiajs/react';
import type { OrderWithHistories } from '@shared/answers/desk';
import { formatUtcClock, formatUtcMinute } from '@shared/dates';
import { ariaKeys } from '@shared/keys';
import { statusRows } from '@shared/order-statuses';
import type { SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';

/** Who works on the order, and the buttons that change it (docs/orders.md#holds). */
export function Holder({ order, open }: { order: OrderWithHistories; open: boolean }) {
  const { assign, busy } = useAssign(order);
  const me = useStaff().name;
  const { main } = useMainStep(order);
  const holder = order.assign_to;
  const since = holder && order.held_since;
  const mayTake = open && holder !== me && !statusRows[order.process_status].settled;
  useKeys({ hold: open && !busy && (holder !== null || mayTake) ? () => assign(holder ? '' : me) : undefined });
  return (
    <div className="flex min-h-control flex-wrap items-center gap-x-2.5 gap-y-1.5 px-5 py-2.5 max-desk:px-6 max-md:px-4">
      {holder ? (
        <Avatar name={holder} className="size-8 text-xs" />
      ) : (
        <span aria-hidden className="size-8 rounded-full border border-dashed border-control" />
      )}
      {/* Two lines, held or not: a take must not move the buttons below under the hand. */}
      <p className="relative min-w-0 flex-1">
        <span className={since === null ? 'block text-sm text-ink-faint' : 'sr-only'}>Held by</span>
        <span className="block truncate font-medium">{holder === me ? 'You' : (holder ?? 'Nobody')}</span>
        {since !== null && <HeldWhile orderId={order.order_id} since={since} />}
      </p>
      {holder === me && <Skip orderId={order.encoded_id} />}
      {open && holder !== null && (
        <Button
          busy={busy}
          aria-keyshortcuts={ariaKeys('hold')}
          onClick={() => assign('')}
          title="Move to Original Folder (a)"
        >
          Give back
        </Button>
      )}
      {mayTake && (
        <Button
          tone={main === 'take' ? 'primary' : 'secondary'}
          busy={busy}
          aria-keyshortcuts={holder ? undefined : ariaKeys('hold')}
          title={holder ? undefined : 'Assign to me (a)'}
          onClick={() => assign(me)}
        >
          {holder ? 'Take over' : 'Assign to me'}
        </Button>
      )}
    </div>
  );
}

/** `assign` gives the order to a member, or back to its queue for an empty name. */
function useAssign(order: OrderWithHistories) {
  const { running, run } = useWrite();

  function assign(assignto: string) {
    const body = { orderId: order.encoded_id, assignto, version: order.version };
    // the upload of a card is refused once somebody else holds the order, so handing it on waits for the upload
    const card = order.assign_to === null ? undefined : uploadUnderWay(order.encoded_id);
    const after = card && { outcome: card, otherwise: 'The holder is unchanged, because the card was not sent.' };
    void run('assign', { method: 'put', path: routes.api.assign, body, after });
  }

  return { assign, busy: running !== undefined };
}

/** Since when the order is held, or until when on a lease. */
function HeldWhile({ orderId, since }: { orderId: number; since: string }) {
  const { leases } = usePage<SharedProps>().props;
  const lease = leases?.find(({ order_id }) => order_id === orderId);
  return (
    <span className="block truncate text-sm text-ink-faint">
      {lease ? 'Until ' : 'Since '}
      {lease ? <Time at={lease.until} format={formatUtcClock} /> : <Time at={since} format={formatUtcMinute} />}
    </span>
  );
}
