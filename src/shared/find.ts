import { z } from 'zod';
import { requiredText } from './input.js';
import { searchLength } from './limits.js';
import { plainTyped } from './typed.js';

/** What is typed or pasted into the command bar (docs/screens.md#finding-an-order). */
export const findOrders = z.object({ text: requiredText('Please enter what you look for.', 10 * searchLength) });
export type FindOrders = z.infer<typeof findOrders>;

/**
 * The digits of a telephone number as people say it, without the trunk zero and the country: at most the last nine. Undefined
 * for a text that is no number.
 */
export function spokenPhone(text: string): string | undefined {
  const plain = plainTyped(text);
  if (!/^[+\d\s().\-/]+$/.test(plain)) return undefined;
  const digits = plain.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= 6 ? digits.slice(-9) : undefined;
}

/** Letters and digits without what is between them, for a passport number; undefined when it can be none. */
export function compactNumber(text: string): string | undefined {
  const compact = plainTyped(text).replace(/[^\p{L}\p{N}]/gu, '');
  return /\d/.test(compact) && compact.length >= 5 && compact.length <= 20 ? compact : undefined;
}

/** A text as the search has it (`search_letters` in the database): letters of full width as narrow ones, one blank between words. */
export function searchLetters(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/** Letters that are typed for each other: Arabic and Persian ones, ё, and letters that passports write as two. */
const folded: Readonly<Record<string, string>> = {
  ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه', ۀ: 'ه', ہ: 'ه', آ: 'ا', أ: 'ا', إ: 'ا', ٱ: 'ا',
  ё: 'е', đ: 'd', ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss',
}; // prettier-ignore

/**
 * A text of `searchLetters` in the one spelling that names are found by (`folded_letters` in the database). Other capitals stay:
 * the database knows how it makes them small.
 */
export function foldedLetters(text: string): string {
  return text
    .replace(/[\u0640\u064b-\u0652\u0670\u200b-\u200f]/g, '')
    .replace(/[^ -~]/gu, (letter) => folded[letter] ?? folded[letter.toLowerCase()] ?? letter);
}

/** The text, and its other spelling where it has one. */
export function spellings(text: string): string[] {
  return [...new Set([text, foldedLetters(text)])];
}
