import { readFileSync } from 'node:fs';
import { commonPasswords, passwordLength } from '../shared/limits.js';
import { passwordsFile } from './paths.js';

/** The commonest passwords that are long enough, in small letters. The file has the commonest first. */
const known = JSON.parse(readFileSync(passwordsFile, 'utf8')) as string[];
const commonest = new Set(known.filter(({ length }) => length >= passwordLength).slice(0, commonPasswords));

/**
 * Why a password is refused; undefined for a good one (docs/people.md#sessions-and-signing-in).
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
