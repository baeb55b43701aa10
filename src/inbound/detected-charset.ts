import chardet from 'chardet';

/** Encodings of Latin letters: most of their letters are ASCII. */
const western = ['ISO-8859-1', 'windows-1252'];
const latin = [...western, 'ISO-8859-2', 'ISO-8859-9', 'windows-1250', 'windows-1254', 'windows-1257'];

/** How sure the detector must be, of 100, and of how many letters, to take Latin letters for others than western ones. */
const least = { confidence: 15, latinLetters: 20 };
/** How many bytes are looked at. */
const mostBytes = 50_000;

/**
 * The encoding of a text by the letters that are frequent in each language (chardet). A text whose letters are mostly beyond
 * ASCII has no Latin letters, and the other way round.
 * @returns undefined for Latin letters of the west, and where the detector is not sure
 */
export function detectedCharset(bytes: Uint8Array): string | undefined {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  if (first < 0) return undefined;
  // what is before the first letter beyond ASCII is whole letters in every encoding
  const begin = Math.max(0, first - mostBytes / 2);
  const part = bytes.subarray(begin, begin + mostBytes);
  const beyond = part.filter((byte) => byte > 0x7f).length;
  const letters = beyond + part.filter(isLetter).length;
  const isLatin = beyond * 3 < letters;
  if (isLatin && letters < least.latinLetters) return undefined;

  const found = chardet
    .analyse(part)
    .find(({ name }) => latin.includes(name) === isLatin && !name.startsWith('UTF-') && isValidIn(name, part));
  return found && found.confidence >= least.confidence && !western.includes(found.name) ? found.name : undefined;
}

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** The end may be cut within a letter. */
function isValidIn(name: string, bytes: Uint8Array): boolean {
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes, { stream: true }) !== '';
  } catch {
    return false;
  }
}
