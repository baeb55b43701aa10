import { Undo } from '@/components/undo';
import type { BulkResult, UndoOffer } from '@shared/orders';
import type { Toast } from '@shared/pages';
import { undoSeconds } from '@shared/limits';
import { createRoot } from 'react-dom/client';
import { Slide, toast as push, ToastContainer } from 'react-toastify/unstyled';
import './toaster.css';

/** A sentence, the orders that were left out, and the ways back: a big action was sent in portions, each with its own. */
export type News = Toast & { failed?: BulkResult['failed'] | undefined; undo?: UndoOffer[] | undefined };

/** What stands there now, by its sentence: which toast, how often it was said, until when it offers its own way back. */
const standing = new Map<string, { toastId: string; count: number; offersUntil: number }>();
let container: HTMLElement | undefined;
let number = 0;

/**
 * Shows a sentence until somebody closes it, whatever screens come and go. The same one again only counts up, unless the one
 * that stands there still offers its own way back.
 */
export function show(news: News) {
  container ??= standContainer();

  const now = performance.now();
  const key = `${news.type}: ${news.message}`;
  // nothing closes by itself (spec §9), but who goes on working has read what went well
  for (const [other, { toastId, offersUntil }] of standing) {
    if (other !== key && other.startsWith('success') && offersUntil < now) push.dismiss(toastId);
  }
  const known = standing.get(key);
  const isSame = known !== undefined && push.isActive(known.toastId) && known.offersUntil < now;
  const toastId = isSame ? known.toastId : `toast-${(number += 1)}`;
  const count = isSame ? known.count + 1 : 1;
  // counted from now, for the server's clock may differ from ours
  const offersUntil = news.undo?.length ? now + undoSeconds * 1000 : 0;
  standing.set(key, { toastId, count, offersUntil });

  const render = (
    <Sentence
      {...{ news, count }}
      until={offersUntil}
      onUndone={(result) => {
        push.dismiss(toastId);
        show({ ...result, undo: [] });
      }}
    />
  );
  if (isSame) push.update(toastId, { render });
  else push(render, { toastId, type: news.type });
}

type SentenceProps = {
  news: News;
  count: number;
  until: number;
  onUndone: (result: Toast & BulkResult) => void;
};

function Sentence({ news: { type, message, failed = [], undo = [] }, count, until, onUndone }: SentenceProps) {
  // when the one order of an action was refused, the sentence says all there is to say
  const lists = failed.length > 1 || (failed.length === 1 && type !== 'error');
  return (
    <div className="flex-1">
      {message}
      {count > 1 && (
        <span className="ml-2 rounded-full bg-sunken px-1.5 text-xs font-semibold text-ink-soft tabular-nums">
          ×{count}
        </span>
      )}
      {undo.length > 0 && <Undo key={undo[0]!.token} offers={undo} {...{ until, onUndone }} />}
      {lists && <LeftAlone failed={failed} />}
    </div>
  );
}

/** The orders an action left as they were, by reason. */
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

/** Puts up the place where toasts stand, beside the screens; its measures are the spec's (§9, decisions: Staff). */
function standContainer(): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'));
  element.dataset['print'] = 'never';
  createRoot(element).render(
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
      transition={Slide}
      aria-label="Messages"
    />,
  );
  return element;
}
