import type { ListedOrder, TickedList } from '@/components/order-list/listed-order';
import { isTaken } from '@/components/order-list/view-order';
import { useStaff } from '@/hooks/use-can';
import { useLive } from '@/hooks/use-live';
import { useFreshness } from '@/restored';
import { encodeOrderId } from '@shared/order-id';
import { useEffect, useRef } from 'react';

type Ticks = { selected: ReadonlyMap<string, unknown>; drop: (ids: string[]) => void };

/**
 * Deselects the orders that colleagues took or moved away, on every page of the list. After another screen was shown or the
 * connection was lost, it compares the selection with the ids of the list.
 */
export function useTrueTicks<Row extends ListedOrder>(
  { leaves, readNow }: TickedList,
  rows: Row[],
  canTick: (row: Row) => boolean,
  { selected, drop }: Ticks,
) {
  const staff = useStaff();
  const freshness = useFreshness();
  const stood = useRef(freshness);

  useEffect(() => {
    // an order may have several rows
    const able = new Set(rows.filter(canTick).map(({ encoded_id }) => encoded_id));
    drop(rows.map(({ encoded_id }) => encoded_id).filter((id) => !able.has(id)));
  }, [rows, canTick, drop]);

  async function dropMissing() {
    if (selected.size === 0) return;
    const orders = await readNow?.().catch(() => null);
    if (!orders) return;

    const there = new Set(orders.map(({ encoded_id }) => encoded_id));
    drop([...selected.keys()].filter((id) => !there.has(id)));
  }

  useEffect(() => {
    if (freshness === 'read' && stood.current !== 'read') void dropMissing();
    stood.current = freshness;
  });

  useLive({
    onMissed: () => {
      void dropMissing();
      return [];
    },
    onChanges: (changes) => {
      const byOthers = changes.filter(({ by }) => by !== staff.name);
      const gone = byOthers.filter((one) => leaves(one) || isTaken(one.holder, staff));
      drop(gone.map(({ id }) => encodeOrderId(id)));
    },
  });
}
