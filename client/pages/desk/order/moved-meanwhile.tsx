import { Button } from '@/components/button';
import { useStaff } from '@/hooks/use-can';
import { useLive } from '@/hooks/use-live';
import { isOwnVersion, underWay } from '@/writes/queue';
import { readAgain } from '@/writes/read-again';
import { router } from '@inertiajs/react';
import type { OrderWithHistories } from '@shared/answers/desk';
import type { LiveChange } from '@shared/live';
import { useState } from 'react';

/**
 * Shows that somebody has changed the order since the page was read. The page stays as it is until the member reloads it;
 * typed text stays even then. What the member changed in another window is read at once.
 */
export function MovedMeanwhile({ order }: { order: OrderWithHistories }) {
  const me = useStaff().name;
  const [change, setChange] = useState<LiveChange>();
  const [busy, setBusy] = useState(false);
  useLive({
    onChanges: (changes) => {
      const last = changes.findLast(({ id, by }) => id === order.order_id && by !== me);
      if (last) setChange(last);
      const isElsewhere = changes.some(
        ({ id, by, version }) =>
          id === order.order_id &&
          by === me &&
          version > order.version &&
          underWay.get() === 0 &&
          !isOwnVersion(order.encoded_id, version),
      );
      if (isElsewhere) void readAgain({ unasked: true });
    },
    onMissed: () => ['order', 'open'],
  });

  function onReload() {
    router.reload({ onStart: () => setBusy(true), onFinish: () => setBusy(false) });
  }

  const isNews = change !== undefined && change.version > order.version;
  return (
    <output data-print="never" className="sticky top-bar z-20 block">
      {isNews && (
        <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line bg-caution-soft px-6 py-2 text-caution max-md:px-4">
          <span>
            <span className="font-semibold">{whatHappened(order, change)}</span> What you typed stays.
          </span>
          <Button busy={busy} onClick={onReload}>
            Reload
          </Button>
        </span>
      )}
    </output>
  );
}

function whatHappened(order: OrderWithHistories, { to, holder, by }: LiveChange): string {
  const who = by ?? 'the product';
  if (to !== order.process_status) return `Moved to ${to} by ${who} while you were looking.`;
  if (holder === order.assign_to) return `Changed by ${who} while you were looking.`;
  return holder ? `Now held by ${holder}.` : `Given back by ${who}.`;
}
