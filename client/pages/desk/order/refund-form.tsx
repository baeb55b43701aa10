import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { Field, Tick } from '@/components/field';
import { useCan } from '@/hooks/use-can';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { GivenBack } from '@/pages/desk/order/refunds';
import { useGoingOn } from '@/hooks/use-going-on';
import type { Outcome } from '@/writes/send';
import { write } from '@/writes/write';
import type { OrderWithHistories } from '@shared/answers/desk';
import { moneyTaken } from '@shared/dispute-states';
import { routes } from '@shared/routes';
import type { FormEvent } from 'react';

type RefundFormProps = { order: OrderWithHistories; charge?: OrderWithHistories['charges'][number] };

/** Records what a member gave back, of one charge or of all: a part, or what is left (docs/disputes.md#refunds). */
export function RefundForm({ order, charge }: RefundFormProps) {
  const currency = charge ? charge.currency : order.currency;
  const form = useCheckedForm(async () => (await import('@shared/orders')).markRefunded, {
    refundAmount: '',
    refundReference: '',
    refundIsAll: false,
  });
  const confirm = useConfirm();
  const goOn = useGoingOn();
  const can = useCan();

  function onMark(event: FormEvent) {
    event.preventDefault();
    void form.send('put', routes.api.markRefunded, {
      also: {
        orderId: order.encoded_id,
        version: order.version,
        ...(charge && { transactionId: charge.transaction_id }),
      },
      onDone: () => form.reset(),
      by: async (body) => {
        const mark = async (more: object = {}): Promise<Outcome<unknown>> =>
          (await goOn(order, (seenMessage) => {
            const request = {
              method: 'put',
              path: routes.api.markRefunded,
              body: { ...body, ...more, seenMessage },
            } as const;
            return write(request, { showsErrors: true });
          })) ?? { done: false, cancelled: true, message: '' };
        const outcome = await mark();
        const asks = !outcome.done && outcome.message.startsWith(moneyTaken) && can('disputes.refund-disputed');
        if (!asks || !(await confirm({ text: `${moneyTaken}. Mark as refunded anyway?`, dangerous: true }))) {
          return outcome;
        }
        return mark({ despiteDispute: true });
      },
    });
  }

  return (
    <form id={form.id} noValidate onSubmit={onMark} className="mt-3 grid gap-3">
      {charge ? <p>The charge {charge.transaction_id}:</p> : <GivenBack order={order} />}
      <Field
        label={`Amount given back${currency ? `, ${currency}` : ''} (optional)`}
        hint="Empty for all that is left"
        inputMode="decimal"
        {...form.field('refundAmount')}
      />
      <Field label="Reference of the refund (optional)" {...form.field('refundReference')} />
      {!charge && (
        <Tick
          name="refundIsAll"
          label="Nothing more will be given back"
          checked={form.data.refundIsAll}
          onChange={({ target }) => form.setData('refundIsAll', target.checked)}
        />
      )}
      <Button type="submit" tone={charge ? 'secondary' : 'primary'} busy={form.busy}>
        Refunded it
      </Button>
    </form>
  );
}
