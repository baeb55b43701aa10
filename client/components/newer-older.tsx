import { buttonClass } from '@/components/button';
import { Link } from '@/components/link';

type NewerOlderProps = { page: number; size: number; total: number; pathOf: (page: number) => string };

/** The ways to the pages before and after this one, of a list that has its newest rows first. */
export function NewerOlder({ page, size, total, pathOf }: NewerOlderProps) {
  return (
    <nav aria-label="Pages" className="flex gap-2 px-6 py-4 max-md:px-4">
      {page > 1 && (
        <Link href={pathOf(page - 1)} className={buttonClass()}>
          Newer
        </Link>
      )}
      {page * size < total && (
        <Link href={pathOf(page + 1)} className={buttonClass()}>
          Older
        </Link>
      )}
    </nav>
  );
}
