import { Avatar } from '@/components/avatar';
import { CheckMark } from '@/components/check-mark';
import { Copyable } from '@/components/copyable';
import type { Column } from '@/components/data-table';
import { CardChip } from '@/components/card-chip';
import { InboxChips } from '@/components/inbox-chips';
import { RowLooks } from '@/components/looks';
import { RowNews } from '@/components/order-list/row-news';
import { View } from '@/components/order-list/view-order';
import { RequestMark } from '@/components/request-mark';
import { StandingChip } from '@/components/standing-chip';
import { StatusBadge } from '@/components/status-badge';
import { Time } from '@/components/time';
import type { LiveRow } from '@/pages/orders/queue/use-live-rows';
import type { StaffInfo } from '@shared/auth';
import { formatDate, formatListTime, monthName } from '@shared/dates';
import { type OrderColumn, orderColumns, type QueueName, queueRows } from '@shared/order-queues';
import { mayDelete } from '@shared/order-statuses';
import type { OrderRow } from '@shared/orders';
import { can } from '@shared/permissions';
import type { ReactNode } from 'react';

/**
 * Width and content of each column of src/shared/order-queues.ts, and where a narrow list leaves it out: number, name and
 * status stay, and the deadline. A cell calls its component as a function: it has no
 * state, and for hundreds of cells mounting a component takes React as long as rendering its markup.
 */
const cells: Record<OrderColumn, Pick<Column<OrderRow>, 'width' | 'kind' | 'drop' | 'cell'>> = {
  order_id: {
    width: 'w-23',
    cell: ({ order_id }) => (
      <span className="flex items-center gap-1">
        {Copyable({ text: String(order_id), className: 'font-medium' })}
        <RowLooks orderId={order_id} />
      </span>
    ),
  },
  full_name: { width: 'w-38 @max-[1240px]:w-33', cell: named },
  doa: { width: 'w-25 @max-[1100px]:w-23', kind: 'detail', cell: (order) => formatDate(order.doa) },
  deadline: { width: 'w-30 @max-[1240px]:w-27', cell: (order) => StandingChip({ order, always: true }) },
  contact_email_address: {
    width: 'w-42 @max-[1240px]:w-28',
    cell: (order) => Copyable({ text: order.contact_email_address }),
  },
  telephone: { width: 'w-35 @max-[1240px]:w-32', kind: 'detail', drop: 800, cell: telephone },
  create_ts: {
    width: 'w-39 @max-[1100px]:w-37',
    kind: 'detail',
    drop: 960,
    cell: (order) => Time({ at: order.create_ts, format: formatListTime }),
  },
  refund_date: {
    width: 'w-41 @max-[1100px]:w-37',
    kind: 'detail',
    cell: (order) => Time({ at: order.refund_date, format: formatListTime }),
  },
  processing_date: {
    width: 'w-29',
    kind: 'detail',
    drop: 800,
    cell: (order) => formatDate(order.processing_date),
  },
  process_month: { width: 'w-26', kind: 'detail', drop: 1240, cell: (order) => monthName(order.process_month) },
  process_status: { width: 'w-35 @max-[1240px]:w-34', cell: statusAndStanding },
};

/** What differs in a list with the column of the deadline, which says the standing and leaves less room. */
const besideDeadline: Partial<Record<OrderColumn, Partial<Column<OrderRow>>>> = {
  doa: { drop: 800 },
  contact_email_address: { drop: 960 },
  telephone: { drop: 960 },
  create_ts: { drop: 1240 },
  process_status: { width: 'w-29', cell: statusAlone },
};

/** What differs in a list with the column of the month. */
const besideMonth: typeof besideDeadline = {
  contact_email_address: { drop: 960 },
  telephone: { drop: 1240 },
  create_ts: { drop: 1240 },
};

/** The name, behind what a member should see before opening the order. */
function named({ full_name, checks, has_request }: OrderRow): ReactNode {
  const name = <bdi title={full_name}>{full_name}</bdi>;
  if (checks.length === 0 && !has_request) return name;
  return (
    <span>
      {checks.length > 0 && CheckMark({ checks })} {has_request && RequestMark()} {name}
    </span>
  );
}

/** The status without the standing, which another column shows. */
function statusAlone(order: OrderRow) {
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      {StatusBadge({ status: order.process_status })}
      {order.submit_again && <span className="tag tone-rose">Submit again</span>}
      {InboxChips({ marks: order.inbox_marks })}
      {CardChip({ doubt: order.card_doubt })}
    </span>
  );
}

/** What is urgent stands below the status. */
function statusAndStanding(order: OrderRow) {
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      {StatusBadge({ status: order.process_status })}
      {StandingChip({ order })}
      {order.submit_again && <span className="tag tone-rose">Submit again</span>}
      {InboxChips({ marks: order.inbox_marks })}
      {CardChip({ doubt: order.card_doubt })}
    </span>
  );
}

function telephone({ phone_code, phone_number }: OrderRow): string {
  return `${phone_code} ${phone_number}`.trim();
}

/** These columns of a queue for this member, in the list with this address; a row's Delete calls `onDelete`. */
export function columnsOf(
  queue: QueueName,
  columns: readonly OrderColumn[],
  staff: StaffInfo,
  list: string,
  onDelete: (order: OrderRow) => void,
): Column<LiveRow>[] {
  const { headings = {}, row } = queueRows[queue];
  const deletes = row.delete !== undefined && can(staff.type, row.delete);
  return [
    ...columns.map((key) => ({
      key,
      ...heading(key),
      ...(headings[key] && { title: headings[key] }),
      ...cells[key],
      ...(columns.includes('deadline') ? besideDeadline[key] : columns.includes('process_month') && besideMonth[key]),
    })),
    {
      key: 'action',
      title: 'Action',
      width: deletes ? 'w-37 @max-[1240px]:w-36' : 'w-24',
      kind: 'actions',
      cell: (order) =>
        order.news?.left ? (
          RowNews(order.news)
        ) : (
          <span className="row-actions">
            {order.assign_to && Avatar({ name: order.assign_to, since: order.held_since, className: 'mr-1' })}
            {View({ order, staff, list })}
            {deletes && mayDelete(staff.type, factsOf(order)) && (
              <button type="button" onClick={() => onDelete(order)} className="row-action row-danger">
                Delete
              </button>
            )}
          </span>
        ),
    },
  ];
}

function factsOf(order: OrderRow) {
  return { status: order.process_status, held: order.assign_to !== null, refunded: order.refund_date !== null };
}

function heading(key: OrderColumn): { title: string; note?: string; sort?: string } {
  return orderColumns[key];
}
