import { offerToLoadAgain } from '@/components/load-again';
import '@/styles/theme.css';
import { createInertiaApp, router } from '@inertiajs/react';
import { type LayoutName, layoutOf, titleOf } from '@shared/screens';
import type { ComponentType, ReactNode } from 'react';

type Module<Props> = { default: ComponentType<Props> };
type Layout = ComponentType<{ children: ReactNode }>;

const screens = import.meta.glob<Module<object>>('./pages/*/*.tsx');
const layouts = import.meta.glob<Module<{ children: ReactNode }>>('./layouts/*.tsx');
const loadedLayouts = new Map<LayoutName | null, Layout>();

/** The address that the screen on show was read from. */
let shown: string | undefined;
router.on('navigate', ({ detail: { page } }) => void (shown = page.url));
// Inertia forgets what a screen still waits for when a visit begins; what was asked for after that must not fill the new one
router.on('beforeUpdate', ({ detail: { page } }) => {
  if (page.url !== shown) router.cancelAll({ sync: false, prefetch: false });
  shown = page.url;
});

/** How long a screen's code may take before the visitor is asked to load the page anew (spec §9). */
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
      // the page on show stays usable; a screen that can't be loaded must not leave a white one
      offerToLoadAgain();
      throw error;
    }
  },
});

// after the sign-out the document is still this one: it keeps nothing of what stood in it
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
