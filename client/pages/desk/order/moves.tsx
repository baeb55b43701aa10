import { Button, type ButtonTone } from '@/components/button';
import { Time } from '@/components/time';
import { useCan } from '@/hooks/use-can';
import { choice, useKeys } from '@/hooks/use-keys';
import { useMainStep } from '@/pages/desk/order/main-step';
import { Folded, Panel } from '@/pages/desk/order/panel';
import { RefundForm } from '@/pages/desk/order/refund-form';
import { waitsForRefund } from '@/pages/desk/order/refunds';
import type { useMoves } from '@/pages/desk/order/use-moves';
import { useStore } from '@/writes/store';
import { isGoingOut, uploads } from '@/writes/uploads';
import type { OrderWithHistories } from '@shared/answers/desk';
import { faultsOf, formRefuses } from '@shared/authority-form';
import { formatUtc } from '@shared/dates';
import { ariaKeys, keyRows } from '@shared/keys';
import { withdrawnCard } from '@shared/mail-refusals';
import { enteringStatuses, type MoveTarget, type OrderStatus, statusRows } from '@shared/order-statuses';
import { routes } from '@shared/routes';

type MovesProps = { order: OrderWithHistories; moves: ReturnType<typeof useMoves> };

/** What comes next for the order, or that its work is over (docs/screens.md#the-page-of-an-order). */
export function NextStep({ order, moves }: MovesProps) {
  const { main, move: next } = useMainStep(order);
  const { running, move, change } = moves;
  useMoveKeys(order, move);
  if (statusRows[order.process_status].withdrawn) {
    return (
      <Panel title="Next step">
        <Over order={order} />
        {main === 'refund' && <RefundForm order={order} />}
        {main === 'restore' && (
          <Button
            tone="primary"
            className="mt-3 w-full"
            busy={running === 'restore'}
            onClick={() => void change(routes.api.restore, {}, 'restore')}
          >
            Restore
          </Button>
        )}
      </Panel>
    );
  }
  if (!next) return null;

  return (
    <Panel title="Next step">
      {next === 'Contact Customer' && (
        <p className="mb-2 text-danger">{formRefuses(faultsOf(order.authority_form))}. Ask the customer first.</p>
      )}
      <fieldset aria-label="Move the order" className="grid">
        <MoveButton {...{ order, running, move }} target={next} tone={main === next ? 'primary' : 'secondary'} />
      </fieldset>
    </Panel>
  );
}

/** That nothing is sent for an order that was deleted or is refunded, or that its money is to be given back. */
function Over({ order }: { order: OrderWithHistories }) {
  const { process_status: status, refund_date: refundedAt } = order;
  if (refundedAt) {
    return (
      <p>
        Refunded on <Time at={refundedAt} format={formatUtc} />. Nothing is sent for it.
      </p>
    );
  }
  return <p>{waitsForRefund(order) ? 'Give the money back.' : withdrawnCard(status)}</p>;
}

/** The moves that do not come next, folded (docs/orders.md#statuses-and-moves). The server decides which there are. */
export function OtherMoves({ order, moves }: MovesProps) {
  const can = useCan();
  const { move: next } = useMainStep(order);
  const { running, move, change } = moves;
  const others = order.allowed_moves.filter((target) => target !== next);
  const steps = others.filter((target) => !statusRows[target].asks);
  const ends = others.filter((target) => statusRows[target].asks);
  const mayReopen = can('orders.reopen') && canReopen(order);
  const count = others.length + Number(mayReopen);
  const button = { order, running, move };
  if (count === 0) return null;

  return (
    <Folded title="Other moves" count={count}>
      <fieldset aria-label="Other moves" className="grid grid-cols-1 gap-1.5 max-desk:grid-cols-2 max-sm:grid-cols-1">
        {steps.map((target) => (
          <MoveButton key={target} {...{ ...button, target }} tone="secondary" />
        ))}
        {mayReopen && (
          <Button busy={running === 'reopen'} onClick={() => void change(routes.api.reopen, {}, 'reopen')}>
            Reopen
          </Button>
        )}
        {ends.map((target) => (
          <MoveButton key={target} {...{ ...button, target }} tone="danger-quiet" />
        ))}
      </fieldset>
    </Folded>
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
