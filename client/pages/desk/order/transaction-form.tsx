import { Button } from '@/components/button';
import { Field } from '@/components/field';
import { useCheckedForm } from '@/hooks/use-checked-form';
import type { OrderWithHistories } from '@shared/desk';
import { routes } from '@shared/routes';
import type { FormEvent } from 'react';

/** The processor's number of the payment and the merchant it went to (spec §2, Transaction form). */
export function TransactionForm({ order, onDone }: { order: OrderWithHistories; onDone: () => void }) {
  const form = useCheckedForm(async () => (await import('@shared/orders')).saveTransaction, {
    transactionId: order.transaction_id ?? '',
    merchantName: order.merchant_name ?? '',
  });

  function onSave(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.saveTransaction, {
      also: { orderId: order.encoded_id, version: order.version },
      onDone,
    });
  }

  return (
    <form id={form.id} noValidate onSubmit={onSave} className="grid gap-4">
      <Field label="Transaction Id" {...form.field('transactionId')} />
      <Field label="Merchant Name" {...form.field('merchantName')} />
      <Button type="submit" tone="primary" busy={form.busy} className="justify-self-end">
        Save
      </Button>
    </form>
  );
}
