import { largestId } from './limits.js';

/** An order or gateway id as links and payloads carry it (docs/http-api.md#the-api): base64 of twice the number, 123456 → `MjQ2OTEy`. */
export function encodeOrderId(id: number): string {
  return btoa(String(2 * id));
}

/**
 * Decodes an id that `encodeOrderId` made; the base64 padding may be missing.
 * 0 for any other text: an odd number, leading zeros, another base64 spelling of the same bytes, an id that is too large.
 */
export function decodeOrderId(text: string): number {
  const id = Number(fromBase64(text)) / 2;
  if (!namesAnOrder(id)) return 0;

  const encoded = encodeOrderId(id);
  return text === encoded || text === encoded.replaceAll('=', '') ? id : 0;
}

/**
 * Reads an order id in any spelling of the API: encoded, a JSON number, or a string of digits only.
 * 0 when it is an id that no order can have: 404.
 * undefined when it is no id: missing, empty, negative, fractional, with NUL, or another JSON type: 422.
 */
export function parseOrderId(value: unknown): number | undefined {
  if (typeof value === 'number') return wholeNumber(value);
  if (typeof value !== 'string' || value.includes('\0')) return undefined;

  const text = value.trim();
  if (/^\d+$/.test(text)) return wholeNumber(Number(text));
  if (/^[-.\d]*$/.test(text)) return undefined;
  return decodeOrderId(text);
}

function wholeNumber(id: number): number | undefined {
  if (id < 0 || id !== Math.trunc(id)) return undefined;
  return namesAnOrder(id) ? id : 0;
}

function namesAnOrder(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= largestId;
}

function fromBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}
