import { createInertiaApp, Head, usePage } from '@inertiajs/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
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

const screens: Record<string, unknown> = { list: List, broken: Broken, nobody: (): ReactNode => null };

const render = (await createInertiaApp({
  title: (title: string) => `${title} | Desk`,
  resolve: (name: string) => {
    rendered.push(name);
    if (!screens[name]) throw new Error(`no screen ${name}`);

    return screens[name] as never;
  },
})) as (page: unknown, to: typeof renderToString) => ReturnType<Render>;

// eslint-disable-next-line import/no-default-export -- what a server bundle has
export default (page: unknown) => render(page, renderToString);
