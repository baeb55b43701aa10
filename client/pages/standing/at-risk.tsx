import { EmptyState, emptyText } from '@/components/empty-state';
import { Link } from '@/components/link';
import { readAll } from '@/components/order-list/read-all';
import { TickedTable } from '@/components/order-list/ticked-table';
import { PageTitle } from '@/components/page-title';
import { PageStates } from '@/components/page-states';
import { PageFooter } from '@/components/pagination';
import { RefreshButton } from '@/components/refresh-button';
import { useStaff } from '@/hooks/use-can';
import { useLive } from '@/hooks/use-live';
import { useThrottled } from '@/hooks/use-throttled';
import { hrefFrom, isDelivered, keyOf } from '@/pages/standing/parts/board-rows';
import { listedColumns } from '@/pages/standing/parts/listed-columns';
import { readQuietly } from '@/writes/read-again';
import { otherLists } from '@shared/order-queues';
import { listedStandings, type ListedStanding, standingRows } from '@shared/standing';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { useMemo } from 'react';

/** What is read again when something happens. */
const parts = ['rows', 'standings', 'authority', 'total'];

/** Every order whose card is not delivered and can be submitted, nearest arrival first (docs/orders.md#standing). */
export default function AtRisk({
  rows,
  standings,
  authority,
  total,
  standing,
  page,
  limit,
}: Pages['standing/at-risk']) {
  const staff = useStaff();
  const reload = useThrottled(() => readQuietly(parts), 1_000);
  useLive({ onChanges: reload, onCards: reload, onMarks: reload, onMissed: () => [...parts] });
  const here = listPath(standing, page, limit);
  const columns = useMemo(() => listedColumns(staff, here), [staff, here]);
  const all = Object.values(standings).reduce((sum, n) => sum + n, 0);
  return (
    <>
      <PageTitle
        title="At Risk"
        count={all}
        hint="Orders without a delivered card that can be submitted, whatever their status. The nearest arrival comes first."
      >
        <RefreshButton />
      </PageTitle>
      <div className="px-6 pb-2 max-md:px-4">
        <PageStates pages={authority.filter(({ page: one, since }) => one === 'form' || since !== null)} />
      </div>
      <nav aria-label="Standings" className="flex flex-wrap gap-1 px-6 pb-3 max-md:px-4">
        <Choice href={listPath(null)} isChosen={standing === null} label="All" count={all} />
        {listedStandings.map((name) => (
          <Choice
            key={name}
            href={listPath(name)}
            isChosen={standing === name}
            label={standingRows[name].label}
            count={standings[name]}
          />
        ))}
      </nav>
      <TickedTable
        name={`${staff.id} ${routes.atRisk} ${standing}`}
        page={page}
        caption="Orders at risk"
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        bulk={otherLists.atRisk}
        hrefOf={hrefFrom(here)}
        total={total}
        readAll={() => readAll(routes.api.ordersAtRisk, standing ? { standing } : {})}
        leaves={isDelivered}
        empty={
          <EmptyState text={emptyText(standing !== null)}>
            {standing ? 'No order has this standing.' : 'Every traveller has the card.'}
          </EmptyState>
        }
      />
      {total > 0 && (
        <PageFooter
          {...{ page, limit, total }}
          shown={rows.length}
          href={(number) => listPath(standing, number, limit)}
        />
      )}
    </>
  );
}

function Choice({ href, isChosen, label, count }: { href: string; isChosen: boolean; label: string; count: number }) {
  return (
    <Link
      href={href}
      aria-current={isChosen ? 'page' : undefined}
      className="inline-flex min-h-control items-center gap-1.5 rounded-md px-2.5 text-ink-soft hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
    >
      {label}
      <span className="font-normal tabular-nums">{count.toLocaleString('en')}</span>
    </Link>
  );
}

function listPath(standing: ListedStanding | null, page = 1, limit?: number): string {
  const query = new URLSearchParams();
  if (standing) query.set('standing', standing);
  if (page > 1) query.set('page', String(page));
  if (page > 1 && limit) query.set('limit', String(limit));
  return query.size > 0 ? `${routes.atRisk}?${query}` : routes.atRisk;
}
