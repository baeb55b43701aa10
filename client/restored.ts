import { Store, useStore } from '@/writes/store';
import type { ActiveVisit } from '@inertiajs/core';
import { router } from '@inertiajs/react';

/**
 * How current the shown screen is (docs/screens.md#writes-from-a-page): `read` from the server; `restored` by Back or Forward
 * and being read again; `unread` when that read failed.
 */
export type Freshness = 'read' | 'restored' | 'unread';

type Scrolled = { top: number; left: number };
type Place = { scrollRegions?: Scrolled[]; documentScrollPosition?: Scrolled };

/** Milliseconds between a failed read of a screen and the next attempt. */
const restMs = 5_000;
/** Milliseconds for which a list that is too short for its scroll position may still grow. */
const longestScroll = 3_000;

const freshness = new Store<Freshness>('read');
let place: Place = {};
/** Whether the member has scrolled during the read: then the old position is not restored. */
let hasScrolled = false;
let hasFailed = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let readWith: () => Record<string, string | number> = () => ({});

export function useFreshness(): Freshness {
  return useStore(freshness);
}

/** Whether the shown screen was restored by Back or Forward and has not been read again yet. */
export function isRestored(): boolean {
  return freshness.get() !== 'read';
}

/** Adds query values to the read of a restored screen. Returns a function that ends this. */
export function readAgainWith(query: () => Record<string, string | number>): () => void {
  readWith = query;
  return () => {
    if (readWith === query) readWith = () => ({});
  };
}

/** Reads the screen that Back or Forward restored, with as many rows as it had. */
export function readRestored(): void {
  clearTimeout(timer);
  become('restored');
  const data = readWith();
  router.reload({
    data,
    preserveUrl: Object.keys(data).length > 0,
    onNetworkError: fail,
    onHttpException: ({ status }) => {
      // the session is over: a reload leads to the login and loses nothing, because nothing was typed yet
      if (status === 401) window.location.reload();
      return fail();
    },
  });
}

/** Watches for screens that Back or Forward restore. Call it before Inertia starts, so that its listeners run first. */
export function watchRestored(): void {
  readFreshDocument();
  window.addEventListener('popstate', ({ state }) => {
    if (state?.page) restore(state as Place);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    restore({});
    readRestored();
  });
  for (const means of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    window.addEventListener(means, () => (hasScrolled = true), { capture: true, passive: true });
  }
  window.addEventListener('online', () => {
    if (freshness.get() === 'unread') readRestored();
  });

  router.on('navigate', ({ detail: { visitId } }) => {
    // without a visit id the page comes from the history
    if (freshness.get() === 'read' || visitId !== undefined) return;
    readRestored();
  });
  router.on('start', ({ detail: { visit } }) => {
    if (isWhole(visit)) hasFailed = false;
  });
  router.on('networkError', () => void fail());
  router.on('httpException', () => void fail());
  router.on('finish', ({ detail: { visit } }) => {
    if (freshness.get() === 'read' || !isWhole(visit) || !visit.completed || hasFailed) return;
    become('read');
    scrollTo(place);
  });
}

function restore(state: Place): void {
  clearTimeout(timer);
  place = { scrollRegions: state.scrollRegions ?? [], documentScrollPosition: state.documentScrollPosition };
  hasScrolled = false;
  become('restored');
}

function fail(): false {
  hasFailed = true;
  if (freshness.get() === 'read') return false;
  become('unread');
  clearTimeout(timer);
  timer = setTimeout(readRestored, restMs);
  return false;
}

function become(next: Freshness): void {
  if (next === freshness.get()) return;
  if (next === 'read') clearTimeout(timer);
  freshness.set(next);
}

/** Back or Forward from another site loads a new document. Keeps Inertia from replacing its props by those in the history. */
function readFreshDocument(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (entry?.type !== 'back_forward' || !history.state?.page) return;

  const { scrollRegions, documentScrollPosition } = history.state as Place;
  history.replaceState({ scrollRegions, documentScrollPosition }, '');
  const stop = router.on('navigate', () => {
    stop();
    scrollTo({ scrollRegions, documentScrollPosition });
  });
}

/** Whether a visit reads all props of a screen. */
function isWhole({ only, except, prefetch }: Pick<ActiveVisit, 'only' | 'except' | 'prefetch'>): boolean {
  return only.length === 0 && except.length === 0 && !prefetch;
}

/**
 * Restores the scroll position after the read, because the restored screen may have been too short for it. A busy browser may
 * render the rows some frames later, so it tries again while a region is too short.
 */
function scrollTo(to: Place, until = performance.now() + longestScroll): void {
  requestAnimationFrame(() => {
    if (hasScrolled) return;
    if (to.documentScrollPosition) window.scrollTo(to.documentScrollPosition);
    const areShort = [...document.querySelectorAll('[scroll-region]')].map((region, index) => {
      const wanted = to.scrollRegions?.[index];
      if (wanted) region.scrollTo(wanted);
      return wanted !== undefined && region.scrollTop < wanted.top - 1;
    });
    if (areShort.includes(true) && performance.now() < until) scrollTo(to, until);
  });
}
