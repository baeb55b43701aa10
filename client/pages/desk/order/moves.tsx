import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { useCan } from '@/hooks/use-can';
import { router } from '@inertiajs/react';
import type { OrderWithHistories } from '@shared/desk';
import { enteringStatuses, type MoveTarget, type OrderStatus, statusRows } from '@shared/order-statuses';
import { routes } from '@shared/routes';
import { useState } from 'react';

/** The status buttons as one group; which there are is the server's answer (spec §4, Moves). */
export function Moves({ order }: { order: OrderWithHistories }) {
  const [running, setRunning] = useState<string>();
  const confirm = useConfirm();
  const can = useCan();

  const entering: readonly OrderStatus[] = enteringStatuses;
  const isDeleted = order.process_status === 'Deleted';
  const reopens = can('orders.reopen') && !isDeleted && !order.refund_date && !entering.includes(order.process_status);
  const { next } = statusRows[order.process_status];
  const steps = order.allowed_moves.filter((target) => !statusRows[target].asks);
  const ends = order.allowed_moves.filter((target) => statusRows[target].asks);

  function change(path: string, also: { updatingStatus?: MoveTarget }, name: string) {
    if (running) return;
    const body = { orderId: order.encoded_id, version: order.version, ...also };
    router.put(path, body, {
      preserveScroll: true,
      preserveState: true,
      onStart: () => setRunning(name),
      onFinish: () => setRunning(undefined),
    });
  }

  async function move(target: MoveTarget) {
    const { asks } = statusRows[target];
    if (asks && !(await confirm({ text: asks, dangerous: true }))) return;
    change(routes.api.move, { updatingStatus: target }, target);
  }

  return (
    <fieldset aria-label="Move the order" className="grid grid-cols-1 gap-1.5 max-lg:grid-cols-2 max-sm:grid-cols-1">
      {likelyFirst(steps, next).map((target) => (
        <Button
          key={target}
          tone={target === next ? 'primary' : 'secondary'}
          busy={running === target}
          onClick={() => void move(target)}
        >
          {statusRows[target].button}
        </Button>
      ))}
      {isDeleted && can('orders.restore') && (
        <Button tone="primary" busy={running === 'restore'} onClick={() => change(routes.api.restore, {}, 'restore')}>
          Restore
        </Button>
      )}
      {reopens && (
        <Button busy={running === 'reopen'} onClick={() => change(routes.api.reopen, {}, 'reopen')}>
          Reopen
        </Button>
      )}
      {ends.map((target) => (
        <Button key={target} tone="danger-quiet" busy={running === target} onClick={() => void move(target)}>
          {statusRows[target].button}
        </Button>
      ))}
    </fieldset>
  );
}

function likelyFirst(targets: MoveTarget[], next: MoveTarget | undefined): MoveTarget[] {
  return [...targets].sort((a, b) => Number(b === next) - Number(a === next));
}
