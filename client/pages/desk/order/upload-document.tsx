import { Field } from '@/components/field';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { FileChooser } from '@/pages/desk/order/file-chooser';
import { OtherAddress } from '@/pages/desk/order/other-address';
import { ProviderButtons } from '@/pages/desk/order/provider-buttons';
import { router } from '@inertiajs/react';
import { uploadBytes } from '@shared/limits';
import type { OrderWithHistories } from '@shared/desk';
import type { MailProvider } from '@shared/mail-providers';
import { routes } from '@shared/routes';
import { useState } from 'react';

/** Stores the finished card and mails it to the customer in one go (spec §2, Upload Document). */
export function UploadDocument({ order }: { order: OrderWithHistories }) {
  const [running, setRunning] = useState<MailProvider>();
  const form = useCheckedForm(async () => (await import('@shared/mail')).uploadDocument, {
    email: order.contact_email_address,
    uploadVisaDoc: null as File | null,
  });
  const { uploadVisaDoc: file } = form.data;

  function onChoose(chosen: File | null) {
    form.setData('uploadVisaDoc', chosen);
    form.clearErrors('uploadVisaDoc');
  }

  function onSend(provider: MailProvider) {
    const wrong = !file ? 'File is required' : file.size > uploadBytes ? 'File is too large (max 10 MB).' : undefined;
    if (wrong) return form.setError('uploadVisaDoc', wrong);

    void form.send('post', routes.api.upload, {
      also: { orderId: order.encoded_id, mailServiceProvider: provider },
      onStart: () => setRunning(provider),
      // one that was through already shows
      onCancel: () => router.reload({ only: ['order'] }),
      onFinish: () => {
        leaveCancel();
        setRunning(undefined);
      },
      onDone: () => onChoose(null),
    });
  }

  /** Cancel goes when the sending ends: who stands on it stands on the button that sent, then. */
  function leaveCancel() {
    if (!document.activeElement?.matches('[data-cancel]')) return;
    document.getElementById(form.id)?.querySelector<HTMLElement>('[aria-busy]')?.focus();
  }

  return (
    <form id={form.id} noValidate onSubmit={(event) => event.preventDefault()} className="grid gap-3">
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-2">
        <Field
          id="upload-order"
          name="orderId"
          label="Order ID"
          value={String(order.order_id)}
          readOnly
          className="tabular-nums"
        />
        <Field id="upload-email" type="email" label="Email" {...form.field('email')} />
      </div>
      <OtherAddress typed={form.data.email} own={order.contact_email_address} />
      <FileChooser
        file={file}
        error={form.errors.uploadVisaDoc}
        sent={running && (form.progress?.loaded ?? 0)}
        onChoose={onChoose}
        onCancel={form.cancel}
      />
      <ProviderButtons verb="Send by" running={running} onSend={onSend} />
    </form>
  );
}
