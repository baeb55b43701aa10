import { useLive } from '@/hooks/use-live';
import type { LiveCard, LiveChange, LiveMark } from '@shared/live';
import type { OrderRow } from '@shared/orders';
import { useState } from 'react';

type Known = Pick<OrderRow, 'process_status' | 'assign_to'>;
type Row = Known & Pick<OrderRow, 'order_id'>;

/** Said of a row that a read left out, when nothing is known of the reason. */
export const leftUnseen = 'no longer on this page';

/** Said of a row that a read left out, by the news that took it out. */
const reasons = { card: 'its card is no longer due', mark: 'its request is handled' };

/**
 * What live events said of the orders of a list since it was opened. `moved` says in words that the row's order has another
 * status by now; `whyGone` says why the row has left the list, as far as it is known.
 * @param leaves whether an order leaves the list by these news
 */
export function useWhatBecame(leaves: (news: LiveCard | LiveMark) => boolean = () => false) {
  const [changes, setChanges] = useState<ReadonlyMap<number, LiveChange>>(new Map());
  const [left, setLeft] = useState<ReadonlyMap<number, string>>(new Map());

  function onNews(news: (LiveCard | LiveMark)[]) {
    const out = news.filter(leaves);
    if (out.length === 0) return;
    setLeft(
      (old) => new Map([...old, ...out.map((one) => [one.id, 'due' in one ? reasons.card : reasons.mark] as const)]),
    );
  }

  useLive({
    onChanges: (news) => setChanges((old) => new Map([...old, ...news.map((one) => [one.id, one] as const)])),
    onCards: onNews,
    onMarks: onNews,
  });

  function moved(row: Row & { version: number }): string | undefined {
    const change = changes.get(row.order_id);
    if (!change || change.version <= row.version || change.to === row.process_status) return undefined;
    return newsOf(row, change);
  }

  function whyGone(row: Row): string {
    const change = changes.get(row.order_id);
    if (change && change.to !== row.process_status) return newsOf(row, change);
    return left.get(row.order_id) ?? leftUnseen;
  }

  return { moved, whyGone };
}

/** A change in words, for the row. */
export function newsOf(order: Known, { to, holder, by }: LiveChange): string {
  const who = by ?? 'the product';
  if (to === 'Deleted' && order.process_status !== to) return `deleted by ${who}`;
  if (to !== order.process_status) return `moved to ${to} by ${who}`;
  if (holder === order.assign_to) return `changed by ${who}`;
  if (holder === null) return `given back by ${who}`;
  return holder === by ? `taken by ${who}` : `given to ${holder} by ${who}`;
}
