import { Avatar } from '@/components/avatar';
import { Button } from '@/components/button';
import { useStaff } from '@/hooks/use-can';
import { router } from '@inertiajs/react';
import type { OrderWithHistories } from '@shared/desk';
import { routes } from '@shared/routes';
import { useState } from 'react';

/** Who works on the order, and the buttons that change it (spec §4, Assignment). */
export function Holder({ order, open }: { order: OrderWithHistories; open: boolean }) {
  const [busy, setBusy] = useState(false);
  const me = useStaff().name;
  const holder = order.assign_to;

  function assign(assignto: string) {
    const body = { orderId: order.encoded_id, assignto, version: order.version };
    router.put(routes.api.assign, body, {
      preserveScroll: true,
      preserveState: true,
      onStart: () => setBusy(true),
      onFinish: () => setBusy(false),
    });
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
      {open && holder !== me && (
        <Button tone={holder ? 'secondary' : 'primary'} busy={busy} onClick={() => assign(me)}>
          {holder ? 'Take over' : 'Assign to me'}
        </Button>
      )}
    </div>
  );
}
