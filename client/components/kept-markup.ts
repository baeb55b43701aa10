import type { ReactNode } from 'react';

/** The most letters of markup that are kept, in some thirty megabytes. */
const most = 12_000_000;

type Render = (node: ReactNode) => string;
export type Piece = string | Uint8Array;

let render: Render | undefined;
let kept = new Map<string, Map<string, Piece>>();
let size = 0;
let keptSince = 0;
/** Begins the mark of a piece, on the server. No text of a page can be one: it is random, and no browser is told. */
let secret = '';

/** Lets the server keep markup (client/ssr.tsx). The browser never does. */
export function startKeeping(renderToString: Render): void {
  render = renderToString;
  secret = crypto.randomUUID();
}

/**
 * The markup of something that the server rendered before, or renders now; undefined in the browser. It is used for the
 * rest of the minute, so that times in minutes or hours are right (docs/architecture.md#rendering-on-the-server).
 * @param within all that the markup shows besides `of`: the same text for all rows of a list
 * @param of the row, as text
 * @param node what is rendered. It uses no context and no `useId`, because it is rendered apart from the page.
 */
export function keptMarkup(within: string, of: string, node: () => ReactNode): string | undefined {
  return keep(within, of, node, (markup) => markup);
}

/** The pieces of the page that is being rendered, by the number in their mark. */
let pieces: Uint8Array[] = [];
const encoder = new TextEncoder();

/**
 * As `keptMarkup`, for long markup: it is kept as bytes, and the page has a mark in its place until `piecesOf`. A piece has
 * no other pieces in it.
 */
export function keptPiece(within: string, of: string, node: () => ReactNode): string | undefined {
  const piece = keep(`${within} as a piece`, of, node, (markup) => encoder.encode(markup));
  return piece && `<!--${secret} ${pieces.push(piece) - 1}-->`;
}

/** The markup of a page that was just rendered, with its pieces in place of their marks. */
export function piecesOf(markup: string): Piece[] {
  const used = pieces;
  pieces = [];
  // every other part is the number of a piece
  return markup
    .split(new RegExp(`<!--${secret} (\\d+)-->`))
    .map((part, index) => (index % 2 === 0 ? part : used[Number(part)]!));
}

function keep<Kept extends Piece>(
  within: string,
  of: string,
  node: () => ReactNode,
  kind: (markup: string) => Kept,
): Kept | undefined {
  if (!render) return undefined;

  forgetOld();
  const known = kept.get(within)?.get(of);
  if (known !== undefined) return known as Kept;

  const markup = kind(render(node()));
  if (size < most) {
    size += of.length + markup.length;
    kept.set(within, (kept.get(within) ?? new Map<string, Piece>()).set(of, markup));
  }
  return markup;
}

function forgetOld(): void {
  const minute = Math.floor(Date.now() / 60_000);
  if (minute === keptSince) return;

  kept = new Map();
  size = 0;
  keptSince = minute;
}
