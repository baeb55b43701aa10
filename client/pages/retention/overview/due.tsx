import { NamedOrders } from '@/pages/retention/overview/named-orders';
import type { CountedOrders, DueErasures } from '@shared/answers/retention';
import { agedKinds, erasureRows, frozenRows } from '@shared/retention';
import type { ReactNode } from 'react';

/** What the next run would do. */
export function Due({ due }: { due: DueErasures }) {
  return (
    <>
      {agedKinds.map((kind) => {
        const { due: free, frozen, more } = due[kind];
        return (
          <div key={kind} className="pb-4">
            <h3 className="font-medium">{erasureRows[kind].label}</h3>
            <Line counted={free}>{says(free.count, 'would lose it', more)}</Line>
            {frozen.map(({ reason, ...orders }) => (
              <Line key={reason} counted={orders}>
                {says(orders.count, 'frozen', more)}: {frozenRows[reason]}
              </Line>
            ))}
          </div>
        );
      })}
      {due.files > 0 && (
        <p className="pb-4 text-ink-soft">
          {due.files === 1 ? 'One file is' : `${due.files.toLocaleString('en')} files are`} still to be removed.
        </p>
      )}
    </>
  );
}

function Line({ counted: { orders, count }, children }: { counted: CountedOrders; children: ReactNode }) {
  return (
    <div className="border-t border-line py-2">
      <p className="text-ink-soft">{children}</p>
      {count > 0 && <NamedOrders orders={orders} count={count} />}
    </div>
  );
}

function says(count: number, what: string, more: boolean): string {
  if (count === 0) return `No order ${what}`;
  return `${count.toLocaleString('en')}${more ? ' or more' : ''} ${count === 1 ? 'order' : 'orders'} ${what}`;
}
