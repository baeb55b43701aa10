import iconv from 'iconv-lite';
import { detectedCharset } from './detected-charset.js';

/** Encodings in seven bits that no library of ours has: between two marks stand the letters of another, without its eighth bit. */
const shifted: Record<string, { begin: string; end: string; encoding: string }> = {
  'hz-gb-2312': { begin: '~{', end: '~}', encoding: 'gb18030' },
  'iso-2022-kr': { begin: '\u000e', end: '\u000f', encoding: 'euc-kr' },
};
/** Labels of old programs, and the name that the libraries know. */
const aliases: Record<string, string> = {
  hz: 'hz-gb-2312',
  hzgb2312: 'hz-gb-2312',
  csiso2022kr: 'iso-2022-kr',
  'x-unicode-2-0-utf-7': 'utf-7',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  uhc: 'euc-kr',
  'us-ascii': 'ascii',
  'ansi_x3.4-1968': 'ascii',
};

/**
 * The text of bytes with the label that their sender gave them. Where they are not valid by it, and where there is no
 * label, they are UTF-8 if that is valid, else what the detector finds (detected-charset.ts), else Windows-1252. Where most
 * is valid the rest is shown as `�`.
 * @param label as it stands in the mail, or undefined
 * @returns undefined for bytes with a label that is not known, unless they are UTF-8 or the detector is sure
 */
export function decoded(bytes: Uint8Array, label: string | undefined): string | undefined {
  const name = nameOf(label);
  const labelled = name === 'ascii' ? undefined : byName(bytes, name);
  if (labelled !== undefined && !labelled.includes('\uFFFD')) return labelled;
  const found = asUtf8(bytes);
  if (found !== undefined && bytes.some((byte) => byte > 0x7f)) return found;
  if (labelled !== undefined && !isMostlyWrong(labelled)) return labelled;
  const detected = detectedCharset(bytes);
  if (detected !== undefined) return byName(bytes, detected);
  const isKnown = name === 'ascii' || labelled !== undefined;
  return isKnown ? western(bytes) : undefined;
}

/** Whether the parser reads the encoding rightly by itself. */
export function isCommon(label: string): boolean {
  const decoder = browsers(nameOf(label));
  return decoder !== undefined && decoder.encoding !== 'windows-1252';
}

function nameOf(label: string | undefined): string {
  const name = (label ?? 'ascii').trim().toLowerCase();
  return aliases[name] ?? name;
}

function byName(bytes: Uint8Array, name: string): string | undefined {
  if (shifted[name]) return unshifted(bytes, shifted[name]);
  const common = browsers(name) ?? browsers(name.replace(/^x-/, ''));
  if (common) return common.encoding === 'windows-1252' ? western(bytes) : common.decode(bytes);
  const known = [name, name.replace(/^(?:x-|cs)/, '')].find((one) => iconv.encodingExists(one) && !notText.has(one));
  return known && iconv.decode(Buffer.from(bytes), known);
}

/** What the library knows beside encodings of texts. */
const notText = new Set(['binary', 'base64', 'hex']);

function browsers(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(name);
  } catch {
    return undefined;
  }
}

function unshifted(
  bytes: Uint8Array,
  { begin, end, encoding }: { begin: string; end: string; encoding: string },
): string {
  const [before = '', ...parts] = Buffer.from(bytes).toString('latin1').split(begin);
  const read = parts.map((part) => {
    const at = part.indexOf(end);
    const within = at < 0 ? part : part.slice(0, at);
    const letters = Uint8Array.from(Buffer.from(within, 'latin1'), (byte) => (byte > 0x20 ? byte | 0x80 : byte));
    return new TextDecoder(encoding).decode(letters) + (at < 0 ? '' : part.slice(at + end.length));
  });
  return [before, ...read].join('').replace('\u001b$)C', '').replaceAll('~~', '~');
}

/** Whether more of what is not ASCII is wrong than right. */
function isMostlyWrong(text: string): boolean {
  const wrong = text.split('\uFFFD').length - 1;
  return wrong * 2 > (text.match(/[^ -~\s]/gu)?.length ?? 0);
}

/** Windows-1252. Node 20's own decoder takes it for Latin-1, without its dashes and quotes. */
function western(bytes: Uint8Array): string {
  return iconv.decode(Buffer.from(bytes), 'windows-1252');
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
