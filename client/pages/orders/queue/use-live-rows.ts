import { useStaff } from '@/hooks/use-can';
import { useLive } from '@/hooks/use-live';
import { router } from '@inertiajs/react';
import type { LiveChange } from '@shared/live';
import { type QueueFilter, queueRows } from '@shared/order-queues';
import { statusRows } from '@shared/order-statuses';
import type { OrderRow } from '@shared/orders';
import type { Pages } from '@shared/pages';
import { useEffect, useMemo, useRef, useState } from 'react';

/** A row with what a colleague has done to it since the list was read; `left`: it no longer belongs here. */
export type LiveRow = OrderRow & { news?: { left: boolean; text: string } };

type Heard = ReadonlyMap<number, LiveChange & { heardAt: number }>;

/**
 * The rows of a list as they stand now: what colleagues do changes them in place, and a row that left stays, marked, until
 * the list is read again. `arrived` counts the orders that would be new in it; `said` puts the last news into words.
 */
export function useLiveRows({ queue, orders, search, month }: Pages['orders/queue'], onMissed: () => string[]) {
  const { filter } = queueRows[queue];
  const me = useStaff().name;
  const [heard, setHeard] = useState<Heard>(new Map());
  const [said, setSaid] = useState('');
  const askedAt = useLastVisit();

  useLive({
    onMissed,
    onChanges: (changes) => {
      const heardAt = performance.now();
      setHeard(
        (before) => new Map([...before, ...changes.map((change) => [change.id, { ...change, heardAt }] as const)]),
      );
      const byOthers = changes.filter(({ by }) => by !== me);
      const texts = orders.flatMap((order) => {
        const change = byOthers.findLast(({ id }) => id === order.order_id);
        return change ? [`Order ${order.order_id} ${newsOf(order, change)}.`] : [];
      });
      if (texts.length > 0)
        setSaid(texts.length > 3 ? `${texts.length} orders of this list have changed.` : texts.join(' '));
    },
  });

  // rows just read know what was heard before they were asked for
  useEffect(() => {
    const since = askedAt.current;
    setHeard((before) => new Map([...before].filter(([, { heardAt }]) => heardAt >= since)));
  }, [orders, askedAt]);

  const rows = useMemo(
    () =>
      orders.map((order): LiveRow => {
        const change = heard.get(order.order_id);
        if (!change || change.version <= order.version) return order;

        const { to: process_status, holder: assign_to, version } = change;
        const news = { left: !belongs(filter, change, me), text: newsOf(order, change) };
        return { ...order, process_status, assign_to, version, news };
      }),
    [orders, heard, filter, me],
  );

  const arrived = useMemo(() => {
    // whether an order matches a search or a month only the server can say
    if (search || month) return 0;
    const here = new Set(orders.map(({ order_id }) => order_id));
    return [...heard.values()].filter((change) => !here.has(change.id) && arrives(filter, change, me)).length;
  }, [orders, heard, filter, me, search, month]);

  return { rows, arrived, said };
}

/** When the last visit was started, by `performance.now()`. */
function useLastVisit() {
  const at = useRef(0);
  useEffect(() => router.on('start', () => (at.current = performance.now())), []);
  return at;
}

function belongs(filter: QueueFilter, { to, holder }: LiveChange, me: string): boolean {
  if ('everything' in filter) return true;
  if ('heldByMe' in filter) return holder === me && !statusRows[to].settled;
  return filter.status === to;
}

function arrives(filter: QueueFilter, change: LiveChange, me: string): boolean {
  if (!belongs(filter, change, me)) return false;
  if ('everything' in filter) return change.from === null;
  return 'heldByMe' in filter ? change.by !== me : change.from !== change.to;
}

function newsOf(order: OrderRow, { to, holder, by }: LiveChange): string {
  const who = by ?? 'the product';
  if (to === 'Deleted' && order.process_status !== to) return `deleted by ${who}`;
  if (to !== order.process_status) return `moved to ${to} by ${who}`;
  if (holder === order.assign_to) return `changed by ${who}`;
  if (holder === null) return `given back by ${who}`;
  return holder === by ? `taken by ${who}` : `given to ${holder} by ${who}`;
}
