/** What is kept of a large mail: its parts and how deep they are, of their heads and texts so many bytes. */
const most = { parts: 500, depth: 10, head: 65_536, texts: 1_000_000 };

/**
 * A mail without its files: the heads of all its parts, which name the files, and its texts, the first megabyte of them
 * (docs/mail.md#the-application-mailbox).
 * @param raw the mail as it came; one that is no MIME keeps its head
 */
export function withoutFiles(raw: Buffer): Buffer {
  return Buffer.concat(kept(raw, most.depth, { parts: most.parts, texts: most.texts }));
}

type Left = { parts: number; texts: number };

function kept(part: Buffer, depth: number, left: Left): Buffer[] {
  const [head, body] = apart(part);
  const fields = head.toString('latin1').replace(/\r?\n[ \t]+/g, ' ');
  const boundary = boundaryIn(fields);
  if (boundary !== undefined && depth > 0) {
    const parts = partsOf(body, boundary, left).flatMap((one) => [
      Buffer.from(`\r\n--${boundary}\r\n`, 'latin1'),
      ...kept(one, depth - 1, left),
    ]);
    return [head, ...parts, Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1')];
  }
  if (/^content-type:[ \t]*message\/rfc822\b/im.test(fields) && depth > 0)
    return [head, ...kept(body, depth - 1, left)];
  if (!isText(fields)) return [head];
  const text = body.subarray(0, left.texts);
  left.texts -= text.length;
  return [head, text];
}

/** The head of a part with the empty line behind it, and its body. */
function apart(part: Buffer): [head: Buffer, body: Buffer] {
  const end = part
    .subarray(0, most.head)
    .toString('latin1')
    .search(/(?:^|\n)\r?\n/);
  if (end < 0) return [Buffer.concat([part.subarray(0, most.head), Buffer.from('\r\n\r\n')]), Buffer.alloc(0)];
  const line = part.indexOf('\n', part[end] === 0x0a ? end + 1 : end) + 1;
  return [part.subarray(0, line), part.subarray(line)];
}

function boundaryIn(fields: string): string | undefined {
  const [, quoted, plain] =
    /^content-type:[ \t]*multipart\/[^\n]*?;[ \t]*boundary[ \t]*=[ \t]*(?:"([^"\n]{1,200})"|([^\s;"]{1,200}))/im.exec(
      fields,
    ) ?? [];
  return quoted ?? plain;
}

function isText(fields: string): boolean {
  const isAttached = /^content-disposition:[ \t]*attachment/im.test(fields);
  return (
    !isAttached && (/^content-type:[ \t]*text\/(?:plain|html)\b/im.test(fields) || !/^content-type:/im.test(fields))
  );
}

/** The parts between the lines of a boundary. */
function partsOf(body: Buffer, boundary: string, left: Left): Buffer[] {
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Buffer[] = [];
  let begin: number | undefined;
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    const end = body.indexOf('\n', at);
    const lineEnd = end < 0 ? body.length : end + 1;
    const rest = body
      .subarray(at + mark.length, Math.min(lineEnd, at + mark.length + 200))
      .toString('latin1')
      .trim();
    if ((at > 0 && body[at - 1] !== 0x0a) || !['', '--'].includes(rest)) continue;
    if (begin !== undefined) parts.push(body.subarray(begin, at));
    if (rest === '--' || left.parts-- <= 0) return parts;
    begin = lineEnd;
  }
  if (begin !== undefined) parts.push(body.subarray(begin));
  return parts;
}
