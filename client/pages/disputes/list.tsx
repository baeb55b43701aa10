import { useCan } from '@/hooks/use-can';
import { useRowOfAddress } from '@/components/order-list/use-list-keys';
import { useSelection } from '@/hooks/use-selection';
import { LastPacks, MakePacks } from '@/pages/disputes/make-packs';
import { type Column, DataTable, type Ticking } from '@/components/data-table';
import { DisputeBadge } from '@/components/dispute-badge';
import { EmptyState, emptyText } from '@/components/empty-state';
import { Link } from '@/components/link';
import { orderAndName, viewOrder } from '@/components/order-cells';
import { PageTitle } from '@/components/page-title';
import { PageFooter } from '@/components/pagination';
import { RefreshButton } from '@/components/refresh-button';
import { ReplyBy } from '@/components/reply-by';
import { disputeNetworks } from '@shared/dispute-reasons';
import { type DisputeFilter, disputeFilterLabels, disputeFilters, disputeStates } from '@shared/dispute-states';
import { money } from '@shared/money';
import type { Pages } from '@shared/pages';
import { fromAdmin, routes } from '@shared/routes';
import { useMemo } from 'react';

const idOf = ({ id }: Row) => String(id);
const nothingKept = () => true;

type Row = Pages['disputes/list']['disputes'][number];

const columnsFor = (hrefOf: (row: Row) => string): Column<Row>[] => [
  {
    key: 'reply',
    title: 'Reply by',
    note: 'UTC',
    width: 'w-50 max-[1420px]:w-48',
    cell: ({ reply_by, state }) => <ReplyBy at={reply_by} state={state} stacked />,
  },
  ...orderAndName({ order: 'w-24 max-[1420px]:w-22', name: 'w-40 max-[1420px]:w-36' }, hrefOf),
  {
    key: 'amount',
    title: 'Amount',
    width: 'w-28 max-[1420px]:w-26',
    kind: 'number',
    cell: ({ amount, currency }) => money(amount, currency) ?? <Unknown />,
  },
  {
    key: 'reason',
    title: 'Network and reason',
    width: 'w-40 max-[1420px]:w-35',
    drop: 960,
    cell: ({ network, reason_code, reason_title }) => {
      const code = [network && disputeNetworks[network].label, reason_code].filter(Boolean).join(' ');
      return code ? <span title={reason_title ?? undefined}>{code}</span> : <Unknown />;
    },
  },
  {
    key: 'missing',
    title: 'Missing',
    width: 'w-42',
    kind: 'detail',
    drop: 1100,
    cell: (row) => <Missing row={row} />,
  },
  {
    key: 'state',
    title: 'State',
    width: 'w-26 max-[1420px]:w-24',
    drop: 800,
    cell: ({ state }) => <DisputeBadge state={state} />,
  },
  viewOrder('w-20 max-[1420px]:w-18', hrefOf),
];

/** The banks' cases by the date of the reply (docs/disputes.md#disputes). */
export default function List({ disputes, state, page, limit, total, waiting, batch }: Pages['disputes/list']) {
  const { selected, set, clear } = useSelection('disputes', idOf, nothingKept);
  useRowOfAddress();
  const columns = useMemo(() => columnsFor(hrefOn(state, page)), [state, page]);
  const mayMake = useCan()('disputes.work');
  const ticking: Ticking<Row> = {
    isTicked: (row) => selected.has(idOf(row)),
    canTick: ({ state: is }) => disputeStates[is].waits === true,
    onTick: set,
    label: ({ order_id }) => `Select the dispute of order ${order_id}`,
  };
  const to = (change: { state?: DisputeFilter; page?: number }) => listPath({ state, page: 1, ...change });
  return (
    <>
      <PageTitle
        title="Disputes"
        count={waiting}
        hint="The banks’ cases that wait for an answer, by the date of the reply."
      >
        <RefreshButton />
      </PageTitle>
      <nav aria-label="States" className="flex flex-wrap gap-1 px-6 pb-3 max-md:px-4">
        {disputeFilters.map((filter) => (
          <Link
            key={filter}
            href={to({ state: filter })}
            aria-current={filter === state ? 'page' : undefined}
            className="inline-flex min-h-control items-center rounded-md px-2.5 text-ink-soft hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
          >
            {disputeFilterLabels[filter]}
          </Link>
        ))}
      </nav>
      {mayMake && <MakePacks ticked={[...selected.keys()].map(Number)} onDone={clear} />}
      {mayMake && <LastPacks batch={batch} />}
      <DataTable
        ticking={mayMake ? ticking : undefined}
        anchored
        twoLines
        caption="Disputes"
        columns={columns}
        rows={disputes}
        rowKey={({ id }) => id}
        empty={
          <EmptyState text={emptyText(state !== 'waiting')}>
            {state === 'waiting' ? 'No bank waits for an answer.' : 'There is no dispute in this state.'}
          </EmptyState>
        }
      />
      {total > 0 && (
        <PageFooter {...{ page, limit, total }} shown={disputes.length} href={(number) => to({ page: number })} />
      )}
    </>
  );
}

/** The address of a dispute's order. An order may have several, so it names the row to lead back to. */
function hrefOn(state: DisputeFilter, page: number) {
  const list = fromAdmin(listPath({ state, page }));
  return ({ id, encoded_id }: Row) => `${routes.orderOf(encoded_id, list, id)}#disputes`;
}

function Missing({ row: { details_missing, missing, refunded } }: { row: Row }) {
  const parts = [
    details_missing.length > 0 && `Details missing: ${details_missing.join(', ')}`,
    refunded && 'Order is refunded: answer with “credit already issued”',
    !refunded && missing.length > 0 && missing.join('; '),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  const text = parts.join(' · ');
  return (
    <span title={text} className="wraps">
      {text}
    </span>
  );
}

function Unknown() {
  return <span className="text-ink-faint">–</span>;
}

function listPath({ state, page }: { state: DisputeFilter; page: number }): string {
  const query = new URLSearchParams();
  if (state !== 'waiting') query.set('state', state);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${routes.disputes}?${query}` : routes.disputes;
}
