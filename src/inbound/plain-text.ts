import { decode } from 'html-entities';

/** Tags between two letters of a word, such as bold ones. */
const withinWords = /<\/?(?:a|abbr|b|big|em|font|i|ins|mark|s|small|span|strong|sub|sup|u|wbr)\b[^<>]*>/gi;

/** The most letters of text, and of HTML, that are read: a long book has fewer. */
export const mostLetters = 2_000_000;

/**
 * The text of an HTML mail, for the thread: no markup, a line for each block, `>` before each line that the mail quotes. What a browser does not show, and the bytes
 * of pictures, are taken out before the rest is cut to `mostLetters`. The time grows with the length alone.
 */
export function plainText(html: string): string {
  const bare = withQuoteMarks(cut(withoutHidden(withoutData(html))))
    .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(withinWords, '')
    .replace(/<[^<>]*>/g, ' ');
  const text = decode(bare)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*\n\s*/g, '\n\n')
    .trim();
  return marked(text);
}

/** Where a quote begins and ends, each on a line of its own. */
const begins = '\u0001';
const ends = '\u0002';

/** How many tags around a closing one are looked at. */
const deepest = 50;

const tagOfBlock = /<(\/?)(blockquote|div|span)\b([^<>]*)>/gi;
/** Of the mail programs: what lies within quotes, or introduces a quote. */
const quotes = /\b(?:class|id)\s?=\s?["']?[^"'<>]{0,200}(?:gmail_attr|moz-cite-prefix|yahoo_quoted)/i;
/** Outlook's head of the mail that is quoted: all that follows it is. */
const quotesAllBelow = /\bid\s?=\s?["']?[^"'<>]{0,100}divRplyFwdMsg/i;
/** A quotation without a line at its side is what Gmail writes where its reader moves a paragraph in. */
const isMovedIn = /\bborder\s?:\s?(?:none|0)/i;

/** The HTML with a sign where a quote begins and ends, by the ways in which mail programs write quotes. */
function withQuoteMarks(html: string): string {
  const open: { tag: string; isQuote: boolean }[] = [];
  const bare = html.replaceAll(begins, '').replaceAll(ends, '');
  return bare.replace(tagOfBlock, (whole, slash: string, name: string, facts: string) => {
    const tag = name.toLowerCase();
    if (slash) {
      // a tag that nobody opened closes nothing; those that nobody closed end with the one around them
      const back = open.slice(-deepest).findLastIndex((one) => one.tag === tag);
      if (back < 0) return whole;
      const closed = open.splice(Math.max(0, open.length - deepest) + back);
      const quoted = closed.filter(({ isQuote }) => isQuote).length;
      return quoted > 0 ? `\n${`${ends}\n`.repeat(quoted)}` : whole;
    }
    if (tag === 'div' && quotesAllBelow.test(facts)) return `\n${begins}\n${whole}`;
    const isQuote = tag === 'blockquote' ? !isMovedIn.test(facts) : quotes.test(facts);
    open.push({ tag, isQuote });
    return isQuote ? `\n${begins}\n` : whole;
  });
}

/** The text with `>` before each line of a quote. */
function marked(text: string): string {
  if (!text.includes(begins)) return text;
  let depth = 0;
  const lines = text.split('\n').flatMap((line) => {
    const said = line.trim();
    if (said === begins) depth++;
    else if (said === ends) depth = Math.max(0, depth - 1);
    else return depth > 0 && said ? `> ${said}` : said;
    return [];
  });
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
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
