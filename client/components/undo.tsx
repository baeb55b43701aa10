import { type Changed, changeAll } from '@/hooks/call-api';
import { isField } from '@/hooks/hands';
import { useDocumentEvent } from '@/hooks/use-document-event';
import { readAgain } from '@/writes/read-again';
import type { UndoOffer } from '@shared/orders';
import { routes } from '@shared/routes';
import { useCallback, useEffect, useRef, useState } from 'react';

type UndoProps = {
  /** The undo offers of one action; an action sent in batches has several. */
  offers: UndoOffer[];
  /** What is undone, where the toast has several actions: `102121`, `3 orders`. */
  what?: string | undefined;
  /** When the offers end, by `performance.now()`. */
  until: number;
  /** Called with the result of the undo. When a batch had no answer, what is left can be undone by another press. */
  onUndone: (result: Changed) => void;
};

/** The shown offers, oldest first; Ctrl+Z applies to the last. */
const shown: UndoOffer[][] = [];

/** Undoes an action until its offers end, by its button or by Ctrl+Z outside of text fields. */
export function Undo({ offers, what, until, onUndone }: UndoProps) {
  const [left, setLeft] = useState(() => secondsLeft(until));
  const [busy, setBusy] = useState(false);
  /** Known at once, also to a second press before the next frame. */
  const pressed = useRef(false);

  useEffect(() => {
    shown.push(offers);
    const tick = setInterval(() => setLeft(secondsLeft(until)), 200);
    return () => {
      shown.splice(shown.indexOf(offers), 1);
      clearInterval(tick);
    };
  }, [offers, until]);

  const undo = useCallback(async () => {
    if (pressed.current) return;
    pressed.current = true;
    setBusy(true);
    const bodies = offers.map(({ token }) => ({ token }));
    const result = await changeAll(routes.api.undo, bodies.reverse());
    onUndone(result);
    pressed.current = !result.lost;
    setBusy(pressed.current);
    void readAgain({ quietly: result.lost });
  }, [offers, onUndone]);

  useDocumentEvent(
    'keydown',
    useCallback(
      (event) => {
        const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
        if (!isUndo || secondsLeft(until) === 0 || shown.at(-1) !== offers || isField(document.activeElement)) return;
        event.preventDefault();
        void undo();
      },
      [undo, until, offers],
    ),
  );

  if (left === 0) return null;
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      aria-keyshortcuts="Control+Z Meta+Z"
      onClick={() => void undo()}
      className="mt-1 -ml-1.5 block rounded-sm px-1.5 py-0.5 font-semibold text-accent-strong hover:bg-accent-soft aria-disabled:opacity-50"
    >
      Undo{what && ` ${what}`}
      {/* hidden from screen readers, which would announce every second */}
      <span aria-hidden className="ml-1.5 inline-block w-5 font-normal text-ink-faint tabular-nums">
        {left}
      </span>
    </button>
  );
}

function secondsLeft(until: number): number {
  return Math.max(0, Math.ceil((until - performance.now()) / 1000));
}
