import { EmptyState } from '@/components/empty-state';
import { Link } from '@/components/link';
import { searchLength } from '@shared/limits';
import type { EmptyText } from '@shared/order-queues';

/** In the place of an empty queue's rows. */
export function Nothing({ text }: { text: EmptyText }) {
  return <EmptyState text={text}>Nothing is here now. Refresh looks again.</EmptyState>;
}

/** In the place of the rows of a search without a result. */
export function NothingFound({ search, allHref }: { search: string; allHref: string }) {
  return (
    <EmptyState text="No records found">
      {search.length > searchLength ? (
        'The search is too long.'
      ) : (
        <>
          Nothing here matches ‘<bdi>{search}</bdi>’.
        </>
      )}{' '}
      <Link href={allHref} className="text-accent underline underline-offset-2">
        Show all
      </Link>
    </EmptyState>
  );
}

/** In the place of the rows that filters leave none of. */
export function NothingLetThrough({ clearHref }: { clearHref: string }) {
  return (
    <EmptyState text="No records found">
      No order of this list has all of these.{' '}
      <Link href={clearHref} className="text-accent underline underline-offset-2">
        Clear filters
      </Link>
    </EmptyState>
  );
}
