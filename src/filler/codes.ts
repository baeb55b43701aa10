import { createHash, randomInt } from 'node:crypto';

/** Letters and digits that nobody takes for another: no I, L, O, U, 0 and 1. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code of 15 signs, of 73 random bits, in groups of five. */
export function newCode(): string {
  const code = Array.from({ length: 15 }, () => signs[randomInt(signs.length)]).join('');
  return code.replace(/(.{5})(?=.)/g, '$1-');
}

/** What is stored of a code, whose dashes count for nothing. */
export function hashOf(code: string): string {
  return createHash('sha256').update(code.replaceAll('-', '')).digest('base64url');
}
