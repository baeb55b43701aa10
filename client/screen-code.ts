import { offerToLoadAgain } from '@/components/load-again';
import { HttpCancelledError, type Page } from '@inertiajs/core';
import { router } from '@inertiajs/react';
import { type LayoutName, layoutOf } from '@shared/screens';
import type { ComponentType, ReactNode } from 'react';

type Module<Props> = { default: ComponentType<Props> };
type Screen = ComponentType<object>;
type Layout = ComponentType<{ children: ReactNode }>;

/** How long a screen's code may take before the visitor is asked to load the page again (docs/screens.md#screens). */
const chunkTimeout = 120_000;

const screens = import.meta.glob<Module<object>>('./pages/*/*.tsx');
const layouts = import.meta.glob<Module<{ children: ReactNode }>>('./layouts/*.tsx');
const loadedScreens = new Map<string, Screen>();
const loadedLayouts = new Map<LayoutName | null, Layout>();

/** Called when Back or Forward leads to another screen. */
let onMoved = () => {};
/** Pages that a request brought; the others come from the history. */
const answered = new WeakSet<Page>();

/** Watches for Back and Forward. Call it before Inertia starts, so that its listeners run first. */
export function watchMoves(): void {
  window.addEventListener('popstate', ({ state }) => {
    if (state?.page) onMoved();
  });
  router.on('beforeUpdate', ({ detail: { page } }) => void answered.add(page));
}

/** The layout of a screen that was loaded. */
export function layoutOfLoaded(name: string): Layout | undefined {
  return loadedLayouts.get(layoutOf(name));
}

/**
 * Gives a screen's code, and loads it the first time. Loaded code is given without waiting: Inertia sets the address and the
 * screen right after it, so that Back or Forward can't come in between and be undone.
 *
 * @throws HttpCancelledError when Back or Forward came while the code of an answer was loading; Inertia shows nothing for it
 * @throws Error when the code can't be loaded; the page shown stays, with an offer to reload it
 */
export function codeOf(name: string, page?: Page): Screen | Promise<Screen> {
  return loadedScreens.get(name) ?? loadInTime(name, page);
}

async function loadInTime(name: string, page?: Page): Promise<Screen> {
  const loading = inTime(load(name)).catch((error: unknown) => {
    // the page shown stays usable: a screen that can't be loaded must not leave a blank page
    offerToLoadAgain();
    throw error;
  });
  // the first screen is shown in any case
  if (loadedScreens.size === 0) return await loading;
  const moved = new Promise<'moved'>((resolve) => {
    onMoved = () => resolve('moved');
  });
  const screen = await Promise.race([loading, moved]);
  if (screen !== 'moved') return screen;
  // Inertia handles answers one at a time: without this refusal the next one would wait for this code
  if (page && answered.has(page)) throw new HttpCancelledError('Back or Forward led to another screen', page.url);
  // a screen of the history: the member has left it, and Inertia shows another one
  return new Promise(() => {});
}

async function load(name: string): Promise<Screen> {
  const [screen] = await Promise.all([screens[`./pages/${name}.tsx`]?.(), loadLayout(layoutOf(name))]);
  if (!screen) throw new Error(`There is no screen ${name}`);

  loadedScreens.set(name, screen.default);
  return screen.default;
}

/** Each area's layout is a chunk of its own: visitors never load staff code. */
async function loadLayout(name: LayoutName | null): Promise<void> {
  const layout = await layouts[`./layouts/${name}.tsx`]?.();
  if (layout) loadedLayouts.set(name, layout.default);
}

async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Loading took too long')), chunkTimeout);
  });
  return await Promise.race([loading, tooLong]).finally(() => clearTimeout(timer));
}
