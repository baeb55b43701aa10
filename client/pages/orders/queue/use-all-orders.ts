import type { TickedList } from '@/components/order-list/listed-order';
import { callApi } from '@/hooks/call-api';
import { useStaff } from '@/hooks/use-can';
import { valuesOf } from '@/pages/orders/queue/list-path';
import { belongs } from '@/pages/orders/queue/use-live-rows';
import { allRowsLimit } from '@shared/limits';
import { queueRows } from '@shared/order-queues';
import type { MatchingOrder } from '@shared/orders';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

/**
 * All orders of a queue's list beyond the page: the orders that match the current view, and the orders ticked earlier, which
 * stay ticked during a search.
 * @param name names the list whose selection Back restores
 */
export function useAllOrders(name: string, { queue, total, search, month, filters }: Pages['orders/queue']) {
  const me = useStaff().name;
  const { filter } = queueRows[queue];
  const asked = { folderName: queue, month: month ?? undefined, ...valuesOf(filters) };
  const read = (query: object) => callApi<MatchingOrder[]>('post', routes.api.matchingIds, query);

  const ticked: TickedList = {
    name,
    leaves: (change) => !belongs(filter, change, me),
    readNow: async () => {
      const { status, data, total: all = 0 } = await read(asked);
      return status === 1 && all <= allRowsLimit ? data : null;
    },
  };
  const matching = { ...asked, searchVal: search };
  const shown = {
    shown: JSON.stringify(matching),
    total,
    isPart: search !== '' || filters.length > 0,
    readAll: async () => {
      const { status, message, data } = await read(matching);
      if (status !== 1) throw new Error(message);
      return data;
    },
  };
  return { ticked, shown };
}
