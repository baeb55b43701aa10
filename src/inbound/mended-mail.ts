/** The field of a head that says of which parts a mail is, with its further lines. */
const typeField = /^content-type:.*(?:\r?\n[ \t].*)*/im;

/**
 * A mail whose parts can't be found as it names them: its `Content-Type` names no line between them, or one that is not in
 * the body. It is read with the line that its body has, else as one text (docs/mail.md#the-application-mailbox).
 * @returns undefined for a mail of another type, and for one without a body
 */
export function mendedMail(raw: Uint8Array): Uint8Array | undefined {
  // a letter for each byte, whatever the encoding is
  const whole = Buffer.from(raw).toString('latin1');
  const { index: end = whole.length } = /\n\r?\n/.exec(whole) ?? {};
  const [head, body] = [whole.slice(0, end), whole.slice(end)];
  const [field = ''] = typeField.exec(head) ?? [];
  const [parts] = /multipart\/[\w.+-]{1,40}/i.exec(field) ?? [];
  if (!parts || body.trim() === '') return undefined;
  const line = lineBetween(field, body);
  const type = line === undefined ? 'text/plain' : `${parts}; boundary="${line}"`;
  return Buffer.from(head.replace(typeField, () => `Content-Type: ${type}`) + body, 'latin1');
}

/** How many lines of a body are tried. */
const mostTried = 20;

/** The boundary of the parts, without its dashes: the one that the head names, else the first in the body that is closed there. */
function lineBetween(field: string, body: string): string | undefined {
  const [, named] = /\bboundary\s{0,5}=\s{0,5}"?([^\s";]{1,70})/i.exec(field) ?? [];
  if (named !== undefined && body.includes(`\n--${named}`)) return named;
  for (const [place, { 1: line = '' }] of [...body.matchAll(/^--([^\s"\\][^\s"\\]{0,69})[ \t]*\r?$/gm)].entries()) {
    if (place === mostTried) return undefined;
    if (body.includes(`\n--${line}--`)) return line;
  }
  return undefined;
}
