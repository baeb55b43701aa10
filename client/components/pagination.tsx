import { Link } from '@/components/link';
import { ChevronLeft, ChevronRight } from 'lucide-react';

type PaginationProps = {
  page: number;
  pages: number;
  /** The address of a page of this list. */
  href: (page: number) => string;
};

type PageFooterProps = { page: number; limit: number; shown: number; total: number; href: (page: number) => string };

/** Below a page of a list: which rows are shown of how many, and the other pages. */
export function PageFooter({ page, limit, shown, total, href }: PageFooterProps) {
  const [first, last, all] = [(page - 1) * limit + 1, (page - 1) * limit + shown, total].map((n) =>
    n.toLocaleString('en'),
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-6 pt-3 max-md:px-4">
      <p className="text-ink-faint tabular-nums">{`${first}–${last} of ${all}`}</p>
      <Pagination page={page} pages={Math.ceil(total / limit)} href={href} />
    </div>
  );
}

/** The pages of a list, one sibling on each side and dots for gaps (docs/screens.md#lists-and-search): page 7 of 20 is `1 … 6 7 8 … 20`. */
export function Pagination({ page, pages, href }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex items-center gap-0.5 tabular-nums">
      <Step to={page - 1} label="Previous page" {...{ pages, href }}>
        <ChevronLeft aria-hidden className="size-4" />
      </Step>
      {pageNumbers(page, pages).map((number, index) =>
        number === undefined ? (
          <span key={`gap-${index}`} aria-hidden className="w-6 text-center text-ink-faint">
            …
          </span>
        ) : (
          <Link
            key={number}
            href={href(number)}
            preserveState
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            className="grid h-control min-w-control place-items-center rounded-md px-1.5 text-ink-soft hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
          >
            {number}
          </Link>
        ),
      )}
      <Step to={page + 1} label="Next page" {...{ pages, href }}>
        <ChevronRight aria-hidden className="size-4" />
      </Step>
    </nav>
  );
}

type StepProps = Omit<PaginationProps, 'page'> & { to: number; label: string; children: React.ReactNode };

function Step({ to, label, pages, href, children }: StepProps) {
  const look = 'grid size-control place-items-center rounded-md';
  if (to < 1 || to > pages) return <span className={`${look} text-line-strong`}>{children}</span>;
  return (
    <Link href={href(to)} preserveState aria-label={label} className={`${look} text-ink-soft hover:bg-sunken`}>
      {children}
    </Link>
  );
}

/** The page numbers to show; undefined is a gap of two or more pages. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const numbers = [...new Set(shown)].sort((a, b) => a - b);

  return numbers.flatMap((number, index) => {
    const gap = number - (numbers[index - 1] ?? number) - 1;
    if (gap <= 0) return [number];
    return gap === 1 ? [number - 1, number] : [undefined, number];
  });
}
