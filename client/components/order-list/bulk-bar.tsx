import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import type { Tickable } from '@/components/order-list/listed-order';
import { useChoices } from '@/components/order-list/use-choices';
import { type Changed, changeAll } from '@/hooks/call-api';
import { useCan, useStaff } from '@/hooks/use-can';
import { say } from '@/hooks/use-toasts';
import { batchesOf, bulkActions, type Selected } from '@/components/order-list/bulk-actions';
import { readAgain } from '@/writes/read-again';
import { write } from '@/writes/write';
import { usePage } from '@inertiajs/react';
import { allRowsLimit, bulkLimit } from '@shared/limits';
import type { BulkAction } from '@shared/order-queues';
import type { SharedProps } from '@shared/pages';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

type BulkBarProps = {
  actions: BulkAction[];
  selected: Selected;
  /** The list that the selection belongs to. */
  list: {
    /** Says which orders it lists: another text is another list. */
    shown: string;
    total: number;
    /** Whether a search or a filter chose its orders. */
    isPart: boolean;
    /** Reads all of them. */
    readAll: () => Promise<Tickable[]>;
  };
  /** Whether another query of the list is loading. */
  changing: boolean;
  /** Whether the whole page is selected: then the bar offers to select the rest of the list. */
  wholePage: boolean;
  onSelect: (orders: Tickable[]) => void;
  /** Called with the orders of which the server said what became of them: those without an answer stay selected. */
  onDone: (ids: string[]) => void;
  onClear: () => void;
};

/** The bar at the bottom while orders are selected. It lies over the list, so that the list doesn't move. */
export function BulkBar(props: BulkBarProps) {
  const { actions, selected, changing, wholePage, onSelect, onDone, onClear } = props;
  const { shown, total, isPart, readAll } = props.list;
  const [running, setRunning] = useState<{ action: BulkAction; through: number; of: number }>();
  const [choosing, setChoosing] = useState(false);
  const confirm = useConfirm();
  const choices = useChoices();
  const colleagues = usePage<SharedProps>().props.colleagues ?? [];
  const can = useCan();
  const staff = useStaff();
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });

  async function act(action: BulkAction) {
    const { path, body, method, begins } = bulkActions[action];
    const chosen = running ? undefined : await answered(action);
    if (!chosen) return;

    const of = selected.size;
    const batches = batchesOf(selected);
    const bodies = batches.map((batch) => ({ ...body(batch, staff.name), ...chosen }));
    const idsOf = (some: typeof batches) => some.flat().map(([id]) => id);
    if (begins) {
      for (const [index, one] of bodies.entries()) {
        const { done } = await write({ method: 'post', path, body: one });
        if (done) onDone(idsOf([batches[index]!]));
      }
      return;
    }
    setRunning({ action, through: 0, of });
    const onBatch = (through: number) => setRunning({ action, through: Math.min(through * bulkLimit, of), of });
    const result = await changeAll(path, bodies, onBatch, method);
    const more = await askAgain(action, result, chosen);
    setRunning(undefined);
    onDone(idsOf(batches.slice(0, result.through)));
    void readAgain();
    await say(more ?? result);
  }

  /** What the member chose for the action, nothing more for a Yes; undefined for a No. */
  async function answered(action: BulkAction): Promise<object | undefined> {
    const { question, choose } = bulkActions[action];
    const choice = choose
      ? await choices.ask(choose({ selected, me: staff, colleagues, actions }))
      : { question, body: {} };
    return choice && (!choice.question || (await confirm(choice.question))) ? choice.body : undefined;
  }

  /** Asks about the orders that only a confirmation lacks, and sends them again. undefined when nothing was sent. */
  async function askAgain(action: BulkAction, { failed, done }: Changed, chosen: object) {
    const { again, path, method } = bulkActions[action];
    if (!again || !can(again.see)) return undefined;
    const refused = failed.filter(({ message }) => message.startsWith(again.refusal));
    if (refused.length === 0) return undefined;

    const which = refused.length === 1 ? `order ${refused[0]!.order_id}` : `${refused.length} orders`;
    if (!(await confirm({ text: again.asks(which), dangerous: true }))) return undefined;
    const bodies = [];
    for (let from = 0; from < refused.length; from += bulkLimit) {
      const orderId = refused.slice(from, from + bulkLimit).map(({ order_id: id }) => id);
      bodies.push({ orderId, ...chosen, ...again.body });
    }
    const second = await changeAll(path, bodies, undefined, method);
    const others = failed.filter((one) => !refused.includes(one));
    return { ...second, done: [...done, ...second.done], failed: [...others, ...second.failed] };
  }

  async function chooseAll() {
    setChoosing(true);
    try {
      const orders = await readAll();
      // ignores the answer when the list shows another query by now
      if (latest.current === shown) onSelect(orders);
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
      className="fixed bottom-5 left-[calc(50%+var(--spacing-sidebar)/2)] z-20 flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-wrap items-center gap-2 rounded-lg bg-surface py-2 pr-2 pl-4 shadow-float transition-[translate,opacity] duration-150 max-lg:left-1/2 max-md:w-[calc(100vw-1rem)] starting:translate-y-4 starting:opacity-0"
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
          {`Select all ${all.toLocaleString('en')} ${isPart ? 'matching' : 'in this list'}`}
        </Button>
      )}
      {actions.map((action, index) => (
        <Button
          key={action}
          tone={index === 0 || bulkActions[action].tone !== 'primary' ? bulkActions[action].tone : 'secondary'}
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
      {choices.dialog}
    </section>
  );
}
