import { Avatar } from '@/components/avatar';
import { Copyable, CopyableEmail } from '@/components/copyable';
import { type Column, tickWidth } from '@/components/data-table';
import { fitted } from '@/components/fitting';
import { RowLooks } from '@/components/looks';
import { RowNews } from '@/components/order-list/row-news';
import { View } from '@/components/order-list/view-order';
import { StandingChip } from '@/components/standing-chip';
import { Time, TimeOnTwoLines } from '@/components/time';
import { RowMarks } from '@/pages/orders/queue/row-marks';
import type { LiveRow } from '@/pages/orders/queue/use-live-rows';
import type { StaffInfo } from '@shared/auth';
import { formatDate, formatListTime, monthName } from '@shared/dates';
import { type OrderColumn, orderColumns, type QueueName, queueRows } from '@shared/order-queues';
import { mayDelete, statusRows } from '@shared/order-statuses';
import type { OrderRow } from '@shared/orders';
import { can } from '@shared/permissions';
import type { ReactNode } from 'react';

type Cell = Pick<Column<OrderRow>, 'width' | 'kind' | 'cell'> & {
  /** The least width that the column needs, in pixels. */
  min: number;
};

/**
 * Width and content of each column of src/shared/order-queues.ts. A row has two lines. A cell calls its component as a
 * function: it has no state, and for hundreds of cells mounting a component takes React as long as rendering its markup.
 */
const cells: Record<OrderColumn, Cell> = {
  order_id: { width: 'w-18 compact:w-22', min: 72, cell: numbered },
  full_name: { width: 'w-32 @min-[1100px]:w-auto', min: 128, cell: named },
  doa: { width: 'w-24', min: 96, kind: 'detail', cell: ({ doa }) => formatDate(doa) },
  deadline: { width: 'w-28', min: 112, cell: (order) => StandingChip({ order, always: true }) },
  contact_email_address: {
    width: 'w-auto',
    min: 150,
    kind: 'email',
    cell: (order) => CopyableEmail({ text: order.contact_email_address }),
  },
  telephone: { width: 'w-33 @max-[1100px]:w-28', min: 112, kind: 'detail', cell: telephone },
  create_ts: {
    width: 'w-24 compact:w-36',
    min: 96,
    kind: 'detail',
    cell: ({ create_ts }) => TimeOnTwoLines({ at: create_ts }),
  },
  refund_date: {
    width: 'w-24 compact:w-36',
    min: 96,
    kind: 'detail',
    cell: ({ refund_date }) => TimeOnTwoLines({ at: refund_date }),
  },
  processing_date: { width: 'w-24', min: 96, kind: 'detail', cell: (order) => formatDate(order.processing_date) },
  process_month: { width: 'w-18', min: 72, kind: 'detail', cell: (order) => monthName(order.process_month) },
  process_status: { width: 'w-36 compact:w-34', min: 144, cell: status },
};

/** The columns that may have the deadline as their second line, the first that a list has; and their cells then. */
const withDeadline: Partial<Record<OrderColumn, (always: boolean) => Partial<Cell>>> = {
  doa: (always) => ({
    width: 'w-24 compact:w-32',
    cell: (order) => above(formatDate(order.doa), StandingChip({ order, always, isBrief: true })),
  }),
  create_ts: (always) => ({
    width: 'w-38 @max-[1100px]:w-36 compact:w-49',
    min: 144,
    cell: (order) =>
      above(
        <span className="text-xs">{Time({ at: order.create_ts, format: formatListTime })}</span>,
        StandingChip({ order, always, isBrief: true }),
      ),
  }),
};

/** What differs in a list with the column of the arrival, whose orders are all of one short status. */
const besideArrival: Partial<Record<OrderColumn, Partial<Cell>>> = {
  process_status: { width: 'w-28 compact:w-22', min: 112 },
};

/** What differs in a list with the column of the month, which has the most columns. */
const besideMonth: typeof besideArrival = {
  order_id: { width: 'w-18 @max-[1100px]:w-16', min: 64 },
  full_name: { width: 'w-25 @min-[1100px]:w-28 @min-[1240px]:w-auto', min: 100 },
  doa: { width: 'w-24 compact:w-32', min: 96 },
  contact_email_address: { min: 142 },
  telephone: { width: 'w-33 @max-[1100px]:w-22', min: 88 },
  create_ts: { width: 'w-22 @max-[1100px]:w-20', min: 80 },
  processing_date: { width: 'w-22 @max-[1100px]:w-20', min: 80 },
  process_month: { width: 'w-18 @max-[1100px]:w-14', min: 56 },
  process_status: { width: 'w-24 @max-[1100px]:w-18', min: 72 },
};

/** Two lines; the second may be missing. */
function above(first: ReactNode, second: ReactNode): ReactNode {
  return (
    <span className="lines">
      <span>{first}</span> {second}
    </span>
  );
}

function numbered({ order_id }: OrderRow): ReactNode {
  return (
    <span className="lines">
      {Copyable({ text: String(order_id), className: 'font-medium' })}
      <RowLooks orderId={order_id} />
    </span>
  );
}

/** The name, behind what a member should see before opening the order. */
function named(order: OrderRow): ReactNode {
  return (
    <span title={order.full_name} className="wraps">
      {RowMarks({ order })}
      <bdi>{order.full_name}</bdi>
    </span>
  );
}

/** The status, and below it what the order waits for. */
function status(order: OrderRow): ReactNode {
  const { process_status: name } = order;
  const { tone } = statusRows[name];
  return above(
    <span translate="no" title={name} className="status-name">
      <span aria-hidden className={`status-dot tone-${tone}`} />
      {name}
    </span>,
    waitsFor(order),
  );
}

function waitsFor({ process_status, refund_date, submit_again }: OrderRow): ReactNode {
  if (submit_again) return <span className="tag tone-rose">Submit again</span>;
  const waits = process_status === 'Refunds' && !refund_date ? 'refund to be given' : statusRows[process_status].waits;
  return waits && <span className="faint">{waits}</span>;
}

function telephone({ phone_code, phone_number }: OrderRow): ReactNode {
  return <span className="wraps">{`${phone_code} ${phone_number}`.trim()}</span>;
}

type About = {
  queue: QueueName;
  /** The columns on show, in their order. */
  names: readonly OrderColumn[];
  staff: StaffInfo;
  /** The list's address, to which an order's page leads back. */
  list: string;
  /** Whether the list has ticks. */
  ticks: boolean;
  /** Called by a row's Delete. */
  onDelete: (order: OrderRow) => void;
};

/**
 * The columns of a queue's list, and the actions of its rows. The deadline is the second line of another column, if the
 * list has one for it. In a list that is too narrow the last columns go first.
 */
export function columnsOf({ queue, names, staff, list, ticks, onDelete }: About): Column<LiveRow>[] {
  const { headings = {}, row, filter } = queueRows[queue];
  const deletes = row.delete !== undefined && can(staff.type, row.delete);
  const host = (['doa', 'create_ts'] as const).find((name) => names.includes(name));
  const own = names.filter((name) => name !== 'deadline' || !host);
  const added = names.includes('process_month') ? besideMonth : names.includes('doa') ? besideArrival : {};
  const columns = [
    ...own.map((key) => ({
      key,
      ...heading(key),
      ...(headings[key] && { title: headings[key] }),
      ...cells[key],
      ...(key === host && withDeadline[key]?.(names.includes('deadline'))),
      ...added[key],
      ...(key === 'order_id' && !ticks && { width: 'w-23', min: 92 }),
    })),
    {
      key: 'action',
      title: 'Action',
      width: deletes ? 'w-32 @max-[1100px]:w-31' : 'w-22',
      min: deletes ? 124 : 88,
      kind: 'actions' as const,
      cell: (order: LiveRow) =>
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
  // what sets the rows of the list apart goes last
  const kept: OrderColumn[] = [
    ...('status' in filter ? [] : ['process_status' as const]),
    ...(host && names.includes('deadline') ? [host] : []),
  ];
  const last = own.slice(2).toReversed();
  const going = [...last.filter((key) => !kept.includes(key)), ...last.filter((key) => kept.includes(key))];
  return fitted(columns, going, ticks ? tickWidth : 0);
}

function factsOf(order: OrderRow) {
  return { status: order.process_status, held: order.assign_to !== null, refunded: order.refund_date !== null };
}

function heading(key: OrderColumn): { title: string; note?: string; sort?: string } {
  return orderColumns[key];
}
