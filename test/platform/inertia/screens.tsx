import { App, Head, usePage } from '@inertiajs/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { PageObject } from '../../../src/platform/inertia/page-object.js';
import type { Render } from '../../../src/platform/inertia/server-rendering.js';

/** A server bundle as Vite would build it, with three screens. */
export const rendered: string[] = [];

function List({ rows, placed }: { rows: string[]; placed: string }) {
  const { url } = usePage();

  return (
    <main>
      <Head title="Orders & more" />
      <p>
        {rows.join()} at {placed.slice(0, 10)} on {url}
      </p>
    </main>
  );
}

function Broken(): never {
  throw new Error('a screen with a mistake');
}

const screens: Record<string, () => ReactNode> = { list: List as never, broken: Broken, nobody: () => null };

// eslint-disable-next-line import/no-default-export -- what a server bundle has
export default async function render(page: PageObject): ReturnType<Render> {
  rendered.push(page.component);
  const screen = screens[page.component];
  if (!screen) throw new Error(`no screen ${page.component}`);

  let head: string[] = [];
  const markup = renderToString(
    <App
      initialPage={page as never}
      initialComponent={screen}
      titleCallback={(title: string) => `${title} | Desk`}
      onHeadUpdate={(elements: string[]) => (head = elements)}
    />,
  );
  return { head, markup };
}
