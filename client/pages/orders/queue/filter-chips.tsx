import { Link } from '@/components/link';
import { valuesOf } from '@/pages/orders/queue/list-path';
import type { ChosenFilter, Filters } from '@shared/order-filters';
import { X } from 'lucide-react';

type FilterChipsProps = { filters: ChosenFilter[]; to: (filters: Filters) => string };

/** The chosen filters above the list, each with a way to leave it out. */
export function FilterChips({ filters, to }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-1.5 px-6 pb-3 max-md:px-4">
      {filters.map(({ name, label, text }) => (
        <li
          key={name}
          className="inline-flex min-h-7 max-w-full items-center rounded-full bg-accent-soft pl-2.5 text-sm text-accent-strong"
        >
          <span className="min-w-0 truncate">
            {label}: <bdi className="font-medium">{text}</bdi>
          </span>
          <Link
            href={to(valuesOf(filters.filter((one) => one.name !== name)))}
            preserveState
            aria-label={`Remove ${label}: ${text}`}
            className="ml-1 grid size-7 shrink-0 place-items-center rounded-full hover:bg-surface"
          >
            <X aria-hidden className="size-3.5" />
          </Link>
        </li>
      ))}
      <li>
        <Link href={to({})} preserveState className="rounded-sm px-1.5 py-1 text-sm text-ink-soft hover:underline">
          Clear filters
        </Link>
      </li>
    </ul>
  );
}
