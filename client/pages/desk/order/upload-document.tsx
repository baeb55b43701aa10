import { Field } from '@/components/field';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { FileChooser } from '@/pages/desk/order/file-chooser';
import { ProviderButtons } from '@/pages/desk/order/provider-buttons';
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
      onFinish: () => setRunning(undefined),
      onDone: () => onChoose(null),
    });
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
      <FileChooser
        file={file}
        error={form.errors.uploadVisaDoc}
        sent={running && (form.progress?.loaded ?? 0)}
        onChoose={onChoose}
      />
      <ProviderButtons verb="Send by" running={running} onSend={onSend} />
    </form>
  );
}
