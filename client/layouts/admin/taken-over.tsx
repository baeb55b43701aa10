import { useStaff } from '@/hooks/use-can';
import { useLive } from '@/hooks/use-live';
import { say } from '@/hooks/use-toasts';
import type { LiveChange } from '@shared/live';

/** Tells the member of orders that a colleague took over, handed on or gave back (docs/product.md#holds). */
export function TakenOver() {
  const { name } = useStaff();
  useLive({
    onChanges: (changes) => {
      const taken = changes.filter(({ held, holder, by }) => held === name && holder !== name && by && by !== name);
      const alike = new Map<string, LiveChange[]>();
      for (const change of taken) {
        const key = JSON.stringify([change.by, change.holder]);
        alike.set(key, [...(alike.get(key) ?? []), change]);
      }
      for (const orders of alike.values()) void say({ type: 'warning', message: sentence(orders) });
    },
  });
  return null;
}

/** @param orders that the same colleague gave to the same holder, at least one */
function sentence(orders: LiveChange[]): string {
  const { id, by, holder } = orders[0]!;
  const what = orders.length === 1 ? `order ${id}` : `${orders.length} of your orders`;
  if (holder === by) return `${by} took over ${what}.`;
  return `${by} gave ${what} ${holder ? `to ${holder}` : 'back to the queue'}.`;
}
