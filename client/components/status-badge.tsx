import { type OrderStatus, statusRows } from '@shared/order-statuses';

/** A status as colour and word, never colour alone. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span translate="no" className={`tag tone-${statusRows[status].tone}`}>
      {status}
    </span>
  );
}
