import { decode } from 'html-entities';

/** Tags between two letters of a word, such as bold ones. */
const withinWords = /<\/?(?:a|abbr|b|big|em|font|i|ins|mark|s|small|span|strong|sub|sup|u|wbr)\b[^<>]*>/gi;

/** The most letters of text, and of HTML, that are read: a long book has fewer. */
export const mostLetters = 2_000_000;

/**
 * The text of an HTML mail, for the thread: no markup, a line for each block. What a browser does not show, and the bytes
 * of pictures, are taken out before the rest is cut to `mostLetters`. The time grows with the length alone.
 */
export function plainText(html: string): string {
  const bare = cut(withoutHidden(withoutData(html)))
    .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(withinWords, '')
    .replace(/<[^<>]*>/g, ' ');
  return decode(bare)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*\n\s*/g, '\n\n')
    .trim();
}

/** A text that is too long ends with a sentence that says so. */
export function cut(text: string): string {
  if (text.length <= mostLetters) return text;
  return `${text.slice(0, mostLetters)}\n\n[This mail is too long to be shown whole. Save it as it came to read the rest.]`;
}

/** The HTML without the bytes of pictures that are written into it: they may be most of a mail, and say nothing. */
export function withoutData(html: string): string {
  return html.replace(/\bdata:[^\s"'<>,]{0,200};base64,[\w+/=%-]*/gi, 'data:,');
}

/** Without comments and what a browser does not show. What is opened and never closed hides the rest. */
function withoutHidden(html: string): string {
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const shown: string[] = [];
  let at = 0;
  for (const { index, 1: name } of lower.matchAll(/<(!--|script\b|style\b|title\b)/g)) {
    if (index < at) continue;
    shown.push(html.slice(at, index));
    const isComment = name === '!--';
    const end = lower.indexOf(isComment ? '-->' : `</${name}`, index);
    at = end < 0 ? html.length : isComment ? end + 3 : end;
  }
  return `${shown.join(' ')} ${html.slice(at)}`;
}
