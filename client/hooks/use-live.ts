import { usePage } from '@inertiajs/react';
import type { LiveChange } from '@shared/live';
import type { Counts, SharedProps } from '@shared/pages';
import { createContext, use, useEffect, useRef } from 'react';

export type LiveListener = {
  /** What colleagues have just done, in its order. */
  onChanges?: (changes: LiveChange[]) => void;
  /** Some of it may have been missed: answers the props that have to be read again. */
  onMissed?: () => string[];
};

export type LiveLine = {
  counts: Counts | null;
  listen: (listener: LiveListener) => () => void;
  /** What was heard while the screen that comes was already on its way. */
  recent: () => LiveChange[];
};

/** Filled by client/layouts/admin/live.tsx. */
export const Live = createContext<LiveLine>({ counts: null, listen: () => () => undefined, recent: () => [] });

/** The queue counts as they stand now. */
export function useCounts(): Counts | null {
  const { counts } = usePage<SharedProps>().props;
  return use(Live).counts ?? counts;
}

/** Listens to what colleagues do while the screen stands. */
export function useLive(listener: LiveListener) {
  const { listen } = use(Live);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });

  useEffect(
    () =>
      listen({
        onChanges: (changes) => latest.current.onChanges?.(changes),
        onMissed: () => latest.current.onMissed?.() ?? [],
      }),
    [listen],
  );
}
