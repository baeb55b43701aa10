import { type OrderStatus, statusRows } from '@shared/order-statuses';

/** A status as text on its colour, because colour alone is not accessible. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span translate="no" className={`tag tone-${statusRows[status].tone}`}>
      {status}
    </span>
  );
}
