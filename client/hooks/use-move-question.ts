import { useConfirm } from '@/components/confirm';
import { type MoveTarget, type OrderStatus, statusRows } from '@shared/order-statuses';
import { useCallback } from 'react';

/** What the questions need to know of an order. */
type Moved = { status: OrderStatus; lacksCard: boolean };

/**
 * Asks before a move that ends the work, or that completes an order without a sent card or for which nothing was paid. True:
 * go on.
 */
export function useMoveQuestion(): (to: MoveTarget, order: Moved) => Promise<boolean> {
  const confirm = useConfirm();
  return useCallback(
    async (to, { status, lacksCard }) => {
      const { asks, completes } = statusRows[to];
      if (asks && !(await confirm({ text: asks, dangerous: true }))) return false;
      if (!completes) return true;
      const doubts = [lacksCard && 'No card has been sent.', statusRows[status].unpaid && nothingPaid];
      const said = doubts.filter(Boolean).join(' ');
      return !said || confirm({ text: `${said} Complete all the same?` });
    },
    [confirm],
  );
}

export const nothingPaid = 'Nothing was paid for this order.';
