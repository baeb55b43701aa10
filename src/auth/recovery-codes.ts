import { randomInt } from 'node:crypto';
import { sha256Of } from '../platform/sha256.js';

const recoveryCodeCount = 10;

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten new codes of 14 letters and digits (69 bits), as `abcd-efgh-jkmnpq`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('');
    return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
  });
}

/** What is stored of a code: the codes have too many bits to be guessed from a plain hash. Blanks, dashes and case don't matter. */
export function hashOfRecoveryCode(code: string): string {
  return sha256Of(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}
