import { pathToFileURL } from 'node:url';
import type { PageObject } from './page-object.js';

/** Renders a page to HTML: tags for the head, and the markup of the screen. */
export type Render = (page: PageObject) => Promise<{ head: string[]; markup: string }>;

/**
 * Loads the server bundle, whose default export is a `Render`, and renders `first` once. Inertia's client keeps the first
 * page that it renders for the life of the process, so that page must hold nobody's data.
 */
export async function loadRender(bundle: string, first: Pick<PageObject, 'component' | 'props'>): Promise<Render> {
  const { default: render } = (await import(pathToFileURL(bundle).href)) as { default: Render };
  // The client parses the first url without a base: a bare path would end the process by an unhandled rejection.
  await render({ ...first, url: 'http://localhost/', version: '' });

  return render;
}
