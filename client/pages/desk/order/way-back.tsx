import { Link } from '@/components/link';
import { useKeys } from '@/hooks/use-keys';
import { router } from '@inertiajs/react';
import { ariaKeys } from '@shared/keys';
import type { Pages } from '@shared/pages';
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { list: Pages['desk/order']['list'] };

/** Leads back to the list and row that the order was opened from, and to the orders before and after it there. */
export function WayBack({ list }: Props) {
  const { previous = null, next = null } = list ?? {};
  useKeys({
    previous: previous === null ? undefined : () => router.visit(previous),
    following: next === null ? undefined : () => router.visit(next),
  });
  if (!list) return null;
  return (
    <nav aria-label="The list of this order" className="-ml-1 flex items-center gap-1">
      <Link href={list.path} className="inline-flex items-center gap-1 rounded-sm px-1 hover:text-ink">
        <ArrowLeft aria-hidden className="size-4" />
        {list.title}
      </Link>
      {(previous ?? next) !== null && (
        <>
          <Neighbour to={previous} name="previous" label="Order before">
            <ChevronLeft aria-hidden className="size-4" />
          </Neighbour>
          <Neighbour to={next} name="following" label="Order after">
            <ChevronRight aria-hidden className="size-4" />
          </Neighbour>
        </>
      )}
    </nav>
  );
}

type NeighbourProps = { to: string | null; name: 'previous' | 'following'; label: string; children: ReactNode };

function Neighbour({ to, name, label, children }: NeighbourProps) {
  const className = 'grid size-7 place-items-center rounded-md';
  if (to === null) return <span className={`${className} opacity-30`}>{children}</span>;
  return (
    <Link
      href={to}
      prefetch
      aria-label={label}
      aria-keyshortcuts={ariaKeys(name)}
      className={`${className} hover:bg-sunken hover:text-ink`}
    >
      {children}
    </Link>
  );
}
