import { noteNewVersion, offerToLoadAgain } from '@/components/load-again';
import { watchRestored } from '@/restored';
import { watchSession } from '@/session-end';
import '@/styles/theme.css';
import { nameMember } from '@/writes/member';
import { createInertiaApp, router } from '@inertiajs/react';
import { type LayoutName, layoutOf, titleOf } from '@shared/screens';
import type { ComponentType, ReactNode } from 'react';

type Module<Props> = { default: ComponentType<Props> };
type Layout = ComponentType<{ children: ReactNode }>;

const screens = import.meta.glob<Module<object>>('./pages/*/*.tsx');
const layouts = import.meta.glob<Module<{ children: ReactNode }>>('./layouts/*.tsx');
const loadedLayouts = new Map<LayoutName | null, Layout>();

watchSession();
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

// A new version never reloads the page by itself. A click may load the next screen as a new document; the browser asks first
// when unsent work would be lost. A member who types in this screen stays in it (docs/product.md#writes-from-a-page).
router.on('location', (event) => {
  if (!event.detail.versionChange) return;
  noteNewVersion();
  if (isTypingFor(event.detail.url)) event.preventDefault();
});

function isTypingFor(url: URL): boolean {
  return url.pathname === window.location.pathname && document.activeElement?.matches('input, textarea') === true;
}

/** How long a screen's code may take before the visitor is asked to load the page anew (docs/product.md#screens). */
const chunkTimeout = 120_000;

await createInertiaApp({
  title: titleOf,
  nonce: document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce,
  progress: { color: 'var(--color-accent)' },
  layout: (page) => loadedLayouts.get(layoutOf(page)),
  resolve: async (page) => {
    try {
      return await Promise.race([load(page), tooLong()]);
    } catch (error) {
      // the current page stays usable: a screen that can't be loaded must not leave a blank page
      offerToLoadAgain();
      throw error;
    }
  },
});

// the document outlives a sign-out, so it must not keep the first page's data
document.querySelector('script[data-page]')?.remove();

async function load(page: string) {
  const [screen] = await Promise.all([screens[`./pages/${page}.tsx`]?.(), loadLayout(layoutOf(page))]);
  if (!screen) throw new Error(`There is no screen ${page}`);

  return screen.default;
}

/** Each area's layout is a chunk of its own: visitors never load staff code. */
async function loadLayout(name: LayoutName | null) {
  const layout = await layouts[`./layouts/${name}.tsx`]?.();
  if (layout) loadedLayouts.set(name, layout.default);
}

function tooLong(): Promise<never> {
  return new Promise((_resolve, reject) => setTimeout(() => reject(new Error('Loading took too long')), chunkTimeout));
}
