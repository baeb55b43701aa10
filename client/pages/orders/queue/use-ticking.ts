import { useStaff } from '@/hooks/use-can';
import { useSelection } from '@/hooks/use-selection';
import { isTaken } from '@/pages/orders/queue/order-columns';
import type { LiveRow } from '@/pages/orders/queue/use-live-rows';
import { useTrueTicks } from '@/pages/orders/queue/use-true-ticks';
import type { MatchingOrder, OrderRow } from '@shared/orders';
import type { Pages } from '@shared/pages';
import { useCallback } from 'react';

const keyOf = (order: MatchingOrder) => order.encoded_id;
const statusOf = (order: MatchingOrder) => order.process_status;

/**
 * The selected orders of a list, and its checkboxes. Orders that colleagues hold or moved away can't be selected.
 * @param list names the list whose selection Back restores
 */
export function useTicking(list: string, props: Pages['orders/queue'], rows: LiveRow[]) {
  const staff = useStaff();
  const { selected, set, drop, clear } = useSelection(list, keyOf, statusOf);
  const canTick = useCallback((order: LiveRow) => !order.news?.left && !isTaken(order.assign_to, staff), [staff]);
  useTrueTicks(props, rows, canTick, { selected, drop });

  const isTicked = (order: OrderRow) => selected.has(keyOf(order));
  const label = (order: OrderRow) => `Select order ${order.order_id}`;
  const able = rows.filter(canTick);
  const wholePage = able.length > 0 && able.every(isTicked);
  return { ticking: { isTicked, canTick, onTick: set, label }, selected, set, clear, wholePage };
}
