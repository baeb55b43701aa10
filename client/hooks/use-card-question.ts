import { useConfirm } from '@/components/confirm';
import { useGoingOn } from '@/hooks/use-going-on';
import { type Outcome, sentBefore } from '@/writes/send';
import type { OrderRow } from '@shared/orders';

/** What the member knows of: the newest mail with the card, and the newest message of the customer. */
export type Seen = { seenMail: number; seenMessage: number };

/**
 * Mails a card or the link to it. Where somebody sent one since the page was read, or the customer wrote and nobody has read it,
 * the server refuses with the words; they are asked about, and `Yes` sends it again (docs/mail.md#mail). The function that is
 * given makes the call. It answers undefined after a `No`.
 */
export function useCardQuestion() {
  const confirm = useConfirm();
  const goOn = useGoingOn();
  return async <Answer extends Outcome<unknown>>(
    order: Pick<OrderRow, 'encoded_id' | 'order_id'>,
    seenMail: number,
    call: (seen: Seen) => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> => {
    const callAfter = (mail: number) => goOn(order, (seenMessage) => call({ seenMail: mail, seenMessage }));
    let outcome = await callAfter(seenMail);
    for (let sent = sentBefore(outcome); sent !== undefined; sent = sentBefore(outcome)) {
      if (!(await confirm({ text: `Order ${order.order_id}: ${outcome!.message}` }))) return undefined;
      outcome = await callAfter(sent);
    }
    return outcome;
  };
}
