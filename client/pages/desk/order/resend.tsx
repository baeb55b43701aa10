import { Field } from '@/components/field';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { BouncedAddress } from '@/pages/desk/order/bounced-address';
import { OtherAddress } from '@/pages/desk/order/other-address';
import { ProviderButtons } from '@/pages/desk/order/provider-buttons';
import { useCardMailing } from '@/pages/desk/order/use-card-sending';
import type { OrderWithHistories } from '@shared/answers/desk';
import type { MailProvider } from '@shared/mail-providers';
import { routes } from '@shared/routes';
import { useState } from 'react';

/** Mails the current card once more (docs/mail.md#mail). */
export function Resend({ order }: { order: OrderWithHistories }) {
  const [running, setRunning] = useState<MailProvider>();
  const mailCard = useCardMailing(order, routes.api.resendMail);
  const form = useCheckedForm(async () => (await import('@shared/mail')).resendMail, {
    email: order.contact_email_address,
    despiteBounce: false,
  });

  function onSend(provider: MailProvider) {
    if (form.busy) return;
    setRunning(provider);
    void form.send('post', routes.api.resendMail, {
      also: { orderId: order.encoded_id, mailServiceProvider: provider },
      by: mailCard,
    });
  }

  return (
    <form id={form.id} noValidate onSubmit={(event) => event.preventDefault()} className="grid gap-2.5">
      <div className="grid gap-2">
        <Field id="resend-email" type="email" label="Email" {...form.field('email')} />
        <OtherAddress typed={form.data.email} own={order.contact_email_address} />
        <BouncedAddress
          typed={form.data.email}
          bounced={order.bouncedAddresses}
          name="resend-despite-bounce"
          confirmed={form.data.despiteBounce}
          onConfirm={(despiteBounce) => form.setData((data) => ({ ...data, despiteBounce }))}
        />
      </div>
      <ProviderButtons verb="Resend by" running={form.busy ? running : undefined} onSend={onSend} />
    </form>
  );
}
