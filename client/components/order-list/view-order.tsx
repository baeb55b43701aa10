import { Link } from '@/components/link';
import type { StaffInfo } from '@shared/auth';
import type { OrderRow } from '@shared/orders';
import { can } from '@shared/permissions';
import { routes } from '@shared/routes';

/** The link to an order; disabled when `isTaken`. `list` is the address of the list, without `/admin/`. */
export function View({
  order,
  staff,
  list = '',
}: {
  order: Pick<OrderRow, 'assign_to' | 'encoded_id'>;
  staff: StaffInfo;
  list?: string;
}) {
  if (isTaken(order.assign_to, staff)) {
    return (
      <button type="button" disabled title={`Held by ${order.assign_to}`} className="row-action">
        View
      </button>
    );
  }
  return (
    <Link href={routes.orderOf(order.encoded_id, list)} className="row-action">
      View
    </Link>
  );
}

/** Whether somebody else holds the order and this member can't overrule them. */
export function isTaken(holder: string | null, staff: StaffInfo): boolean {
  return holder !== null && holder !== staff.name && !can(staff.type, 'orders.override-holder');
}
