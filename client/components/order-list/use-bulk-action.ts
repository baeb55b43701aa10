import { useConfirm } from '@/components/confirm';
import { batchesOf, bulkActions, inBatches, type Selected } from '@/components/order-list/bulk-actions';
import { useChoices } from '@/components/order-list/use-choices';
import { type Changed, changeAll, newsOf } from '@/hooks/call-api';
import { useCan, useStaff } from '@/hooks/use-can';
import { say } from '@/hooks/use-toasts';
import { readAgain } from '@/writes/read-again';
import { write } from '@/writes/write';
import { usePage } from '@inertiajs/react';
import { bulkLimit } from '@shared/limits';
import type { BulkAction } from '@shared/order-queues';
import type { SharedProps } from '@shared/pages';
import { useState } from 'react';

type Asked = {
  actions: BulkAction[];
  selected: Selected;
  /** Called with the orders of which the server said what became of them. */
  onDone: (ids: string[]) => void;
};

/** An action that is being done: `through` of its `of` orders were answered. */
export type Running = { action: BulkAction; through: number; of: number };

/**
 * `act` takes an action on the selected orders, in batches, after its question or the dialog of its choices, which is
 * `dialog`. `running` is the action under way.
 */
export function useBulkAction({ actions, selected, onDone }: Asked) {
  const [running, setRunning] = useState<Running>();
  const { answered, dialog } = useAnswer(actions, selected);
  const askAgain = useAskAgain();
  const staff = useStaff();

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
    const all = await askAgain(action, result, chosen);
    setRunning(undefined);
    onDone(idsOf(batches.slice(0, result.through)));
    void readAgain({ quietly: all.lost });
    await say(newsOf(all));
  }

  return { running, act, dialog };
}

/** `answered` returns what the member chose for an action, nothing more for a Yes; undefined for a No. */
function useAnswer(actions: BulkAction[], selected: Selected) {
  const confirm = useConfirm();
  const { ask, dialog } = useChoices();
  const colleagues = usePage<SharedProps>().props.colleagues ?? [];
  const staff = useStaff();

  async function answered(action: BulkAction): Promise<object | undefined> {
    const { question, choose } = bulkActions[action];
    const choice = choose ? await ask(choose({ selected, me: staff, colleagues, actions })) : { question, body: {} };
    return choice && (!choice.question || (await confirm(choice.question))) ? choice.body : undefined;
  }

  return { answered, dialog };
}

/** Asks about the orders that only a confirmation lacks, and sends them again. Returns what became of all in the end. */
function useAskAgain() {
  const confirm = useConfirm();
  const can = useCan();

  return async (action: BulkAction, first: Changed, chosen: object): Promise<Changed> => {
    const { again = [], path, method } = bulkActions[action];
    let result = first;
    for (const { see, refused: isRefused, asks, body } of again) {
      const { failed, done, undo } = result;
      const refused = can(see) ? failed.filter(({ message }) => isRefused(message)) : [];
      if (refused.length === 0) continue;

      const which = refused.length === 1 ? `order ${refused[0]!.order_id}` : `${refused.length} orders`;
      if (!(await confirm({ text: asks(which), dangerous: true }))) continue;
      const answer = { ...chosen, ...body, undo: undo.at(-1)?.token };
      const bodies = inBatches(refused.map(({ order_id: id }) => id)).map((orderId) => ({ orderId, ...answer }));
      const next = await changeAll(path, bodies, undefined, method);
      const others = failed.filter((one) => !refused.includes(one));
      result = {
        ...next,
        done: [...done, ...next.done],
        failed: [...others, ...next.failed],
        undo: [...undo, ...next.undo],
      };
    }
    return result;
  };
}
