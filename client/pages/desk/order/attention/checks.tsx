import { Button } from '@/components/button';
import { useWrite } from '@/hooks/use-write';
import type { About, Its } from '@/pages/desk/order/attention/about';
import { Row, rowAction } from '@/pages/desk/order/attention/row';
import { amendFields } from '@shared/amend-fields';
import type { ZoneValue } from '@shared/answers/orders';
import { type CheckId, orderChecks, sayingsOf } from '@shared/order-checks';
import { routes } from '@shared/routes';
import { TriangleAlert } from 'lucide-react';

/** The failed checks of the order; a check that stops it comes before one that warns. */
export function failedChecks({ order }: About): CheckId[] {
  const stops = (id: CheckId) => Number(orderChecks[id].severity === 'stops');
  return order.checks.toSorted((one, other) => stops(other) - stops(one));
}

/**
 * A check that the order fails before it is submitted, with a way to the customer, and where the passport's zone has the right
 * value with a button that takes it (docs/form.md#checks-before-submission).
 */
export function CheckRow({ of: id, about: { order, open, can } }: Its<CheckId>) {
  const { running, run } = useWrite();
  const { allowed_moves: moves, encoded_id: orderId, version, zone_values: zones } = order;
  const { severity, label } = orderChecks[id];
  const { fault, sentence } = sayingsOf(id, order);
  const zone = zones.find(({ check }) => check === id);
  const mayAmend = can('orders.amend') && open && order.process_status !== 'Deleted' && !order.erased_at;
  const contact = () => {
    const body = { orderId, version, updatingStatus: 'Contact Customer', note: sentence };
    void run('contact', { method: 'put', path: routes.api.move, body });
  };
  const take = ({ field, value }: ZoneValue) => {
    const body = { orderId, version, changes: { [field]: value }, reason: 'As the passport’s zone has it.' };
    void run('take', { method: 'put', path: routes.api.amend, body });
  };
  return (
    <Row
      icon={TriangleAlert}
      tone={severity === 'stops' ? 'danger' : 'caution'}
      says={
        <>
          {fault}
          {zone && <BothValues {...zone} />}
        </>
      }
    >
      {zone && zone.value !== null && mayAmend && (
        <Button tone="quiet" className={rowAction} busy={running === 'take'} onClick={() => take(zone)}>
          Take the passport’s
          <span className="sr-only"> {amendFields[zone.field].label}</span>
        </Button>
      )}
      {open && moves.includes('Contact Customer') && (
        <Button tone="quiet" className={rowAction} busy={running === 'contact'} onClick={contact}>
          Move to Contact Customer
          <span className="sr-only"> about: {label}</span>
        </Button>
      )}
    </Row>
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
