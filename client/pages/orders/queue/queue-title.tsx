import { buttonClass } from '@/components/button';
import { ExportLink } from '@/components/export-link';
import { Select } from '@/components/field';
import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { SearchBox } from '@/components/search-box';
import { useCounts } from '@/hooks/use-live';
import { exportPath } from '@/pages/orders/queue/list-path';
import { ShiftEnds } from '@/pages/orders/queue/shift-ends';
import { monthName } from '@shared/dates';
import { type CheckFilter, checkFilters, checkIds, orderChecks } from '@shared/order-checks';
import { queueRows } from '@shared/order-queues';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { ArrowLeft, Download } from 'lucide-react';

/** The queue's name and number of orders, and what is done with the whole list: search, export, refresh. */
export function QueueTitle({ queue, total, sort, dir, search, month, checks, onSearch, onChecks }: Props) {
  const { title, hint, path, count, filter } = queueRows[queue];
  const counts = useCounts();
  return (
    <PageTitle
      title={title}
      count={search ? undefined : month || checks ? total : (counts?.[count] ?? total)}
      hint={month ? hintOf(month) : hint}
    >
      {month && (
        <Link href={routes.queue(path)} className={buttonClass()}>
          <ArrowLeft aria-hidden className="size-4" />
          Back
        </Link>
      )}
      <SearchBox key={queue} label="Search" value={search} goesOn={month === 'all'} onSearch={onSearch} />
      <Select
        name="checks"
        label="Checks"
        hideLabel
        value={checks ?? ''}
        onChange={({ target }) => onChecks(checkFilters.find((filter) => filter === target.value) ?? null)}
        className="w-40 max-sm:order-last max-sm:w-full"
      >
        <option value="">All orders</option>
        <option value="any">Any failed check</option>
        {checkIds.map((id) => (
          <option key={id} value={id}>
            {orderChecks[id].label}
          </option>
        ))}
      </Select>
      <ExportLink href={exportPath(queue, { sort, dir, search, month, checks })}>
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
  onChecks: (checks: CheckFilter | null) => void;
};

/** The orders behind a tile of Future Orders, in words. */
function hintOf(month: string): string {
  if (month === 'all') return 'Of every month.';
  if (month === 'later') return 'To be processed in more than twelve months.';
  return `To be processed in ${monthName(month)} ${month.slice(0, 4)}.`;
}
