import { endOf } from '../shared/amend-fields.js';

/** What may stand between the letters of a number: blanks, dashes, dots. */
const gap = '[^\\p{L}\\p{N}]{0,2}';
const [begin, close] = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'];

/**
 * Finds a passport number in a text, in either case and whatever stands between its letters; undefined for one that is too
 * short to be told from other words.
 */
function spellingsOf(number: string): RegExp | undefined {
  const letters = lettersOf(number);
  return letters.length < 5 ? undefined : new RegExp(begin + letters.join(gap) + close, 'giu');
}

/**
 * Returns a function that hides these passport numbers in a text, except their ends. Make it once for an order, because
 * making the expressions takes longer than searching a text.
 * @param ends the last characters of numbers that are not known whole: a word with them that may be a passport number
 */
export function passportHider({ numbers, ends }: { numbers: string[]; ends: string[] }): (text: string) => string {
  const whole = numbers.flatMap((number) => {
    const spellings = spellingsOf(number);
    return spellings ? [{ spellings, end: endOf(number) }] : [];
  });
  const endings = ends.map(endingIn);
  return (text) => {
    const shown = whole.reduce((rest, { spellings, end }) => rest.replace(spellings, () => end), text);
    return endings.reduce((rest, ending) => rest.replace(ending, hideNumber), shown);
  };
}

/** Words with this end, and up to three letters and then digits with this end, whatever stands between them. */
function endingIn(end: string): RegExp {
  const word = `[\\p{L}\\p{N}]{2,8}${lettersOf(end).join('')}`;
  const parts = `(?:\\p{L}{1,3}${gap})?(?:\\p{N}${gap}){1,8}${lettersOf(end).join(gap)}`;
  return new RegExp(`${begin}(?:${word}|${parts})${close}`, 'giu');
}

/** The end of a word of 6 to 12 letters and digits, of which four are digits; any other word as it is. */
function hideNumber(word: string): string {
  const letters = lettersOf(word);
  const digits = letters.filter((letter) => /\p{N}/u.test(letter)).length;
  return letters.length >= 6 && letters.length <= 12 && digits >= 4 ? endOf(letters.join('')) : word;
}

function lettersOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]/gu) ?? [];
}
