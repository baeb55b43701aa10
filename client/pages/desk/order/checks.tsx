import { Button } from '@/components/button';
import { toneOf } from '@/components/check-tone';
import { useWrite } from '@/hooks/use-write';
import type { OrderWithHistories } from '@shared/answers/desk';
import { type CheckId, orderChecks } from '@shared/order-checks';
import { routes } from '@shared/routes';

/** What an order fails before it is submitted, each with a way to the customer (docs/product.md#checks-before-submission). */
export function Checks({ order, open }: { order: OrderWithHistories; open: boolean }) {
  const { running, run } = useWrite();
  const { checks, allowed_moves, encoded_id, version } = order;
  if (checks.length === 0) return null;

  const mayContact = open && allowed_moves.includes('Contact Customer');
  const contact = (id: CheckId) => {
    const body = { orderId: encoded_id, version, updatingStatus: 'Contact Customer', note: orderChecks[id].sentence };
    void run(id, { method: 'put', path: routes.api.move, body });
  };
  return (
    <section aria-label="Checks before submission" className="mx-6 mb-6 rounded-md border border-line max-md:mx-4">
      <ul className="divide-y divide-line">
        {checks.map((id) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2">
            <span className={`tag ${toneOf([id])}`}>{orderChecks[id].label}</span>
            <span className="min-w-0 flex-1 basis-60">{orderChecks[id].sentence}</span>
            {mayContact && (
              <Button busy={running === id} onClick={() => contact(id)}>
                Contact Customer
                <span className="sr-only"> about: {orderChecks[id].label}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
