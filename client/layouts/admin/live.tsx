import { Live, type LiveListener } from '@/hooks/use-live';
import { router, usePage } from '@inertiajs/react';
import type { LiveChange, LiveEvents } from '@shared/live';
import type { Counts, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** How long a line that ended for good rests before it is asked for again, at first and at most. */
const firstRest = 2_000;
const longestRest = 60_000;

/** How long after it was read a screen may come on show: a link that is hovered loads its screen, and keeps it for two seconds. */
const onTheWay = 5_000;

/** Holds the line on which the server tells what colleagues do, for the counts and whatever screen listens. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { counts } = usePage<SharedProps>().props;
  const [heard, setHeard] = useState<{ counts: Counts; after: Counts | null }>();
  const listeners = useRef(new Set<LiveListener>());
  const past = useRef<Past[]>([]);
  const latest = useRef(counts);
  useEffect(() => {
    latest.current = counts;
  });

  useEffect(
    () =>
      keepLine({
        counts: (now) => setHeard({ counts: now, after: latest.current }),
        orders: (changes) => {
          past.current = [...lately(past.current), { at: performance.now(), changes }];
          listeners.current.forEach(({ onChanges }) => onChanges?.(changes));
        },
        hello: () => {
          const more = [...listeners.current].flatMap(({ onMissed }) => onMissed?.() ?? []);
          router.reload({ only: ['counts', ...more] });
        },
      }),
    [],
  );

  const listen = useCallback((listener: LiveListener) => {
    listeners.current.add(listener);
    return () => listeners.current.delete(listener);
  }, []);

  // counts that came with a page after the line last told some are the newer ones
  const shown = heard?.after === counts ? heard.counts : counts;
  const recent = useCallback(() => lately(past.current).flatMap(({ changes }) => changes), []);
  const line = useMemo(() => ({ counts: shown, listen, recent }), [shown, listen, recent]);
  return <Live value={line}>{children}</Live>;
}

type Past = { at: number; changes: LiveChange[] };

function lately(past: Past[]): Past[] {
  return past.filter(({ at }) => at > performance.now() - onTheWay);
}

type Handlers = { [Name in keyof LiveEvents]: (data: LiveEvents[Name]) => void };

/**
 * Opens the line and keeps it open while the page is looked at: a browser has six lines to a server for all its tabs, and
 * what a hidden page misses it reads again when it is shown. A lost line the browser asks for again by itself; one that was
 * refused is asked for again later, unless reading the page shows that the session is over, which leads to the login.
 */
function keepLine(handlers: Handlers): () => void {
  let source: EventSource | undefined;
  let rest = firstRest;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open() {
    close();
    if (document.hidden) return;

    source = new EventSource(routes.live);
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      router.reload({ only: ['counts'] });
      timer = setTimeout(open, rest);
      rest = Math.min(rest * 2, longestRest);
    });
    source.addEventListener('hello', () => {
      rest = firstRest;
      handlers.hello({});
    });
    source.addEventListener('orders', ({ data }) => handlers.orders(JSON.parse(data)));
    source.addEventListener('counts', ({ data }) => handlers.counts(JSON.parse(data)));
  }

  function close() {
    clearTimeout(timer);
    source?.close();
  }

  open();
  const stopListening = [
    on(document, 'visibilitychange', open),
    on(window, 'online', open),
    on(window, 'pagehide', close),
    on(window, 'pageshow', ({ persisted }: PageTransitionEvent) => persisted && open()),
  ];
  return () => {
    stopListening.forEach((stop) => stop());
    close();
  };
}

function on<Heard extends Event>(target: EventTarget, name: string, act: (event: Heard) => void): () => void {
  target.addEventListener(name, act as EventListener);
  return () => target.removeEventListener(name, act as EventListener);
}
