import { Button } from '@/components/button';
import { Field, TextArea, Tick } from '@/components/field';
import { useCan, useStaff } from '@/hooks/use-can';
import { changeSettings, useSettings } from '@/hooks/use-settings';
import { noteProvider, useLastProvider } from '@/hooks/last-provider';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { CardPreview } from '@/pages/desk/order/card-preview';
import { CurrentCard } from '@/pages/desk/order/card-verdict';
import { useDropAnywhere } from '@/pages/desk/order/use-drop-anywhere';
import { FileChooser } from '@/pages/desk/order/file-chooser';
import { BouncedAddress } from '@/pages/desk/order/bounced-address';
import { OtherAddress } from '@/pages/desk/order/other-address';
import { ProviderButtons } from '@/pages/desk/order/provider-buttons';
import { openNext } from '@/writes/next-order';
import { useStore } from '@/writes/store';
import { cancelUpload, choose, chosenFiles, isGoingOut, isOtherCard, upload, uploads } from '@/writes/uploads';
import { uploadBytes } from '@shared/limits';
import type { OrderWithHistories } from '@shared/answers/desk';
import { type MailProvider, mailProviders } from '@shared/mail-providers';
import { isCardSent } from '@shared/mail-kinds';
import { nextStep } from '@shared/order-statuses';
import { routes } from '@shared/routes';
import { useEffect, useRef, useState } from 'react';

/** Stores the finished card and mails it to the customer in one request (docs/product.md#uploads-and-documents). */
export function UploadDocument({ order }: { order: OrderWithHistories }) {
  const [running, setRunning] = useState<MailProvider | 'complete'>();
  const [wrong, setWrong] = useState<string>();
  const form = useCheckedForm(async () => (await import('@shared/mail')).uploadDocument, {
    email: order.contact_email_address,
    despiteBounce: false,
    reason: '',
  });
  const last = useStore(uploads).find((one) => one.order.encoded === order.encoded_id);
  const going = last && isGoingOut(last) ? last : undefined;
  const chosen = useStore(chosenFiles).get(order.encoded_id) ?? null;
  const file = going?.file ?? chosen;
  const isGoing = going !== undefined;
  const refused = last && isOtherCard(last) && last.file === file ? last.outcome?.message : undefined;
  const mayComplete = order.allowed_moves.includes('Completed');
  const provider = useLastProvider();
  const mayOverride = useCan()('cards.override');
  const staff = useStaff();
  const { goOn } = useSettings();
  const [card] = order.uploadDoc;
  const busy = form.busy || isGoing ? (running ?? mailProviders[0]) : undefined;

  function onChoose(next: File | null) {
    choose(order.encoded_id, next);
    setWrong(undefined);
  }

  function onSend(provider: MailProvider, complete = false) {
    if (form.busy || isGoing) return;
    const refusal = !file ? 'File is required' : file.size > uploadBytes ? 'File is too large (max 10 MB).' : undefined;
    setWrong(refusal);
    if (refusal) return;

    setRunning(complete ? 'complete' : provider);
    noteProvider(provider);
    void form.send('post', routes.api.upload, {
      also: {
        orderId: order.encoded_id,
        mailServiceProvider: provider,
        ...(refused && mayOverride && { override: true }),
        ...(complete && { complete, status: order.process_status }),
      },
      by: async (fields) => {
        const outcome = await upload(
          { id: order.order_id, encoded: order.encoded_id },
          { ...fields, uploadVisaDoc: file },
        );
        setWrong(outcome.errors?.['uploadVisaDoc']);
        if (outcome.done && complete && goOn && isShown(order.encoded_id)) void openNext();
        return outcome;
      },
    });
  }

  const isOver = useDropAnywhere(isGoing ? undefined : (dropped) => onChoose(dropped));
  // the card comes next: the chooser is what the page asks for
  const cardSent = isCardSent(order.mailHistory);
  const isWanted = !file && nextStep(order.process_status, cardSent) === 'card';

  // Cancel disappears when the sending ends: if it had the focus, the focus moves to the first send button
  const isOnCancel = useRef(false);
  useEffect(() => {
    if (isGoing) return;
    if (isOnCancel.current && document.activeElement === document.body) {
      document.getElementById(form.id)?.querySelector<HTMLElement>('button[type=submit]')?.focus();
    }
    isOnCancel.current = false;
  }, [isGoing, form.id]);

  return (
    <form id={form.id} noValidate onSubmit={(event) => event.preventDefault()} className="grid scroll-m-4 gap-3">
      {card && <CurrentCard order_id={order.order_id} card={card} />}
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
      <BouncedAddress
        typed={form.data.email}
        bounced={order.bouncedAddresses}
        name="upload-despite-bounce"
        confirmed={form.data.despiteBounce}
        onConfirm={(despiteBounce) => form.setData((data) => ({ ...data, despiteBounce }))}
      />
      <FileChooser
        file={file}
        isOver={isOver}
        isWanted={isWanted}
        error={wrong}
        sent={going?.sent}
        onChoose={onChoose}
        onCancel={() => cancelUpload(order.encoded_id)}
        onCancelFocus={(isOn) => (isOnCancel.current = isOn)}
      />
      {refused && (
        <div className="grid gap-2 rounded-md bg-danger-soft px-3 py-2 text-danger">
          <p role="alert">
            {`${refused} Nothing was stored or mailed. `}
            {!mayOverride && 'An Admin or a Manager can send it all the same.'}
          </p>
          {mayOverride && (
            <TextArea
              id="override-reason"
              label="Why is this card right all the same?"
              hint="The reason is kept with the card."
              maxLength={500}
              rows={2}
              {...form.field('reason')}
            />
          )}
        </div>
      )}
      {(!refused || mayOverride) && (
        <>
          {mayComplete && (
            <Button
              type="submit"
              tone={file ? 'primary' : 'secondary'}
              title={`Mails the card by ${provider} and moves the order to Completed`}
              busy={busy === 'complete'}
              onClick={(event) => {
                event.preventDefault();
                onSend(provider, true);
              }}
            >
              {refused ? 'Send all the same and complete' : 'Send and complete'}
            </Button>
          )}
          {mayComplete && (
            <Tick
              name="goOn"
              label="Then open the next order"
              checked={goOn}
              onChange={(event) => void changeSettings(staff.id, { goOn: event.target.checked })}
            />
          )}
          <ProviderButtons
            verb={refused ? 'Send all the same by' : 'Send by'}
            running={busy === 'complete' ? undefined : busy}
            onSend={onSend}
          />
        </>
      )}
      {file && <CardPreview key={`${file.name} ${file.lastModified}`} file={file} />}
    </form>
  );
}

/** Whether the page of this order is still on show. */
function isShown(encodedId: string): boolean {
  return window.location.pathname === routes.order(encodedId);
}
