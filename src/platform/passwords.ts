import { hash, verify } from '@node-rs/argon2';

/** argon2id with OWASP's least settings for it: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, settings);
}

/** Whether the password fits; with no hash it takes the same time and is false, so that nobody learns which addresses exist. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobodys), password).catch(() => false);
  return fits && passwordHash !== undefined;
}

const nobodys = hashPassword('nobody has this password');
