import { useEffect, useRef } from 'react';

/** `act`, put off until `ms` milliseconds have passed without another call, or until `now`; dropped when the screen goes. */
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
