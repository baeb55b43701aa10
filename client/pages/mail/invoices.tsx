import { Button } from '@/components/button';
import { Field } from '@/components/field';
import { PageTitle } from '@/components/page-title';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { routes } from '@shared/routes';
import type { FormEvent } from 'react';

/** Mails an order's invoice as a PDF to its customer (docs/evidence.md#invoices). */
export default function Invoices() {
  const form = useCheckedForm(async () => (await import('@shared/mail')).sendInvoice, { orderId: '' });

  function onSend(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.sendInvoice, { onDone: form.clearSent });
  }

  return (
    <>
      <PageTitle
        title="Send Invoice"
        hint="The invoice goes to the customer’s address as a PDF. Sent again, it is the same one, marked copy."
      />
      <form id={form.id} noValidate onSubmit={onSend} className="grid max-w-sm gap-4 px-6 max-md:px-4">
        <Field label="Enter Your Order ID" inputMode="numeric" autoComplete="off" {...form.field('orderId')} />
        <Button type="submit" tone="primary" busy={form.busy} className="justify-self-start">
          Send Invoice
        </Button>
      </form>
    </>
  );
}
