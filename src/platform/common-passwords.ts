import { dictionary } from '@zxcvbn-ts/language-common';
import { commonPasswords, passwordLength } from '../shared/limits.js';

/** The commonest passwords that are long enough, in small letters. The dictionary has the commonest first. */
const commonest = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= passwordLength).slice(0, commonPasswords),
);

/**
 * Why a password is refused; undefined for a good one (docs/product.md#sessions-and-signing-in).
 * @param owner whose password it becomes
 */
export function weaknessOf(password: string, { name, email }: { name: string; email: string }): string | undefined {
  const plain = password.trim().toLowerCase();
  if (commonest.has(plain)) return 'This is one of the commonest passwords. Please choose another one.';

  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const own = [email, email.split('@')[0]!, name].map(letters);
  if (own.includes(letters(plain))) return 'This is the name or the address of the account. Please choose another one.';
  return undefined;
}
