import { fieldIsGone, isField } from '@/hooks/hands';
import { useDocumentEvent } from '@/hooks/use-document-event';
import { usePage } from '@inertiajs/react';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Gives the focus to the screen's content when a visit leads to another screen and nothing there has it, and when the element
 * that had it is removed: a button whose bar closes, a row that leaves, a dialog that was opened by a key and not by a button.
 * Single letters rest when it was a field that somebody typed in (docs/screens.md#keys).
 * A document that was loaded again keeps the browser's own order, with the skip link first.
 */
export function useFocusKept(): void {
  const page = usePage();
  const path = useRef<string>(undefined);
  const had = useRef<Element>(undefined);
  useDocumentEvent(
    'focusin',
    useCallback(({ target }: FocusEvent) => {
      if (target instanceof Element) had.current = target;
    }, []),
  );

  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (had.current?.isConnected !== false) return;
      if (isField(had.current)) fieldIsGone();
      had.current = undefined;
      requestAnimationFrame(focusContent);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const now = page.url.split('?', 1)[0];
    const isVisit = path.current !== undefined && path.current !== now;
    path.current = now;
    if (isVisit) requestAnimationFrame(focusContent);
  }, [page]);
}

function focusContent(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}
