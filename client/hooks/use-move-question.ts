import { useConfirm } from '@/components/confirm';
import { type MoveTarget, statusRows } from '@shared/order-statuses';
import { useCallback } from 'react';

/** Asks before a move that ends the work, or that completes an order without a sent card. True: go on. */
export function useMoveQuestion(): (to: MoveTarget, lacksCard: boolean) => Promise<boolean> {
  const confirm = useConfirm();
  return useCallback(
    async (to, lacksCard) => {
      const { asks, asksWithoutCard } = statusRows[to];
      if (asks && !(await confirm({ text: asks, dangerous: true }))) return false;
      return !(asksWithoutCard && lacksCard) || confirm({ text: asksWithoutCard });
    },
    [confirm],
  );
}
