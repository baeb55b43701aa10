import { buttonClass } from '@/components/button';
import { ExportLink } from '@/components/export-link';
import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { SearchBox } from '@/components/search-box';
import { useCounts } from '@/hooks/use-live';
import { FilterButton } from '@/pages/orders/queue/filter-button';
import { exportPath, valuesOf } from '@/pages/orders/queue/list-path';
import { ListMenu } from '@/pages/orders/queue/list-menu';
import { ShiftEnds } from '@/pages/orders/queue/shift-ends';
import { monthName } from '@shared/dates';
import type { Filters } from '@shared/order-filters';
import { queueRows } from '@shared/order-queues';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { ArrowLeft, Download } from 'lucide-react';

/** The queue's name and number of orders, and what is done with the whole list: search, export, refresh. */
export function QueueTitle({ queue, total, sort, dir, search, month, filters, onSearch, onFilter, ...more }: Props) {
  const { columns, chosenColumns, onColumns, address } = more;
  const state = { sort, dir, search, month, filters: valuesOf(filters), chosenColumns };
  const { title, hint, path, count, filter } = queueRows[queue];
  const counts = useCounts();
  return (
    <PageTitle
      title={title}
      count={search ? undefined : month || filters.length > 0 ? total : (counts?.[count] ?? total)}
      hint={month ? hintOf(month) : hint}
    >
      {month && (
        <Link href={routes.queue(path)} className={buttonClass()}>
          <ArrowLeft aria-hidden className="size-4" />
          Back
        </Link>
      )}
      <SearchBox key={queue} label="Search" value={search} goesOn={month === 'all'} onSearch={onSearch} />
      <FilterButton filters={filters} onFilter={onFilter} />
      <ListMenu
        {...{ queue, columns, chosenColumns, onColumns, address }}
        wholeExport={exportPath(queue, state, 'form')}
      />
      <ExportLink href={exportPath(queue, state)}>
        <Download aria-hidden className="size-4" />
        Export CSV
      </ExportLink>
      <RefreshButton />
      {'heldByMe' in filter && total > 0 && <ShiftEnds />}
    </PageTitle>
  );
}

type Props = Pages['orders/queue'] & {
  onSearch: (text: string) => void;
  onFilter: (filters: Filters) => void;
  onColumns: (columns: string | null) => void;
  /** The address of the list. */
  address: string;
};

/** The orders behind a tile of Future Orders, in words. */
function hintOf(month: string): string {
  if (month === 'all') return 'Of every month.';
  if (month === 'later') return 'To be processed in more than twelve months.';
  return `To be processed in ${monthName(month)} ${month.slice(0, 4)}.`;
}
