import { buttonClass } from '@/components/button';
import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { SearchBox } from '@/components/search-box';
import { useCounts } from '@/hooks/use-live';
import { exportPath } from '@/pages/orders/queue/list-path';
import { monthName } from '@shared/dates';
import { queueRows } from '@shared/order-queues';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { ArrowLeft, Download } from 'lucide-react';

/** The queue's name and number of orders, and what is done with the whole list: search, export, refresh. */
export function QueueTitle({ queue, total, sort, dir, search, month, onSearch }: Props) {
  const { title, hint, path, count } = queueRows[queue];
  const counts = useCounts();
  return (
    <PageTitle
      title={title}
      count={search ? undefined : month ? total : (counts?.[count] ?? total)}
      hint={month ? hintOf(month) : hint}
    >
      {month && (
        <Link href={routes.queue(path)} className={buttonClass()}>
          <ArrowLeft aria-hidden className="size-4" />
          Back
        </Link>
      )}
      <SearchBox key={queue} label="Search" value={search} goesOn={month === 'all'} onSearch={onSearch} />
      <a href={exportPath(queue, { sort, dir, search, month })} download className={buttonClass()}>
        <Download aria-hidden className="size-4" />
        Export CSV
      </a>
      <RefreshButton />
    </PageTitle>
  );
}

type Props = Pages['orders/queue'] & { onSearch: (text: string) => void };

/** The orders behind a tile of Future Orders, in words. */
function hintOf(month: string): string {
  if (month === 'all') return 'Of every month.';
  if (month === 'later') return 'To be processed in more than twelve months.';
  return `To be processed in ${monthName(month)} ${month.slice(0, 4)}.`;
}
