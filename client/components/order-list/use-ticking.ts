import type { Kept } from '@/components/order-list/bulk-actions';
import type { ListedOrder, Tickable, TickedList } from '@/components/order-list/listed-order';
import { useTrueTicks } from '@/components/order-list/use-true-ticks';
import { isTaken } from '@/components/order-list/view-order';
import { useStaff } from '@/hooks/use-can';
import { useSelection } from '@/hooks/use-selection';
import { usePage } from '@inertiajs/react';
import type { SharedProps } from '@shared/pages';
import { useCallback, useEffect, useRef } from 'react';

const keyOf = (order: Tickable) => order.encoded_id;

type Ticking<Row> = ReturnType<typeof useTicking<Row & ListedOrder>>;
/** What the keys of a list need of its ticks. */
export type Ticked<Row> = Pick<Ticking<Row>, 'ticking' | 'selected' | 'set' | 'drop' | 'clear'>;

/**
 * The selected orders of a list, and its checkboxes. Orders that colleagues hold or moved away can't be selected.
 * @param onLost called when the last ticks go by another hand: a key that was meant for them must not act on another row
 */
export function useTicking<Row extends ListedOrder>(list: TickedList, rows: Row[], onLost: () => void) {
  const staff = useStaff();
  const seenMail = usePage<SharedProps>().props.newestMail ?? 0;
  const keep = useCallback(({ process_status: status }: Tickable): Kept => ({ status, seenMail }), [seenMail]);
  const { selected, set, drop, clear } = useSelection(list.name, keyOf, keep);
  const latest = useRef(selected);
  useEffect(() => {
    latest.current = selected;
  });
  const lose = useCallback(
    (ids: string[]) => {
      const before = [...latest.current.keys()];
      if (before.length > 0 && before.every((id) => ids.includes(id))) onLost();
      drop(ids);
    },
    [drop, onLost],
  );
  const canTick = useCallback((order: Row) => !order.news?.left && !isTaken(order.assign_to, staff), [staff]);
  useTrueTicks(list, rows, canTick, { selected, drop: lose });

  const isTicked = (order: Row) => selected.has(keyOf(order));
  const label = (order: Row) => `Select order ${order.order_id}`;
  const able = rows.filter(canTick);
  const wholePage = able.length > 0 && able.every(isTicked);
  return { ticking: { isTicked, canTick, onTick: set, label }, selected, set, drop, lose, clear, wholePage };
}
