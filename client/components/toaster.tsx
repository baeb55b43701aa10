import { Undo, type Undoable, undoable } from '@/components/undo';
import { type Changed, newsOf } from '@/hooks/call-api';
import type { BulkResult, UndoOffer } from '@shared/orders';
import type { Toast } from '@shared/pages';
import { saysWhich, whichOrders } from '@/writes/about-orders';
import { readSeconds } from '@shared/limits';
import { createRoot, type Root } from 'react-dom/client';
import { cssTransition, toast as push, ToastContainer } from 'react-toastify/unstyled';
import './toaster.css';

/**
 * A message, the orders that it is about, the orders that were not changed, and the undo offers: a large action has one for
 * each batch sent. The toast names the order, or how many they are, where the message does not.
 */
export type News = Toast & {
  orders?: number[] | undefined;
  failed?: BulkResult['failed'] | undefined;
  undo?: UndoOffer[] | undefined;
};

/** `at`: when it was last shown or raised, by `performance.now()`. */
type Shown = { toastId: string; news: News; count: number; undos: Undoable[]; at: number };

/** The shown toasts by type, message and orders, the newest last. */
const shown = new Map<string, Shown>();
/** A toast comes and goes in its place: one that slid in from the edge would pass over the buttons there, under the hand. */
const inPlace = cssTransition({ enter: 'toast-enter', exit: 'toast-exit' });
/** The most toasts shown at once, so that they don't cover the work; the oldest is closed for a new one. */
const most = 3;
let container: { element: HTMLElement; root: Root } | undefined;
let number = 0;

/**
 * Shows a message until somebody closes it, also on the next screens. The same message about the same orders again only
 * raises its count. Each action behind it keeps its own undo, and the last one is offered first.
 */
export function show(news: News) {
  container ??= standContainer();

  const now = performance.now();
  const key = `${news.type} ${news.orders?.join() ?? ''}: ${news.message}`;
  for (const [other, { undos, at }] of shown) {
    // no toast closes by a timer, but one that comes later shows that the member has read a success and went on
    const isRead =
      other.startsWith('success') && now - at >= readSeconds * 1000 && !undos.some(({ until }) => until > now);
    if (other !== key && isRead) dismiss(other);
  }
  const known = shown.get(key);
  const isSame = known !== undefined && push.isActive(known.toastId);
  const before = isSame ? known.undos.filter(({ until }) => until > now) : [];
  // measured from now, because the server's clock may differ from the browser's
  const added = news.undo?.length ? [undoable(news.undo)] : [];
  const next: Shown = {
    toastId: isSame ? known.toastId : `toast-${(number += 1)}`,
    news,
    count: isSame ? known.count + 1 : 1,
    undos: [...before, ...added],
    at: now,
  };
  shown.delete(key);
  shown.set(key, next);
  for (const oldest of [...shown.keys()].slice(0, -most)) dismiss(oldest);

  if (isSame) push.update(next.toastId, { render: sentence(key, next) });
  else {
    const onClose = () => {
      if (shown.get(key)?.toastId === next.toastId) shown.delete(key);
    };
    push(sentence(key, next), { toastId: next.toastId, type: news.type, onClose });
  }
}

/** Closes all toasts; each slides out. */
function clear() {
  shown.clear();
  push.dismiss();
}

/** Removes all of them at once: one that is being closed stays readable until it has slid out. */
export function remove() {
  shown.clear();
  container?.root.unmount();
  container?.element.remove();
  container = undefined;
  // without a container, this drops the toasts that still wait for one
  push.dismiss();
}

function dismiss(key: string) {
  push.dismiss(shown.get(key)?.toastId);
  shown.delete(key);
}

function sentence(key: string, toast: Shown) {
  const { news, count, undos } = toast;
  return (
    <Sentence
      {...{ news, count, last: undos.at(-1) }}
      merged={undos.length > 1}
      several={shown.size > 1}
      onUndone={(result) => {
        if (result.through > 0) dropUndone(key, toast, result.through);
        show({ ...newsOf(result), undo: [] });
      }}
    />
  );
}

/**
 * Offers what is left of the action to undo, then the undo of the action before; without one the toast closes.
 * @param through how many batches were undone, the last of the action first
 */
function dropUndone(key: string, { news, count, undos, toastId, at }: Shown, through: number) {
  const offers = undos.at(-1)!.offers.slice(0, -through);
  const isPart = offers.length > 0;
  // the server keeps what is left of an action longer, once a part of it was undone
  const rest = isPart ? [undoable(offers)] : [];
  const all = [...undos.slice(0, -1), ...rest];
  if (all.length === 0) return dismiss(key);

  const left: Shown = {
    toastId,
    news: { ...news, undo: [] },
    count: Math.max(1, count - (isPart ? 0 : 1)),
    undos: all,
    at,
  };
  shown.set(key, left);
  push.update(toastId, { render: sentence(key, left) });
}

type SentenceProps = {
  news: News;
  count: number;
  last: Undoable | undefined;
  /** Whether several actions can be undone. */
  merged: boolean;
  /** Whether other toasts are shown too. */
  several: boolean;
  onUndone: (result: Changed) => void;
};

function Sentence({ news, count, last, merged, several, onUndone }: SentenceProps) {
  const { type, message, orders = [], failed = [] } = news;
  // when an action's only order was refused, the message already says why
  const lists = failed.length > 1 || (failed.length === 1 && type !== 'error');
  return (
    <div className="flex-1">
      {saysWhich(message, orders)}
      {message}
      {count > 1 && (
        <span className="ml-2 rounded-full bg-sunken px-1.5 text-xs font-semibold text-ink-soft tabular-nums">
          ×{count}
        </span>
      )}
      {last && (
        <Undo
          key={last.offers[0]!.token}
          of={last}
          what={merged ? whichOrders(orders) : undefined}
          onUndone={onUndone}
        />
      )}
      {lists && <LeftAlone failed={failed} />}
      {several && (
        <button
          type="button"
          onClick={clear}
          className="mt-1 -ml-1.5 block rounded-sm px-1.5 py-0.5 text-sm text-ink-soft hover:bg-sunken"
        >
          Clear all
        </button>
      )}
    </div>
  );
}

/** The orders that an action did not change, grouped by reason. */
function LeftAlone({ failed }: { failed: BulkResult['failed'] }) {
  const reasons = new Map<string, number[]>();
  for (const { order_id, message } of failed) reasons.set(message, [...(reasons.get(message) ?? []), order_id]);
  return (
    // focusable: a long list scrolls by keyboard as well
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul tabIndex={0} aria-label="Not done" className="mt-1 max-h-40 overflow-y-auto text-sm text-ink-soft">
      {[...reasons].map(([reason, ids]) => (
        <li key={reason} className="mt-1">
          {reason}
          <span className="block text-ink-faint tabular-nums">{ids.filter(Boolean).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}

/** Adds the container of the toasts to the body, outside the screens; its sizes are in toaster.css (docs/screens.md#screens). */
function standContainer() {
  const element = document.body.appendChild(document.createElement('div'));
  element.dataset['print'] = 'never';
  const root = createRoot(element);
  root.render(
    <ToastContainer
      position="top-right"
      autoClose={false}
      closeButton
      pauseOnHover
      pauseOnFocusLoss
      draggable
      draggablePercent={80}
      theme="light"
      newestOnTop
      transition={inPlace}
      aria-label="Messages"
    />,
  );
  return { element, root };
}
