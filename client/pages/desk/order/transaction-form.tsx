import { DraftNote } from '@/components/draft-note';
import { Field } from '@/components/field';
import { SaveFoot } from '@/components/save-foot';
import { useDraftForm } from '@/hooks/use-draft-form';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

/** The payment's transaction number and its merchant (docs/screens.md#screens). */
export function TransactionForm({
  order,
  drafts,
  onDone,
}: Pick<Pages['desk/order'], 'order' | 'drafts'> & { onDone: () => void }) {
  const [saved] = useState({ transactionId: order.transaction_id ?? '', merchantName: order.merchant_name ?? '' });
  const schema = async () => (await import('@shared/orders')).saveTransaction;
  const form = useDraftForm(schema, saved, 'transaction', { about: order.order_id, drafts });

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
      <DraftNote draft={form.draft} />
      <SaveFoot busy={form.busy} />
    </form>
  );
}
