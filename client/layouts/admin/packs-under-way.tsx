import { Link } from '@/components/link';
import { readQuietly } from '@/writes/read-again';
import { Store, useStore } from '@/writes/store';
import { usePage } from '@inertiajs/react';
import type { PackBatch } from '@shared/pack-batches';
import type { SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';
import { X } from 'lucide-react';
import { useEffect } from 'react';

/** Milliseconds between two looks at packs that are being made. */
const lookEvery = 1_500;
/** The batch that the member has closed. */
const closed = new Store<number | undefined>(undefined);

/** The packs of many orders that the member asked for last: how far they are, then the archive; on every screen. */
export function PacksUnderWay() {
  const batch = usePage<SharedProps>().props.packBatch;
  const closedId = useStore(closed);
  const isGoing = batch !== null && !batch.done;
  useEffect(() => {
    if (!isGoing) return undefined;
    const looking = setInterval(() => readQuietly(['packBatch']), lookEvery);
    return () => clearInterval(looking);
  }, [isGoing]);
  if (!batch || batch.id === closedId) return null;

  const { id, total, made, refused, done } = batch;
  return (
    <div className="relative ml-auto flex h-9 min-w-0 items-center gap-2 overflow-hidden rounded-md border border-line px-2.5 text-sm">
      <output className="min-w-0 truncate tabular-nums">
        {`Packs: ${made} of ${total}`}
        {refused.length > 0 && <Refused of={refused} />}
      </output>
      {done && made > 0 && (
        <a href={routes.api.orderPacksZip(id)} download className="font-medium whitespace-nowrap text-accent underline">
          Save as ZIP
        </a>
      )}
      {done && (
        <button
          type="button"
          aria-label="Close the packs"
          onClick={() => closed.set(id)}
          className="grid size-7 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-sunken"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
      {!done && (
        <progress
          aria-label="Packs made"
          max={total}
          value={made + refused.length}
          className="upload-progress absolute inset-x-0 bottom-0 h-1 w-full"
        />
      )}
    </div>
  );
}

/** How many have no pack; with the reasons, and with the order where there is one. */
function Refused({ of }: { of: PackBatch['refused'] }) {
  const [first] = of;
  const reasons = of.map(({ order_id, reason }) => `${order_id}: ${reason}`).join('\n');
  return (
    <span title={reasons}>
      {', '}
      {of.length === 1 ? (
        <Link href={routes.order(first!.encoded_id)} className="text-accent underline">
          order {first!.order_id} refused
        </Link>
      ) : (
        `${of.length} refused (see index.csv)`
      )}
    </span>
  );
}
