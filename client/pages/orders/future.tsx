import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { SearchBox } from '@/components/search-box';
import { router } from '@inertiajs/react';
import { monthName } from '@shared/dates';
import { orderQueues } from '@shared/order-queues';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

const { title, hint, path } = orderQueues.futureOrder;

/** Twelve months and everything later, each with its number of orders and a link to them; and a search over all. */
export default function Future({ tiles }: Pages['orders/future']) {
  return (
    <>
      <PageTitle title={title} count={tiles.reduce((sum, { count }) => sum + count, 0)} hint={hint}>
        <SearchBox label="Search" value="" onSearch={(text) => router.get(routes.queue(`${path}/all`), { q: text })} />
        <RefreshButton />
      </PageTitle>
      <ul className="grid grid-cols-4 gap-3 px-6 max-xl:grid-cols-3 max-md:px-4 max-sm:grid-cols-2">
        {tiles.map(({ month, count, overdue }) => (
          <li key={month}>
            <Link
              href={routes.queue(`${path}/${month}`)}
              className={`block rounded-lg border border-line p-4 transition-colors hover:border-control hover:bg-canvas ${count === 0 ? 'text-ink-faint' : ''}`}
            >
              <span className="flex items-baseline justify-between">
                <span className="font-medium">{month === 'later' ? 'Later' : monthName(month)}</span>
                <span className="text-sm text-ink-faint tabular-nums">{month !== 'later' && month.slice(0, 4)}</span>
              </span>
              <span className="mt-2 block text-2xl font-semibold tracking-tight tabular-nums">
                {count.toLocaleString('en')}
              </span>
              {overdue > 0 && (
                <span className="block text-sm font-medium text-danger">{overdue.toLocaleString('en')} overdue</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
