import { NamedOrders } from '@/pages/retention/overview/named-orders';
import type { CountedOrders, DueErasures } from '@shared/answers/retention';
import { agedKinds, erasureRows, frozenRows } from '@shared/retention';
import type { ReactNode } from 'react';

/** What the next run would do. */
export function Due({ due }: { due: DueErasures }) {
  return (
    <dl className="border-b border-line">
      {agedKinds.map((kind) => {
        const { due: free, frozen, more } = due[kind];
        return (
          <Row key={kind} name={erasureRows[kind].label}>
            <Counted orders={free}>{says(free.count, 'would lose it', more)}</Counted>
            {frozen.map(({ reason, ...orders }) => (
              <Counted key={reason} orders={orders}>
                {says(orders.count, 'frozen', more)}: {frozenRows[reason]}
              </Counted>
            ))}
          </Row>
        );
      })}
      {due.files > 0 && (
        <Row name="Files">
          {due.files === 1 ? 'One is' : `${due.files.toLocaleString('en')} are`} still to be removed
        </Row>
      )}
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-3 border-t border-line py-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="font-medium">{name}</dt>
      <dd className="grid gap-1 text-ink-soft">{children}</dd>
    </div>
  );
}

function Counted({ orders: { orders, count }, children }: { orders: CountedOrders; children: ReactNode }) {
  return (
    <div>
      <p>{children}</p>
      {count > 0 && <NamedOrders orders={orders} count={count} />}
    </div>
  );
}

function says(count: number, what: string, more: boolean): string {
  if (count === 0) return `No order ${what}`;
  return `${count.toLocaleString('en')}${more ? ' or more' : ''} ${count === 1 ? 'order' : 'orders'} ${what}`;
}
