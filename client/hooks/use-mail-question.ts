import { useConfirm } from '@/components/confirm';
import { nothingPaid } from '@/hooks/use-move-question';
import type { Macro } from '@shared/answers/macros';
import { inWords } from '@shared/macro-rules';
import { type OrderStatus, statusRows } from '@shared/order-statuses';

/** The order that a macro is applied to: its name in the question, and its facts. */
type About = { name: string; contact_email_address: string; process_status: OrderStatus };

/** Asks before a macro mails the card or its link, with the order's name and address. True: go on. */
export function useMailQuestion(): (macro: Macro, order: About) => Promise<boolean> {
  const confirm = useConfirm();
  return async (macro, { name, contact_email_address: address, process_status: status }) => {
    if (!macro.mail) return true;
    const does = `${name}: ${macro.name}: ${inWords(macro, 'before')}. The mail goes to ${address}.`;
    // a move that completes the order says so in a question of its own
    const isUnpaid = statusRows[status].unpaid && !(macro.move && statusRows[macro.move].completes);
    return confirm({ text: `${does}${isUnpaid ? ` ${nothingPaid}` : ''} Go on?` });
  };
}
