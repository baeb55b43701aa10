import { Button } from '@/components/button';
import { toneOf } from '@/components/check-tone';
import { useCan } from '@/hooks/use-can';
import { useWrite } from '@/hooks/use-write';
import { amendFields } from '@shared/amend-fields';
import type { OrderWithHistories } from '@shared/answers/desk';
import type { ZoneValue } from '@shared/answers/orders';
import { type CheckId, orderChecks } from '@shared/order-checks';
import { routes } from '@shared/routes';

/**
 * What an order fails before it is submitted, each with a way to the customer, and where the passport's zone has the right
 * value with a button that takes it (docs/form.md#checks-before-submission).
 */
export function Checks({ order, open }: { order: OrderWithHistories; open: boolean }) {
  const { running, run } = useWrite();
  const mayAmend = useCan()('orders.amend') && open && order.process_status !== 'Deleted' && !order.erased_at;
  const { checks, allowed_moves, encoded_id: orderId, version, zone_values } = order;
  if (checks.length === 0) return null;

  const mayContact = open && allowed_moves.includes('Contact Customer');
  const contact = (id: CheckId) => {
    const body = { orderId, version, updatingStatus: 'Contact Customer', note: orderChecks[id].sentence };
    void run(id, { method: 'put', path: routes.api.move, body });
  };
  const take = ({ check, field, value }: ZoneValue) => {
    const body = { orderId, version, changes: { [field]: value }, reason: 'As the passport’s zone has it.' };
    void run(`take ${check}`, { method: 'put', path: routes.api.amend, body });
  };
  return (
    <section aria-label="Checks before submission" className="mx-6 mb-6 rounded-md border border-line max-md:mx-4">
      <ul className="divide-y divide-line">
        {checks.map((id) => {
          const zone = zone_values.find(({ check }) => check === id);
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2">
              <span className={`tag ${toneOf([id])}`}>{orderChecks[id].label}</span>
              <span className="min-w-0 flex-1 basis-60">
                {orderChecks[id].fault}
                {zone && <BothValues {...zone} />}
              </span>
              <span className="ml-auto flex flex-wrap gap-x-3 gap-y-1.5 max-md:ml-0">
                {zone && zone.value !== null && mayAmend && (
                  <Button busy={running === `take ${id}`} onClick={() => take(zone)}>
                    Take the passport’s
                    <span className="sr-only"> {amendFields[zone.field].label}</span>
                  </Button>
                )}
                {mayContact && (
                  <Button busy={running === id} onClick={() => contact(id)}>
                    Move to Contact Customer
                    <span className="sr-only"> about: {orderChecks[id].label}</span>
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function BothValues({ on_order, in_passport }: ZoneValue) {
  return (
    <span translate="no" className="block text-ink-soft">
      Order: <bdi className="wrap-anywhere">{on_order}</bdi> · Passport:{' '}
      <bdi className="wrap-anywhere">{in_passport}</bdi>
    </span>
  );
}
