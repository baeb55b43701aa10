import PostalMime, { type Email } from 'postal-mime';
import { decoded, isCommon } from './charsets.js';
import { mendedMail } from './mended-mail.js';

/** What a part of a mail says, as text, as HTML, or both when its sender wrote the same twice. */
export type Said = { plain: string[]; html: string[] };
export type ParsedMail = { email: Email; said: Said[] };

type Part = {
  state: 'header' | 'body' | 'finished';
  content: ArrayBuffer | null;
  contentType: { parsed: { value: string; params: Record<string, string | undefined> } };
  contentDisposition: { parsed: { value: string } };
};

/** What we use of the parser beyond its published types: its lines, its parts, and each text with the part that it is of. */
type Parser = Pick<PostalMime, 'parse'> & {
  currentNode: Part;
  processLine: (line: Uint8Array, isLast: boolean) => Promise<void>;
  collectNode: (part: Part, ...around: unknown[]) => Promise<void>;
  addTextEntry: (part: object, type: keyof Said, entry: { value: string }) => void;
};

/**
 * A mail in its parts. Mails within it are left as files. One whose parts are not where it says is mended (mended-mail.ts).
 * @throws for one that has too many parts in parts, or too long a head
 */
export async function parsedMail(raw: Uint8Array): Promise<ParsedMail> {
  const parsed = await asItSays(raw);
  if (parsed.said.length > 0 || parsed.email.attachments.length > 0) return parsed;
  const mended = mendedMail(raw);
  if (!mended) return parsed;
  const { email, said } = await asItSays(mended);
  const { headers, headerLines } = parsed.email;
  return { email: { ...email, headers, headerLines }, said };
}

async function asItSays(raw: Uint8Array): Promise<ParsedMail> {
  const said = new Map<object, Said>();
  const parser = new PostalMime({ maxNestingDepth: 50, forceRfc822Attachments: true }) as unknown as Parser;
  const [process, collect, add] = [parser.processLine, parser.collectNode, parser.addTextEntry];
  parser.processLine = (line, isLast) =>
    process.call(parser, parser.currentNode.state === 'header' ? readableLine(line) : line, isLast);
  parser.collectNode = (part, ...around) => {
    toUtf8(part);
    return collect.call(parser, part, ...around);
  };
  parser.addTextEntry = (part, type, entry) => {
    const own = said.get(part) ?? { plain: [], html: [] };
    own[type].push(entry.value);
    said.set(part, own);
    add.call(parser, part, type, entry);
  };
  const email = await parser.parse(raw);
  return { email, said: [...said.values()] };
}

/** Changes a text to UTF-8. One that is a file stays as it came. A label that nobody knows is left to the parser. */
function toUtf8(part: Part): void {
  const {
    content,
    contentType: { parsed },
    contentDisposition,
  } = part;
  const isText = ['text/plain', 'text/html'].includes(parsed.value) && contentDisposition.parsed.value !== 'attachment';
  if (!isText || !content) return;
  const label = parsed.params.charset ?? (parsed.value === 'text/html' ? labelWithin(content) : undefined);
  const text = decoded(new Uint8Array(content), label);
  if (text === undefined) return;
  part.content = new TextEncoder().encode(text).buffer;
  parsed.params.charset = 'utf-8';
}

/** The encoding that HTML says of itself. */
function labelWithin(html: ArrayBuffer): string | undefined {
  const begin = Buffer.from(html).subarray(0, 2048).toString('latin1');
  return /<meta\b[^>]{0,200}\bcharset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i.exec(begin)?.[1];
}

/** A line of a head in UTF-8, the words of old encodings too. */
function readableLine(line: Uint8Array): Uint8Array {
  if (!line.some((byte) => byte > 0x7f) && !line.includes(0x3f)) return line;
  const text = decoded(line, undefined) ?? '';
  return new TextEncoder().encode(text.replace(encodedWord, inUtf8));
}

const encodedWord = /=\?([^?*]{1,40})(?:\*[^?]{0,40})?\?([bq])\?([^?]{0,1000})\?=/gi;

function inUtf8(word: string, label: string, way: string, code: string): string {
  if (isCommon(label)) return word;
  const quoted = code
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const read = decoded(way.toLowerCase() === 'b' ? Buffer.from(code, 'base64') : Buffer.from(quoted, 'latin1'), label);
  return read === undefined ? word : `=?utf-8?b?${Buffer.from(read).toString('base64')}?=`;
}
