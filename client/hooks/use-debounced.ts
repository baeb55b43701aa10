import { useEffect, useRef } from 'react';

/** `act`, put off until `ms` milliseconds have passed without another call; dropped when the screen goes. */
export function useDebounced<Args extends unknown[]>(
  act: (...args: Args) => void,
  ms: number,
): (...args: Args) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  return (...args) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => act(...args), ms);
  };
}
