import { ExportLink } from '@/components/export-link';
import { sizeOf } from '@/components/size';
import { Minute } from '@/components/time';
import { readQuietly } from '@/writes/read-again';
import type { PersonCopy } from '@shared/persons';
import { routes } from '@shared/routes';
import { FileArchive } from 'lucide-react';
import { useEffect } from 'react';

/** Milliseconds between two looks at copies that are being made. */
const lookEvery = 1_500;

/** The member's own copies of persons' data: how far each is, then the archive. */
export function Copies({ copies }: { copies: PersonCopy[] }) {
  const isGoing = copies.some(({ state }) => state === 'making');
  useEffect(() => {
    if (!isGoing) return undefined;
    const looking = setInterval(() => readQuietly(['copies']), lookEvery);
    return () => clearInterval(looking);
  }, [isGoing]);
  if (copies.length === 0) return null;

  return (
    <ul aria-label="Your copies">
      {copies.map((copy) => (
        <li key={copy.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
          <div className="min-w-0 grow">
            <p>
              Copy of <bdi className="font-medium wrap-anywhere">{copy.address}</bdi>
            </p>
            <p className="text-ink-soft">
              Asked for <Minute at={copy.asked_at} />
              {copy.until && (
                <>
                  ; {copy.state === 'ready' ? 'kept' : 'shown'} until <Minute at={copy.until} />
                </>
              )}
            </p>
          </div>
          <Progress copy={copy} />
        </li>
      ))}
    </ul>
  );
}

function Progress({ copy: { id, address, state, orders, copied, size } }: { copy: PersonCopy }) {
  if (state === 'failed') return <p className="text-danger">The copy could not be made. Please ask again.</p>;
  if (state === 'ready')
    return (
      <ExportLink href={routes.api.personDataZip(id)}>
        <FileArchive aria-hidden className="size-4" />
        Save as ZIP ({sizeOf(size ?? 0)})<span className="sr-only"> {address}</span>
      </ExportLink>
    );
  return (
    <div className="grid gap-1">
      <output className="tabular-nums">
        {copied} of {orders} {orders === 1 ? 'order' : 'orders'}
      </output>
      <progress
        aria-label={`Copy of ${address}`}
        max={orders}
        value={Math.min(copied, orders)}
        className="h-1.5 w-40"
      />
    </div>
  );
}
