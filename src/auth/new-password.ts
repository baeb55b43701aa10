import { weaknessOf } from '../platform/common-passwords.js';
import { hashPassword } from '../platform/passwords.js';
import { Refused } from '../platform/reply.js';

/**
 * The hash of a new password.
 * @param field the input that the refusal names
 * @throws Refused 422 for one of the commonest passwords, and for the owner's name or address.
 */
export async function hashNewPassword(
  password: string,
  owner: { name: string; email: string },
  field: 'newPassword' | 'password',
): Promise<string> {
  const weakness = weaknessOf(password, owner);
  if (weakness) throw Refused.input({ [field]: weakness });
  return hashPassword(password);
}
