/** The kinds of files that are taken as a card (docs/form.md#uploads-and-documents). */
export const cardKinds = {
  PDF: { contentType: 'application/pdf', ending: 'pdf' },
  JPEG: { contentType: 'image/jpeg', ending: 'jpg' },
  PNG: { contentType: 'image/png', ending: 'png' },
  WebP: { contentType: 'image/webp', ending: 'webp' },
  GIF: { contentType: 'image/gif', ending: 'gif' },
  AVIF: { contentType: 'image/avif', ending: 'avif' },
} as const;
export type CardKind = keyof typeof cardKinds;

/** All of them in words, behind an article: `PDF, JPEG or PNG`. */
export const cardKindNames = kindNames(Object.keys(cardKinds) as CardKind[]);

/** These in words, behind an article. */
export function kindNames(kinds: readonly CardKind[]): string {
  return kinds.join(', ').replace(/, (?=\w+$)/, ' or ');
}

/** These as a file dialog is told of them. */
export function contentTypes(kinds: readonly CardKind[]): string {
  return kinds.map((kind) => cardKinds[kind].contentType).join();
}
