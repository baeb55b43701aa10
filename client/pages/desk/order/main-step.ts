import { useCan } from '@/hooks/use-can';
import { hasSentCard } from '@/pages/desk/order/use-moves';
import { waitsForRefund } from '@/pages/desk/order/refunds';
import { useStore } from '@/writes/store';
import { chosenFiles } from '@/writes/uploads';
import type { OrderWithHistories } from '@shared/answers/desk';
import type { ThreadFile } from '@shared/inbound';
import { withdrawnCard } from '@shared/mail-refusals';
import { faultsOf } from '@shared/authority-form';
import { type MoveTarget, nextStep, statusRows } from '@shared/order-statuses';

/** What the one filled button of an order's page does (docs/screens.md#the-page-of-an-order). */
export type MainStep = 'take' | 'card' | 'found card' | 'refund' | 'restore' | MoveTarget;

/** The main step, undefined when nothing comes next; and the move that comes next, also of an order that nobody holds yet. */
export function useMainStep(order: OrderWithHistories): { main?: MainStep | undefined; move?: MoveTarget | undefined } {
  const can = useCan();
  const hasFile = useStore(chosenFiles).has(order.encoded_id);
  const { process_status: status, allowed_moves: allowed } = order;
  if (status === 'Deleted') return { main: can('orders.restore') ? 'restore' : undefined };
  if (waitsForRefund(order)) return { main: can('orders.work') ? 'refund' : undefined };
  if (hasFile && allowed.includes('Completed')) return { main: 'card' };

  const next = nextStep(status, hasSentCard(order));
  const move = next && next !== 'card' && allowed.includes(next) ? unlessRefused(next, order) : undefined;
  const isFree = order.assign_to === null && !statusRows[status].settled;
  const found = foundCards(order).some((file) => maySend(file, order)) ? 'found card' : undefined;
  return { main: isFree ? 'take' : (found ?? move ?? (next === 'card' ? next : undefined)), move };
}

/** The cards that the authority mailed, or the script took from its page, and nobody has sent. */
export function foundCards({ thread, slips }: OrderWithHistories): ThreadFile[] {
  return [...slips, ...thread.flatMap(({ files }) => files)].filter(
    ({ kind, sent, erased_at: erased }) => kind === 'card' && !sent && !erased,
  );
}

/** Whether a card that was found can be sent to the customer. */
export function maySend({ verdict }: ThreadFile, { process_status: status }: OrderWithHistories): boolean {
  return verdict !== 'differs' && !withdrawnCard(status);
}

/** An order whose form will be refused goes to its customer before it is submitted. */
function unlessRefused(
  next: MoveTarget,
  { authority_form: form, allowed_moves: allowed }: OrderWithHistories,
): MoveTarget {
  const isRefused = next === 'AwaitingGovt' && faultsOf(form) > 0 && allowed.includes('Contact Customer');
  return isRefused ? 'Contact Customer' : next;
}
