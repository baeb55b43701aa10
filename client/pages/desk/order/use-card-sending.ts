import { useConfirm } from '@/components/confirm';
import { nothingPaid } from '@/hooks/use-move-question';
import { useGoingOn } from '@/hooks/use-going-on';
import { type Outcome, sentBefore } from '@/writes/send';
import { write } from '@/writes/write';
import type { OrderWithHistories } from '@shared/answers/desk';
import { lastCardMail } from '@shared/mail-kinds';
import { statusRows } from '@shared/order-statuses';
import { useEffect, useRef } from 'react';

const notSent: Outcome<never> = { done: false, cancelled: true, message: '' };

/** The newest mail with the card that was there when the order's page was opened, or that this tab sent, by encoded id. */
const seenMails = new Map<string, number>();

/** Notes which card the member sees when an order's page opens. What comes later is news, even when the page shows it. */
export function useSeenCard(order: OrderWithHistories): void {
  const latest = useRef(order);
  useEffect(() => {
    latest.current = order;
  });
  useEffect(() => {
    seenMails.set(order.encoded_id, lastCardMail(latest.current.mailHistory)?.id ?? 0);
  }, [order.encoded_id]);
}

/** What the member knows of: the newest mail with the card, and the newest message of the customer. */
type Seen = { seenMail: number; seenMessage: number };

/**
 * Sends a card after its questions: nothing was paid; somebody sent a card since the member opened the page; the customer wrote
 * and nobody has read it. `No` sends nothing. The function that is given makes the call, with what the member knows of.
 */
export function useCardSending(order: OrderWithHistories) {
  const confirm = useConfirm();
  const goOn = useGoingOn();
  const { encoded_id: id, order_id: number, process_status: status } = order;

  return async (call: (seen: Seen) => Promise<Outcome<unknown> | undefined>): Promise<Outcome<unknown>> => {
    if (statusRows[status].unpaid && !(await confirm({ text: `${nothingPaid} Send the card anyway?` }))) return notSent;
    const callAfter = async (seenMail: number) =>
      (await goOn(order, (seenMessage) => call({ seenMail, seenMessage }))) ?? notSent;
    let outcome = await callAfter(seenMails.get(id) ?? 0);
    for (let sent = sentBefore(outcome); sent !== undefined; sent = sentBefore(outcome)) {
      if (!(await confirm({ text: `Order ${number}: ${outcome.message}` }))) return notSent;
      outcome = await callAfter(sent);
    }
    const own = outcome.done && (outcome.data as { mail_id?: number } | null)?.mail_id;
    if (own) seenMails.set(id, own);
    return outcome;
  };
}

/** `useCardSending` for a form that mails the card or the link to it: how the form is sent (use-checked-form.ts). */
export function useCardMailing(order: OrderWithHistories, path: string) {
  const sendCard = useCardSending(order);
  return (fields: Record<string, unknown>) =>
    sendCard((seen) => write({ method: 'post', path, body: { ...fields, ...seen } }, { showsErrors: true }));
}
