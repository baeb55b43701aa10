import type { Page } from '@inertiajs/core';
import { App } from '@inertiajs/react';
import { layoutOf, titleOf } from '@shared/screens';
import type { ComponentType, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

type Module<Props> = { default: ComponentType<Props> };

const screens = import.meta.glob<Module<object>>('./pages/*/*.tsx', { eager: true });
const layouts = import.meta.glob<Module<{ children: ReactNode }>>('./layouts/*.tsx', { eager: true });

/** Renders a page object to head tags and markup (src/platform/inertia/server-rendering.ts). */
export default async function render(page: Page): Promise<{ head: string[]; markup: string }> {
  const screen = screens[`./pages/${page.component}.tsx`];
  if (!screen) throw new Error(`There is no screen ${page.component}`);

  let head: string[] = [];
  const markup = renderToString(
    <App
      initialPage={page}
      initialComponent={screen.default}
      titleCallback={titleOf}
      defaultLayout={(name) => layouts[`./layouts/${layoutOf(name)}.tsx`]?.default}
      onHeadUpdate={(elements) => (head = elements)}
    />,
  );
  return { head, markup };
}
