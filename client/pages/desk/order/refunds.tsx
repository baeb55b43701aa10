import { Button } from '@/components/button';
import { DialogFoot } from '@/components/dialog-foot';
import { DialogLater } from '@/components/dialog-later';
import { Field } from '@/components/field';
import { Time } from '@/components/time';
import { useCan } from '@/hooks/use-can';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { useWrite } from '@/hooks/use-write';
import { Panel } from '@/pages/desk/order/panel';
import type { OrderWithHistories } from '@shared/answers/desk';
import { formatUtc } from '@shared/dates';
import { money } from '@shared/money';
import type { Pages } from '@shared/pages';
import { asksWasAll, partOf } from '@shared/refunds';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

type Refund = OrderWithHistories['refunds'][number];

/** What was given back, refund by refund, and what has to be said about it (docs/disputes.md#refunds). */
export function Refunds({ order, open }: Pick<Pages['desk/order'], 'order' | 'open'>) {
  const mayWork = useCan()('orders.work') && open;
  if (order.refunds.length === 0) return null;

  return (
    <Panel title="Refunds">
      {/* else the form shows it */}
      {!waitsForRefund(order) && <GivenBack order={order} />}
      <ul className="mt-2 grid gap-2">
        {order.refunds.map((refund) => (
          <Row key={refund.id} {...{ order, refund, mayWork }} />
        ))}
      </ul>
      {mayWork && asksWasAll(order, order.refunds) && <WasAll order={order} />}
    </Panel>
  );
}

/** Whether the page has the form for a refund. */
export function waitsForRefund({ process_status: status, refund_date: closed }: OrderWithHistories): boolean {
  return status === 'Refunds' && closed === null;
}

/** `USD 5.00 of USD 59.00 was given back. USD 54.00 is left.` */
export function GivenBack({ order }: { order: OrderWithHistories }) {
  const given = partOf(order.refund_amount, order.amount, order.currency);
  const left = order.refund_date === null ? money(order.refundable_amount, order.currency) : null;
  // of several charges their panel says how much of each
  if (order.charges.length > 1) return left && <p>{left} of all charges is left.</p>;
  return (
    <p>
      {given ? `${given} was given back.` : order.refund_date === null && 'Nothing was given back yet.'}
      {left && ` ${left} is left.`}
    </p>
  );
}

function Row({ order, refund, mayWork }: { order: OrderWithHistories; refund: Refund; mayWork: boolean }) {
  const { amount, currency, reference, at, by, failed_at: failedAt, reason } = refund;
  const charge = order.charges.length > 1 ? order.charges.find(({ id }) => id === refund.charge_id) : undefined;
  return (
    <li className="border-t border-line pt-2">
      <p>
        <span className="font-medium">{money(amount ?? (charge ?? order).amount, currency) ?? 'Amount not told'}</span>
        {reference && <span className="wrap-anywhere">, {reference}</span>}
        {charge && <span className="wrap-anywhere">, of {charge.transaction_id ?? 'the first charge'}</span>}
      </p>
      <p className="text-sm text-ink-soft">
        {failedAt ? 'Tried' : 'Given back'} on <Time at={at} format={formatUtc} />, told by {by}
        {failedAt && (
          <>
            ; returned by the bank on <Time at={failedAt} format={formatUtc} />
            {reason && `: ${reason}`}
          </>
        )}
      </p>
      {mayWork && !failedAt && <Failed order={order} refund={refund} />}
    </li>
  );
}

/** Says that a refund failed, after its reason was asked. */
function Failed({ order, refund }: { order: OrderWithHistories; refund: Refund }) {
  const [open, setOpen] = useState<boolean>();
  const form = useCheckedForm(async () => (await import('@shared/orders')).failRefund, { reason: '' });

  function onFailed(event: FormEvent) {
    event.preventDefault();
    void form.send('put', routes.api.refundFailed, {
      also: { orderId: order.encoded_id, refundId: refund.id, version: order.version },
      onDone: () => setOpen(false),
    });
  }

  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        It failed
      </Button>
      {open !== undefined && (
        <DialogLater open={open} onClose={() => setOpen(false)} title="This refund failed">
          <form id={form.id} noValidate onSubmit={onFailed} className="grid gap-3">
            <p className="text-ink-soft">The bank returned the money. The order asks for a refund again.</p>
            <Field label="Reason (optional)" {...form.field('reason')} />
            <DialogFoot>
              <Button type="submit" tone="danger" busy={form.busy}>
                It failed
              </Button>
            </DialogFoot>
          </form>
        </DialogLater>
      )}
    </>
  );
}

/** Of a charge whose amount nobody knows a member says whether the refunds were all of it. */
function WasAll({ order }: { order: OrderWithHistories }) {
  const { running, run } = useWrite();
  const say = (isAll: boolean) =>
    void run(String(isAll), {
      method: 'put',
      path: routes.api.refundedAll,
      body: { orderId: order.encoded_id, version: order.version, isAll },
    });
  return (
    <fieldset className="mt-3 rounded-md bg-caution-soft px-3 py-2">
      <legend className="float-left mb-2 w-full font-medium text-caution">Was this all?</legend>
      <p className="clear-both mb-2">
        What was paid for this order is not known. When this was all, the order is closed, and there is no card for it.
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button busy={running === 'true'} onClick={() => say(true)}>
          Yes, all of it
        </Button>
        <Button busy={running === 'false'} onClick={() => say(false)}>
          No, a part
        </Button>
      </div>
    </fieldset>
  );
}
