import { createHash } from 'node:crypto';

/** The SHA-256 of a text, as UTF-8, or of bytes, in hex. */
export function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
