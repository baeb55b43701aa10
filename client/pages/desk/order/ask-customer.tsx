import { Button } from '@/components/button';
import { DraftNote } from '@/components/draft-note';
import { Field, inlineField, TextArea } from '@/components/field';
import { idOf } from '@/components/section';
import { useLastProvider } from '@/hooks/last-provider';
import { useDraftForm } from '@/hooks/use-draft-form';
import { BouncedAddress } from '@/pages/desk/order/bounced-address';
import { WaitingRequests } from '@/pages/desk/order/request-text';
import { OtherAddress } from '@/pages/desk/order/other-address';
import { amendFields } from '@shared/amend-fields';
import { questionLength } from '@shared/limits';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import type { FormEvent } from 'react';

/** Mails the customer a question, or an answer to a request. What the customer writes back is among the order's messages. */
export function AskCustomer({ order, drafts }: Pick<Pages['desk/order'], 'order' | 'drafts'>) {
  const nothing = { question: '', email: order.contact_email_address, despiteBounce: false };
  const schema = async () => (await import('@shared/inbound')).askCustomer;
  const form = useDraftForm(schema, nothing, 'question', { about: order.order_id, drafts });
  const mailServiceProvider = useLastProvider();
  // what comes while the answer is on its way stays unread
  const seenMessage = Math.max(
    0,
    ...order.thread.filter(({ direction }) => direction === 'in').map((mail) => mail.mail_id),
  );

  function onAsk(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.askCustomer, {
      also: { orderId: order.encoded_id, mailServiceProvider, seenMessage },
      onDone: form.clearSent,
    });
  }

  return (
    <form id={form.id} noValidate onSubmit={onAsk} className="grid gap-2.5">
      <div className="-mb-2.5 empty:hidden">
        <WaitingRequests order={order} />
      </div>
      <TextArea
        label="Question"
        hideLabel
        placeholder="Write to the customer"
        maxLength={questionLength}
        rows={2}
        // it grows with its text alone: on a loss of the focus it would move what is about to be pressed
        className="[&_textarea]:field-sizing-content [&_textarea]:min-h-15 [&_textarea]:max-h-80"
        {...form.field('question')}
      />
      <div className="flex flex-wrap items-end gap-2.5">
        <Field id="ask-email" type="email" label="Email" className={inlineField} {...form.field('email')} />
        <Button type="submit" busy={form.busy}>
          Ask the customer
        </Button>
      </div>
      <OtherAddress typed={form.data.email} own={order.contact_email_address} />
      <BouncedAddress
        typed={form.data.email}
        bounced={order.bouncedAddresses}
        name="ask-despite-bounce"
        confirmed={form.data.despiteBounce}
        onConfirm={(despiteBounce) => form.setData((data) => ({ ...data, despiteBounce }))}
      />
      {/* in the space below the part */}
      <div className="-mb-5">
        <DraftNote draft={form.draft} />
      </div>
    </form>
  );
}

/** That the mailed question leads to the form on which the customer corrects these fields (docs/visitors.md#correct-your-details). */
export function AskedFields({ of: fields }: { of: Pages['desk/order']['askedFields'] }) {
  if (fields.length === 0) return null;
  const names = fields.map((name) => amendFields[name].label).join(', ');
  return <p className="mb-2.5 text-ink-soft">The mail leads to a form, on which the customer corrects: {names}.</p>;
}

/** Goes to the question, or to that of a macro while it is looked at. */
export function goToQuestion(): void {
  document.querySelector<HTMLElement>(`#${idOf('Messages')} :is([name=macroQuestion], [name=question])`)?.focus();
}
