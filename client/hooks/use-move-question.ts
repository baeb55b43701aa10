import { useConfirm } from '@/components/confirm';
import { formRefuses } from '@shared/authority-form';
import { type MoveTarget, type OrderStatus, statusRows } from '@shared/order-statuses';
import { useCallback } from 'react';

/**
 * What the questions need to know of an order; `faults`: how many of its values the authority's form will refuse; `name`: the
 * order's, where the screen has several.
 */
type Moved = { status: OrderStatus; lacksCard: boolean; faults?: number; name?: string };

/**
 * Asks before a move that ends the work, that says that the form was submitted with what it refuses, or that completes an order
 * without a sent card or for which nothing was paid. True: go on.
 */
export function useMoveQuestion(): (to: MoveTarget, order: Moved) => Promise<boolean> {
  const confirm = useConfirm();
  return useCallback(
    async (to, { status, lacksCard, faults = 0, name }) => {
      const { asks, completes } = statusRows[to];
      const named = (text: string) => (name ? `${name}: ${text}` : text);
      if (asks && !(await confirm({ text: named(asks), dangerous: true }))) return false;
      if (to === 'AwaitingGovt' && faults > 0)
        return confirm({ text: named(`${formRefuses(faults)}. ${wasSubmitted}`) });
      if (!completes) return true;
      const doubts = [lacksCard && 'No card has been sent.', statusRows[status].unpaid && nothingPaid];
      const said = doubts.filter(Boolean).join(' ');
      return !said || confirm({ text: named(`${said} Complete anyway?`) });
    },
    [confirm],
  );
}

const wasSubmitted = 'Was it submitted anyway?';

export const nothingPaid = 'Nothing was paid for this order.';
