import { useEffect, useRef } from 'react';

/** Calls `act` once, `ms` milliseconds after the first of several calls. Unmounting drops a pending call. */
export function useThrottled(act: () => void, ms: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      act();
    }, ms);
  };
}
