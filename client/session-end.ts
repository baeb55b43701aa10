import { fetchJson } from '@/writes/fetch-json';
import { Store, useStore } from '@/writes/store';
import { router } from '@inertiajs/react';
import type { SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';

/** The state of a sign-out: running, or the server could not be reached; undefined when there is none. */
export type Ending = 'leaving' | 'unreachable' | undefined;

/** The messages between the tabs of a browser: the member has signed out; the session has ended in any way. */
type Word = 'signed-out' | 'over';

const longestWrite = 2_000;

const ending = new Store<Ending>(undefined);
let tabs: BroadcastChannel | undefined;

export function useEnding(): Ending {
  return useStore(ending);
}

/**
 * Signs out. The screen and the history are cleared at once, even when the server can't be reached
 * (docs/people.md#sessions-and-signing-in). It is no Inertia visit, because Back would cancel a visit.
 * @param written writes to finish first; it waits two seconds for them at most
 */
export async function signOut(written?: Promise<void>): Promise<void> {
  leave();
  await Promise.race([written, written && rest(longestWrite)]);
  const answer = await fetchJson('post', routes.api.logout, {}).catch(() => undefined);
  // 401: the session was over already, or another member has signed in in another tab, and that tab must stay.
  if (!answer?.ok && answer?.status !== 401) return ending.set('unreachable');
  announce(answer.ok ? 'signed-out' : 'over');
  goToLogin();
}

/** Watches for the end of the session in this tab and the others. Call it before Inertia starts. */
export function watchSession(): void {
  if (!window.crypto.subtle) keepNoPages();

  // Back and Forward do nothing during the sign-out
  window.addEventListener('popstate', (event) => {
    if (ending.get()) event.stopImmediatePropagation();
  });
  let proof = '';
  window.addEventListener('pagehide', () => (proof = proofOfSession()));
  window.addEventListener('pageshow', ({ persisted }) => {
    // the browser restored the page from its cache, and the session has ended or changed since
    if (!persisted || proof === proofOfSession()) return;
    leave();
    window.location.reload();
  });

  router.on('navigate', ({ detail: { page } }) => onPage(page));
  router.on('success', ({ detail: { page } }) => {
    onPage(page);
    // Inertia keeps the old URL when Back ends at the login and the login was shown already
    const { pathname, search } = window.location;
    if (isGuests(page) && pathname + search !== page.url) window.history.replaceState({ page }, '', page.url);
  });
  router.on('networkError', () => {
    if (ending.get()) ending.set('unreachable');
  });

  tabs = new BroadcastChannel('session');
  tabs.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    forget();
    if (data !== 'signed-out' || !document.getElementById('content')) return;
    leave();
    goToLogin();
  });
}

type ShownPage = { clearHistory?: boolean; props: object };

function onPage(page: ShownPage): void {
  if (page.clearHistory) {
    router.flushAll();
    announce('over');
  }
  if (isGuests(page)) ending.set(undefined);
}

function isGuests({ props }: ShownPage): boolean {
  return (props as Partial<SharedProps>).staff === null;
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function leave(): void {
  ending.set('leaving');
  router.cancelAll();
  forget();
}

/** Makes the pages in the history and in Inertia's cache unreadable. */
export function forget(): void {
  router.clearHistory();
  router.flushAll();
}

function goToLogin(): void {
  ending.set('leaving');
  router.visit(routes.login);
}

function announce(word: Word): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is of this origin alone
  tabs?.postMessage(word);
}

/** The CSRF token, which changes with the session (src/auth/csrf.ts). */
function proofOfSession(): string {
  return /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}

/**
 * Inertia encrypts the pages in the history with crypto.subtle, which browsers offer on HTTPS and localhost only. Elsewhere
 * this replaces crypto.subtle by a stub that keeps nothing: the history holds no pages, and Back reads them from the server.
 */
function keepNoPages(): void {
  const nothing = () => new ArrayBuffer(16);
  const subtle = {
    generateKey: async () => ({}),
    importKey: async () => ({}),
    exportKey: async () => nothing(),
    encrypt: async () => nothing(),
    decrypt: async () => {
      throw new Error('No page is kept over plain HTTP');
    },
  };
  Object.defineProperty(window.crypto, 'subtle', { value: subtle });
}
