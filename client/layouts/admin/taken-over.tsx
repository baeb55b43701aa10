import { useStaff } from '@/hooks/use-can';
import { useLive } from '@/hooks/use-live';
import { say } from '@/hooks/use-toasts';
import { useFreshness } from '@/restored';
import { fetchJson } from '@/writes/fetch-json';
import { readQuietly } from '@/writes/read-again';
import { usePage } from '@inertiajs/react';
import type { LostHold } from '@shared/answers/lost-holds';
import { formatUtcMinute } from '@shared/dates';
import type { SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';
import { useEffect } from 'react';

/** The last lost hold that this page has told: a screen of the history still has it among its props. */
let lastTold = 0;

/** Says once which orders that a colleague took over, handed on or gave back (docs/orders.md#holds). */
export function TakenOver() {
  const { id: me, name } = useStaff();
  const { lostHolds } = usePage<SharedProps>().props;
  const freshness = useFreshness();
  useLive({
    // while the tab was hidden, or had no connection
    onMissed: () => ['lostHolds'],
    onChanges: (changes) => {
      const isTaken = changes.some(({ held, by, holder }) => held === me && (by !== name || holder === name));
      if (isTaken) readQuietly(['lostHolds']);
    },
  });

  useEffect(() => {
    const news = freshness === 'read' ? (lostHolds ?? []).filter(({ id }) => id > lastTold) : [];
    const last = news.at(-1);
    if (!last) return;

    lastTold = last.id;
    for (const alike of groups(news)) void say({ type: 'warning', message: sentence(alike) });
    // when this is lost, the next page that is loaded says it again
    fetchJson('put', routes.api.holdsTold, { upTo: last.id }, { keepalive: true }).catch(() => undefined);
  }, [lostHolds, freshness]);
  return null;
}

/** The holds that the same colleague gave to the same holder, together. */
function groups(lost: LostHold[]): LostHold[][] {
  const alike = new Map<string, LostHold[]>();
  for (const hold of lost) {
    const key = JSON.stringify([hold.by, hold.holder, whereTo(hold)]);
    alike.set(key, [...(alike.get(key) ?? []), hold]);
  }
  return [...alike.values()];
}

/** @param lost that the same colleague gave to the same holder, the earliest first */
function sentence(lost: LostHold[]): string {
  const { order_id, by, holder } = lost[0]!;
  const one = lost.length === 1;
  const what = one ? `order ${order_id}` : `${lost.length.toLocaleString('en')} of your orders`;
  const when = `${one ? '' : 'the last '}at ${formatUtcMinute(lost.at(-1)!.at)}`;
  const did = holder === by ? `took over ${what}` : `gave ${what} ${holder ? `to ${holder}` : whereTo(lost[0]!)}`;
  const drafts = lost.filter(({ has_draft }) => has_draft).map(({ order_id: id }) => id);
  const kept = drafts.length === 0 ? '' : ` What you typed ${one ? 'there' : `on ${drafts.join(', ')}`} is kept.`;
  return `${by} ${did}, ${when}.${kept}`;
}

/** Where an order went that nobody holds now. */
function whereTo({ status }: LostHold): string {
  return status === 'Completed' ? 'up by completing it' : 'back to the queue';
}
