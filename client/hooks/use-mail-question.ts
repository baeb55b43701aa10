import { useConfirm } from '@/components/confirm';
import type { Macro } from '@shared/answers/macros';
import { inWords } from '@shared/macro-rules';

/** Asks before a macro mails the card or its link, with the order's name and address. True: go on. */
export function useMailQuestion(): (macro: Macro, order: string, address: string) => Promise<boolean> {
  const confirm = useConfirm();
  return async (macro, order, address) =>
    !macro.mail ||
    confirm({ text: `${order}: ${macro.name}: ${inWords(macro, 'before')}. The mail goes to ${address}. Go on?` });
}
