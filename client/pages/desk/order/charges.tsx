import { Button } from '@/components/button';
import { Time } from '@/components/time';
import { useCan } from '@/hooks/use-can';
import { Panel } from '@/pages/desk/order/panel';
import { RefundForm } from '@/pages/desk/order/refund-form';
import { formatUtc } from '@shared/dates';
import { money } from '@shared/money';
import type { Pages } from '@shared/pages';
import { useState } from 'react';

/** The charges of an order that has several, and the refund of one of them (docs/disputes.md#charges). */
export function Charges({ order, open }: Pick<Pages['desk/order'], 'order' | 'open'>) {
  const mayWork = useCan()('orders.work') && open;
  const left = order.charges.filter((charge) => charge.open && charge.transaction_id !== null);
  const [chosen, setChosen] = useState<string | null>(null);
  if (order.charges.length < 2) return null;

  const asks = order.inbox_marks.includes('twice');
  const charge = left.find(({ transaction_id: id }) => id === chosen) ?? left.at(-1);
  return (
    <Panel title="Charges">
      <ul className="grid gap-2">
        {order.charges.map((one) => (
          <li key={one.id} className="border-t border-line pt-2">
            <p>
              <span className="font-medium">{money(one.amount, one.currency) ?? 'Amount not told'}</span>
              <span className="wrap-anywhere">, {one.transaction_id ?? 'no transaction id'}</span>
            </p>
            <p className="text-sm text-ink-soft">
              Charged on <Time at={one.at} format={formatUtc} />; {stateOf(one)}
            </p>
            {asks && mayWork && left.includes(one) && one !== charge && (
              <Button tone="quiet" onClick={() => setChosen(one.transaction_id)}>
                Give this one back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asks && mayWork && charge && <RefundForm key={charge.transaction_id} order={order} charge={charge} />}
    </Panel>
  );
}

function stateOf({ open, left, amount, currency }: Pages['desk/order']['order']['charges'][number]): string {
  if (!open) return 'given back';
  if (left === null || Number(left) === Number(amount)) return 'not given back';
  return `${money(left, currency)} of it is left`;
}
