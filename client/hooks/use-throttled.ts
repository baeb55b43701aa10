import { useEffect, useRef } from 'react';

/** `act`, done once `ms` milliseconds after the first of any number of calls; dropped when the screen goes. */
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
