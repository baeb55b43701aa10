/** What a PDF card must not contain, each with the message that refuses it (docs/form.md#uploads-and-documents). */
export const pdfDangers = {
  header: 'This PDF does not begin with its header.',
  script: 'This PDF contains a script.',
  program: 'This PDF starts a program.',
  file: 'This PDF contains another file.',
  xfa: 'This PDF contains an XFA form.',
} as const;
export type PdfDanger = keyof typeof pdfDangers;

/**
 * The PDF names (ISO 32000-1, 7.3.5) that indicate a danger. Each is long enough not to occur in compressed bytes by
 * chance.
 */
const names: Record<string, PdfDanger> = {
  JavaScript: 'script',
  Rendition: 'script',
  Launch: 'program',
  EmbeddedFile: 'file',
  FileAttachment: 'file',
  RichMedia: 'file',
  XFA: 'xfa',
};

/** What follows a name too short to be looked for alone: an array or a reference. */
const follows: Record<string, string> = { XFA: '\\s{0,9}(?:\\[|\\d{1,9}\\s\\d{1,5}\\sR)' };

/** A character of a name may be written as its hex code, as in `/#4aavaScript`. */
const patterns = Object.entries(names).map(
  ([name, danger]) =>
    [danger, new RegExp(`/${name.replace(/./g, orItsCode)}(?![\\w#-])${follows[name] ?? ''}`, 'i')] as const,
);

/** The danger that the readable parts of a PDF indicate, if any. */
export function dangerIn(text: string): PdfDanger | undefined {
  return patterns.find(([, pattern]) => pattern.test(text))?.[0];
}

function orItsCode(letter: string): string {
  return `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`;
}
