import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** A view as a whole HTML document, ready to be printed or mailed. React escapes the text. */
export function html(view: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(view)}`;
}

/** The text of a view without its markup. */
export function textOf(view: ReactNode): string {
  const markup = renderToStaticMarkup(view);
  return markup.replace(/<[^<>]*>/g, '').replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name]!);
}

/** The characters that React escapes. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
