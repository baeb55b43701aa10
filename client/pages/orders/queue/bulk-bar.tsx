import { Button, type ButtonTone } from '@/components/button';
import { deleteQuestion, useConfirm } from '@/components/confirm';
import type { Question } from '@/components/question';
import { callApi, type Changed, changeAll } from '@/hooks/call-api';
import { useCan, useStaff } from '@/hooks/use-can';
import { say } from '@/hooks/use-toasts';
import { readAgain } from '@/writes/read-again';
import { moneyTaken } from '@shared/dispute-states';
import { allRowsLimit, bulkLimit } from '@shared/limits';
import type { CheckFilter } from '@shared/order-checks';
import { type BulkAction, type QueueName, queueRows } from '@shared/order-queues';
import type { OrderStatus } from '@shared/order-statuses';
import type { MatchingOrder } from '@shared/orders';
import type { Permission } from '@shared/permissions';
import { routes } from '@shared/routes';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** What a selection keeps of an order: its encoded id, which is the key, and its status (docs/product.md#queues). */
export type Selected = ReadonlyMap<string, OrderStatus>;
type Batch = [id: string, status: OrderStatus][];

type BulkRow = {
  label: string;
  tone?: ButtonTone;
  /** The question before the action (docs/product.md#queues). */
  question: Question;
  path: string;
  body: (batch: Batch, memberName: string) => object;
  /** Asks about orders that were refused with this sentence, and sends them again with the answer (docs/product.md#disputes). */
  again?: { see: Permission; refusal: string; body: object };
};

const ids = (batch: Batch) => batch.map(([id]) => id);

/** The actions on selected orders; a queue's row in src/shared/order-queues.ts names those it has. */
const bulkActions: Record<BulkAction, BulkRow> = {
  assign: {
    label: 'Assign to me',
    tone: 'primary',
    question: { text: 'Are you sure want to assigned orders.' },
    path: routes.api.assign,
    body: (batch, assignto) => ({ orderId: ids(batch), assignto }),
  },
  release: {
    label: 'Move to Original Folder',
    tone: 'primary',
    question: { text: 'Are you sure want to move orders to original orders.' },
    path: routes.api.assign,
    body: (batch) => ({ orderId: ids(batch), assignto: '' }),
  },
  markRefunded: {
    label: 'Refunded it',
    tone: 'primary',
    question: { text: 'Are you sure you want to mark these orders as refunded?' },
    path: routes.api.markRefunded,
    body: (batch) => ({ orders: batch.map(([id, status]) => ({ id, status })) }),
    again: { see: 'disputes.refund-disputed', refusal: moneyTaken, body: { despiteDispute: true } },
  },
  delete: {
    label: 'Delete Order',
    tone: 'danger-quiet',
    question: deleteQuestion,
    path: routes.api.remove,
    body: (batch) => ({ orderId: ids(batch) }),
  },
};

/** The actions of a queue that this member may take. */
export function useBulkActions(queue: QueueName): BulkAction[] {
  const can = useCan();
  const { bulk } = queueRows[queue];
  return (Object.keys(bulkActions) as BulkAction[]).filter((action) => bulk[action] && can(bulk[action]));
}

type BulkBarProps = {
  actions: BulkAction[];
  selected: Selected;
  /** The query of the list that the selection belongs to, and the number of its orders. */
  list: {
    folderName: QueueName;
    searchVal: string;
    month?: string | undefined;
    checks?: CheckFilter | undefined;
    total: number;
  };
  /** Whether another query of the list is loading. */
  changing: boolean;
  /** Whether the whole page is selected: then the bar offers to select the rest of the list. */
  wholePage: boolean;
  onSelect: (orders: MatchingOrder[]) => void;
  onClear: () => void;
};

/** The bar at the bottom while orders are selected. It lies over the list, so that the list doesn't move. */
export function BulkBar(props: BulkBarProps) {
  const { actions, selected, changing, wholePage, onSelect, onClear } = props;
  const { total, ...asked } = props.list;
  const [running, setRunning] = useState<{ action: BulkAction; through: number; of: number }>();
  const [choosing, setChoosing] = useState(false);
  const confirm = useConfirm();
  const can = useCan();
  const staff = useStaff();
  const shown = JSON.stringify(asked);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });

  async function act(action: BulkAction) {
    const { question, path, body } = bulkActions[action];
    if (running || !(await confirm(question))) return;

    const of = selected.size;
    setRunning({ action, through: 0, of });
    const bodies = batchesOf(selected).map((batch) => body(batch, staff.name));
    const result = await changeAll(path, bodies, (through) =>
      setRunning({ action, through: Math.min(through * bulkLimit, of), of }),
    );
    const more = await askAgain(action, result);
    setRunning(undefined);
    onClear();
    void readAgain();
    await say(more ?? result);
  }

  /** Asks about the orders that only a confirmation lacks, and sends them again. undefined when nothing was sent. */
  async function askAgain(action: BulkAction, { failed, done }: Changed): Promise<Changed | undefined> {
    const { again, path } = bulkActions[action];
    if (!again || !can(again.see)) return undefined;
    const refused = failed.filter(({ message }) => message.startsWith(again.refusal));
    if (refused.length === 0) return undefined;

    const which = refused.length === 1 ? `order ${refused[0]!.order_id}` : `${refused.length} orders`;
    const text = `${again.refusal} (${which}). Mark as refunded all the same?`;
    if (!(await confirm({ text, dangerous: true }))) return undefined;
    const second = await changeAll(path, [{ orderId: refused.map(({ order_id: id }) => id), ...again.body }]);
    const others = failed.filter((one) => !refused.includes(one));
    return { ...second, done: [...done, ...second.done], failed: [...others, ...second.failed] };
  }

  async function chooseAll() {
    setChoosing(true);
    try {
      const { data } = await callApi<MatchingOrder[]>('post', routes.api.matchingIds, asked);
      // ignores the answer when the list shows another query by now
      if (latest.current === shown) onSelect(data);
    } catch (error) {
      await say({ type: 'error', message: (error as Error).message });
    }
    setChoosing(false);
  }

  // the selection may become empty while batches are still being sent
  if (selected.size === 0 && !running) return null;
  const all = Math.min(total, allRowsLimit);
  return (
    <section
      aria-label="Selected orders"
      data-print="never"
      className="fixed bottom-5 left-[calc(50%+var(--spacing-sidebar)/2)] z-20 flex max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-wrap items-center gap-2 rounded-lg bg-surface py-2 pr-2 pl-4 shadow-float transition-[translate,opacity] duration-150 max-lg:left-1/2 max-md:w-[calc(100vw-1rem)] starting:translate-y-4 starting:opacity-0"
    >
      <output className="mr-2 font-medium whitespace-nowrap tabular-nums">
        {running && running.of > bulkLimit
          ? `${running.through.toLocaleString('en')} of ${running.of.toLocaleString('en')} done`
          : `${selected.size.toLocaleString('en')} selected`}
      </output>
      {running && running.of > bulkLimit && (
        <progress
          aria-label="Done so far"
          max={running.of}
          value={running.through}
          className="upload-progress absolute inset-x-3 bottom-0 h-1 w-[calc(100%-1.5rem)]"
        />
      )}
      {wholePage && selected.size < all && (
        <Button tone="quiet" busy={choosing || changing} onClick={() => void chooseAll()}>
          {`Select all ${all.toLocaleString('en')} ${asked.searchVal ? 'matching' : 'in this list'}`}
        </Button>
      )}
      {actions.map((action) => (
        <Button
          key={action}
          tone={bulkActions[action].tone}
          busy={running?.action === action}
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

/** Splits the selection into batches that one request may carry. */
export function batchesOf(selected: Selected): Batch[] {
  const all = [...selected];
  return Array.from({ length: Math.ceil(all.length / bulkLimit) }, (_, index) =>
    all.slice(index * bulkLimit, (index + 1) * bulkLimit),
  );
}
