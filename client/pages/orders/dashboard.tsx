import { Avatar } from '@/components/avatar';
import { Copyable } from '@/components/copyable';
import { type Column, DataTable } from '@/components/data-table';
import { Deadline } from '@/components/deadline';
import { EmptyState } from '@/components/empty-state';
import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { StandingChip } from '@/components/standing-chip';
import { StatusBadge } from '@/components/status-badge';
import { useCan, useStaff } from '@/hooks/use-can';
import { useLive } from '@/hooks/use-live';
import { useMenuNumber } from '@/hooks/use-menu-number';
import { useThrottled } from '@/hooks/use-throttled';
import { menuIcons } from '@/layouts/admin/menu-icons';
import { View } from '@/components/order-list/view-order';
import { readQuietly } from '@/writes/read-again';
import type { StaffInfo } from '@shared/auth';
import type { LiveChange } from '@shared/live';
import { oldHoldHours } from '@shared/limits';
import { attention, tiles } from '@shared/menu';
import { statusRows } from '@shared/order-statuses';
import type { OrderRow } from '@shared/orders';
import type { Pages } from '@shared/pages';
import { useMemo } from 'react';

/** Where a shift begins (docs/screens.md#screens): tiles that lead to the lists, what needs attention, what to submit next. */
export default function Dashboard({ soonest, oldHolds }: Pages['orders/dashboard']) {
  const staff = useStaff();
  return (
    <>
      <PageTitle title="Dashboard" hint={`What waits for you and the team, ${staff.name}.`} />
      <Tiles />
      <Attention />
      <Soonest {...{ soonest, staff }} />
      {oldHolds && oldHolds.length > 0 && <OldHolds {...{ oldHolds, staff }} />}
    </>
  );
}

function Tiles() {
  const numberOf = useMenuNumber();
  return (
    <ul className="grid grid-cols-5 gap-4 px-6 max-xl:gap-3 max-md:px-4 max-sm:mx-4 max-sm:grid-cols-1 max-sm:gap-0 max-sm:divide-y max-sm:divide-line max-sm:rounded-lg max-sm:border max-sm:border-line max-sm:px-0">
      {tiles.map((tile) => {
        const { label, path, icon } = tile;
        const Icon = menuIcons[icon];
        return (
          <li key={path}>
            <Link
              href={path}
              prefetch
              className="group flex h-full flex-col justify-between rounded-lg border border-line p-5 transition-colors hover:border-control hover:bg-canvas max-xl:p-4 max-sm:flex-row max-sm:items-center max-sm:border-0 max-sm:px-4 max-sm:py-2.5"
            >
              <span className="flex items-center gap-2.5 text-ink-soft group-hover:text-ink">
                {Icon && <Icon aria-hidden className="size-4 sm:max-xl:hidden" />}
                <span className="font-medium">{label}</span>
              </span>
              <span className="mt-3 block text-3xl font-semibold tracking-tight tabular-nums max-sm:mt-0 max-sm:text-xl">
                {numberOf(tile)?.toLocaleString('en')}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The screens of what must not wait, each with how much is there. */
function Attention() {
  const numberOf = useMenuNumber();
  const can = useCan();
  const entries = attention.filter(({ see }) => can(see));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-6 pt-6 max-md:px-4">
      <h2 className="text-lg font-semibold">Needs attention</h2>
      <ul className="flex flex-wrap gap-2">
        {entries.map((entry) => {
          const number = numberOf(entry);
          return (
            <li key={entry.path}>
              <Link
                href={entry.path}
                prefetch
                className="flex min-h-9 items-center gap-2 rounded-md border border-line px-3 text-ink-soft transition-colors hover:border-control hover:text-ink"
              >
                {entry.label}
                <span className={number ? 'font-semibold text-danger tabular-nums' : 'text-ink-faint tabular-nums'}>
                  {number?.toLocaleString('en')}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The unsubmitted orders with the earliest arrivals, so that no card is late. It is read again after colleagues' changes. */
function Soonest({ soonest, staff }: { soonest: OrderRow[]; staff: StaffInfo }) {
  const reload = useThrottled(() => readQuietly(['soonest']), 1_000);
  useLive({
    onChanges: (changes) => changes.some(isAboutWaiting) && reload(),
    onCards: reload,
    onMissed: () => ['soonest'],
  });
  const columns = useMemo(() => columnsFor(staff), [staff]);
  return (
    <div className="pt-8">
      <h2 className="mb-2 px-6 text-lg font-semibold max-md:px-4">Submit next</h2>
      <DataTable
        caption="Submit next"
        columns={columns}
        rows={soonest}
        rowKey={({ encoded_id }) => encoded_id}
        empty={<EmptyState text="No data available in table">Nothing waits to be submitted.</EmptyState>}
      />
    </div>
  );
}

/** Orders that somebody has held for hours, so that a lead can give them back. */
function OldHolds({ oldHolds, staff }: { oldHolds: OrderRow[]; staff: StaffInfo }) {
  const columns = useMemo(() => columnsFor(staff), [staff]);
  return (
    <div className="pt-8">
      <h2 className="px-6 text-lg font-semibold max-md:px-4">Held for long</h2>
      <p className="mb-2 px-6 text-ink-faint max-md:px-4">For {oldHoldHours} hours or more.</p>
      <DataTable
        caption="Held for long"
        columns={columns}
        rows={oldHolds}
        rowKey={({ encoded_id }) => encoded_id}
        empty={null}
      />
    </div>
  );
}

function isAboutWaiting({ from, to }: LiveChange): boolean {
  return [from, to].some((status) => status !== null && (statusRows[status].unsubmitted ?? 'later') !== 'later');
}

function columnsFor(staff: StaffInfo): Column<OrderRow>[] {
  return [
    {
      key: 'order_id',
      title: 'Order Id',
      width: 'w-22',
      cell: (order) => <Copyable text={String(order.order_id)} className="font-medium" />,
    },
    {
      key: 'full_name',
      title: 'Name',
      width: 'w-36 max-[1420px]:w-32',
      cell: ({ full_name }) => <bdi title={full_name}>{full_name}</bdi>,
    },
    {
      key: 'doa',
      title: 'Arrival',
      width: 'w-52 @max-[800px]:w-46',
      cell: (order) => <Deadline order={order} />,
    },
    {
      key: 'status',
      title: 'Status',
      width: 'w-36 max-[1420px]:w-35',
      drop: 800,
      cell: ({ process_status }) => <StatusBadge status={process_status} />,
    },
    {
      key: 'standing',
      title: 'Standing',
      width: 'w-42',
      cell: (order) => <StandingChip order={order} always />,
    },
    {
      key: 'holder',
      title: 'Held by',
      width: 'w-36 max-[1420px]:w-34',
      drop: 960,
      cell: ({ assign_to, held_since }) =>
        assign_to && (
          <span className="flex items-center gap-2">
            <Avatar name={assign_to} since={held_since} />
            <bdi className="truncate">{assign_to}</bdi>
          </span>
        ),
    },
    {
      key: 'action',
      title: 'Action',
      width: 'w-20',
      kind: 'actions',
      cell: (order) => (
        <span className="row-actions">
          <View order={order} staff={staff} />
        </span>
      ),
    },
  ];
}
