import { Button, type ButtonTone } from '@/components/button';
import { useCan } from '@/hooks/use-can';
import { choice, useKeys } from '@/hooks/use-keys';
import { useWrite } from '@/hooks/use-write';
import { useMoveQuestion } from '@/hooks/use-move-question';
import { useGoingOn } from '@/pages/desk/order/use-going-on';
import { useStore } from '@/writes/store';
import { chosenFiles, isGoingOut, uploads, uploadUnderWay } from '@/writes/uploads';
import type { OrderWithHistories } from '@shared/answers/desk';
import { faultsOf } from '@shared/authority-form';
import { isCardSent } from '@shared/mail-kinds';
import { enteringStatuses, type MoveTarget, nextStep, type OrderStatus, statusRows } from '@shared/order-statuses';
import { routes } from '@shared/routes';

/** The status buttons as one group; the server decides which there are (docs/orders.md#statuses-and-moves). */
export function Moves({ order }: { order: OrderWithHistories }) {
  const can = useCan();
  const cardSent = !order.uploadDoc[0]?.outdated && isCardSent(order.mailHistory);
  const { running, move, change } = useMoves(order, cardSent);
  useMoveKey(order, move);
  // with a chosen card, Send and complete is the main button
  const hasFile = useStore(chosenFiles).has(order.encoded_id) && order.allowed_moves.includes('Completed');
  const next = hasFile ? undefined : nextStep(order.process_status, cardSent);
  const steps = order.allowed_moves.filter((target) => !statusRows[target].asks);
  const ends = order.allowed_moves.filter((target) => statusRows[target].asks);
  const button = { order, running, move };

  return (
    <fieldset aria-label="Move the order" className="grid grid-cols-1 gap-1.5 max-desk:grid-cols-2 max-sm:grid-cols-1">
      {likelyFirst(steps, next).map((target) => (
        <MoveButton key={target} {...{ ...button, target }} tone={target === next ? 'primary' : 'secondary'} />
      ))}
      {order.process_status === 'Deleted' && can('orders.restore') && (
        <Button tone="primary" busy={running === 'restore'} onClick={() => change(routes.api.restore, {}, 'restore')}>
          Restore
        </Button>
      )}
      {can('orders.reopen') && canReopen(order) && (
        <Button busy={running === 'reopen'} onClick={() => change(routes.api.reopen, {}, 'reopen')}>
          Reopen
        </Button>
      )}
      {ends.map((target) => (
        <MoveButton key={target} {...{ ...button, target }} tone="danger-quiet" />
      ))}
    </fieldset>
  );
}

/** `move` moves the order to a status, after its question; `change` sends another change of the status. */
function useMoves(order: OrderWithHistories, cardSent: boolean) {
  const { running, run } = useWrite();
  const mayMove = useMoveQuestion();
  const goOn = useGoingOn(order);

  function change(path: string, also: { updatingStatus?: MoveTarget }, name: string) {
    const body = { orderId: order.encoded_id, version: order.version, ...also };
    const card = uploadUnderWay(order.encoded_id);
    const after = card && { outcome: card, otherwise: 'The order was not moved, because its card was not sent.' };
    void goOn((seenMessage) => run(name, { method: 'put', path, body: { ...body, seenMessage }, after }));
  }

  async function move(target: MoveTarget) {
    // a card that is being uploaded counts: the move waits for it
    const lacksCard = !cardSent && uploadUnderWay(order.encoded_id) === undefined;
    const faults = faultsOf(order.authority_form);
    if (!(await mayMove(target, { status: order.process_status, lacksCard, faults }))) return;
    change(routes.api.move, { updatingStatus: target }, target);
  }

  return { running, move, change };
}

type Move = (target: MoveTarget) => Promise<void>;

/** The key of moves offers each status by its letter. */
function useMoveKey(order: OrderWithHistories, move: Move): void {
  useKeys({
    move: () =>
      choice.set({
        title: `Move order ${order.order_id}`,
        of: order.allowed_moves.map((target) => ({
          key: statusRows[target].key!,
          says: target,
          act: () => void move(target),
        })),
      }),
  });
}

type MoveButtonProps = {
  order: OrderWithHistories;
  target: MoveTarget;
  tone: ButtonTone;
  running: string | undefined;
  move: Move;
};

function MoveButton({ order, target, tone, running, move }: MoveButtonProps) {
  const isUploading = useStore(uploads).some((one) => one.order.encoded === order.encoded_id && isGoingOut(one));
  return (
    <Button
      tone={tone}
      busy={running === target}
      title={`m ${statusRows[target].key}`}
      onClick={() => void move(target)}
    >
      {statusRows[target].button}
      {running === target && isUploading && ' after the upload'}
    </Button>
  );
}

function canReopen({ process_status: status, refund_date: refundedAt }: OrderWithHistories): boolean {
  const entering: readonly OrderStatus[] = enteringStatuses;
  return status !== 'Deleted' && !refundedAt && !entering.includes(status);
}

function likelyFirst(targets: MoveTarget[], next: MoveTarget | 'card' | undefined): MoveTarget[] {
  return [...targets].sort((a, b) => Number(b === next) - Number(a === next));
}
