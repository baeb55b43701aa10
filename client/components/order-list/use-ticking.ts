import type { ListedOrder, Tickable, TickedList } from '@/components/order-list/listed-order';
import { useTrueTicks } from '@/components/order-list/use-true-ticks';
import { isTaken } from '@/components/order-list/view-order';
import { useStaff } from '@/hooks/use-can';
import { useSelection } from '@/hooks/use-selection';
import { useCallback } from 'react';

const keyOf = (order: Tickable) => order.encoded_id;
const statusOf = (order: Tickable) => order.process_status;

/** The selected orders of a list, and its checkboxes. Orders that colleagues hold or moved away can't be selected. */
export function useTicking<Row extends ListedOrder>(list: TickedList, rows: Row[]) {
  const staff = useStaff();
  const { selected, set, drop, clear } = useSelection(list.name, keyOf, statusOf);
  const canTick = useCallback((order: Row) => !order.news?.left && !isTaken(order.assign_to, staff), [staff]);
  useTrueTicks(list, rows, canTick, { selected, drop });

  const isTicked = (order: Row) => selected.has(keyOf(order));
  const label = (order: Row) => `Select order ${order.order_id}`;
  const able = rows.filter(canTick);
  const wholePage = able.length > 0 && able.every(isTicked);
  return { ticking: { isTicked, canTick, onTick: set, label }, selected, set, drop, clear, wholePage };
}
