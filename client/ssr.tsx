import type { Page } from '@inertiajs/core';
import { createInertiaApp } from '@inertiajs/react';
import { startKeeping } from '@/components/kept-markup';
import { layoutOf, titleOf } from '@shared/screens';
import type { ComponentType, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

type Module<Props> = { default: ComponentType<Props> };

const screens = import.meta.glob<Module<object>>('./pages/*/*.tsx', { eager: true });
const layouts = import.meta.glob<Module<{ children: ReactNode }>>('./layouts/*.tsx', { eager: true });

const render = await createInertiaApp({
  title: titleOf,
  layout: (page) => layouts[`./layouts/${layoutOf(page)}.tsx`]?.default,
  resolve: (page) => {
    const screen = screens[`./pages/${page}.tsx`];
    if (!screen) throw new Error(`There is no screen ${page}`);

    return screen.default;
  },
});

if (!render) throw new Error('This entry renders on the server; the browser has app.tsx');

startKeeping(renderToString);

/** Renders a page object to head tags and body (src/platform/inertia/server-rendering.ts). */
export default (page: Page) => render(page, renderToString);
