import type { Zone } from './mrz.js';

/** How letters are written that passports spell otherwise than without their mark. */
export type Spelling = Readonly<Record<string, string>>;

/** The one spelling that ICAO 9303, part 3, section 6 gives these letters; ĸ, which it lacks, is the K of Greenland. */
const icao: Spelling = {
  Å: 'AA', Æ: 'AE', Ð: 'D', Đ: 'D', Ə: 'E', Ħ: 'H', ĸ: 'K', Ł: 'L', Ŋ: 'N', Ø: 'OE', Œ: 'OE', ẞ: 'SS', Ŧ: 'T', Þ: 'TH',
}; // prettier-ignore
/** The longer of the two that it gives these. */
const long: Spelling = { ...icao, Ä: 'AE', Ö: 'OE', Ü: 'UE' };

/** The spellings that passports have: the one without a zone first, the one that takes every mark off last. */
export const spellings: readonly Spelling[] = [
  icao,
  long,
  { ...icao, Ñ: 'NXX', Ü: 'UXX' },
  { ...icao, Å: 'A', Ø: 'O' },
];

/** Passports with the longer spellings (Wikipedia, "Machine-readable passport", names; read on 29 November 2026). */
const writeLong: ReadonlySet<string> = new Set(['AUT', 'CHE', 'DEU', 'DNK', 'FIN', 'HUN', 'NOR', 'SWE']);

/** A text in capitals without marks, in a spelling of passports. Letters of other scripts stay. */
export function spelled(text: string, spelling: Spelling): string {
  const letters = Array.from(text.normalize('NFKC').toUpperCase(), (letter) => spelling[letter] ?? letter);
  return letters.join('').normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

/** A text in capitals without marks: `José Łukasz` → `JOSE LUKASZ`. Letters of other scripts stay. */
export function withoutMarks(text: string): string {
  return spelled(text, icao);
}

/** Apostrophes, also the ones that count as letters, and what else is written in a name and is nothing in a passport. */
const apostrophes = /['’‘‛`´ʹʻʼʽʾʿ′]/g;
const nothing = /["“”\p{Cf}]/gu;

/**
 * The words of a name in a spelling of passports. A hyphen parts words, an apostrophe does not (ICAO 9303, part 3).
 * @param parts what replaces a hyphen and an apostrophe: `' '` or `''`
 */
export function nameWords(name: string, spelling: Spelling, parts = { hyphen: ' ', apostrophe: '' }): string[] {
  const text = name.replace(apostrophes, parts.apostrophe).replace(nothing, '').replace(/[-‐‑]/g, parts.hyphen);
  return spelled(text, spelling)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** What is known of the passport that a name is in: its zone, and its nationality as a code of three letters. */
export type NamesPassport = { zone?: Pick<Zone, 'name'> | undefined; nationality?: string };

/**
 * A name as the authority's form takes it: capitals A to Z, one blank between words. Each word is spelled as the zone has
 * it; without a zone, or where the zone has another word, as passports of the nationality usually do, and where that is not
 * known without marks. Letters of other scripts stay, and so do words that the zone has not: neither wins.
 */
export function plainName(name: string, { zone, nationality = '' }: NamesPassport = {}): string {
  const usual = writeLong.has(nationality) ? long : icao;
  const inZone = new Set(zone?.name ?? []);
  return name
    .split(/[\s,/]+/)
    .flatMap((word) => wordsInZone(word, inZone) ?? nameWords(word, usual))
    .join(' ');
}

const joints = ['', ' '].flatMap((apostrophe) => [' ', ''].map((hyphen) => ({ hyphen, apostrophe })));

/** A word of a name as the zone has it; undefined when it has it in no spelling. */
function wordsInZone(word: string, zone: ReadonlySet<string>): string[] | undefined {
  if (zone.size === 0) return undefined;
  return spellings
    .flatMap((spelling) => joints.map((parts) => nameWords(word, spelling, parts)))
    .find((words) => words.length > 0 && words.every((one) => zone.has(one)));
}
