import { useConfirm } from '@/components/confirm';
import { type Outcome, wroteUnread } from '@/writes/send';
import type { OrderRow } from '@shared/orders';

/** The newest message of the customer that the member was asked about in this tab and went on after, by encoded id. */
const askedAbout = new Map<string, number>();

/**
 * Sends a card, completes or refunds. Where the customer wrote and nobody has read it, the server refuses with the words; they
 * are asked about, and `Yes` sends it again (docs/mail.md#unread-messages). The function that is given makes the call.
 */
export function useGoingOn() {
  const confirm = useConfirm();
  return async <Answer extends Outcome<unknown>>(
    { encoded_id: id, order_id: number }: Pick<OrderRow, 'encoded_id' | 'order_id'>,
    call: (seenMessage: number) => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> => {
    let outcome = await call(askedAbout.get(id) ?? 0);
    for (let wrote = wroteUnread(outcome); wrote !== undefined; wrote = wroteUnread(outcome)) {
      if (!(await confirm({ text: `Order ${number}: ${outcome!.message} Go on anyway?` }))) return undefined;
      askedAbout.set(id, wrote);
      outcome = await call(wrote);
    }
    return outcome;
  };
}
