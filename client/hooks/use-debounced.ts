import { useEffect, useRef } from 'react';

/** Calls `act` after `ms` milliseconds without another call, or at once by `now`. Unmounting drops a pending call. */
export function useDebounced<Args extends unknown[]>(act: (...args: Args) => void, ms: number) {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; args: Args }>(undefined);

  useEffect(() => () => clearTimeout(waiting.current?.timer), []);

  function later(...args: Args) {
    clearTimeout(waiting.current?.timer);
    waiting.current = { args, timer: setTimeout(now, ms) };
  }

  function now() {
    if (!waiting.current) return;

    const { timer, args } = waiting.current;
    clearTimeout(timer);
    waiting.current = undefined;
    act(...args);
  }

  return { later, now };
}
