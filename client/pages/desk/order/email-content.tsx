import { Button, buttonClass } from '@/components/button';
import { DialogLater } from '@/components/dialog-later';
import { Scrolling } from '@/components/scrolling';
import { callApi } from '@/hooks/call-api';
import type { EmailPreview } from '@shared/mail';
import { routes } from '@shared/routes';
import { useState } from 'react';

/** Shows the mail the customer would get now, as it would be sent (docs/mail.md#mail). */
export function EmailContent({ orderId }: { orderId: string }) {
  const [open, setOpen] = useState<boolean>();
  const [failed, setFailed] = useState(false);
  const [preview, setPreview] = useState<EmailPreview>();

  function onView() {
    setOpen(true);
    setFailed(false);
    callApi<EmailPreview>('get', routes.api.emailPreview(orderId)).then(
      ({ status, data }) => (status === 1 ? setPreview(data) : setFailed(true)),
      () => setFailed(true),
    );
  }

  return (
    <>
      <Button onClick={onView}>View Email Content</Button>
      {open !== undefined && (
        <DialogLater open={open} onClose={() => setOpen(false)} title="Email Content" size="wide">
          {failed ? (
            <div role="alert" className="py-10 text-center">
              <p className="mb-3">The email could not be loaded.</p>
              <Button onClick={onView}>Try again</Button>
            </div>
          ) : (
            <Preview orderId={orderId} of={preview} />
          )}
        </DialogLater>
      )}
    </>
  );
}

function Preview({ orderId, of: preview }: { orderId: string; of: EmailPreview | undefined }) {
  if (!preview) return <div aria-busy className="h-[60dvh]" />;
  return (
    <div className="grid gap-4">
      <p>
        <span className="text-ink-faint">Subject </span>
        <span className="font-medium">{preview.subject}</span>
      </p>
      <iframe
        sandbox=""
        title="Email as the customer sees it"
        src={routes.emailDocument(orderId)}
        className="h-[55dvh] w-full rounded-md border border-line bg-white scheme-light"
      />
      <details>
        <summary className="rounded-xs text-ink-soft">As plain text</summary>
        <Scrolling
          label="Email as plain text"
          className="mt-2 max-h-60 rounded-md bg-sunken p-3 whitespace-pre-line wrap-anywhere"
        >
          {preview.text}
        </Scrolling>
      </details>
      <Whatsapp of={preview} />
    </div>
  );
}

/** Opens the message in Whatsapp; shows an error when the customer has no valid number (docs/mail.md#mail). */
function Whatsapp({ of: { whatsapp_url, whatsapp_reason } }: { of: EmailPreview }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      {whatsapp_url ? (
        <a href={whatsapp_url} target="_blank" rel="noreferrer" className={buttonClass()}>
          Send Whatsapp Message
        </a>
      ) : (
        <>
          <span className="text-ink-faint">{whatsapp_reason}</span>
          <Button refused={whatsapp_reason ?? 'There is no valid number'}>Send Whatsapp Message</Button>
        </>
      )}
    </div>
  );
}
