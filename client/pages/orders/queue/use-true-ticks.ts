import { callApi } from '@/hooks/call-api';
import { useStaff } from '@/hooks/use-can';
import { useLive } from '@/hooks/use-live';
import { valuesOf } from '@/pages/orders/queue/list-path';
import { isTaken } from '@/pages/orders/queue/order-columns';
import { belongs, type LiveRow } from '@/pages/orders/queue/use-live-rows';
import { useFreshness } from '@/restored';
import { allRowsLimit } from '@shared/limits';
import { encodeOrderId } from '@shared/order-id';
import { queueRows } from '@shared/order-queues';
import type { MatchingOrder } from '@shared/orders';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { useEffect, useRef } from 'react';

type Ticks = { selected: ReadonlyMap<string, unknown>; drop: (ids: string[]) => void };

/**
 * Deselects the orders that colleagues took or moved away, on every page of the list. After another screen was shown or the
 * connection was lost, it compares the selection with the ids of the list.
 */
export function useTrueTicks(
  { queue, month, filters }: Pages['orders/queue'],
  rows: LiveRow[],
  canTick: (row: LiveRow) => boolean,
  { selected, drop }: Ticks,
) {
  const { filter } = queueRows[queue];
  const staff = useStaff();
  const freshness = useFreshness();
  const stood = useRef(freshness);

  useEffect(() => drop(rows.filter((row) => !canTick(row)).map(({ encoded_id }) => encoded_id)), [rows, canTick, drop]);

  async function dropMissing() {
    if (selected.size === 0) return;
    const asked = { folderName: queue, month: month ?? undefined, ...valuesOf(filters) };
    const answer = await callApi<MatchingOrder[]>('post', routes.api.matchingIds, asked).catch(() => undefined);
    if (answer?.status !== 1 || (answer.total ?? 0) > allRowsLimit) return;

    const there = new Set(answer.data.map(({ encoded_id }) => encoded_id));
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
      const gone = byOthers.filter((one) => !belongs(filter, one, staff.name) || isTaken(one.holder, staff));
      drop(gone.map(({ id }) => encodeOrderId(id)));
    },
  });
}
