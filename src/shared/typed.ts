import { isEmail } from './input.js';
import { decodeOrderId } from './order-id.js';

/** Readers of what people type and paste, for staff and customers alike (docs/screens.md#what-is-typed). */

/** The zero of each script's digits: its other nine digits follow it. */
const zeros = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810]; // prettier-ignore

/** A text in letters of ordinary width, with digits 0 to 9, and without invisible characters and marks of direction. */
export function plainTyped(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0)!;
      const zero = zeros.find((first) => code >= first && code < first + 10);
      return zero === undefined ? digit : String(code - zero);
    })
    .trim();
}

/** The words of an order and its number, as customers write them before it in their own languages. */
const words =
  'your|my|order|booking|reference|ref|number|no|nr|n(?=°)|id|bestellung|bestell|auftrags?|nummer|commande|numéro|de|pedido|orden|número|num|ordine|numero|encomenda|nomor|nombor|pesanan|tempahan|заказа?|номер|注文|番号|订单|訂單|号码?|號碼?|編號|编号|주문|번호|คำสั่งซื้อ|หมายเลข|رقم|الطلب|طلب|đơn hàng|mã|số';
/** What people put before an order id, and after it. */
const label = new RegExp(`^(?:(?:(?:${words.normalize('NFKC')})-?)+(?![\\p{L}\\p{M}])|[\\s#:.°"'“”„«»‘’([{<])*`, 'iu');
/** Digits, or groups of them. `102-153` is read, a day or a telephone number is none. */
const digitsOf = /^(\d[\d\s,.]*|\d{3}[-‐‑–]\d{3})(?:@\S+)?$/;
const endMarks = new Set('"\'“”„«»‘’)]}>.,;:!? \t\r\n');

/**
 * The order id that a text spells: `102153`, `#102 153`, `Order number: 102153.`, encoded, the address of a page of the order,
 * or its mailbox; in the digits of any script, between quotation marks or brackets. 0 when it spells none.
 */
export function spelledId(text: string): number {
  const plain = plainTyped(text);
  const bare = withoutEnd(plain.replace(label, ''));
  const digits = digitsOf.exec(bare)?.[1]?.replace(/\D/g, '') ?? '';
  if (digits !== '') return digits.length <= 9 ? Number(digits) : 0;
  if (!/[/?]/.test(bare)) return decodeOrderId(bare);

  const inPath = plain.split(/[?#]/, 1)[0]!.split('/').toReversed();
  for (const part of inPath) {
    const id = /^\d{1,9}$/.test(part) ? Number(part) : decodeOrderId(decoded(part));
    if (id > 0) return id;
  }
  return 0;
}

/**
 * The email address that a text spells, in small letters: alone, behind `mailto:`, in angle brackets behind a name, between
 * punctuation, in letters of full width, with blanks. A text that spells none is returned without its blanks.
 */
export function spelledAddress(text: string): string {
  const plain = plainTyped(text).replace(/[。｡]/g, '.').toLowerCase();
  const open = plain.lastIndexOf('<') + 1;
  const close = plain.indexOf('>', open);
  const said = open > 0 && close > open ? plain.slice(open, close) : plain;
  const bare = (part: string) => withoutEnd(part.replace(/^["'“”„«»‘’([{<]*(?:mailto:)?/, '').replace(/\?.*$/, ''));
  const [address, ...others] = said.split(/\s+/).map(bare).filter(isEmail);
  return address !== undefined && others.length === 0 ? address : bare(said.replace(/\s+/g, ''));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A text without the punctuation and blanks at its end; by steps, because an expression takes the square of a long run of them. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && endMarks.has(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}
