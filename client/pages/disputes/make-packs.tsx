import { Button, buttonClass } from '@/components/button';
import { Link } from '@/components/link';
import { useWrite } from '@/hooks/use-write';
import { readQuietly } from '@/writes/read-again';
import type { PackBatch } from '@shared/pack-batches';
import { routes } from '@shared/routes';
import { FileArchive } from 'lucide-react';
import { useEffect } from 'react';

/** Milliseconds between two looks at packs that are being made. */
const lookEvery = 1_000;

/** The bar above the list while disputes are ticked. */
export function MakePacks({ ticked, onDone }: { ticked: number[]; onDone: () => void }) {
  const { running, run } = useWrite();
  if (ticked.length === 0) return null;

  async function onMake() {
    await run('packs', { method: 'post', path: routes.api.disputePacks, body: { disputes: ticked } });
    onDone();
  }
  return (
    <div
      role="toolbar"
      aria-label="Ticked disputes"
      className="flex flex-wrap items-center gap-2 px-6 pb-3 max-md:px-4"
    >
      <span className="text-ink-soft tabular-nums">{ticked.length} ticked</span>
      <Button tone="primary" busy={running === 'packs'} onClick={() => void onMake()}>
        Make Packs
      </Button>
      <Button onClick={onDone}>Clear</Button>
    </div>
  );
}

/** The packs that the member asked for last: how far they are, which were refused, and the archive. */
export function LastPacks({ batch }: { batch: PackBatch | null }) {
  const isGoing = batch !== null && !batch.done;
  useEffect(() => {
    if (!isGoing) return undefined;
    const looking = setInterval(() => readQuietly(['batch']), lookEvery);
    return () => clearInterval(looking);
  }, [isGoing]);
  if (!batch) return null;

  const { id, total, made, refused, done } = batch;
  return (
    <section
      aria-label="Packs of many disputes"
      className="mx-6 mb-3 rounded-md border border-line px-3 py-2 max-md:mx-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <output>
          {done ? 'Packs made' : 'Packs are being made'}: {made} of {total}
          {refused.length > 0 && `, ${refused.length} refused`}
        </output>
        {!done && <progress aria-label="Packs made" value={made + refused.length} max={total} className="h-1.5 w-40" />}
        {done && (
          <a href={routes.api.disputePacksZip(id)} download className={buttonClass('secondary', 'ml-auto max-sm:ml-0')}>
            <FileArchive aria-hidden className="size-4" />
            Save as ZIP
          </a>
        )}
      </div>
      {refused.length > 0 && (
        <ul className="mt-1.5 border-t border-line pt-1.5 text-sm">
          {refused.map(({ dispute_id, order_id, encoded_id, reason }) => (
            <li key={dispute_id ?? order_id}>
              <Link href={`${routes.order(encoded_id)}#disputes`} className="text-accent underline underline-offset-2">
                Order {order_id}
              </Link>{' '}
              {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
