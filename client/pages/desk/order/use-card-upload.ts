import { useSettings } from '@/hooks/use-settings';
import { noteProvider } from '@/hooks/last-provider';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { useCardSending } from '@/pages/desk/order/use-card-sending';
import { goOnFrom } from '@/writes/next-order';
import { useStore } from '@/writes/store';
import { choose, chosenFiles, isGoingOut, isOtherCard, upload, uploads } from '@/writes/uploads';
import type { OrderWithHistories } from '@shared/answers/desk';
import { uploadBytes } from '@shared/limits';
import { type MailProvider, mailProviders } from '@shared/mail-providers';
import { routes } from '@shared/routes';
import { useState } from 'react';

/**
 * The chosen card of an order, its form, and the upload that sends both. `refused` is why the server refused this file
 * because it is not the order's card; a member with `mayOverride` may send it anyway.
 */
export function useCardUpload(order: OrderWithHistories, mayOverride: boolean) {
  const [running, setRunning] = useState<MailProvider | 'complete'>();
  const [wrong, setWrong] = useState<string>();
  const form = useCheckedForm(async () => (await import('@shared/mail')).uploadDocument, {
    email: order.contact_email_address,
    despiteBounce: false,
    reason: '',
  });
  const sendCard = useCardSending(order);
  const { goOn, keys } = useSettings();
  const last = useStore(uploads).find((one) => one.order.encoded === order.encoded_id);
  const going = last && isGoingOut(last) ? last : undefined;
  const chosen = useStore(chosenFiles).get(order.encoded_id) ?? null;
  const file = going?.file ?? chosen;
  const isGoing = going !== undefined;
  const refused = last && isOtherCard(last) && last.file === file ? last.outcome?.message : undefined;

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
        const outcome = await sendCard((seen) =>
          upload({ id: order.order_id, encoded: order.encoded_id }, { ...fields, ...seen, uploadVisaDoc: file }),
        );
        setWrong(outcome.errors?.['uploadVisaDoc']);
        if (outcome.done && complete && goOn) void goOnFrom(order, keys);
        return outcome;
      },
    });
  }

  const busy = form.busy || isGoing ? (running ?? mailProviders[0]) : undefined;
  return { form, file, sent: going?.sent, isGoing, wrong, refused, busy, onChoose, onSend };
}
