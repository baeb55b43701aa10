/** The length of the field that the authority's form has for a PIN. */
const fieldLength = 8;

/** A PIN behind its word: `pin` without blanks where that fits the field of the form, else as it came. */
export type FoundPin = {
  pin: string;
  fits: boolean;
  /** The word, the PIN, and all that is between them. */
  label: string;
  /** What the text has before the word. */
  before: string;
};

const pinWord = /(?<![\p{L}\p{N}])PIN(?![\p{L}\p{N}])/giu;

/** How far behind its word a PIN may be, and how long what it is read from may be, in characters. */
const reach = 160;

/**
 * What may be between the word and its PIN: signs, line breaks and cells, words of the label in English and Malay, words in
 * brackets, and the label in a second language.
 */
const between =
  /^(?:\([^()\n]{1,40}\)|\/[^\n:：=]{1,30}(?=[:：=])|(?<!\p{L})(?:MDAC|CODE|KOD|NUMBER|NOMBOR|NUM|NO|IS|ANDA|IALAH|ADALAH|FOR|PIN)(?![\p{L}\p{N}])|[^\p{L}\p{N}]){0,60}/iu;

/** The label ends with a sign in the line of the PIN, so that any word behind it is one. */
const isSureLabel = /[:：=][^\n\p{L}\p{N}]*$/u;

/** The PINs of a text, each behind its word: in the rest of the line, in the next line, or in the next cell. */
export function findPins(text: string): FoundPin[] {
  return [...text.matchAll(pinWord)].flatMap(({ index, 0: word }) => {
    const rest = text.slice(index + word.length, index + word.length + reach);
    const [gap = ''] = between.exec(rest) ?? [];
    const [line = ''] = rest.slice(gap.length).split('\n', 1);
    const found = valueIn(line, isSureLabel.test(gap));
    if (!found) return [];
    return { ...found, label: word + gap + found.pin, before: text.slice(Math.max(0, index - 45), index) };
  });
}

/** @param isSure whether it can be nothing else than a PIN; without that a word must look like one */
function valueIn(line: string, isSure: boolean): Pick<FoundPin, 'pin' | 'fits'> | undefined {
  const words = [...line.matchAll(/[A-Z0-9]+/gi)].map(([word]) => word);
  const bare = line.replace(/[^\p{L}\p{N}]+$/u, '');
  const whole = bare.replace(/\s/g, '');
  if (isSure && /^[A-Z0-9]{8}$/i.test(whole)) return { pin: whole, fits: true };

  const [first = ''] = /^[A-Z0-9]+(?![\p{L}\p{N}])/iu.exec(line) ?? [];
  if (!isUnlikeWord(first)) return undefined;
  const joined = joinedIn(line, words);
  if (joined) return { pin: joined, fits: true };
  if (isSure && words.length > 1 && words.every(isUnlikeWord) && /^[A-Z0-9\s]+$/i.test(bare))
    return whole.length <= fieldLength ? { pin: whole, fits: true } : { pin: bare, fits: false };
  const [signed] = /^[A-Z0-9]+(?:[-.][A-Z0-9]+)+(?![\p{L}\p{N}])/iu.exec(line) ?? [];
  if (isSure && signed) return { pin: signed, fits: false };
  if (first.length < 4 || first.length > 20 || !/\d/.test(first)) return undefined;
  return { pin: first, fits: first.length <= fieldLength };
}

/** The first words of a line that make eight letters and digits, with blanks alone between them. */
function joinedIn(line: string, words: string[]): string | undefined {
  let [joined, at] = ['', 0];
  for (const word of words) {
    const begin = line.indexOf(word, at);
    if (!isUnlikeWord(word) || line.slice(at, begin).trim() !== '') return undefined;
    joined += word;
    at = begin + word.length;
    if (joined.length >= fieldLength) return joined.length === fieldLength ? joined : undefined;
  }
  return undefined;
}

/** Whether letters and digits can't be a word of a language: with a digit, or with capitals behind small letters or before them. */
function isUnlikeWord(word: string): boolean {
  return /\d|[a-z][A-Z]|[A-Z]{2}[a-z]/.test(word);
}

/** What stands for a PIN that is hidden. */
export const hiddenSign = '••••';

/** How many words a PIN may have been written in. */
const mostWords = fieldLength;

/** The text without these PINs, however blanks and signs part them. The time does not grow with their number. */
export function withoutPins(text: string, pins: readonly string[]): string {
  const hidden = new Set(pins.map(lettersOf).filter(Boolean));
  if (hidden.size === 0) return text;
  const longest = Math.max(...[...hidden].map(({ length }) => length));
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index, 0: word }) => ({
    begin: index,
    end: index + word.length,
    letters: lettersOf(word),
  }));
  const parts: string[] = [];
  let shown = 0;
  for (let at = 0; at < words.length; at++) {
    const length = wordsOfPin(text, words, at, hidden, longest);
    if (length === 0) continue;
    parts.push(text.slice(shown, words[at]!.begin), hiddenSign);
    at += length - 1;
    shown = words[at]!.end;
  }
  return parts.join('') + text.slice(shown);
}

type Word = { begin: number; end: number; letters: string };

/** How many words from this one on are a PIN together; 0 for none. */
function wordsOfPin(text: string, words: Word[], at: number, hidden: Set<string>, longest: number): number {
  let letters = '';
  for (let next = at; next < at + mostWords && next < words.length; next++) {
    const word = words[next]!;
    if (next > at && !/^[^\n]{1,3}$/.test(text.slice(words[next - 1]!.end, word.begin))) return 0;
    letters += word.letters;
    if (letters.length > longest) return 0;
    if (hidden.has(letters)) return next - at + 1;
  }
  return 0;
}

/** Whether the text has the PIN, however blanks and signs part it. */
export function hasPin(text: string, pin: string): boolean {
  const letters = Array.from(lettersOf(pin)).join('[^\\p{L}\\p{N}\\n]{0,3}');
  return new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}

function lettersOf(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}
