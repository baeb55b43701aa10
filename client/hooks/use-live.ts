import { usePage } from '@inertiajs/react';
import type { LiveCard, LiveChange, LiveHappening, LiveMark } from '@shared/live';
import type { MenuCounts, SharedProps } from '@shared/pages';
import { createContext, use, useEffect, useRef } from 'react';

export type LiveListener = {
  /** Called with new changes of orders, oldest first. */
  onChanges?: (changes: LiveChange[]) => void;
  /** Called with orders whose card became due, or no longer is. */
  onCards?: (cards: LiveCard[]) => void;
  /** Called with what lists mark orders with, or no longer do, oldest first. */
  onMarks?: (marks: LiveMark[]) => void;
  /** Called with what else happened to orders, oldest first. */
  onHappenings?: (happenings: LiveHappening[]) => void;
  /** Called when changes may have been missed. Returns the names of the props to read again. */
  onMissed?: () => string[];
};

type LiveStream = {
  counts: MenuCounts | null;
  listen: (listener: LiveListener) => () => void;
  /** The changes of the last seconds: a screen that is shown now may have been read before them. */
  recent: () => LiveChange[];
};

/** Provided by client/layouts/admin/live.tsx. */
export const Live = createContext<LiveStream>({ counts: null, listen: () => () => undefined, recent: () => [] });

/** The current counts of the queues. */
export function useCounts(): MenuCounts | null {
  const { counts } = usePage<SharedProps>().props;
  return use(Live).counts ?? counts;
}

/** Receives the changes of orders until the component unmounts. */
export function useLive(listener: LiveListener) {
  const { listen } = use(Live);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });

  useEffect(() => {
    return listen({
      onChanges: (changes) => latest.current.onChanges?.(changes),
      onCards: (cards) => latest.current.onCards?.(cards),
      onMarks: (marks) => latest.current.onMarks?.(marks),
      onHappenings: (happenings) => latest.current.onHappenings?.(happenings),
      onMissed: () => latest.current.onMissed?.() ?? [],
    });
  }, [listen]);
}
