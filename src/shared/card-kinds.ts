/** The kinds of files that are taken as a card (docs/form.md#uploads-and-documents). */
export const cardKinds = {
  PDF: { contentType: 'application/pdf', ending: 'pdf' },
  JPEG: { contentType: 'image/jpeg', ending: 'jpg' },
  PNG: { contentType: 'image/png', ending: 'png' },
  WebP: { contentType: 'image/webp', ending: 'webp' },
  GIF: { contentType: 'image/gif', ending: 'gif' },
} as const;
export type CardKind = keyof typeof cardKinds;

/** All of them in words, behind an article: `PDF, JPEG or PNG`. */
export const cardKindNames = Object.keys(cardKinds)
  .join(', ')
  .replace(/, (?=\w+$)/, ' or ');
