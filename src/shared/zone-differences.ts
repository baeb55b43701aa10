import type { Zone } from './mrz.js';
import { nameWords, spellings } from './plain-name.js';

/**
 * Whether a name may be the one of a zone: the same words in any order, written together or apart. Of a name that was cut
 * each word must be part of it. A name in another script than the zone's is not compared.
 */
export function isZonesName(name: string, zone: Pick<Zone, 'name' | 'isCut'>): boolean {
  const words = zone.name;
  const letters = name.replace(/\p{N}/gu, ' ');
  return words === null || spellings.some((spelling) => isSame(nameWords(letters, spelling), words, zone.isCut));
}

function isSame(own: string[], words: string[], isCut: boolean): boolean {
  const whole = own.join('');
  if (!/^[A-Z]+$/.test(whole)) return true;
  if (isCut) return words.every((word) => whole.includes(word));
  return spell(own, words.join('')) || spell(words, whole);
}

/** Whether all of these words, in some order, are this text. @param failed the rests that were tried already */
function spell(words: string[], text: string, failed = new Set<string>()): boolean {
  if (words.length === 0) return text === '';
  const rest = `${text.length} ${words.toSorted().join(' ')}`;
  if (failed.has(rest)) return false;
  failed.add(rest);
  return words.some(
    (word, at) => text.startsWith(word) && spell(words.toSpliced(at, 1), text.slice(word.length), failed),
  );
}

/** Passports that name the nationality of the state, where shops name the territory or the status. */
const states: Readonly<Record<string, string>> = {
  HKG: 'CHN', MAC: 'CHN', GBD: 'GBR', GBN: 'GBR', GBO: 'GBR', GBP: 'GBR', GBS: 'GBR',
}; // prettier-ignore

/** Whether two codes of nationalities are of one state's passports. */
export function isSameState(one: string, other: string): boolean {
  return (states[one] ?? one) === (states[other] ?? other);
}

/** Whether a day, `YYYY-MM-DD`, is the one of a zone; parts that the zone doesn't know are passed over. */
export function isZonesDay(day: string, zones: string): boolean {
  const own = day.slice(2).replaceAll('-', '');
  return Array.from(zones).every((sign, at) => sign === '<' || sign === own[at]);
}

/** Whether a passport number is the one of a zone; blanks and dashes don't count. */
export function isZonesNumber(passport: string, zones: string): boolean {
  return (
    passport
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '') === zones
  );
}
