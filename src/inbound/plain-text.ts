/** The text of an HTML mail, for the thread: no markup, a line for each block. The time grows with the length alone. */
export function plainText(html: string): string {
  return withoutHidden(html)
    .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&quot;/gi, '"')
    .replace(/&#(\d{1,7});/g, (_entity, code: string) => letterOf(Number(code)))
    .replace(/&#x([0-9a-f]{1,6});/gi, (_entity, code: string) => letterOf(Number.parseInt(code, 16)))
    .replace(/&amp;/gi, '&')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*\n\s*/g, '\n\n')
    .trim();
}

/** Without comments and what a browser does not show. What is opened and never closed hides the rest. */
function withoutHidden(html: string): string {
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const shown: string[] = [];
  let at = 0;
  for (const { index, 1: name } of lower.matchAll(/<(!--|script\b|style\b|head\b|title\b)/g)) {
    if (index < at) continue;
    shown.push(html.slice(at, index));
    const isComment = name === '!--';
    const end = lower.indexOf(isComment ? '-->' : `</${name}`, index);
    at = end < 0 ? html.length : isComment ? end + 3 : end;
  }
  return `${shown.join(' ')} ${html.slice(at)}`;
}

function letterOf(code: number): string {
  return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : ' ';
}
