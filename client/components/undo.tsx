import { type Changed, changeAll } from '@/hooks/call-api';
import { isField } from '@/hooks/hands';
import { useDocumentEvent } from '@/hooks/use-document-event';
import { readAgain } from '@/writes/read-again';
import type { UndoOffer } from '@shared/orders';
import { undoKeptSeconds, undoSeconds } from '@shared/limits';
import { routes } from '@shared/routes';
import { useCallback, useEffect, useRef, useState } from 'react';

/** The undo offers of one action, of which one sent in batches has several, and when they end, by `performance.now()`. */
export type Undoable = {
  offers: UndoOffer[];
  /** Moves on while the pointer or the focus is on the button, so that nobody loses a race against it; `last` at the latest. */
  until: number;
  last: number;
};

/** The screen's answer came a moment after the server began to count: it stops this many milliseconds earlier. */
const margin = 5_000;

export function undoable(offers: UndoOffer[]): Undoable {
  const now = performance.now();
  return { offers, until: now + undoSeconds * 1000, last: now + undoKeptSeconds * 1000 - margin };
}

type UndoProps = {
  of: Undoable;
  /** What is undone, where the toast has several actions: `102121`, `3 orders`. */
  what?: string | undefined;
  /** Called with the result of the undo. When a batch had no answer, what is left can be undone by another press. */
  onUndone: (result: Changed) => void;
};

/** The shown offers, oldest first; Ctrl+Z applies to the last. */
const shown: UndoOffer[][] = [];

/** Undoes an action until its offers end, by its button or by Ctrl+Z outside of text fields. */
export function Undo({ of, what, onUndone }: UndoProps) {
  const { offers } = of;
  const button = useRef<HTMLButtonElement>(null);
  const [left, setLeft] = useState(() => secondsLeft(of));
  const [busy, setBusy] = useState(false);
  /** Known at once, also to a second press before the next frame. */
  const pressed = useRef(false);

  useEffect(() => {
    shown.push(offers);
    let before = performance.now();
    const tick = setInterval(() => {
      const now = performance.now();
      const isHeld = button.current?.matches(':hover, :focus');
      if (isHeld) of.until = Math.min(of.until + now - before, of.last);
      before = now;
      setLeft(secondsLeft(of));
    }, 200);
    return () => {
      shown.splice(shown.indexOf(offers), 1);
      clearInterval(tick);
    };
  }, [of, offers]);

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
        if (!isUndo || secondsLeft(of) === 0 || shown.at(-1) !== offers || isField(document.activeElement)) return;
        event.preventDefault();
        void undo();
      },
      [undo, of, offers],
    ),
  );

  if (left === 0) return null;
  return (
    <button
      ref={button}
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

function secondsLeft({ until }: Undoable): number {
  return Math.max(0, Math.ceil((until - performance.now()) / 1000));
}
