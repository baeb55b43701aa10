import type { ReactNode } from 'react';

/** The most pieces of markup that are kept: some eight megabytes. */
const most = 4_000;

type Render = (node: ReactNode) => string;

let render: Render | undefined;
let kept = new Map<string, Map<string, string>>();
let count = 0;
let keptSince = 0;

/** Lets the server keep markup (client/ssr.tsx). The browser never does. */
export function startKeeping(renderToString: Render): void {
  render = renderToString;
}

/**
 * The markup of something that the server rendered before, or renders now; undefined in the browser. It is kept for the
 * rest of the minute, so that what tells the time in minutes or hours is right (docs/architecture.md#rendering-on-the-server).
 * @param within all that the markup shows besides `of`: the same text for all rows of a list
 * @param of the row, as text
 * @param node what is rendered. It uses no context and no `useId`, because it is rendered apart from the page.
 */
export function keptMarkup(within: string, of: string, node: () => ReactNode): string | undefined {
  if (!render) return undefined;

  forgetOld();
  const known = kept.get(within)?.get(of);
  if (known !== undefined) return known;

  const markup = render(node());
  if (count < most) {
    count += 1;
    kept.set(within, (kept.get(within) ?? new Map<string, string>()).set(of, markup));
  }
  return markup;
}

function forgetOld(): void {
  const minute = Math.floor(Date.now() / 60_000);
  if (minute === keptSince) return;

  kept = new Map();
  count = 0;
  keptSince = minute;
}
