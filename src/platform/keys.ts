import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Env } from './env.js';

/** The purposes of derived keys: a signature made for one purpose is invalid for another. */
type Purpose =
  | 'session'
  | 'visitor'
  | 'csrf'
  | 'browser'
  | 'document-link'
  | 'flash'
  | 'idempotency'
  | 'factor'
  | 'webhook'
  | 'stripe'
  | 'message-id';

/** Signs and checks with keys derived from APP_SECRET (HKDF-SHA-256, RFC 5869). */
@Injectable()
export class Keys {
  private readonly secret: string;
  private readonly derived = new Map<Purpose, Buffer>();

  constructor(env: Env) {
    // Without a secret, which only development allows, the key is random and a restart ends every session.
    this.secret = env.APP_SECRET ?? randomBytes(32).toString('hex');
  }

  /** The key of a purpose, 32 bytes. */
  of(purpose: Purpose): Buffer {
    const known = this.derived.get(purpose);
    if (known) return known;

    const key = Buffer.from(hkdfSync('sha256', this.secret, 'arrival-card-desk', purpose, 32));
    this.derived.set(purpose, key);
    return key;
  }

  /** The same as a KeyObject, which is faster: libraries search bytes for a PEM file at every use. */
  secretOf(purpose: Purpose): KeyObject {
    return createSecretKey(this.of(purpose));
  }

  /** HMAC-SHA-256 of the text, base64url. */
  sign(purpose: Purpose, text: string): string {
    return createHmac('sha256', this.of(purpose)).update(text).digest('base64url');
  }

  /** Whether `signature` is the text's; compares in constant time. */
  verify(purpose: Purpose, text: string, signature: string): boolean {
    return same(this.sign(purpose, text), signature);
  }
}

/** Compares two texts in constant time. */
export function same(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
