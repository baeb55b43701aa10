import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** A view as a whole HTML document, ready to be printed or mailed. React escapes the text. */
export function html(view: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(view)}`;
}
