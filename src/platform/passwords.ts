import { hash, verify } from '@node-rs/argon2';

/** argon2id with the minimum settings that OWASP recommends: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, settings);
}

/**
 * Whether the password matches the hash. Without a hash it takes the same time and is false, so that the time doesn't
 * reveal which addresses exist.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobodys), password).catch(() => false);
  return fits && passwordHash !== undefined;
}

const nobodys = hashPassword('nobody has this password');
