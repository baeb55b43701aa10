import { Avatar } from '@/components/avatar';
import { Button } from '@/components/button';
import { useStaff } from '@/hooks/use-can';
import { useWrite } from '@/hooks/use-write';
import { uploadUnderWay } from '@/writes/uploads';
import type { OrderWithHistories } from '@shared/answers/desk';
import { statusRows } from '@shared/order-statuses';
import { routes } from '@shared/routes';

/** Who works on the order, and the buttons that change it (docs/product.md#holds). */
export function Holder({ order, open }: { order: OrderWithHistories; open: boolean }) {
  const { running, run } = useWrite();
  const busy = running !== undefined;
  const me = useStaff().name;
  const holder = order.assign_to;

  function assign(assignto: string) {
    const body = { orderId: order.encoded_id, assignto, version: order.version };
    // taking a free order can't get in the way of its upload
    const card = holder === null ? undefined : uploadUnderWay(order.encoded_id);
    const after = card && { outcome: card, otherwise: 'The holder is unchanged, because the card was not sent.' };
    void run('assign', { method: 'put', path: routes.api.assign, body, after });
  }

  return (
    <div className="flex min-h-control items-center gap-2.5 px-5 py-4 max-md:px-4">
      {holder ? (
        <Avatar name={holder} className="size-8 text-xs" />
      ) : (
        <span aria-hidden className="size-8 rounded-full border border-dashed border-control" />
      )}
      <p className="min-w-0 flex-1">
        <span className="block text-sm text-ink-faint">Held by</span>
        <span className="block truncate font-medium">{holder === me ? 'You' : (holder ?? 'Nobody')}</span>
      </p>
      {open && holder !== null && (
        <Button busy={busy} onClick={() => assign('')} title="Move to Original Folder">
          Give back
        </Button>
      )}
      {open && holder !== me && !statusRows[order.process_status].settled && (
        <Button tone={holder ? 'secondary' : 'primary'} busy={busy} onClick={() => assign(me)}>
          {holder ? 'Take over' : 'Assign to me'}
        </Button>
      )}
    </div>
  );
}
