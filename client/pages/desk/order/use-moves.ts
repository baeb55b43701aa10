import { useMoveQuestion } from '@/hooks/use-move-question';
import { useSettings } from '@/hooks/use-settings';
import { useWrite } from '@/hooks/use-write';
import { useGoingOn } from '@/hooks/use-going-on';
import { goOnFrom } from '@/writes/next-order';
import { uploadUnderWay } from '@/writes/uploads';
import type { OrderWithHistories } from '@shared/answers/desk';
import { faultsOf } from '@shared/authority-form';
import { isCardSent } from '@shared/mail-kinds';
import type { MoveTarget } from '@shared/order-statuses';
import { routes } from '@shared/routes';

/** Whether the order's newest card was sent, and is still the one to send. */
export function hasSentCard(order: OrderWithHistories): boolean {
  return !order.uploadDoc[0]?.outdated && isCardSent(order.mailHistory);
}

/**
 * `move` moves the order to a status, after its question; `change` sends another change of the status. After an order was
 * submitted the next one opens, for members who have set so.
 */
export function useMoves(order: OrderWithHistories) {
  const { running, run } = useWrite();
  const mayMove = useMoveQuestion();
  const goOn = useGoingOn();
  const { goOn: opensNext, keys } = useSettings();

  function change(path: string, also: { updatingStatus?: MoveTarget }, name: string) {
    const body = { orderId: order.encoded_id, version: order.version, ...also };
    const card = uploadUnderWay(order.encoded_id);
    const after = card && { outcome: card, otherwise: 'The order was not moved, because its card was not sent.' };
    return goOn(order, (seenMessage) => run(name, { method: 'put', path, body: { ...body, seenMessage }, after }));
  }

  async function move(target: MoveTarget) {
    // a card that is being uploaded counts: the move waits for it
    const lacksCard = !hasSentCard(order) && uploadUnderWay(order.encoded_id) === undefined;
    const faults = faultsOf(order.authority_form);
    if (!(await mayMove(target, { status: order.process_status, lacksCard, faults }))) return;
    const outcome = await change(routes.api.move, { updatingStatus: target }, target);
    if (outcome?.done && target === 'AwaitingGovt' && opensNext) void goOnFrom(order, keys);
  }

  return { running, move, change };
}
