import { Avatar } from '@/components/avatar';
import { CardOutcome } from '@/components/card-outcome';
import type { Column } from '@/components/data-table';
import { orderAndName } from '@/components/order-cells';
import { StandingChip } from '@/components/standing-chip';
import { StatusBadge } from '@/components/status-badge';
import { hrefFrom } from '@/pages/standing/parts/board-rows';
import { isTaken, View } from '@/components/order-list/view-order';
import type { StaffInfo } from '@shared/auth';
import type { ListedRow } from '@shared/board';
import { formatDate } from '@shared/dates';
import { fromAdmin } from '@shared/routes';

/** The columns of orders whose card is not there. @param path the board's address, which an order's page leads back to */
export function listedColumns(staff: StaffInfo, path: string): Column<ListedRow>[] {
  return [
    {
      key: 'deadline',
      title: 'Deadline',
      width: 'w-40 max-[1420px]:w-36',
      cell: (order) => <StandingChip order={order} always />,
    },
    ...orderAndName({ order: 'w-22', name: 'w-40 max-[1420px]:w-30' }, hrefFrom(path)),
    {
      key: 'doa',
      title: 'Arrival Date',
      width: 'w-26 max-[1420px]:w-24',
      kind: 'detail',
      drop: 800,
      cell: ({ doa }) => formatDate(doa),
    },
    {
      key: 'status',
      title: 'Status',
      width: 'w-35',
      cell: ({ process_status }) => <StatusBadge status={process_status} />,
    },
    {
      key: 'mail',
      title: 'Card mail',
      width: 'w-37 max-[1420px]:w-26',
      kind: 'detail',
      drop: 960,
      cell: ({ card_mail }) =>
        card_mail && (
          <span title={card_mail.failure ?? undefined} className="wraps">
            {card_mail.state}
            {card_mail.failure && `: ${card_mail.failure}`}
          </span>
        ),
    },
    {
      key: 'holder',
      title: 'Held by',
      width: 'w-36 max-[1420px]:w-28',
      drop: 960,
      cell: ({ assign_to }) =>
        assign_to && (
          <span className="flex items-center gap-2">
            <Avatar name={assign_to} />
            <bdi className="wraps min-w-0">{assign_to}</bdi>
          </span>
        ),
    },
    {
      key: 'action',
      title: 'Action',
      width: 'w-30',
      kind: 'actions',
      cell: (order) => (
        <span className="row-actions">
          <View order={order} staff={staff} list={fromAdmin(path)} />
          {!isTaken(order.assign_to, staff) && <CardOutcome order={order} className="row-action" />}
        </span>
      ),
    },
  ];
}
