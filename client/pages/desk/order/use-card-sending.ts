import { useConfirm } from '@/components/confirm';
import { nothingPaid } from '@/hooks/use-move-question';
import { type Seen, useCardQuestion } from '@/hooks/use-card-question';
import type { Outcome } from '@/writes/send';
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

/** The newest mail with the card that the member has seen on this order's page; 0: none. */
export function seenMailOf({ encoded_id: id }: Pick<OrderWithHistories, 'encoded_id'>): number {
  return seenMails.get(id) ?? 0;
}

/**
 * Sends a card after its questions: nothing was paid; somebody sent a card since the member opened the page; the customer wrote
 * and nobody has read it. `No` sends nothing. The function that is given makes the call, with what the member knows of.
 */
export function useCardSending(order: OrderWithHistories) {
  const confirm = useConfirm();
  const ask = useCardQuestion();
  const { encoded_id: id, process_status: status } = order;

  return async (call: (seen: Seen) => Promise<Outcome<unknown> | undefined>): Promise<Outcome<unknown>> => {
    if (statusRows[status].unpaid && !(await confirm({ text: `${nothingPaid} Send the card anyway?` }))) return notSent;
    const outcome = (await ask(order, seenMailOf(order), call)) ?? notSent;
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
