import { createPublicKey, verify } from 'node:crypto';

/**
 * Whether SendGrid signed the bytes: ECDSA over the timestamp and the body (its guide, 'Event Webhook Security Features').
 * @param key the public key as SendGrid shows it, DER in base64
 */
export function isSigned(key: string | undefined, timestamp: string, signature: string, body: Uint8Array): boolean {
  if (!key || !timestamp || !signature) return false;
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    const signed = Buffer.concat([Buffer.from(timestamp), body]);
    return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
