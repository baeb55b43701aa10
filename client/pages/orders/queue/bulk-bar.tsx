import { Button, type ButtonTone } from '@/components/button';
import { deleteQuestion, type Question, useConfirm } from '@/components/confirm';
import { useCan, useStaff } from '@/hooks/use-can';
import { router } from '@inertiajs/react';
import { bulkLimit } from '@shared/limits';
import { type BulkAction, type QueueName, queueRows } from '@shared/order-queues';
import type { OrderStatus } from '@shared/order-statuses';
import { routes } from '@shared/routes';
import { X } from 'lucide-react';
import { useState } from 'react';

/** What a selection keeps of an order: its encoded id, which is the key, and its status (spec §2, Row selection). */
export type Selected = ReadonlyMap<string, OrderStatus>;

type BulkRow = {
  label: string;
  tone?: ButtonTone;
  /** Asked before it is done (spec §8). */
  question?: Question;
  path: string;
  body: (
    selected: Selected,
    memberName: string,
  ) => { orderId: string[]; assignto?: string } | { orders: { id: string; status: OrderStatus }[] };
};

const ids = (selected: Selected) => [...selected.keys()];

/** The actions on selected orders; which of them a queue has is its row in src/shared/order-queues.ts. */
const bulkActions: Record<BulkAction, BulkRow> = {
  assign: {
    label: 'Assign to me',
    tone: 'primary',
    question: { text: 'Are you sure want to assigned orders.' },
    path: routes.api.assign,
    body: (selected, assignto) => ({ orderId: ids(selected), assignto }),
  },
  release: {
    label: 'Move to Original Folder',
    tone: 'primary',
    question: { text: 'Are you sure want to move orders to original orders.' },
    path: routes.api.assign,
    body: (selected) => ({ orderId: ids(selected), assignto: '' }),
  },
  markRefunded: {
    label: 'Refunded it',
    tone: 'primary',
    path: routes.api.markRefunded,
    body: (selected) => ({ orders: [...selected].map(([id, status]) => ({ id, status })) }),
  },
  delete: {
    label: 'Delete Order',
    tone: 'danger-quiet',
    question: deleteQuestion,
    path: routes.api.remove,
    body: (selected) => ({ orderId: ids(selected) }),
  },
};

/** The actions of a queue that this member may take. */
export function useBulkActions(queue: QueueName): BulkAction[] {
  const can = useCan();
  const { bulk } = queueRows[queue];
  return (Object.keys(bulkActions) as BulkAction[]).filter((action) => bulk[action] && can(bulk[action]));
}

/** Rises at the bottom while orders are selected, over the list and not beside it: nothing moves. */
export function BulkBar({
  actions,
  selected,
  onClear,
}: {
  actions: BulkAction[];
  selected: Selected;
  onClear: () => void;
}) {
  const [running, setRunning] = useState<BulkAction>();
  const confirm = useConfirm();
  const staff = useStaff();
  const refused = selected.size > bulkLimit ? `At most ${bulkLimit} orders at once` : undefined;

  async function act(action: BulkAction) {
    const { question, path, body } = bulkActions[action];
    if (running || (question && !(await confirm(question)))) return;

    router.put(path, body(selected, staff.name), {
      preserveScroll: true,
      preserveState: true,
      onStart: () => setRunning(action),
      onSuccess: onClear,
      onFinish: () => setRunning(undefined),
    });
  }

  if (selected.size === 0) return null;
  return (
    <section
      aria-label="Selected orders"
      data-print="never"
      className="fixed bottom-5 left-[calc(50%+var(--spacing-sidebar)/2)] z-20 flex max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-wrap items-center gap-2 rounded-lg bg-surface py-2 pr-2 pl-4 shadow-float transition-[translate,opacity] duration-150 max-lg:left-1/2 max-md:w-[calc(100vw-1rem)] starting:translate-y-4 starting:opacity-0"
    >
      <output className="mr-2 font-medium tabular-nums max-md:w-[calc(100%-4rem)]">
        {selected.size.toLocaleString('en')} selected
        {refused && <span className="ml-2 font-normal text-caution">{refused}</span>}
      </output>
      {actions.map((action) => (
        <Button
          key={action}
          tone={bulkActions[action].tone}
          busy={running === action}
          refused={refused}
          onClick={() => void act(action)}
          className="max-md:order-2 max-md:flex-1"
        >
          {bulkActions[action].label}
        </Button>
      ))}
      <Button tone="quiet" aria-label="Clear selection" onClick={onClear} className="max-md:order-1 max-md:ml-auto">
        <X aria-hidden className="size-4" />
      </Button>
    </section>
  );
}
