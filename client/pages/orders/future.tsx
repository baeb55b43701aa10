import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { monthName } from '@shared/dates';
import { orderQueues } from '@shared/order-queues';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

const { title, hint, path } = orderQueues.futureOrder;

/** Twelve months, each with the orders to be processed in it and the way to them (spec §2, Future Orders). */
export default function Future({ tiles }: Pages['orders/future']) {
  return (
    <>
      <PageTitle title={title} count={tiles.reduce((sum, { count }) => sum + count, 0)} hint={hint}>
        <RefreshButton />
      </PageTitle>
      <ul className="grid grid-cols-4 gap-3 px-6 max-xl:grid-cols-3 max-md:px-4 max-sm:grid-cols-2">
        {tiles.map(({ month, count }) => (
          <li key={month}>
            <Link
              href={routes.queue(`${path}/${month}`)}
              className={`block rounded-lg border border-line p-4 transition-colors hover:border-control hover:bg-canvas ${count === 0 ? 'text-ink-faint' : ''}`}
            >
              <span className="flex items-baseline justify-between">
                <span className="font-medium">{monthName(month)}</span>
                <span className="text-sm text-ink-faint tabular-nums">{month.slice(0, 4)}</span>
              </span>
              <span className="mt-2 block text-2xl font-semibold tracking-tight tabular-nums">
                {count.toLocaleString('en')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
