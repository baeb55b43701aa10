import { Field, TextArea } from '@/components/field';
import { useCan } from '@/hooks/use-can';
import { CardPreview } from '@/pages/desk/order/card-preview';
import { CurrentCard } from '@/pages/desk/order/card-verdict';
import { useDropAnywhere } from '@/pages/desk/order/use-drop-anywhere';
import { FileChooser } from '@/pages/desk/order/file-chooser';
import { BouncedAddress } from '@/pages/desk/order/bounced-address';
import { OtherAddress } from '@/pages/desk/order/other-address';
import { SendButtons } from '@/pages/desk/order/send-buttons';
import { useCardUpload } from '@/pages/desk/order/use-card-upload';
import { cancelUpload } from '@/writes/uploads';
import type { OrderWithHistories } from '@shared/answers/desk';
import { isCardSent } from '@shared/mail-kinds';
import { nextStep } from '@shared/order-statuses';
import { type ComponentProps, useEffect, useRef } from 'react';

/** Stores the finished card and mails it to the customer in one request (docs/form.md#uploads-and-documents). */
export function UploadDocument({ order }: { order: OrderWithHistories }) {
  const mayOverride = useCan()('cards.override');
  const { form, file, sent, isGoing, wrong, refused, busy, onChoose, onSend } = useCardUpload(order, mayOverride);
  const [card] = order.uploadDoc;

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
    <form id={form.id} noValidate onSubmit={(event) => event.preventDefault()} className="grid scroll-m-4 gap-2">
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
        sent={sent}
        onChoose={onChoose}
        onCancel={() => cancelUpload(order.encoded_id)}
        onCancelFocus={(isOn) => (isOnCancel.current = isOn)}
      />
      {refused && <OtherCard refused={refused} mayOverride={mayOverride} reason={form.field('reason')} />}
      {(!refused || mayOverride) && (
        <SendButtons
          mayComplete={order.allowed_moves.includes('Completed')}
          hasFile={file !== null}
          isRefused={Boolean(refused)}
          {...{ busy, onSend }}
        />
      )}
      {file && <CardPreview key={`${file.name} ${file.lastModified}`} file={file} />}
    </form>
  );
}

type OtherCardProps = {
  refused: string;
  mayOverride: boolean;
  reason: Pick<ComponentProps<typeof TextArea>, 'error' | 'value' | 'onChange'> & { name: string };
};

/** Says that the chosen file is not the order's card, and asks who may send it anyway for the reason. */
function OtherCard({ refused, mayOverride, reason }: OtherCardProps) {
  return (
    <div className="grid gap-2 rounded-md bg-danger-soft px-3 py-2 text-danger">
      <p role="alert">
        {`${refused} Nothing was stored or mailed. `}
        {!mayOverride && 'An Admin or a Manager can send it anyway.'}
      </p>
      {mayOverride && (
        <TextArea
          {...reason}
          id="override-reason"
          label="Why is this card right anyway?"
          hint="The reason is kept with the card."
          maxLength={500}
          rows={2}
        />
      )}
    </div>
  );
}
