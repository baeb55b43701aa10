import { Live, type LiveListener } from '@/hooks/use-live';
import { forgetLooks, noteLooks } from '@/hooks/use-looks';
import { noteBack, noteLost } from '@/layouts/admin/connection';
import { readQuietly } from '@/writes/read-again';
import { session } from '@/writes/session';
import { usePage } from '@inertiajs/react';
import type { LiveChange, LiveEvents } from '@shared/live';
import type { MenuCounts, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** Milliseconds without a connection before the layout shows it: a restart of the server ends the connection briefly. */
const longestPause = 3_000;

/** Milliseconds before a connection that the server refused is opened again: the first wait, doubled up to the longest. */
const firstRest = 2_000;
const longestRest = 60_000;

/** Milliseconds from the read of a screen to its display, at most: a hovered link caches its screen for two seconds. */
const onTheWay = 5_000;

/** Keeps the connection for server-sent events open, and passes its events to the counts and to the screens that listen. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { counts, liveCursor } = usePage<SharedProps>().props;
  const [received, setReceived] = useState<{ counts: MenuCounts; after: MenuCounts | null }>();
  const listeners = useRef(new Set<LiveListener>());
  const past = useRef<Past[]>([]);
  const latest = useRef({ counts, liveCursor });
  useEffect(() => {
    latest.current = { counts, liveCursor };
  });

  useEffect(() => {
    return streamWhileVisible({
      counts: (now) => setReceived({ counts: now, after: latest.current.counts }),
      orders: (changes) => {
        past.current = [...lately(past.current), { at: performance.now(), changes }];
        listeners.current.forEach(({ onChanges }) => onChanges?.(changes));
      },
      cards: (cards) => listeners.current.forEach(({ onCards }) => onCards?.(cards)),
      marks: (marks) => listeners.current.forEach(({ onMarks }) => onMarks?.(marks)),
      happenings: (happenings) => listeners.current.forEach(({ onHappenings }) => onHappenings?.(happenings)),
      looks: noteLooks,
      hello: ({ liveCursor }, isFirst) => {
        forgetLooks();
        // nothing has happened since the page was read
        if (isFirst && liveCursor === latest.current.liveCursor) return;
        const more = [...listeners.current].flatMap(({ onMissed }) => onMissed?.() ?? []);
        readQuietly(['counts', ...more]);
      },
    });
  }, []);

  const listen = useCallback((listener: LiveListener) => {
    listeners.current.add(listener);
    return () => listeners.current.delete(listener);
  }, []);

  // when the page's counts have changed since the last `counts` event, they are newer than the event's
  const shown = received?.after === counts ? received.counts : counts;
  const recent = useCallback(() => lately(past.current).flatMap(({ changes }) => changes), []);
  const line = useMemo(() => ({ counts: shown, listen, recent }), [shown, listen, recent]);
  return <Live value={line}>{children}</Live>;
}

type Past = { at: number; changes: LiveChange[] };

function lately(past: Past[]): Past[] {
  return past.filter(({ at }) => at > performance.now() - onTheWay);
}

type Handlers = Omit<{ [Name in keyof LiveEvents]: (data: LiveEvents[Name]) => void }, 'hello'> & {
  hello: (data: LiveEvents['hello'], isFirst: boolean) => void;
};

/**
 * Keeps the connection open while the page is visible. A hidden page has none, because a browser allows six connections to a
 * server for all its tabs; it reads what it missed when it is shown. The browser reopens a lost connection by itself. One
 * that the server refused is opened again by a timer. The layout shows a lost connection and the end of the session.
 */
function streamWhileVisible(handlers: Handlers): () => void {
  let source: EventSource | undefined;
  let rest = firstRest;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  let grace: ReturnType<typeof setTimeout> | undefined;

  function open() {
    close();
    if (document.hidden) return;

    source = new EventSource(routes.live);
    source.addEventListener('error', () => {
      const since = Date.now();
      grace ??= setTimeout(() => noteLost(since), longestPause);
      if (source?.readyState !== EventSource.CLOSED) return;
      // an EventSource has no status code: this read finds out whether the session is over
      readQuietly(['counts']);
      timer = setTimeout(open, rest);
      rest = Math.min(rest * 2, longestRest);
    });
    source.addEventListener('hello', ({ data }) => {
      rest = firstRest;
      back();
      handlers.hello(JSON.parse(data), isFirst);
      isFirst = false;
    });
    source.addEventListener('orders', ({ data }) => handlers.orders(JSON.parse(data)));
    source.addEventListener('cards', ({ data }) => handlers.cards(JSON.parse(data)));
    source.addEventListener('marks', ({ data }) => handlers.marks(JSON.parse(data)));
    source.addEventListener('happenings', ({ data }) => handlers.happenings(JSON.parse(data)));
    source.addEventListener('looks', ({ data }) => handlers.looks(JSON.parse(data)));
    source.addEventListener('counts', ({ data }) => handlers.counts(JSON.parse(data)));
  }

  function back() {
    clearTimeout(grace);
    grace = undefined;
    // an event sent before the browser went offline may still arrive
    if (navigator.onLine) noteBack();
  }

  function close() {
    clearTimeout(timer);
    clearTimeout(grace);
    grace = undefined;
    source?.close();
  }

  open();
  const stopListening = [
    on(document, 'visibilitychange', open),
    on(window, 'online', open),
    on(window, 'offline', () => noteLost(Date.now())),
    session.subscribe(() => session.get() === 'good' && open()),
    on(window, 'pagehide', close),
    on(window, 'pageshow', ({ persisted }: PageTransitionEvent) => persisted && open()),
  ];
  return () => {
    stopListening.forEach((stop) => stop());
    close();
  };
}

function on<Received extends Event>(target: EventTarget, name: string, act: (event: Received) => void): () => void {
  target.addEventListener(name, act as EventListener);
  return () => target.removeEventListener(name, act as EventListener);
}
