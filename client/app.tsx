import { noteNewVersion } from '@/components/load-again';
import { isField, watchHands } from '@/hooks/hands';
import { watchRestored } from '@/restored';
import { codeOf, layoutOfLoaded, watchMoves } from '@/screen-code';
import { watchSession } from '@/session-end';
import '@/styles/theme.css';
import { nameMember } from '@/writes/member';
import { isVisiting } from '@/writes/read-again';
import { createInertiaApp, router } from '@inertiajs/react';
import { titleOf } from '@shared/screens';

watchSession();
watchMoves();
watchHands();
watchRestored();
nameMember();

/** The URL of the page shown now. */
let shown: string | undefined;
router.on('navigate', ({ detail: { page } }) => void (shown = page.url));
// Inertia cancels a screen's pending reloads when a visit begins. A reload that starts later must not update the next screen.
router.on('beforeUpdate', ({ detail: { page } }) => {
  if (page.url !== shown) router.cancelAll({ sync: false, prefetch: false });
  shown = page.url;
});

// A new version never reloads the page by itself, not even when servers of two versions answer in turn. A click may load the next
// screen as a new document; the browser asks first when unsent work would be lost. A member who types in this screen stays in it
// (docs/screens.md#writes-from-a-page).
router.on('location', (event) => {
  const { url, versionChange } = event.detail;
  const isShown = url.pathname === window.location.pathname;
  const isUnasked = isShown && !isVisiting();
  if (!versionChange && !isUnasked) return;
  noteNewVersion();
  if (isUnasked || (isShown && isField(document.activeElement))) event.preventDefault();
});

await createInertiaApp({
  title: titleOf,
  nonce: document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce,
  progress: { color: 'var(--color-accent)' },
  layout: layoutOfLoaded,
  resolve: codeOf,
});

// the document outlives a sign-out, so it must not keep the first page's data
document.querySelector('script[data-page]')?.remove();
