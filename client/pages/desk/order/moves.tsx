import { Button, type ButtonTone } from '@/components/button';
import { useCan } from '@/hooks/use-can';
import { choice, useKeys } from '@/hooks/use-keys';
import { hasSentCard, useMoves } from '@/pages/desk/order/use-moves';
import { useStore } from '@/writes/store';
import { chosenFiles, isGoingOut, uploads } from '@/writes/uploads';
import type { OrderWithHistories } from '@shared/answers/desk';
import { ariaKeys, keyRows } from '@shared/keys';
import { enteringStatuses, type MoveTarget, nextStep, type OrderStatus, statusRows } from '@shared/order-statuses';
import { routes } from '@shared/routes';

/** The status buttons as one group; the server decides which there are (docs/orders.md#statuses-and-moves). */
export function Moves({ order }: { order: OrderWithHistories }) {
  const can = useCan();
  const { running, move, change } = useMoves(order);
  useMoveKeys(order, move);
  // with a chosen card, Send and complete is the main button
  const hasFile = useStore(chosenFiles).has(order.encoded_id) && order.allowed_moves.includes('Completed');
  const next = hasFile ? undefined : nextStep(order.process_status, hasSentCard(order));
  const steps = order.allowed_moves.filter((target) => !statusRows[target].asks);
  const ends = order.allowed_moves.filter((target) => statusRows[target].asks);
  const button = { order, running, move };

  return (
    <fieldset aria-label="Move the order" className="grid grid-cols-1 gap-1.5 max-desk:grid-cols-2 max-sm:grid-cols-1">
      {likelyFirst(steps, next).map((target) => (
        <MoveButton key={target} {...{ ...button, target }} tone={target === next ? 'primary' : 'secondary'} />
      ))}
      {order.process_status === 'Deleted' && can('orders.restore') && (
        <Button
          tone="primary"
          busy={running === 'restore'}
          onClick={() => void change(routes.api.restore, {}, 'restore')}
        >
          Restore
        </Button>
      )}
      {can('orders.reopen') && canReopen(order) && (
        <Button busy={running === 'reopen'} onClick={() => void change(routes.api.reopen, {}, 'reopen')}>
          Reopen
        </Button>
      )}
      {ends.map((target) => (
        <MoveButton key={target} {...{ ...button, target }} tone="danger-quiet" />
      ))}
    </fieldset>
  );
}

type Move = (target: MoveTarget) => Promise<void>;

/** The key of moves offers each status by its letter; the commonest move has a key of its own. */
function useMoveKeys(order: OrderWithHistories, move: Move): void {
  useKeys({
    submitted: order.allowed_moves.includes('AwaitingGovt') ? () => void move('AwaitingGovt') : undefined,
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
  const isSubmitted = target === 'AwaitingGovt';
  const isUploading = useStore(uploads).some((one) => one.order.encoded === order.encoded_id && isGoingOut(one));
  return (
    <Button
      tone={tone}
      busy={running === target}
      title={isSubmitted ? keyRows.submitted.keys[0] : `m ${statusRows[target].key}`}
      aria-keyshortcuts={isSubmitted ? ariaKeys('submitted') : undefined}
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
