import { Button } from '@/components/button';
import { holdKeys } from '@/hooks/hands';
import { useStaff } from '@/hooks/use-can';
import { useLive } from '@/hooks/use-live';
import { useThrottled } from '@/hooks/use-throttled';
import { newsOf } from '@/pages/desk/order/news';
import { isOwnVersion } from '@/writes/queue';
import { readAgain, readQuietly } from '@/writes/read-again';
import type { OrderWithHistories } from '@shared/answers/desk';
import { statusRows } from '@shared/order-statuses';
import { useEffect, useRef, useState } from 'react';

/** Milliseconds from the first of several happenings to the read: what belongs together comes together. */
const readAfter = 250;

/** Milliseconds for which a change by somebody else is not yet what the member decides on. */
const settles = 1_000;

/**
 * The props that what happens to an order may change. The others are not read, so that a read that nobody asked for moves no part
 * of the page that loads late.
 */
const changing = ['order', 'open', 'outcome', 'cases', 'erased'];

/** How many of the newest happenings the bar names. */
const most = 3;

/**
 * Reads the order again as soon as something happened to it, and says what others did since the page was opened. Typed texts and
 * a chosen file stay. Give it the order's id as its key.
 */
export function WhatHappened({ order }: { order: OrderWithHistories }) {
  const me = useStaff().name;
  const [since, setSince] = useState(newestOf(order));
  useReading(order);

  const news = [...new Set(newsOf(order.activity.filter(({ id, actor }) => id > since && actor !== me)))];
  const text = news.slice(0, most).toReversed().join(', ');
  return (
    // at the bottom, where it moves nothing that is about to be pressed; the actions end above it (order.tsx)
    <output data-print="never" className="sticky bottom-0 z-20 block">
      {text && (
        <span
          data-news
          className="flex h-12 items-center justify-between gap-x-4 border-t border-line bg-caution-soft px-6 text-caution max-desk:h-auto max-desk:min-h-12 max-desk:py-2 max-md:px-4"
        >
          <span title={text} className="truncate max-desk:whitespace-normal">
            <span className="font-semibold">{`${text[0]!.toUpperCase()}${text.slice(1)} while you were looking.`}</span>{' '}
            The page shows it; what you typed stays.
          </span>
          <Button onClick={() => setSince(newestOf(order))}>Close</Button>
        </span>
      )}
    </output>
  );
}

function useReading(order: OrderWithHistories): void {
  const latest = useRef(order);
  const heard = useRef<((read: OrderWithHistories) => boolean)[]>([]);
  useEffect(() => {
    latest.current = order;
  });
  const readSoon = useThrottled(() => {
    // a read for a write of the page's own may have shown it by now
    const isOld = heard.current.some((isShown) => !isShown(latest.current));
    heard.current = [];
    if (!isOld) return;
    const { packs } = statusRows[latest.current.process_status];
    // what packs can show comes after the rest, because finding it out takes longer
    void readAgain({ quietly: true, unasked: true, only: changing }).then(() => packs && readQuietly(['readiness']));
  }, readAfter);

  function hear(isShown: (read: OrderWithHistories) => boolean) {
    heard.current.push(isShown);
    readSoon();
  }

  useLive({
    onChanges: (changes) => {
      const last = changes.findLast(({ id }) => id === order.order_id);
      if (last) hear(({ version }) => version >= last.version);
    },
    onHappenings: (happenings) => {
      for (const { id, activity } of happenings) {
        if (id === order.order_id) hear((read) => activity !== null && has(read, activity));
      }
    },
    onMissed: () => changing,
  });
}

/**
 * The order as the member decides on it: for a second after somebody else changed it, its version is the one before. So a press
 * that was meant for what stood there is refused, and single letters rest (docs/orders.md#versions).
 */
export function useSettledVersion(order: OrderWithHistories): OrderWithHistories {
  const me = useStaff().name;
  const { encoded_id: id, version, activity } = order;
  const newest = newestOf(order);
  const [settled, setSettled] = useState({ id, version, newest });
  const isOthers = () =>
    activity.some(({ id: row, actor, action }) => row > settled.newest && actor !== me && changesOrder(action));
  const isNews = settled.id === id && version > settled.version && !isOwnVersion(id, version) && isOthers();
  useEffect(() => {
    if (isNews) holdKeys();
    const timer = setTimeout(() => setSettled({ id, version, newest }), isNews ? settles : 0);
    return () => clearTimeout(timer);
  }, [id, version, newest, isNews]);
  return isNews ? { ...order, version: settled.version } : order;
}

/** Whether this raises the version of an order. */
function changesOrder(action: string): boolean {
  return action.startsWith('order.') || action === 'transaction.saved';
}

/** Whether the page shows this row; of a long history it shows the newest rows alone. */
function has({ activity }: OrderWithHistories, row: number): boolean {
  return activity.some(({ id }) => id === row) || row < (activity.at(-1)?.id ?? 0);
}

function newestOf({ activity }: OrderWithHistories): number {
  return activity[0]?.id ?? 0;
}
