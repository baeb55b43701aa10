import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** A view as a whole HTML document, ready to be printed or mailed. Text in it is escaped by React. */
export function html(view: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(view)}`;
}
