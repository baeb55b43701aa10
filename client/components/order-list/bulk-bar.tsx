import { Button } from '@/components/button';
import { bulkActions, type Selected } from '@/components/order-list/bulk-actions';
import type { Tickable } from '@/components/order-list/listed-order';
import { type Running, useBulkAction } from '@/components/order-list/use-bulk-action';
import { say } from '@/hooks/use-toasts';
import { allRowsLimit, bulkLimit } from '@shared/limits';
import type { BulkAction } from '@shared/order-queues';
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
export function BulkBar({ actions, selected, list, changing, wholePage, onSelect, onDone, onClear }: BulkBarProps) {
  const { running, act, dialog } = useBulkAction({ actions, selected, onDone });
  const { choosing, chooseAll } = useSelectAll(list, onSelect);
  // the selection may become empty while batches are still being sent
  if (selected.size === 0 && !running) return null;

  const all = Math.min(list.total, allRowsLimit);
  return (
    <section
      aria-label="Selected orders"
      data-print="never"
      className="fixed bottom-5 left-[calc(50%+var(--spacing-sidebar)/2)] z-20 flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-wrap items-center gap-2 rounded-lg bg-surface py-2 pr-2 pl-4 shadow-float transition-[translate,opacity] duration-150 max-lg:left-1/2 max-md:w-[calc(100vw-1rem)] starting:translate-y-4 starting:opacity-0"
    >
      <Progress running={running} selected={selected.size} />
      {wholePage && selected.size < all && (
        <Button tone="quiet" busy={choosing || changing} onClick={() => void chooseAll()}>
          {`Select all ${all.toLocaleString('en')} ${list.isPart ? 'matching' : 'in this list'}`}
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
      {dialog}
    </section>
  );
}

/** How many orders are selected, or how many of a large action are done. */
function Progress({ running, selected }: { running: Running | undefined; selected: number }) {
  const isLarge = running && running.of > bulkLimit;
  return (
    <>
      <output className="mr-2 font-medium whitespace-nowrap tabular-nums">
        {isLarge
          ? `${running.through.toLocaleString('en')} of ${running.of.toLocaleString('en')} done`
          : `${selected.toLocaleString('en')} selected`}
      </output>
      {isLarge && (
        <progress
          aria-label="Done so far"
          max={running.of}
          value={running.through}
          className="upload-progress absolute inset-x-3 bottom-0 h-1 w-[calc(100%-1.5rem)]"
        />
      )}
    </>
  );
}

/** `chooseAll` selects every order of the list; `choosing`: they are being read. */
function useSelectAll({ shown, readAll }: BulkBarProps['list'], onSelect: BulkBarProps['onSelect']) {
  const [choosing, setChoosing] = useState(false);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });

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

  return { choosing, chooseAll };
}
