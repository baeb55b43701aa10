import { Link } from '@/components/link';
import type { NamedOrder } from '@shared/answers/retention';
import { type FrozenReason, frozenRows } from '@shared/retention';
import { routes } from '@shared/routes';

/** Orders by their numbers, each a link, and how many more there are. */
export function NamedOrders({ orders, count }: { orders: NamedOrder[]; count: number }) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 tabular-nums">
      {orders.map(({ order_id, encoded_id }) => (
        <Link key={order_id} href={routes.order(encoded_id)} className="text-accent hover:underline">
          {order_id}
        </Link>
      ))}
      {count > orders.length && (
        <span className="text-ink-faint">{`and ${(count - orders.length).toLocaleString('en')} more`}</span>
      )}
    </p>
  );
}

type HeldOrder = NamedOrder & { reason: FrozenReason | null };

/** Orders that are not erased, by what holds them back. @param before what a reason begins with */
export function OrdersByReason({ orders, before = '' }: { orders: HeldOrder[]; before?: string }) {
  const reasons = [...new Set(orders.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const held = orders.filter((order) => order.reason === reason);
    return (
      <div key={reason}>
        {reason && (
          <p className="text-caution">
            {before}
            {frozenRows[reason]}
          </p>
        )}
        <NamedOrders orders={held} count={held.length} />
      </div>
    );
  });
}
