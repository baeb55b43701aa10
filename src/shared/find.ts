import { z } from 'zod';
import { requiredText } from './input.js';
import { searchLength } from './limits.js';
import { decodeOrderId } from './order-id.js';

/** What is typed or pasted into the command bar (docs/product.md#finding-an-order). */
export const findOrders = z.object({ text: requiredText('Please enter what you look for.', 10 * searchLength) });
export type FindOrders = z.infer<typeof findOrders>;

/**
 * The order id that a text spells: `102153`, `#102 153`, `Order 102153`, encoded, the address of a page of the order, or its
 * mailbox. 0 when it spells none.
 */
export function spelledId(text: string): number {
  const plain = asciiDigits(text).trim();
  const digits = /^(?:order)?[\s#:№]*(\d[\d\s,.]*)(?:@\S+)?$/i.exec(plain)?.[1]?.replace(/\D/g, '') ?? '';
  if (digits !== '') return digits.length <= 9 ? Number(digits) : 0;
  if (!/[/?]/.test(plain)) return decodeOrderId(plain);

  const inPath = plain.split(/[?#]/, 1)[0]!.split('/').toReversed();
  for (const part of inPath) {
    const id = /^\d{1,9}$/.test(part) ? Number(part) : decodeOrderId(decoded(part));
    if (id > 0) return id;
  }
  return 0;
}

/**
 * The digits of a telephone number as people say it, without the trunk zero and the country: at most the last nine. Undefined
 * for a text that is no number.
 */
export function spokenPhone(text: string): string | undefined {
  const plain = asciiDigits(text).trim();
  if (!/^[+\d\s().\-/]+$/.test(plain)) return undefined;
  const digits = plain.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= 6 ? digits.slice(-9) : undefined;
}

/** Letters and digits without what stands between them, for a passport number; undefined when it can be none. */
export function compactNumber(text: string): string | undefined {
  const compact = asciiDigits(text).replace(/[^\p{L}\p{N}]/gu, '');
  return /\d/.test(compact) && compact.length >= 5 && compact.length <= 20 ? compact : undefined;
}

/** A text as the search has it (`search_letters` in the database): letters of full width as narrow ones, one blank between words. */
export function searchLetters(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/** Digits of other scripts as 0 to 9. */
function asciiDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/[\u0e50-\u0e59]/g, (digit) => String(digit.charCodeAt(0) - 0xe50));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
